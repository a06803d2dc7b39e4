"""Network-guided search: the network evaluates a leaf, instead of rollouts alone.

`predict_values` is the network without a search: the mean value of every legal move over some worlds.
"""

from typing import NamedTuple

import numpy as np

from dnup.kernel.jit import jit, jit_with_memory
from dnup.kernel.layout import ENDING, MAX_PLAYERS, PLAYERS, WORDS, Words, copy_words, seat_in_turn
from dnup.kernel.rng import Stream
from dnup.kernel.turn import apply_move
from dnup.network.features import MAX_FEATURES
from dnup.network.inference import MAX_ENDINGS, mean_value, predict_endings
from dnup.network.simd import NARROW, WIDTH, Weights
from dnup.search.match_equity import Equity, play_for_second, score_index, value_for, write_ending_values
from dnup.search.mcts import Selection, Workspace, backpropagate, draw_world, new_workspace, select_leaf
from dnup.search.rollout import finish_round
from dnup.search.tree import VISITS, Rates

EXPLORATION_FACTOR = 0.2
"""Factor of the plain search's exploration constant: the network's value has less noise than a rollout's."""

WIDENING_OF_TWO = 3
WIDENING = 1
"""Progressive widening, see `mcts.WIDENING`: fewer children than in the plain search, whose values are noisier."""

EXPANSION_DELAY = 8
"""With more than two players, visits of a node before its first child: the network's mean value of the node over
several worlds is better than its value after replies that no search has chosen."""

ROLLOUT_SHARE = 0.25
"""With more than two players, the weight of one rollout in the value of a leaf, beside the network's: rollouts are less
accurate, but have other errors."""

EVALUATIONS = 1200
"""Positions that `predict_values` evaluates in all: well under a millisecond."""

MIN_WORLDS = 8
"""Worlds that `predict_values` evaluates at least, however many moves there are."""

ENDING_ROWS = MAX_PLAYERS * MAX_PLAYERS + 1


class Evaluation(NamedTuple):
    """The weights of a network and the buffers of one evaluation."""

    weights: Weights
    ending_values: Equity
    """By ending and seat, see `match_equity.write_ending_values`."""
    features: Words
    levels: Weights
    sums: Words
    probabilities: Rates


@jit_with_memory
def new_evaluation(view: Words, equity: Equity, weights: Weights) -> Evaluation:
    """Allocate the buffers for a network, for the worlds of a view."""
    evaluation = Evaluation(
        weights,
        np.empty((ENDING_ROWS, MAX_PLAYERS), np.float64),
        np.empty(MAX_FEATURES, np.int64),
        np.empty(WIDTH + NARROW, np.int16),
        np.empty(MAX_ENDINGS, np.int64),
        np.empty(MAX_ENDINGS, np.float64),
    )
    write_ending_values(view, equity, evaluation.ending_values)
    return evaluation


@jit_with_memory
def guided_search(
    deck: Words,
    view: Words,
    stream: Stream,
    equity: Equity,
    weights: Weights,
    pool: Words,
    tree: Words,
    rates: Rates,
    used: int,
    iterations: int,
) -> int:
    """Grow a tree of `used` nodes, whose root is the view, by some iterations; returns its number of nodes.

    Worlds are drawn from the pool, see `posterior.sample_posterior`; if it is empty, any world that agrees with the
    view is as likely as another.
    """
    work = new_workspace(tree, rates)
    evaluation = new_evaluation(view, equity, weights)
    two = view[PLAYERS] == 2
    widening = WIDENING_OF_TWO if two else WIDENING
    selection = Selection(EXPLORATION_FACTOR, widening, 0 if two else EXPANSION_DELAY)
    for _ in range(iterations):
        draw_world(deck, view, stream, pool, work.world)
        play_for_second(view, work.world)
        tree[0, VISITS] += 1
        used, depth = select_leaf(deck, stream, work, selection, used, 0, 0)
        evaluate_world(deck, work.world, equity, evaluation, work.gains)
        if not two and not work.world[ENDING]:
            mix_in_rollout(deck, stream, equity, work)
        backpropagate(work, depth)
    return used


@jit
def evaluate_world(deck: Words, world: Words, equity: Equity, evaluation: Evaluation, gains: Rates) -> None:
    """Write the value of a world for each seat: from the network, or exactly where the round is over."""
    if world[ENDING]:
        row = score_index(world)
        for seat in range(world[PLAYERS]):
            gains[seat] = value_for(world, equity, row, seat)
    else:
        predict_endings(
            deck,
            world,
            evaluation.weights,
            evaluation.features,
            evaluation.levels,
            evaluation.sums,
            evaluation.probabilities,
        )
        mean_value(world, evaluation.probabilities, evaluation.ending_values, gains)


@jit
def mix_in_rollout(deck: Words, stream: Stream, equity: Equity, work: Workspace) -> None:
    """Finish the round with a rollout, and give its result a share in the value of the leaf."""
    world = work.world
    finish_round(deck, world, stream)
    row = score_index(world)
    for seat in range(world[PLAYERS]):
        work.gains[seat] += ROLLOUT_SHARE * (value_for(world, equity, row, seat) - work.gains[seat])


@jit_with_memory
def predict_values(
    deck: Words,
    view: Words,
    stream: Stream,
    equity: Equity,
    weights: Weights,
    pool: Words,
    moves: Words,
    values: Rates,
) -> int:
    """Write the network's mean value of each legal move, all in the same worlds; returns the index of the best."""
    base = np.empty(WORDS, np.int64)
    world = np.empty(WORDS, np.int64)
    gains = np.empty(MAX_PLAYERS, np.float64)
    evaluation = new_evaluation(view, equity, weights)
    seat = seat_in_turn(view)
    worlds = max(EVALUATIONS // len(moves), MIN_WORLDS)
    for index in range(len(moves)):
        values[index] = 0.0
    for _ in range(worlds):
        draw_world(deck, view, stream, pool, base)
        play_for_second(view, base)
        for index in range(len(moves)):
            copy_words(base, world)
            apply_move(deck, world, moves[index])
            evaluate_world(deck, world, equity, evaluation, gains)
            values[index] += gains[seat] / worlds
    best = 0
    for index in range(1, len(moves)):
        if values[index] > values[best]:
            best = index
    return best
