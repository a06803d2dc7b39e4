"""What a view is worth if everyone goes on as people usually do, and what the move made changes about that.

The search expects better play of the next turn than of those that it sees from afar: so the best move of every turn is
a surprise to the turn before. Marks do not mind, for they compare moves of one turn. But an account that goes from turn
to turn would call these surprises luck. Usual play expects of every turn the same, near or far: then what a view is
worth is what was to be expected of it, and luck is 0 on average, however well somebody plays.
"""

import numpy as np

from dnup.kernel.chance import Stream, random_bits
from dnup.kernel.jit import jit_apart, jit_with_memory
from dnup.kernel.layout import MAX_PLAYERS, PLAYERS, VIEWER, WORDS, Words
from dnup.kernel.turn import apply_move
from dnup.thinking.appraisal import (
    CLOSE_ENOUGH,
    FEWEST,
    MORE,
    MORE_SQUARED,
    STEP,
    TRIED,
    WORTH,
    WORTH_SQUARED,
    error_of,
    note_trial,
)
from dnup.thinking.policy import finish_quickly
from dnup.thinking.search import draw_world
from dnup.thinking.stakes import Stakes, score_index
from dnup.thinking.tree import Rates

FINE_ENOUGH = 0.0025
"""A quarter of a point: what many moves cost is added up, so each has to be known better than for a mark."""


USUALLY = -1
"""Instead of a move: what is usually done."""


@jit_apart
def play_usually(
    deck: Words, world: Words, move: int, end: Words, stream: Stream, stakes: Stakes, gains: Rates
) -> None:
    """What a world is worth to each seat after a move, with usual play to the end of the round, in `end`.

    From the same chance, a move and usual play come to the same if that is the usual move.
    """
    for word in range(WORDS):
        end[word] = world[word]
    if move != USUALLY:
        random_bits(stream)
        apply_move(deck, end, move)
    finish_quickly(deck, end, stream)
    row = score_index(end)
    for seat in range(world[PLAYERS]):
        gains[seat] = stakes[row, seat]


@jit_with_memory
def weigh_move(
    deck: Words,
    view: Words,
    stream: Stream,
    stakes: Stakes,
    worlds: Words,
    made: int,
    trial: Rates,
    tries: int,
) -> None:
    """Find out what a view is worth with usual play, and how much more that is than with the move made.

    In so many worlds, or until it is known well enough; of `worlds`, see draw_world. `trial` is one row, see TRIAL.
    """
    world = np.empty(WORDS, np.int64)
    end = np.empty(WORDS, np.int64)
    usual = np.empty(MAX_PLAYERS, np.float64)
    gains = np.empty(MAX_PLAYERS, np.float64)
    seat = view[VIEWER] - 1
    while trial[TRIED] < tries and (
        trial[TRIED] < FEWEST
        or error_of(trial[MORE + seat], trial[MORE_SQUARED + seat], trial[TRIED]) > FINE_ENOUGH
    ):
        for _ in range(STEP):
            draw_world(deck, view, stream, worlds, world)
            start = stream[0]
            play_usually(deck, world, made, end, stream, stakes, gains)
            stream[0] = start
            play_usually(deck, world, USUALLY, end, stream, stakes, usual)
            note_trial(trial, usual, gains, view[PLAYERS], 0)


@jit_with_memory
def weigh_hand(
    deck: Words, view: Words, stream: Stream, stakes: Stakes, worlds: Words, trial: Rates, tries: int
) -> None:
    """The same for a view, whoever is in turn, without a move."""
    world = np.empty(WORDS, np.int64)
    end = np.empty(WORDS, np.int64)
    gains = np.empty(MAX_PLAYERS, np.float64)
    seat = view[VIEWER] - 1
    while trial[TRIED] < tries and (
        trial[TRIED] < FEWEST
        or error_of(trial[WORTH + seat], trial[WORTH_SQUARED + seat], trial[TRIED]) > CLOSE_ENOUGH
    ):
        for _ in range(STEP):
            draw_world(deck, view, stream, worlds, world)
            play_usually(deck, world, USUALLY, end, stream, stakes, gains)
            note_trial(trial, gains, gains, view[PLAYERS], 0)
