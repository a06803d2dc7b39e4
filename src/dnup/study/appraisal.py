"""What the moves of a view are worth, by the search, with the error of every figure.

All moves are tried in the same worlds, so that a difference between two of them is known far better than either. What
comes out depends on the view, the move that was made, the seed and the number of tries alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from dnup.game.move import Move
from dnup.game.view import View
from dnup.kernel.chance import new_stream
from dnup.thinking import appraisal as at
from dnup.thinking.stakes import match_stakes
from dnup.thinking.tree import NODE_WORDS, RATES, Rates

CLOSE_ENOUGH: Final = 0.005
"""Half a point: with so small a standard error of best minus made, there is no need to go on."""

SURE: Final = 2.0
"""A difference counts if it is so many standard errors."""

HOPELESS: Final = 3.0
"""A move that is so many standard errors behind the best one is not tried any more."""

STEP: Final = 32
"""So many worlds pass between two looks at which moves are still worth trying."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What a move is worth: the chance to win the match with it, and how much more that is than with the move made.

    >>> round = dnup.Round.deal(players=2, seed=1)
    >>> appraisal = dnup.study.Appraisal(round.view("B"), round.legal_moves[0], seed=1)
    >>> appraisal.think(2000)
    >>> worth = appraisal.worths[0]
    >>> str(worth.move), worth.more > 2 * worth.error
    ('play 4/2 4/5 4/9', True)
    """

    move: Move
    chance: float
    more: float
    error: float
    """The standard error of `more`."""


class Appraisal:
    """The legal moves of a view, tried in more and more worlds. One of them was made.

    >>> round = dnup.Round.deal(players=2, seed=1)
    >>> appraisal = dnup.study.Appraisal(round.view("B"), round.legal_moves[0], seed=1)
    >>> appraisal.think(2000)
    >>> str(appraisal.best.move), appraisal.loss > 0
    ('play 4/2 4/5 4/9', True)
    """

    def __init__(self, view: View, made: Move, seed: int) -> None:
        self.view = view
        self.made = made
        moves = list(view.legal_moves)
        self._moves = moves
        self._made = moves.index(made)
        self._seat = view.seats.index(view.turn or "")
        self._stream = new_stream(seed)
        self._accounts = np.zeros((len(moves), at.ACCOUNT), np.float64)
        self._wanted = np.ones(len(moves), np.int64)
        self._tree = np.zeros((0, NODE_WORDS), np.int64)
        self._rates = np.zeros((0, RATES), np.float64)
        self._used = 0
        self.tries = 0

    def think(self, tries: int, *, thorough: bool = False) -> None:
        """Try moves until they have been tried so often in all, or, unless thorough, nothing is left to find out."""
        self._make_room(tries)
        while self.tries < tries and (thorough or not self.settled):
            wanted = int(self._wanted.sum())
            worlds = max(1, min(STEP, (tries - self.tries) // wanted))
            self._used = int(
                at.appraise_moves(
                    self.view._packed.words,
                    self.view._words,
                    self._stream,
                    match_stakes(self.view.players),
                    self._tree,
                    self._rates,
                    self._used,
                    self._made,
                    self._accounts,
                    self._wanted,
                    worlds,
                )
            )
            self.tries += worlds * wanted
            self._give_up_hopeless()

    def _make_room(self, tries: int) -> None:
        """A tree with room for so many tries; what has grown stays."""
        room = 4 * tries + 2 * len(self._moves) + 2
        if room <= len(self._tree):
            return
        tree, rates = np.zeros((room, NODE_WORDS), np.int64), np.zeros((room, RATES), np.float64)
        tree[: len(self._tree)], rates[: len(self._rates)] = self._tree, self._rates
        self._tree, self._rates = tree, rates
        if not self._used:
            words = self.view._packed.words, self.view._words
            numbers = np.array(self.view.legal_moves.numbers(), np.int64)
            self._used = int(at.plant_moves(*words, numbers, tree))

    def _give_up_hopeless(self) -> None:
        more, error = self._differences()
        lead = int(np.argmax(np.where(self._wanted, more, -np.inf)))
        apart = np.sqrt(error**2 + error[lead] ** 2)
        hopeless = (more[lead] - more > HOPELESS * apart) & (self._accounts[:, at.TRIED] >= 2 * STEP)
        hopeless[self._made] = False
        self._wanted[hopeless] = 0

    def _differences(self) -> tuple[Rates, Rates]:
        """How much more than the move made each is worth on average, and the standard error of that."""
        tried = np.maximum(self._accounts[:, at.TRIED], 1.0)
        more = self._accounts[:, at.MORE] / tried
        variance = np.maximum(self._accounts[:, at.MORE_SQUARED] / tried - more**2, 0.0)
        return more, np.sqrt(variance / np.maximum(tried - 1.0, 1.0))

    @property
    def settled(self) -> bool:
        """Whether more tries would tell nothing that matters."""
        if len(self._moves) == 1:
            return self.tries >= 4 * STEP  # only what the position is worth is asked
        if self._accounts[self._made, at.TRIED] < 4 * STEP:
            return False
        return bool(self._wanted.sum() == 1) or self.best.error <= CLOSE_ENOUGH

    @property
    def worths(self) -> tuple[Worth, ...]:
        """Every legal move, the best one first."""
        more, error = self._differences()
        base = self.chances[self._seat]
        worths = [
            Worth(move, min(1.0, max(0.0, base + gain)), gain, doubt)
            for move, gain, doubt in zip(self._moves, more.tolist(), error.tolist(), strict=True)
        ]
        return tuple(sorted(worths, key=lambda worth: -worth.more))

    @property
    def best(self) -> Worth:
        """What is worth most, of the moves that are still worth trying."""
        more, _ = self._differences()
        number = int(np.argmax(np.where(self._wanted, more, -np.inf)))
        return next(worth for worth in self.worths if worth.move == self._moves[number])

    @property
    def loss(self) -> float:
        """What the move made costs against the best one; 0 if the difference is not sure."""
        best = self.best
        return best.more if best.more > SURE * best.error else 0.0

    @property
    def spread(self) -> float:
        """How far the best and the worst move are apart."""
        worths = self.worths
        return worths[0].more - worths[-1].more

    @property
    def chances(self) -> tuple[float, ...]:
        """Everyone's chance to win the match after the move made, as who moved sees it."""
        return self._chances_with(self._made)

    @property
    def chances_at_best(self) -> tuple[float, ...]:
        """The same with the best move; the move made is the best if the difference is not sure."""
        if not self.loss:
            return self.chances
        return self._chances_with(self._moves.index(self.best.move))

    def _chances_with(self, number: int) -> tuple[float, ...]:
        account = self._accounts[number]
        seats = account[at.WORTH : at.WORTH + self.view.players] / max(account[at.TRIED], 1.0)
        return tuple(seats.tolist())
