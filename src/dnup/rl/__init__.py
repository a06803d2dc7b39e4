"""Environments for reinforcement learning, with one observation and one action space."""

from dnup.rl.encoding import Encoding, Meaning
from dnup.rl.registry import register
from dnup.rl.vector import Step, VectorEnv

register()

__all__ = ["Encoding", "Meaning", "Step", "VectorEnv"]
