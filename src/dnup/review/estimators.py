"""Estimates of what moves and hands are worth: Monte Carlo search over sampled worlds, each with its standard error.

A world is a full assignment of the hidden cards that agrees with a view. All moves of a view are tried in the same
worlds (common random numbers), so a difference between two of them is known far better than either value. A result
depends only on the view, the move made, the seed and the number of tries.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dnup.analysis import baseline, grading
from dnup.analysis import move_values as at
from dnup.analysis.key_evidence import find_key_evidence
from dnup.analysis.proven_values import find_proven_wins
from dnup.bots.believed_worlds import UNIFORM, move_model
from dnup.deprecated import AttributeAlias
from dnup.game.move import Move
from dnup.game.round import Round
from dnup.game.view import View
from dnup.kernel.layout import WORDS, Words
from dnup.kernel.rng import new_stream
from dnup.search.levels import MAX_NODES
from dnup.search.match_equity import match_equity
from dnup.search.tree import NODE_WORDS, RATES, Rates


@dataclass(frozen=True, slots=True)
class MoveValue:
    """The estimated value of a move: the chance to win the match with it.

    >>> start = dnup.Round.deal(players=2, seed=1)
    >>> values = dnup.review.MoveValues(start.view("A"), dnup.parse_move("rotate"), seed=1)
    >>> values.think(20_000)
    >>> first = values.values[0]
    >>> str(first.move), first.advantage > 2 * first.error
    ('play 1/5 1/6 1/8', True)
    """

    move: Move
    chance: float
    advantage: float
    """The chance minus that of the move made."""
    error: float
    """The standard error of `advantage`."""
    forced: int = 0
    """The number of actions in which it wins the round by force, whatever the others hold and do; 0 if no proof was
    found."""

    more: ClassVar[AttributeAlias] = AttributeAlias("advantage")


class TreeBuffer:
    """The arrays of a search tree, reallocated when it needs more nodes."""

    def __init__(self) -> None:
        self.tree: Words = np.zeros((0, NODE_WORDS), np.int64)
        self.rates: Rates = np.zeros((0, RATES), np.float64)
        self.used = 0

    def reserve(self, tries: int, moves: int) -> None:
        """Make the arrays large enough for this many tries in all; nodes in use are kept."""
        size = min(MAX_NODES, at.NODES_PER_TRY * (tries + at.WORLDS_PER_STEP * moves) + moves + 1)
        if size <= len(self.tree):
            return
        size = min(MAX_NODES, max(size, 2 * len(self.tree)))  # doubled, so that small steps copy little
        tree, rates = np.zeros((size, NODE_WORDS), np.int64), np.zeros((size, RATES), np.float64)
        tree[: self.used], rates[: self.used] = self.tree[: self.used], self.rates[: self.used]
        self.tree, self.rates = tree, rates


class MoveValues:
    """The values of all legal moves of a view, one of which was made.

    `worlds` are the worlds to sample from; without it, all that agree with the view are equally likely.

    >>> start = dnup.Round.deal(players=2, seed=1)
    >>> values = dnup.review.MoveValues(start.view("A"), dnup.parse_move("rotate"), seed=1)
    >>> values.think(20_000)
    >>> str(values.best), values.loss > 0
    ('play 1/5 1/6 1/8', True)
    """

    def __init__(self, view: View, made: Move, seed: int, worlds: Words = UNIFORM) -> None:
        self.view = view
        self.made = made
        self._moves = list(view.legal_moves)
        self._numbers = np.array(view.legal_moves.numbers(), np.int64)
        self._made = self._moves.index(made)
        self._seat = view.seats.index(view.turn or "")
        self._stream = new_stream(seed)
        self.worlds = worlds
        self._trials = np.zeros((len(self._moves), at.TRIAL_COLUMNS), np.float64)
        self._lengths: Words = np.zeros(len(self._moves), np.int64)
        if len(self._moves) > 1:
            words = view.deck_words, view.words
            find_proven_wins(*words, self._numbers, self._lengths)
        self._buffer = TreeBuffer()
        self._graded: tuple[Rates, Rates] | None = None

    def think(self, tries: int, *, thorough: bool = False) -> None:
        """Try moves until they have had `tries` in all, or, unless `thorough`, until the values have converged."""
        buffer, words = self._buffer, (self.view.deck_words, self.view.words)
        buffer.reserve(tries, len(self._moves))
        if not buffer.used:
            buffer.used = int(at.add_root_moves(*words, self._numbers, buffer.tree))
        buffer.used = int(
            at.evaluate_moves(
                *words,
                self._stream,
                match_equity(self.view.players),
                self.worlds,
                buffer.tree,
                buffer.rates,
                buffer.used,
                self._made,
                self._trials,
                tries,
                int(thorough),
            )
        )
        self._graded = None

    def _grade(self) -> tuple[Rates, Rates]:
        """The row of each move, and the grade of the one made, as `dnup.analysis.grading` writes them."""
        if self._graded is None:
            values = np.zeros((len(self._moves), grading.VALUE_COLUMNS), np.float64)
            grade = np.zeros(grading.GRADE_COLUMNS, np.float64)
            words = self.view.deck_words, self.view.words
            equity = match_equity(self.view.players)
            grading.grade_moves(*words, equity, self._trials, self._lengths, self._made, values, grade)
            self._graded = values, grade
        return self._graded

    @property
    def tries(self) -> int:
        """How often moves were tried in all."""
        return int(self.grade[grading.TRIES])

    @property
    def converged(self) -> bool:
        """Whether more tries could not change the grade noticeably."""
        return bool(at.has_converged(self._trials, self._made, self._seat))

    @property
    def values(self) -> tuple[MoveValue, ...]:
        """Every legal move, the best one first."""
        rows, _ = self._grade()
        values = [
            MoveValue(move, chance, advantage, error, int(forced))
            for move, (chance, advantage, error, forced) in zip(self._moves, rows.tolist(), strict=True)
        ]
        best = self.best
        return tuple(sorted(values, key=lambda value: (value.move != best, -value.advantage)))

    @property
    def grade(self) -> Rates:
        """The grade of the move made, with the columns of `dnup.analysis.grading`."""
        return self._grade()[1]

    @property
    def best(self) -> Move:
        """The best move: the one made, if no other is significantly better."""
        return self._moves[int(self.grade[grading.BEST])]

    @property
    def loss(self) -> float:
        """The value of the best move minus that of the move made; 0 if the difference is not significant."""
        return float(self.grade[grading.LOSS])

    def forced_by(self, move: Move) -> int:
        """The number of actions in which a move wins by force, if the move made does not; otherwise 0."""
        return 0 if self._lengths[self._made] else int(self._lengths[self._moves.index(move)])

    @property
    def is_wrong(self) -> bool:
        """Whether the move made cost enough for a mark."""
        return int(self.grade[grading.MARK]) >= grading.INACCURACY

    @property
    def lead(self) -> float:
        """The largest advantage of a move over the one made, significant or not."""
        return float(self._grade()[0][:, grading.ADVANTAGE].max())

    @property
    def chances(self) -> tuple[float, ...]:
        """Every seat's chance to win the match after the move made, as the mover sees it."""
        return self._by_seat(grading.AFTER)

    @property
    def chances_at_best(self) -> tuple[float, ...]:
        """The same after the best move."""
        return self._by_seat(grading.BEFORE)

    def _by_seat(self, first: int) -> tuple[float, ...]:
        return tuple(self.grade[first : first + self.view.players].tolist())

    worths: ClassVar[AttributeAlias] = AttributeAlias("values")
    judgment: ClassVar[AttributeAlias] = AttributeAlias("grade")
    settled: ClassVar[AttributeAlias] = AttributeAlias("converged")


