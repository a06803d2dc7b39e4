"""The cards in sight: by the table's option `memory`, the log hides a move that names a card out of sight."""

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
    """The cards that a table with this `memory` shows; a card with copies only if all of them are shown."""
    open_cards = 0 if memory == REMEMBERS_TABLE else state[DISCARDS]
    for slot in range(slot_count(state[PLAYERS])):
        open_cards |= state[SLOTS + slot] & CARDS
    seen = open_cards & ~deck[COPIED]
    for kind in range(deck[KIND_COUNT]):
        copies = deck[KINDS + kind]
        if copies & ~open_cards == 0:
            seen |= copies
    return seen
