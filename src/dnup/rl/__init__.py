"""dnup for research: one observation and one action space, and the environments that speak them."""

from dnup.rl.encoding import Encoding
from dnup.rl.vector import Step, VectorEnv

__all__ = ["Encoding", "Step", "VectorEnv"]
