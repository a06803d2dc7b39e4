"""Training data: the features of each position, and a target distribution over the endings of its round."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dnup.cards.deck import Deck
from dnup.cards.packed import pack_deck
from dnup.kernel.jit import jit_with_memory
from dnup.kernel.layout import ACTIONS, ENDING, MAX_PLAYERS, PLAYERS, WORDS, Words, copy_from_row
from dnup.kernel.turn import apply_move
from dnup.network.features import MAX_FEATURES, feature_count, list_features
from dnup.network.inference import MAX_ENDINGS, ending_count, ending_row, first_out, is_open, predict_endings
from dnup.network.simd import NARROW, WIDTH, Weights
from dnup.search.rollout import rollout_move
from tools.champion.self_play import OUTCOME, RANDOM, Labels, outcome_row

OUTCOMES = MAX_PLAYERS * MAX_PLAYERS + 1
"""Rows of the ending values: each pair of first and second seat, and an abandoned round."""

ROLLOUTS = 12
"""Rollouts per position for the targets of the first generation."""

TRACE_DECAY = 0.9
"""λ of TD(λ): the weight of later positions against the network's value of the next one."""

FEATURE_SLOTS = {2: 128, 3: 144, 4: 176, 5: 208}
"""By number of players: columns for the active features of a position, more than are ever active at once."""

Targets = NDArray[np.float32]


@dataclass(frozen=True)
class TrainingData:
    """One row per position."""

    features: NDArray[np.int16]
    """The indices of the active features, padded with `feature_count`."""
    targets: Targets
    """The target probability of each ending."""
    impossible: NDArray[np.bool_]
    """Whether an ending is no longer possible."""


def make_training_data(
    cards: Deck, players: int, states: Words, labels: Labels, weights: Weights, seed: int, threads: int
) -> TrainingData:
    """Features and targets of self-play positions.

    Targets come from the network with these weights (TD(λ)); weights of length 1 mean that there is none yet, and
    targets come from rollouts.
    """
    deck = pack_deck(cards, players).words
    endings = ending_count(players)
    features = np.zeros((len(states), FEATURE_SLOTS[players]), np.int16)
    targets = np.zeros((len(states), endings), np.float32)
    impossible = np.zeros((len(states), endings), np.bool_)

    def write(part: slice) -> None:
        outcomes = np.zeros((part.stop - part.start, OUTCOMES), np.float32)
        if len(weights) == 1:
            rollout_outcomes(deck, states[part], seed + part.start, outcomes)
        else:
            td_outcomes(deck, states[part], labels[part], weights, outcomes)
        write_rows(deck, states[part], outcomes, features[part], targets[part], impossible[part])

    _run_in_parts(states, write, threads)
    return TrainingData(features, targets, impossible)


def _run_in_parts(states: Words, work: Callable[[slice], None], threads: int) -> None:
    """Call `work` with slices of whole rounds, in several threads."""
    starts = np.flatnonzero(states[:, ACTIONS] == 0)
    cuts = [*starts[:: max(1, len(starts) // (8 * threads))].tolist(), len(states)]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, (slice(*ends) for ends in pairwise(cuts))))


@jit_with_memory
def rollout_outcomes(deck: Words, states: Words, seed: int, outcomes: Targets) -> None:
    """Write the distribution of outcomes of rollouts from each position."""
    stream = np.empty(1, np.uint64)
    stream[0] = seed
    end = np.empty(WORDS, np.int64)
    for index in range(len(states)):
        for _ in range(ROLLOUTS):
            copy_from_row(states, index, end)
            while not end[ENDING]:
                apply_move(deck, end, rollout_move(deck, end, stream))
            outcomes[index, outcome_row(end)] += np.float32(1.0 / ROLLOUTS)


@jit_with_memory
def td_outcomes(deck: Words, states: Words, labels: Labels, weights: Weights, outcomes: Targets) -> None:
    """Write TD(λ) targets: the outcome of the round, mixed with the network's predictions for later positions.

    The outcome is unbiased but has a high variance; predictions for later positions have less. A random move cuts the
    trace, because what follows it says nothing about good play.
    """
    features = np.empty(MAX_FEATURES, np.int64)
    levels = np.empty(WIDTH + NARROW, np.int16)
    sums = np.empty(MAX_ENDINGS, np.int64)
    probabilities = np.empty(MAX_ENDINGS, np.float64)
    players = states[0, PLAYERS]
    for index in range(len(states) - 1, -1, -1):
        if index + 1 == len(states) or states[index + 1, ACTIONS] == 0:
            outcomes[index, labels[index, OUTCOME]] = 1.0
            continue
        decay = 0.0 if labels[index + 1, RANDOM] else TRACE_DECAY
        for row in range(OUTCOMES):
            outcomes[index, row] = decay * outcomes[index + 1, row]
        predict_endings(deck, states[index + 1], weights, features, levels, sums, probabilities)
        for ending in range(ending_count(players)):
            row = ending_row(states[index + 1], ending)
            outcomes[index, row] += (1.0 - decay) * probabilities[ending]


@jit_with_memory
def write_rows(
    deck: Words,
    states: Words,
    outcomes: Targets,
    features: NDArray[np.int16],
    targets: Targets,
    impossible: NDArray[np.bool_],
) -> None:
    """Write the rows of `TrainingData`; endings are numbered relative to the seat in turn."""
    active = np.empty(MAX_FEATURES, np.int64)
    players = states[0, PLAYERS]
    for index in range(len(states)):
        state = states[index]
        count = list_features(deck, state, active)
        for column in range(features.shape[1]):
            features[index, column] = active[column] if column < count else feature_count(players)
        first = first_out(state)
        for ending in range(ending_count(players)):
            row = ending_row(state, ending)
            impossible[index, ending] = not is_open(players, first, ending)
            targets[index, ending] = 0.0 if impossible[index, ending] else outcomes[index, row]
            if players > 2 and first < 0 and ending < ending_count(players) - 1:
                # If only one seat went out, each of the others counts as second with equal probability.
                targets[index, ending] += outcomes[index, row // players * (players + 1)] / (players - 1)
