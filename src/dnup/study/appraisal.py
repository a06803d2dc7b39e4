"""What the moves of a view are worth, by the search, with the error of every figure.

All moves are tried in the same worlds, so that a difference between two of them is known far better than either. What
comes out depends on the view, the move that was made, the seed and the number of tries alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from dnup.bots.believing import habits_of
from dnup.game.history import unroll
from dnup.game.move import Move
from dnup.game.round import Round
from dnup.game.view import View
from dnup.kernel.chance import new_stream
from dnup.kernel.layout import WORDS, Words
from dnup.thinking import appraisal as at
from dnup.thinking import judging, usual
from dnup.thinking.levels import MAX_NODES
from dnup.thinking.stakes import match_stakes
from dnup.thinking.telling import telling_move
from dnup.thinking.tree import NODE_WORDS, RATES, Rates

ANY_WORLD: Final = np.zeros((0, WORDS), np.int64)
"""No world in particular: each one that agrees with the view, as likely as any other."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What a move is worth: the chance to win the match with it, and how much more that is than with the move made.

    >>> round = dnup.Round.deal(players=2, seed=1)
    >>> appraisal = dnup.study.Appraisal(round.view("A"), dnup.parse_move("rotate"), seed=1)
    >>> appraisal.think(20_000)
    >>> worth = appraisal.worths[0]
    >>> str(worth.move), worth.more > 2 * worth.error
    ('play 2/6', True)
    """

    move: Move
    chance: float
    more: float
    error: float
    """The standard error of `more`."""


class Plot:
    """Room for a tree, which grows as it needs to."""

    def __init__(self) -> None:
        self.tree = np.zeros((0, NODE_WORDS), np.int64)
        self.rates = np.zeros((0, RATES), np.float64)
        self.used = 0

    def make_room(self, tries: int, moves: int) -> None:
        """Have room for so many tries; what has grown stays."""
        room = min(MAX_NODES, at.NODES_A_TRY * (tries + at.STEP * moves) + moves + 1)
        if room <= len(self.tree):
            return
        tree, rates = np.zeros((room, NODE_WORDS), np.int64), np.zeros((room, RATES), np.float64)
        tree[: self.used], rates[: self.used] = self.tree[: self.used], self.rates[: self.used]
        self.tree, self.rates = tree, rates


class Appraisal:
    """The legal moves of a view, tried in more and more worlds. One of them was made.

    `worlds` says which ones may be; without it, all that agree with the view, each as likely as any other.

    >>> round = dnup.Round.deal(players=2, seed=1)
    >>> appraisal = dnup.study.Appraisal(round.view("A"), dnup.parse_move("rotate"), seed=1)
    >>> appraisal.think(20_000)
    >>> str(appraisal.best), appraisal.loss > 0
    ('play 2/6', True)
    """

    def __init__(self, view: View, made: Move, seed: int, worlds: Words = ANY_WORLD) -> None:
        self.view = view
        self.made = made
        self._moves = list(view.legal_moves)
        self._numbers = np.array(view.legal_moves.numbers(), np.int64)
        self._made = self._moves.index(made)
        self._seat = view.seats.index(view.turn or "")
        self._stream = new_stream(seed)
        self.worlds = worlds
        self._trials = np.zeros((len(self._moves), at.TRIAL), np.float64)
        self._wanted = np.ones(len(self._moves), np.int64)
        self._plot = Plot()
        self._said: tuple[Rates, Rates] | None = None

    def think(self, tries: int, *, thorough: bool = False) -> None:
        """Try moves until they have been tried so often in all, or, unless thorough, nothing is left to find out."""
        plot, words = self._plot, (self.view._packed.words, self.view._words)
        plot.make_room(tries, len(self._moves))
        if not plot.used:
            plot.used = int(at.plant_moves(*words, self._numbers, plot.tree))
        stakes = match_stakes(self.view.players)
        plot.used = int(
            at.appraise_moves(
                *words,
                self._stream,
                stakes,
                self.worlds,
                plot.tree,
                plot.rates,
                plot.used,
                self._made,
                self._trials,
                self._wanted,
                tries,
                int(thorough),
            )
        )
        self._said = None

    def _judge(self) -> tuple[Rates, Rates]:
        """What the kernel says of each move, and of the one made."""
        if self._said is None:
            worths = np.zeros((len(self._moves), judging.MOVE_WORTH), np.float64)
            judgment = np.zeros(judging.JUDGMENT, np.float64)
            judging.judge_moves(
                self._trials, self._wanted, self._made, self._seat, self.view.players, worths, judgment
            )
            self._said = worths, judgment
        return self._said

    @property
    def tries(self) -> int:
        """How often moves were tried in all."""
        return int(self._judge()[1][judging.TRIES])

    @property
    def settled(self) -> bool:
        """Whether more tries would tell nothing that matters."""
        return bool(at.is_settled(self._trials, self._wanted, self._made, self._seat))

    @property
    def worths(self) -> tuple[Worth, ...]:
        """Every legal move, the best one first."""
        rows, _ = self._judge()
        worths = [Worth(move, *row) for move, row in zip(self._moves, rows.tolist(), strict=True)]
        best = self.best
        return tuple(sorted(worths, key=lambda worth: (worth.move != best, -worth.more)))

    @property
    def judgment(self) -> Rates:
        """What there is to say of the move made, as the kernel writes it."""
        return self._judge()[1]

    @property
    def best(self) -> Move:
        """What was to be done: the move made, if none is better for sure."""
        return self._moves[int(self.judgment[judging.BEST])]

    @property
    def loss(self) -> float:
        """What the move made costs against the best one; 0 if the difference is not sure."""
        return float(self.judgment[judging.LOSS])

    @property
    def is_wrong(self) -> bool:
        """Whether the move made cost enough for a mark."""
        return int(self.judgment[judging.MARK]) >= judging.INACCURACY

    @property
    def lead(self) -> float:
        """How much more than the move made the best one seems to be worth, sure or not."""
        return float(self._judge()[0][:, judging.MORE].max())

    @property
    def chances(self) -> tuple[float, ...]:
        """Everyone's chance to win the match after the move made, as who moved sees it."""
        return self._by_seat(judging.AFTER)

    @property
    def chances_at_best(self) -> tuple[float, ...]:
        """The same with the best move; the move made is the best if the difference is not sure."""
        return self._by_seat(judging.BEFORE)

    def _by_seat(self, first: int) -> tuple[float, ...]:
        return tuple(self.judgment[first : first + self.view.players].tolist())


