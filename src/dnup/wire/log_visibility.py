"""What a table still shows: screens forget a move as soon as it speaks of a card that is out of sight."""

from dnup.kernel.jit import jit_apart
from dnup.kernel.layout import (
    CARDS,
    COPIED,
    DISCARDS,
    KIND_COUNT,
    KINDS,
    PLAYERS,
    SLOTS,
    Words,
    slot_count,
)
from dnup.wire.views import REMEMBERS_TABLE


@jit_apart
def cards_in_sight(deck: Words, state: Words, memory: int) -> int:
    """The cards that a table of this memory shows; those with copies only if it shows all of them."""
    open_cards = 0 if memory == REMEMBERS_TABLE else state[DISCARDS]
    for slot in range(slot_count(state[PLAYERS])):
        open_cards |= state[SLOTS + slot] & CARDS
    seen = open_cards & ~deck[COPIED]
    for kind in range(deck[KIND_COUNT]):
        copies = deck[KINDS + kind]
        if copies & ~open_cards == 0:
            seen |= copies
    return seen
