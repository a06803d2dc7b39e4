"""The value of every move of a position, by rounds that are played to their end: for `benchmarks.decisions`."""

from __future__ import annotations

from typing import Final

import numpy as np

from dnup.bots.believed_worlds import sample_worlds
from dnup.game.view import View
from dnup.kernel.jit import jit_with_memory
from dnup.kernel.layout import ENDING, WORDS, Words, copy_from_row, seat_in_turn
from dnup.kernel.rng import Stream, new_stream, split
from dnup.kernel.turn import apply_move
from dnup.kernel.views import make_view
from dnup.kernel.worlds import sample_world
from dnup.network.files import network_for
from dnup.network.simd import Weights
from dnup.search.match_equity import Equity, match_equity, score_index
from dnup.search.tree import NODE_WORDS, RATES, Rates
from tools.champion.generations import NO_NETWORK
from tools.champion.self_play import grow_tree, most_visited, move_in_round

BLOCK: Final = 32
"""Worlds between two looks at the differences."""

PRUNE_AT: Final = 3.0
"""A move this many standard errors behind the best one is tried no more."""

TARGET_ERROR: Final = 0.005
"""Stop at this standard error of all differences that are left: half a point of 100."""


@jit_with_memory
def play_rounds_on(
    deck: Words,
    worlds: Words,
    moves: Words,
    seat: int,
    seed: int,
    equity: Equity,
    weights: Weights,
    iterations: int,
    values: Rates,
) -> None:
    """Make each move in each world, play the round on, and write its value for a seat into `values[world, move]`.

    All seats search with `iterations` from their own views. Moves are compared with the same random numbers.
    """
    tree = np.zeros((4 * iterations + 1000, NODE_WORDS), np.int64)
    rates = np.zeros((4 * iterations + 1000, RATES), np.float64)
    state = np.zeros(WORDS, np.int64)
    view = np.zeros(WORDS, np.int64)
    stream = np.empty(1, np.uint64)
    for world in range(len(worlds)):
        for index in range(len(moves)):
            stream[0] = split(np.uint64(seed), world)
            copy_from_row(worlds, world, state)
            apply_move(deck, state, moves[index])
            while not state[ENDING]:
                make_view(deck, state, seat_in_turn(state) + 1, view)
                grow_tree(deck, view, stream, equity, weights, tree, rates, iterations)
                apply_move(deck, state, move_in_round(deck, state, view, most_visited(tree, rates)))
            values[world, index] = equity[score_index(state), seat]


def value_moves(view: View, seed: int, iterations: int, most_worlds: int) -> dict[str, tuple[float, float]]:
    """By move its loss, that is how far it is behind the best move, with the standard error of the difference.

    The worlds are weighted by what everyone did.
    """
    stream: Stream = new_stream(seed)
    numbers = np.array(view.legal_moves.numbers(), np.int64)
    weights = network_for(view.deck.fingerprint(view.players), view.players)
    pool = sample_worlds(view, stream)
    if not len(pool):  # nobody has done anything yet
        pool = np.empty((most_worlds, WORDS), np.int64)
        for world in pool:
            sample_world(view.deck_words, view.words, stream, world)
    pool = pool[np.random.default_rng(seed).permutation(len(pool))]
    values = np.full((0, len(numbers)), np.nan)
    left = np.arange(len(numbers))
    while True:
        start = len(values)
        worlds = np.take(pool, range(start, start + BLOCK), axis=0, mode="wrap")
        block = np.empty((BLOCK, len(left)), np.float64)
        play_rounds_on(
            view.deck_words,
            worlds,
            numbers[left],
            view.seats.index(view.turn or ""),
            int(split(np.uint64(seed), start)) >> 1,
            match_equity(view.players),
            NO_NETWORK if weights is None else weights,
            iterations,
            block,
        )
        rows = np.full((BLOCK, len(numbers)), np.nan)
        rows[:, left] = block
        values = np.concatenate([values, rows])
        best = left[np.argmax(values[:, left].mean(axis=0))]
        losses, errors = _behind(values, best)
        left = left[(losses[left] <= PRUNE_AT * errors[left]) | (left == best)]
        if len(left) == 1 or len(values) >= most_worlds or errors[left].max() <= TARGET_ERROR:
            return {
                str(view.decode_move(number)): (round(max(0.0, loss), 4), round(error, 4))
                for number, loss, error in zip(
                    numbers.tolist(), losses.tolist(), errors.tolist(), strict=True
                )
            }


def _behind(values: Rates, best: int) -> tuple[Rates, Rates]:
    """How far each move is behind the best one, in the worlds in which it was tried, and the standard errors."""
    differences = values[:, [best]] - values
    counts = np.sum(~np.isnan(differences), axis=0)
    return np.nanmean(differences, axis=0), np.nanstd(differences, axis=0, ddof=1) / np.sqrt(counts)
