"""Shuffle and deal (R4), and set up a round from dealt hands (R6, R24).

Research deals come from a seed. Deals for people come from 512 random bits, so that every deal is possible and, to a
very good approximation, equally likely.
"""

import numpy as np

from dnup.kernel.jit import jit, jit_with_memory
from dnup.kernel.layout import (
    HANDS,
    IN_PLAY,
    LIMITS,
    MAX_CARDS,
    PLAYERS,
    SCORE,
    STAR,
    STARTER,
    TURN,
    TURNED,
    WORDS,
    Words,
    first_slot,
)
from dnup.kernel.rng import Stream, below, random_bits

CHANCE_WORDS = 16
"""Words of 32 random bits for a deal: there are fewer than 2**310 deals of 56 cards, so none is likelier than another
by more than one in 2**200."""

CHANCE_BITS = 32


@jit
def _lay_out(deck: Words, order: Words) -> int:
    """Write all cards in play, a mask each, and return their number."""
    count = 0
    left = deck[IN_PLAY]
    while left:
        order[count] = left & -left
        left &= left - 1
        count += 1
    return count


@jit_with_memory
def deal(deck: Words, state: Words, stream: Stream, first: int) -> None:
    """Deal all cards in play to the seats of an otherwise set up state, from seat `first` on."""
    order = np.empty(MAX_CARDS, np.int64)
    count = _lay_out(deck, order)
    players = state[PLAYERS]
    for seat in range(players):
        state[HANDS + seat] = 0
    seat = first
    for remaining in range(count, 0, -1):
        # A random card goes to the next seat, and the last one takes its place (Fisher-Yates).
        pick = below(stream, remaining)
        state[HANDS + seat] |= order[pick]
        order[pick] = order[remaining - 1]
        seat = 0 if seat + 1 == players else seat + 1
    state[TURNED] = random_bits(stream) & deck[IN_PLAY]


@jit
def _draw(chance: Words, limit: int) -> int:
    """Divide a large random number (highest word first) by `limit` and return the remainder."""
    rest = 0
    for word in range(len(chance)):
        rest = (rest << CHANCE_BITS) | chance[word]
        chance[word] = rest // limit
        rest %= limit
    return rest


@jit_with_memory
def draw_round(
    deck: Words, state: Words, chance: Words, players: int, first: int, score: int, limits: int
) -> None:
    """Deal a round as `new_round` does, from CHANCE_WORDS words of random bits, which are used up."""
    set_up(state, players, score, limits)
    order = np.empty(MAX_CARDS, np.int64)
    seat = first
    for remaining in range(_lay_out(deck, order), 0, -1):
        pick = _draw(chance, remaining)
        state[HANDS + seat] |= order[pick]
        if _draw(chance, 2):
            state[TURNED] |= order[pick]
        order[pick] = order[remaining - 1]
        seat = 0 if seat + 1 == players else seat + 1
    start(deck, state)


@jit
def set_up(state: Words, players: int, score: int, limits: int) -> None:
    """Set up a round of a match at `score`, without cards."""
    for word in range(WORDS):
        state[word] = 0
    state[PLAYERS] = players
    state[SCORE] = score
    state[LIMITS] = limits


@jit
def start(deck: Words, state: Words) -> None:
    """The holder of the star takes the first turn (R6), with two players for area 2 only (R24)."""
    star = np.int64(1) << deck[STAR]
    for seat in range(state[PLAYERS]):
        if state[HANDS + seat] & star:
            state[STARTER] = seat
    state[TURN] = first_slot(state[PLAYERS], state[STARTER])


@jit
def new_round(
    deck: Words, state: Words, stream: Stream, players: int, first: int, score: int, limits: int
) -> None:
    """Deal a round of a match at `score`."""
    set_up(state, players, score, limits)
    deal(deck, state, stream, first)
    start(deck, state)
