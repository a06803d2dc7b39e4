"""The play styles of a match, and worlds weighted by them: see `dnup.analysis.play_styles`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from dnup.analysis import play_styles
from dnup.belief.posterior import DEALS, POOL, sample_posterior
from dnup.bots.believed_worlds import move_model
from dnup.game.move import Move
from dnup.game.view import View
from dnup.kernel.layout import WORDS, Words
from dnup.kernel.rng import new_stream
from dnup.search.levels import nodes_for
from dnup.search.match_equity import match_equity
from dnup.search.tree import NODE_WORDS, RATES, Rates

MANY_DEALS: Final = 4 * DEALS
"""The number of deals to sample with more than two players: more than a bot has time for."""


class PlayStyles:
    """The play style of every seat, fitted to all moves of a match.

    For each move, `views` has the mover's view, `truths` the true world and `rounds` the number of the round.
    """

    def __init__(
        self,
        views: Sequence[View],
        made: Sequence[Move],
        truths: Sequence[Words],
        rounds: Sequence[int],
        seeds: Sequence[int],
    ) -> None:
        self._views, self._truths, self._seeds = views, truths, seeds
        self._numbers = [
            int(view.legal_moves.numbers()[list(view.legal_moves).index(move)])
            for view, move in zip(views, made, strict=True)
        ]
        self._seats = np.array([view.seats.index(view.turn or "") for view in views], np.int64)
        self._rounds = np.array(rounds, np.int64)
        self._rotates = np.array([move.verb == "rotate" for move in made], np.int64)
        self._players = views[0].players if views else 2
        self._rows = play_styles.ROWS if self._players == 2 else 1
        self._chances = np.zeros((self._rows * len(views), play_styles.STYLES), np.float64)
        self._secrets = np.zeros(len(views), np.int64)
        self.shares: Rates = np.zeros((self._players, play_styles.STYLES), np.float64)
        """By seat its mixture of styles, in the order of `dnup.analysis.play_styles`."""
        self._coefficients = np.concatenate([move_model(self._players), np.zeros(self._players, np.int64)])

    def estimate(self, iterations: int) -> Iterator[None]:
        """Estimate the likelihood of every move in each style, by searches this long; then fit the mixtures."""
        size = nodes_for(iterations)
        tree, rates = np.zeros((size, NODE_WORDS), np.int64), np.zeros((size, RATES), np.float64)
        for at, view in enumerate(self._views):
            before = self._moves_before(at, by=int(self._seats[at]))
            self._secrets[at] = play_styles.estimate_likelihoods(
                view.deck_words,
                view.words,
                self._numbers[at],
                int(self._rotates[before[-1]]) if len(before) else 0,
                self._coefficients,
                new_stream(self._seeds[at]),
                match_equity(view.players),
                tree,
                rates,
                iterations,
                self._chances,
                self._rows * at,
            )
            yield
        for seat in range(self._players):
            made: Rates = np.ascontiguousarray(self._chances[:: self._rows][self._seats == seat])
            play_styles.fit_style(made, self.shares[seat], self._coefficients, seat)

    def sample_worlds(self, at: int, seed: int) -> Words:
        """Worlds for the mover, sampled by how well they explain the moves of these players; none means uniform."""
        view, pool, stream = self._views[at], np.empty((POOL, WORDS), np.int64), new_stream(seed)
        words = view.deck_words, view.words
        if self._players == 2:
            other = 1 - int(self._seats[at])
            count = play_styles.sample_by_style(
                *words,
                self._truths[at],
                self._moves_before(at, by=other),
                self._secrets,
                self._chances,
                self.shares[other],
                stream,
                pool,
            )
            return pool[: int(count)]
        history = view.history_words
        if history is None:
            return pool[:0]
        return pool[: int(sample_posterior(*words, history, MANY_DEALS, self._coefficients, stream, pool))]

    def _moves_before(self, at: int, *, by: int) -> Words:
        """The indices of a seat's moves of the same round before one."""
        moves: Words = np.flatnonzero((self._rounds[:at] == self._rounds[at]) & (self._seats[:at] == by))
        return moves
