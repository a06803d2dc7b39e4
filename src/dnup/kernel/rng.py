"""Random numbers inside the kernel: SplitMix64, one word of state, seeded by the caller.

The word is in an array of length 1, so that compiled functions can advance it.
"""

import numpy as np
from numpy.typing import NDArray

from dnup.kernel.jit import COMPILED, Function, jit

Stream = NDArray[np.uint64]

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_LOW = np.uint64(0xFFFFFFFF)


def wrapping(function: Function) -> Function:
    """`jit`; uncompiled, without NumPy's warning that a product wraps around, which is intended here."""
    return jit(function) if COMPILED else np.errstate(over="ignore")(function)


@wrapping
def _mix(word: np.uint64) -> np.uint64:
    word = (word ^ (word >> np.uint64(30))) * _MIX_1
    word = (word ^ (word >> np.uint64(27))) * _MIX_2
    return word ^ (word >> np.uint64(31))


@wrapping
def _next(stream: Stream) -> np.uint64:
    stream[0] += _GOLDEN
    return _mix(stream[0])


@jit
def random_bits(stream: Stream) -> int:
    """63 random bits."""
    return int(np.int64(_next(stream) >> np.uint64(1)))


@jit
def below(stream: Stream, limit: int) -> int:
    """A uniform number from 0 to limit - 1 (Lemire's method on 32 bits)."""
    bound = np.uint64(limit)
    product = (_next(stream) >> np.uint64(32)) * bound
    if (product & _LOW) < bound:
        threshold = (np.uint64(0x100000000) - bound) % bound
        while (product & _LOW) < threshold:
            product = (_next(stream) >> np.uint64(32)) * bound
    return int(np.int64(product >> np.uint64(32)))


@wrapping
def split(seed: np.uint64, index: int) -> np.uint64:
    """The seed of the index-th independent stream of a seed: game 17 is the same on every core."""
    return _mix(_mix(seed + _GOLDEN) ^ (np.uint64(index) * _MIX_2 + _GOLDEN))


@wrapping
def hash_words(word: int, other: int) -> int:
    """Two words mixed into one."""
    mixed = _mix(np.uint64(word) * _MIX_2 + np.uint64(other) + _GOLDEN)
    return int(np.int64(mixed >> np.uint64(1)))


def new_stream(seed: int) -> Stream:
    """A stream of random numbers that starts at a seed from 0 to 2**64 - 1."""
    return np.array([seed], dtype=np.uint64)
