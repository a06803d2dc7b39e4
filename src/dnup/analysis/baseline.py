"""The value of a view under the baseline policy, and what the move made changes about it.

The baseline is the rollout policy of the search: one fixed policy for all turns. Values of the search itself are
inconsistent between turns, because the search assumes stronger play near the root than at depth: each turn's best move
looks like a gain to the turn before. Marks are unaffected, for they compare moves of one turn. But a luck account adds
up differences between turns and would book that gain as luck. With one policy near and far, luck is 0 on average.
"""

import numpy as np

from dnup.analysis.move_values import (
    ADVANTAGE,
    ADVANTAGE_SQUARED,
    MIN_WORLDS,
    TARGET_ERROR,
    TRIED,
    VALUE,
    VALUE_SQUARED,
    WORLDS_PER_STEP,
    add_to_trial,
    standard_error,
)
from dnup.kernel.jit import jit_apart, jit_with_memory
from dnup.kernel.layout import MAX_PLAYERS, PLAYERS, VIEWER, WORDS, Words, copy_words
from dnup.kernel.rng import Stream, random_bits
from dnup.kernel.turn import apply_move_out_of_line
from dnup.search.match_equity import Equity, score_index
from dnup.search.mcts import draw_world
from dnup.search.rollout import finish_round
from dnup.search.tree import Rates

TARGET_COMPARISON_ERROR = 0.0025
"""Stop at this standard error of a comparison: a quarter of a point, because an account adds up many of them."""

BASELINE_MOVE = -1
"""In place of a move: the one that the baseline policy chooses."""


@jit_apart
def play_baseline(
    deck: Words, world: Words, move: int, end: Words, stream: Stream, equity: Equity, values: Rates
) -> None:
    """Make a move in a world, finish the round with the baseline policy in `end`, and write every seat's value.

    A move that the baseline would choose uses up as much of the random stream, and so leads to the same end.
    """
    copy_words(world, end)
    if move != BASELINE_MOVE:
        random_bits(stream)
        apply_move_out_of_line(deck, end, move)
    finish_round(deck, end, stream)
    row = score_index(end)
    for seat in range(world[PLAYERS]):
        values[seat] = equity[row, seat]


@jit_with_memory
def compare_with_baseline(
    deck: Words,
    view: Words,
    stream: Stream,
    equity: Equity,
    worlds: Words,
    made: int,
    trial: Rates,
    tries: int,
) -> None:
    """Add to `trial` the value of a view under the baseline, and its advantage over the move made.

    Stops after `tries` worlds in all, or at the target error. `worlds` is as in `draw_world`.
    """
    world = np.empty(WORDS, np.int64)
    end = np.empty(WORDS, np.int64)
    baseline = np.empty(MAX_PLAYERS, np.float64)
    values = np.empty(MAX_PLAYERS, np.float64)
    seat = view[VIEWER] - 1
    while trial[TRIED] < tries and (
        trial[TRIED] < MIN_WORLDS
        or standard_error(trial[ADVANTAGE + seat], trial[ADVANTAGE_SQUARED + seat], trial[TRIED])
        > TARGET_COMPARISON_ERROR
    ):
        for _ in range(WORLDS_PER_STEP):
            draw_world(deck, view, stream, worlds, world)
            start = stream[0]
            play_baseline(deck, world, made, end, stream, equity, values)
            stream[0] = start
            play_baseline(deck, world, BASELINE_MOVE, end, stream, equity, baseline)
            add_to_trial(trial, baseline, values, view[PLAYERS], 0)


@jit_with_memory
def evaluate_hand(
    deck: Words, view: Words, stream: Stream, equity: Equity, worlds: Words, trial: Rates, tries: int
) -> None:
    """Add to `trial` the value of a view under the baseline, whichever seat is in turn; otherwise as above."""
    world = np.empty(WORDS, np.int64)
    end = np.empty(WORDS, np.int64)
    values = np.empty(MAX_PLAYERS, np.float64)
    seat = view[VIEWER] - 1
    while trial[TRIED] < tries and (
        trial[TRIED] < MIN_WORLDS
        or standard_error(trial[VALUE + seat], trial[VALUE_SQUARED + seat], trial[TRIED]) > TARGET_ERROR
    ):
        for _ in range(WORLDS_PER_STEP):
            draw_world(deck, view, stream, worlds, world)
            play_baseline(deck, world, BASELINE_MOVE, end, stream, equity, values)
            add_to_trial(trial, values, values, view[PLAYERS], 0)
