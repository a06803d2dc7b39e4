"""Views (D3): a view is a state without the cards that its seat has not seen."""

import numpy as np

from dnup.kernel.jit import jit, jit_apart_with_memory, popcount
from dnup.kernel.layout import (
    COPIED,
    DISCARDS,
    ENDING,
    HANDS,
    KIND_COUNT,
    KINDS,
    MAX_PLAYERS,
    MAX_SIZE,
    PLAYERS,
    SHOWN,
    SIZES,
    SLOTS,
    SPECTATOR,
    TURN,
    TURNED,
    VIEWER,
    Words,
    copy_words,
)

SOMEWHERE = 2 * MAX_PLAYERS + 1  # the place of a card that the viewer has not seen


@jit
def make_view(deck: Words, state: Words, viewer: int, view: Words) -> None:
    """Write the view that a viewer (a seat plus one, or SPECTATOR) has of a state.

    Hands of others keep the cards that have been shown; cards that the viewer has not seen are in no hand and not
    turned.
    """
    copy_words(state, view)
    sizes = 0
    seen = state[SHOWN]
    if viewer != SPECTATOR:
        seen |= state[HANDS + viewer - 1]
    for seat in range(state[PLAYERS]):
        sizes |= popcount(state[HANDS + seat]) << (8 * seat)
        view[HANDS + seat] &= seen
    view[TURNED] &= seen
    view[SIZES] = sizes
    if state[ENDING]:  # nobody is in turn
        view[TURN] = 0
    view[VIEWER] = viewer
    order_copies(deck, view)


@jit
def place_of(state: Words, card: int) -> int:
    """Where a card is, as a number: a hand, a slot, the discards, or somewhere unseen."""
    for seat in range(MAX_PLAYERS):
        if state[HANDS + seat] & card:
            return seat
        if state[SLOTS + seat] & card:
            return MAX_PLAYERS + seat
    return 2 * MAX_PLAYERS if state[DISCARDS] & card else SOMEWHERE


@jit
def order_copies(deck: Words, state: Words) -> None:
    """Renumber the copies of a card by where they are, so that equal positions have equal words (D4).

    Otherwise the numbers of equal cards would depend on cards that were never shown.
    """
    if deck[COPIED]:
        _order_kinds(deck, state)


@jit_apart_with_memory
def _order_kinds(deck: Words, state: Words) -> None:
    looks = np.empty(MAX_SIZE, np.int64)
    for kind in range(deck[KIND_COUNT]):
        count = 0
        left = deck[KINDS + kind]
        while left:
            card = left & -left
            turned = (state[TURNED] & card) != 0
            hidden = (state[SHOWN] & card) == 0
            _sort_in(looks, count, 4 * place_of(state, card) + 2 * turned + hidden)
            left ^= card
            count += 1
        _lay_out_copies(state, deck[KINDS + kind], looks)


@jit
def _sort_in(looks: Words, count: int, look: int) -> None:
    """Insert a look into the first `count` looks, which are sorted (insertion sort)."""
    place = count
    while place and looks[place - 1] > look:
        looks[place] = looks[place - 1]
        place -= 1
    looks[place] = look


@jit
def _lay_out_copies(state: Words, copies: int, looks: Words) -> None:
    for seat in range(MAX_PLAYERS):
        state[HANDS + seat] &= ~copies
        state[SLOTS + seat] &= ~copies
    state[DISCARDS] &= ~copies
    state[TURNED] &= ~copies
    state[SHOWN] &= ~copies
    index = 0
    while copies:
        card = copies & -copies
        place = looks[index] >> 2
        if place < 2 * MAX_PLAYERS:
            state[HANDS + place] |= card  # slots come right after hands
        elif place == 2 * MAX_PLAYERS:
            state[DISCARDS] |= card
        if looks[index] & 2:
            state[TURNED] |= card
        if not looks[index] & 1:
            state[SHOWN] |= card
        copies ^= card
        index += 1
