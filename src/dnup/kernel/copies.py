"""Copies of a card: equal cards are one choice, and the publicly known one goes first (D4)."""

from dnup.kernel.jit import jit, popcount
from dnup.kernel.layout import COPIED, KIND_COUNT, KINDS, SHOWN, TURNED, Words


@jit
def first_of(pool: int, shown: int, count: int) -> int:
    """The first `count` cards of a pool of equal cards: known ones before others, each by index."""
    chosen = 0
    for part in (pool & shown, pool & ~shown):
        left = part
        while left and count:
            chosen |= left & -left
            left &= left - 1
            count -= 1
    return chosen


@jit
def settle_copies(deck: Words, state: Words, hand: int, cards: int) -> int:
    """The same choice of cards from a hand, made of those copies that leave it first (D4)."""
    if not cards & deck[COPIED]:
        return cards
    for kind in range(deck[KIND_COUNT]):
        equal = deck[KINDS + kind]
        for side in (state[TURNED], ~state[TURNED]):
            pool = hand & equal & side
            picked = cards & pool
            if picked and picked != pool:
                cards = (cards & ~pool) | first_of(pool, state[SHOWN], popcount(picked))
    return cards


@jit
def holds_equal_cards(deck: Words, state: Words, hand: int) -> bool:
    """Whether two cards of a hand look the same right now."""
    if not hand & deck[COPIED]:
        return False
    for kind in range(deck[KIND_COUNT]):
        copies = hand & deck[KINDS + kind]
        up = copies & ~state[TURNED]
        down = copies & state[TURNED]
        if up & (up - 1) or down & (down - 1):
            return True
    return False
