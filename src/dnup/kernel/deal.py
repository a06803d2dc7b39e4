"""Shuffle and deal (R4), and set up a round from dealt hands (R6, R24).

Rounds of research come from a seed. Where people play, a deal is drawn from one large random number, so that no deal is
out of reach, nor likelier than another.
"""

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

CHANCE_WORDS = 16
"""A deal is drawn from so many words of 32 random bits: no deal of 56 cards is then likelier than another by more than
one in 2**200, as there are fewer than 2**310 of them."""

CHANCE_BITS = 32


@jit
def _lay_out(deck: Words, order: Words) -> int:
    """Lay out all cards in play, a bit each, and return how many there are."""
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
        # A random card of those left, the last one taking its place, goes to the next seat in turn.
        pick = below(stream, remaining)
        state[HANDS + seat] |= order[pick]
        order[pick] = order[remaining - 1]
        seat = 0 if seat + 1 == players else seat + 1
    state[TURNED] = random_bits(stream) & deck[IN_PLAY]


@jit
def _draw(chance: Words, limit: int) -> int:
    """A number from 0 to limit - 1, taken out of a large random number, the highest word of which comes first."""
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
    """Make a state a round as `new_round` does, dealt by CHANCE_WORDS words of random bits, which are used up."""
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
    """Make a state a round of a match that stands at `score`, as yet without cards."""
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
    state[TURN] = 2 * state[STARTER] + 1 if state[PLAYERS] == 2 else state[STARTER]


@jit
def new_round(
    deck: Words, state: Words, stream: Stream, players: int, first: int, score: int, limits: int
) -> None:
    """Make a state the freshly dealt round of a match that stands at `score`."""
    set_up(state, players, score, limits)
    deal(deck, state, stream, first)
    start(deck, state)
