"""How everyone of a match plays, and the worlds that each could therefore think of: see `dnup.thinking.manners`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from dnup.bots.believing import habits_of
from dnup.game.history import unroll
from dnup.game.move import Move
from dnup.game.view import View
from dnup.kernel.chance import new_stream
from dnup.kernel.layout import WORDS, Words
from dnup.thinking import manners
from dnup.thinking.belief import DEALS, POOL, believe
from dnup.thinking.levels import nodes_for
from dnup.thinking.stakes import match_stakes
from dnup.thinking.tree import NODE_WORDS, RATES, Rates

MANY_DEALS: Final = 4 * DEALS
"""Among more than two so many deals are tried: more than a bot has time for."""


class Manners:
    """The moves of a match, and in which manner everyone makes theirs.

    `views` are those of who moves, `truths` the worlds that they are of, and `rounds` says which round each is of.
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
        self._rows = manners.ROWS if self._players == 2 else 1
        self._chances = np.zeros((self._rows * len(views), manners.MANNERS), np.float64)
        self._secrets = np.zeros(len(views), np.int64)
        self.shares = np.zeros((self._players, manners.MANNERS), np.float64)
        """By seat how much it plays in each manner: at random, by habit, as a search tries, as a search finds best."""
        self._habits = np.concatenate([habits_of(self._players), np.zeros(self._players, np.int64)])

    def look(self, iterations: int) -> Iterator[None]:
        """Find out how likely every move is in each manner, by searches of so many iterations; then who plays how."""
        room = nodes_for(iterations)
        tree, rates = np.zeros((room, NODE_WORDS), np.int64), np.zeros((room, RATES), np.float64)
        for at, view in enumerate(self._views):
            before = self._moves_before(at, by=int(self._seats[at]))
            self._secrets[at] = manners.look_at_manners(
                view._packed.words,
                view._words,
                self._numbers[at],
                int(self._rotates[before[-1]]) if len(before) else 0,
                self._habits,
                new_stream(self._seeds[at]),
                match_stakes(view.players),
                tree,
                rates,
                iterations,
                self._chances,
                self._rows * at,
            )
            yield
        for seat in range(self._players):
            made: Rates = np.ascontiguousarray(self._chances[:: self._rows][self._seats == seat])
            manners.fit_manners(made, self.shares[seat], self._habits, seat)

    def imagine(self, at: int, seed: int) -> Words:
        """Worlds that who moves could think of, those more often that explain what such players did; none for any."""
        view, pool, stream = self._views[at], np.empty((POOL, WORDS), np.int64), new_stream(seed)
        words = view._packed.words, view._words
        if self._players == 2:
            other = 1 - int(self._seats[at])
            count = manners.believe_manners(
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
        history = unroll(view._past)
        if history is None:
            return pool[:0]
        return pool[: int(believe(*words, history, MANY_DEALS, self._habits, stream, pool))]

    def _moves_before(self, at: int, *, by: int) -> Words:
        """The numbers of a seat's moves before one of the same round."""
        moves: Words = np.flatnonzero((self._rounds[:at] == self._rounds[at]) & (self._seats[:at] == by))
        return moves
