"""dnup for research: one observation and one action space, and the environments that speak them."""

from dnup.rl.encoding import Encoding, Meaning
from dnup.rl.vector import Step, VectorEnv

try:
    from dnup.rl.gymnasium import register
except ImportError:  # without Gymnasium there is nobody to register with
    pass
else:
    register()

__all__ = ["Encoding", "Meaning", "Step", "VectorEnv"]
