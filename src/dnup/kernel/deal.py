"""Shuffle and deal (R4), and set up a round from dealt hands (R6, R24)."""

import numpy as np

from dnup.kernel.chance import Stream, below, random_bits
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
)


@jit_with_memory
def deal(deck: Words, state: Words, stream: Stream, first: int) -> None:
    """Deal all cards in play to the seats of an otherwise set up state, from seat `first` on."""
    order = np.empty(MAX_CARDS, np.int64)
    count = 0
    left = deck[IN_PLAY]
    while left:
        order[count] = left & -left
        left &= left - 1
        count += 1
    players = state[PLAYERS]
    for seat in range(players):
        state[HANDS + seat] = 0
    seat = first
    for remaining in range(count, 0, -1):
        # A random card of those left, the last one taking its place, goes to the next seat in turn.
        pick = below(stream, remaining)
        state[HANDS + seat] |= order[pick]
        order[pick] = order[remaining - 1]
        seat = 0 if seat + 1 == players else seat + 1
    state[TURNED] = random_bits(stream) & deck[IN_PLAY]


@jit
def start(deck: Words, state: Words) -> None:
    """The holder of the star takes the first turn (R6), with two players for area 2 only (R24)."""
    star = np.int64(1) << deck[STAR]
    for seat in range(state[PLAYERS]):
        if state[HANDS + seat] & star:
            state[STARTER] = seat
    state[TURN] = 2 * state[STARTER] + 1 if state[PLAYERS] == 2 else state[STARTER]


@jit
def new_round(
    deck: Words, state: Words, stream: Stream, players: int, first: int, score: int, limits: int
) -> None:
    """Make a state the freshly dealt round of a match that stands at `score`."""
    for word in range(WORDS):
        state[word] = 0
    state[PLAYERS] = players
    state[SCORE] = score
    state[LIMITS] = limits
    deal(deck, state, stream, first)
    start(deck, state)
