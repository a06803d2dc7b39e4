"""The sets that can be made of cards with one value: count them, or pick one by its index, without a loop.

A mask of sizes has size s at bit s - 1. Results come from tables instead of branches: mispredicted branches were most
of the cost of a move. Which set beats which is in `dnup.kernel.turn`.
"""

import itertools
import math

import numpy as np

from dnup.kernel.jit import jit, lowest, popcount
from dnup.kernel.layout import MAX_SIZE


def _all_sets(cards: int) -> list[int]:
    bits = [1 << card for card in range(cards)]
    return [sum(chosen) for size in range(1, cards + 1) for chosen in itertools.combinations(bits, size)]


def _counts(cards: int) -> list[int]:
    counts = [(1 << cards) - 1]
    for size in range(1, cards + 1):
        counts += [count - math.comb(cards, size) for count in counts]
    return counts


_NUMBERS = range(MAX_SIZE + 1)

# The part of these two for k cards begins at 1 << k.
PATTERNS = np.array([0, *(bits for k in _NUMBERS for bits in [*_all_sets(k), 0])], np.int16)
"""All sets of k cards, as bits: the smaller first, then in ascending order."""
COUNTS = np.array([0, *(count for k in _NUMBERS for count in _counts(k))], np.int16)
"""The number of sets of k cards with none of the blocked sizes."""
_LAST = (2 << MAX_SIZE) - 1  # a mask that changes no index but tells the compiler that none is negative

# At 16 * k + s, for k cards and size s.
CHOICES = np.array([math.comb(k, size) for k in _NUMBERS for size in range(16)], np.int64)
"""The number of sets of size s from k cards."""
SMALLER = np.array([sum(math.comb(k, s) for s in range(1, size)) for k in _NUMBERS for size in range(16)])
"""The number of sets smaller than s from k cards."""


@jit
def count_sets(cards: int, blocked: int) -> int:
    """The number of sets that a number of cards makes if some sizes are blocked."""
    start = 1 << cards
    return int(COUNTS[(start | (blocked & (start - 1))) & _LAST])


@jit
def choose(cards: int, places: int) -> int:
    """Those of some cards whose places among them, counted from the lowest, are bits of `places`."""
    chosen = 0
    while places:
        chosen |= cards & -cards & -(places & 1)
        cards &= cards - 1
        places >>= 1
    return chosen


@jit
def nth_set(cards: int, blocked: int, index: int) -> int:
    """The index-th set of these cards without the blocked sizes, the smaller first, then ascending."""
    held = popcount(cards)
    start = 1 << held
    left = blocked & (start - 1)
    while left:
        size = lowest(left) + 1
        if index < SMALLER[16 * held + size]:
            break
        index += CHOICES[16 * held + size]
        left &= left - 1
    return choose(cards, int(PATTERNS[start + index]))