class BaselineComparison:
    """A move compared with the baseline policy: the value of the view under it, and what the move changes.

    >>> start = dnup.Round.deal(players=2, seed=1)
    >>> comparison = dnup.review.BaselineComparison(start.view("A"), dnup.parse_move("rotate"), seed=1)
    >>> comparison.think(2000)
    >>> comparison.gain < 0, comparison.error < 0.02
    (True, True)
    """

    def __init__(self, view: View, made: Move, seed: int) -> None:
        self.view = view
        self._made = int(view.legal_moves.numbers()[list(view.legal_moves).index(made)])
        self._stream = new_stream(seed)
        self.trial: Rates = np.zeros(at.TRIAL_COLUMNS, np.float64)

    def think(self, tries: int, worlds: Words = UNIFORM) -> None:
        """Try worlds until there are `tries` in all, or until the standard error is small enough."""
        view = self.view
        baseline.compare_with_baseline(
            view.deck_words,
            view.words,
            self._stream,
            match_equity(view.players),
            worlds,
            self._made,
            self.trial,
            tries,
        )

    @property
    def gain(self) -> float:
        """The mover's chance with the move minus that with the baseline policy; below 0 if the move is worse."""
        own = self._grade()
        return float(own[grading.BASELINE_AFTER] - own[grading.BASELINE])

    @property
    def error(self) -> float:
        """The standard error of `gain`."""
        return float(self._grade()[grading.BASELINE_ERROR])

    def _grade(self) -> Rates:
        """The columns of `dnup.analysis.grading`, shifted so that the mover is seat 0."""
        grade = np.zeros(grading.GRADE_COLUMNS, np.float64)
        grading.grade_against_baseline(self.trial, self.view.players, grade)
        return grade[self.view.seats.index(self.view.turn or "") :]