class Comparison:
    """A move compared with usual play in more and more worlds: what the view was worth, and what the move made of it.

    >>> round = dnup.Round.deal(players=2, seed=1)
    >>> comparison = dnup.study.Comparison(round.view("A"), dnup.parse_move("rotate"), seed=1)
    >>> comparison.think(2000)
    >>> comparison.gain < 0, comparison.error < 0.02
    (True, True)
    """

    def __init__(self, view: View, made: Move, seed: int) -> None:
        self.view = view
        self._made = int(view.legal_moves.numbers()[list(view.legal_moves).index(made)])
        self._stream = new_stream(seed)
        self.trial = np.zeros(at.TRIAL, np.float64)

    def think(self, tries: int, worlds: Words = ANY_WORLD) -> None:
        """Try worlds until there were so many, or it is known well enough."""
        view = self.view
        usual.weigh_move(
            view._packed.words,
            view._words,
            self._stream,
            match_stakes(view.players),
            worlds,
            self._made,
            self.trial,
            tries,
        )

    @property
    def gain(self) -> float:
        """By how much the move is better than usual play, for who made it; below 0 if it is worse."""
        mine = self._judge()
        return float(mine[judging.USUAL_AFTER] - mine[judging.USUAL])

    @property
    def error(self) -> float:
        """The standard error of that."""
        return float(self._judge()[judging.USUAL_ERROR])

    def _judge(self) -> Rates:
        """What the kernel says of it, from the seat of who made it on."""
        judgment = np.zeros(judging.JUDGMENT, np.float64)
        judging.judge_usual(self.trial, self.view.players, judgment)
        return judgment[self.view.seats.index(self.view.turn or "") :]


class HandAppraisal:
    """What the hand of a view is worth to its seat, whoever is in turn, if everyone plays as usual.

    >>> hand = dnup.study.HandAppraisal(dnup.Round.deal(players=2, seed=1).view("A"), seed=1)
    >>> hand.think(2000)
    >>> 0.3 < hand.chance < 0.7, hand.error < 0.02
    (True, True)
    """

    def __init__(self, view: View, seed: int, worlds: Words = ANY_WORLD) -> None:
        self.view = view
        self._seat = view.seats.index(view.seat or "")
        self._stream = new_stream(seed)
        self._worlds = worlds
        self._trial = np.zeros(at.TRIAL, np.float64)

    def think(self, tries: int) -> None:
        """Try worlds until there were so many, or it is known well enough."""
        view, stakes = self.view, match_stakes(self.view.players)
        words = view._packed.words, view._words
        usual.weigh_hand(*words, self._stream, stakes, self._worlds, self._trial, tries)

    @property
    def chance(self) -> float:
        """The chance of the seat to win the match."""
        return self._judge(judging.CHANCE)

    @property
    def error(self) -> float:
        """The standard error of that."""
        return self._judge(judging.ERROR)

    def _judge(self, word: int) -> float:
        worth = np.zeros(judging.MOVE_WORTH, np.float64)
        judging.judge_hand(self._trial, self._seat, worth)
        return float(worth[word])


def true_worlds(view: View, round: Round) -> Words:
    """The one world that a view is of, for an appraisal with all cards open."""
    world = np.zeros((1, WORDS), np.int64)
    at.true_world(view._packed.words, view._words, round._words, world[0])
    return world


def telling(view: View, made: Move, best: Move, seed: int) -> int | None:
    """Which move of a view's history, from 0 on, speaks most for a better move than the one made; None if none does."""
    history = unroll(view._past)
    if history is None:
        return None
    numbers = dict(zip(view.legal_moves, view.legal_moves.numbers(), strict=True))
    words = view._packed.words, view._words, history, habits_of(view.players)
    stakes = match_stakes(view.players)
    told = int(telling_move(*words, new_stream(seed), stakes, numbers[made], numbers[best]))
    return told if told >= 0 else None
