"""Copies of a card: equal cards are one choice, and the publicly known one goes first (D4)."""

from dnup.kernel.jit import jit, popcount
from dnup.kernel.layout import COPIED, KIND_COUNT, KINDS, SHOWN, SPREAD, TURNED, TWINS, Words


@jit
def first_of(pool: int, shown: int, count: int) -> int:
    """The first `count` cards of a pool of equal cards: publicly known cards first, then by index."""
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
    """The same choice of cards, with copies replaced by those that leave the hand first (D4)."""
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
def _equal_pairs(deck: Words, state: Words, hand: int, distance: int) -> int:
    """The cards of a hand that look the same as the card `distance` bits above."""
    turned = state[TURNED]
    return deck[TWINS + distance] & hand & (hand >> distance) & ~(turned ^ (turned >> distance))


@jit
def is_settled(deck: Words, state: Words, hand: int, cards: int) -> bool:
    """Whether a choice of cards from a hand consists of the copies that leave it first (D4).

    Shifting a mask by the distance of two copies compares them: where one of two is chosen, it must be the first.
    """
    if not cards & deck[COPIED]:
        return True
    shown = state[SHOWN]
    for distance in range(1, deck[SPREAD] + 1):
        one_of_two = _equal_pairs(deck, state, hand, distance) & (cards ^ (cards >> distance))
        higher_first = ~shown & (shown >> distance)
        if one_of_two & ~(cards ^ higher_first):
            return False
    return True


@jit
def repeated_cards(deck: Words, state: Words, hand: int) -> int:
    """The cards of a hand that look the same right now as another one with a higher index."""
    repeated = 0
    for distance in range(1, deck[SPREAD] + 1):
        repeated |= _equal_pairs(deck, state, hand, distance)
    return repeated