class HandValue:
    """The chance of a view's seat to win the match if everyone plays the baseline policy.

    >>> hand = dnup.review.HandValue(dnup.Round.deal(players=2, seed=1).view("A"), seed=1)
    >>> hand.think(2000)
    >>> 0.3 < hand.chance < 0.7, hand.error < 0.02
    (True, True)
    """

    def __init__(self, view: View, seed: int, worlds: Words = UNIFORM) -> None:
        self.view = view
        self._seat = view.seats.index(view.seat or "")
        self._stream = new_stream(seed)
        self._worlds = worlds
        self._trial = np.zeros(at.TRIAL_COLUMNS, np.float64)

    def think(self, tries: int) -> None:
        """Try worlds until there are `tries` in all, or until the standard error is small enough."""
        view, equity = self.view, match_equity(self.view.players)
        words = view.deck_words, view.words
        baseline.evaluate_hand(*words, self._stream, equity, self._worlds, self._trial, tries)

    @property
    def chance(self) -> float:
        """The chance of the seat to win the match."""
        return self._value(grading.CHANCE)

    @property
    def error(self) -> float:
        """The standard error of `chance`."""
        return self._value(grading.ERROR)

    def _value(self, column: int) -> float:
        value = np.zeros(grading.VALUE_COLUMNS, np.float64)
        grading.write_hand_value(self._trial, self._seat, value)
        return float(value[column])


def true_worlds(view: View, position: Round) -> Words:
    """The one true world of a view, for values with open hands."""
    world = np.zeros((1, WORDS), np.int64)
    at.true_world(view.deck_words, view.words, position.words, world[0])
    return world


def key_evidence(view: View, made: Move, best: Move, seed: int) -> int | None:
    """The index in a view's history of the move that speaks most for `best` over `made`; None if none does."""
    history = view.history_words
    if history is None:
        return None
    numbers = dict(zip(view.legal_moves, view.legal_moves.numbers(), strict=True))
    words = view.deck_words, view.words, history, move_model(view.players)
    equity = match_equity(view.players)
    index = int(find_key_evidence(*words, new_stream(seed), equity, numbers[made], numbers[best]))
    return index if index >= 0 else None
