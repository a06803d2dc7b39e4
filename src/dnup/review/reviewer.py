"""The reviewer: estimates everything a review needs, coarsely first, then more closely.

A review can be read after every step. It depends only on the record, the seed and the effort.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain
from typing import ClassVar, Final

import numpy as np

from dnup.analysis import grading
from dnup.bots.believed_worlds import sample_worlds
from dnup.deprecated import AttributeAlias, warn_renamed
from dnup.game.round import Round
from dnup.kernel.rng import new_stream, split
from dnup.records.record import Record
from dnup.review.estimators import BaselineComparison, HandValue, MoveValues, key_evidence, true_worlds
from dnup.review.graded_move import BeliefGrade, GradedMove, grade_fields
from dnup.review.match_review import Review
from dnup.review.play_styles import PlayStyles
from dnup.search.match_equity import match_equity, score_index

NORMAL: Final = 8000
"""The default effort: the number of tries of a decision, at most. A try is one move in one world."""

FIRST_PASS: Final = 8
"""The first pass gives every decision an eighth of the tries, so that there is soon something to see."""

FIRST_TRIES: Final = 250
"""With a time limit, every decision gets this many tries first, then twice as many, and so on."""

OnProgress = Callable[[Review, float], object]
"""Called with the review so far and the share of the work that is done."""


def review(
    record: Record,
    *,
    effort: int = NORMAL,
    seed: int = 0,
    on_progress: OnProgress | None = None,
    tell: OnProgress | None = None,
) -> Review:
    """Grade every move of a match; `on_progress` is called after every step. `tell` is its old name.

    >>> record = dnup.play_match(["easy", "hard"], seed=1)
    >>> review = dnup.review.review(record, effort=200)
    >>> review.account("A").result, review.account("B").result
    (0.0, 1.0)
    """
    if tell is not None:
        warn_renamed("review(tell=…)", "review(on_progress=…)")
        on_progress = tell
    reviewer = Reviewer(record, seed)
    for done in reviewer.think(effort):
        if on_progress is not None:
            on_progress(reviewer.review(), done)
    return reviewer.review()


class Reviewer:
    """A review in progress, which can be read after each step.

    >>> record = dnup.play_match(["easy", "hard"], seed=1)
    >>> reviewer = dnup.review.Reviewer(record, seed=1)
    >>> for done in reviewer.think(100):
    ...     pass
    >>> done, reviewer.review().effort
    (1.0, 100)
    """

    def __init__(self, record: Record, seed: int = 0) -> None:
        self.record = record
        self.seed = seed
        self.effort: int = 0
        """The number of tries that every decision has had, unless its values converged before."""
        self._deals: list[Round] = []
        self._places: list[tuple[int, int]] = []
        """Of each move the number of its round, and its number in that round."""
        self._values: list[MoveValues] = []
        """Of each move the values from the mover's view."""
        self._open_hand: list[MoveValues] = []
        """The values in the one true world."""
        self._comparisons: list[BaselineComparison] = []
        number, end = 0, None
        for position in record.positions():
            end = position.round
            if position.round_number > len(self._deals):
                self._deals.append(end)
                number = 0
            if position.move is not None:
                number += 1
                view, made, at = position.view(position.turn), position.move, len(self._values)
                truth = true_worlds(view, end)
                self._values.append(MoveValues(view, made, self._seed(at)))
                self._open_hand.append(
                    MoveValues(view, made, self._seed(grading.OPEN_HAND_SEEDS + at), truth)
                )
                self._comparisons.append(
                    BaselineComparison(view, made, self._seed(grading.BASELINE_SEEDS + at))
                )
                self._places.append((position.round_number, number))
        self._hands = [
            HandValue(deal.view(seat), self._seed(grading.HAND_SEEDS + len(deal.seats) * at + index))
            for at, deal in enumerate(self._deals)
            for index, seat in enumerate(deal.seats)
        ]
        self._styles = PlayStyles(
            [values.view for values in self._values],
            [values.made for values in self._values],
            [values.worlds[0] for values in self._open_hand],
            [number for number, _ in self._places],
            [self._seed(grading.STYLE_SEEDS + at) for at in range(len(self._values))],
        )
        self._belief: list[BeliefGrade | None] = [None] * len(self._values)
        self._score_values = [*map(score_value, self._deals), _result(record, end)]

    def think(self, effort: int, *, verdicts: bool = True) -> Iterator[float]:
        """Give every decision `effort` tries, after a coarse first pass; yields the share of the work that is done.

        Without `verdicts` the grades with open hands and in belief-weighted worlds are left out.
        """
        first = -(-effort // FIRST_PASS)
        steps = (6 if verdicts else 4) * len(self._values) + 2 * len(self._hands)
        parts = (
            self._estimate_values(first),
            self._compare_with_baseline(effort),
            self._estimate_values(effort),
            self._estimate_verdicts(first) if verdicts else iter(()),
        )
        for done, _ in enumerate(chain(*parts), 1):
            yield done / steps

    def estimate_luck(self, effort: int) -> None:
        """Estimate only what luck accounts need, as closely as `think` does, in far less time."""
        for hand in self._hands:
            hand.think(effort)
        for _ in self._compare_with_baseline(effort):
            pass

    def think_for(self, seconds: float) -> Iterator[float]:
        """Think until the time is up, and at least until every decision has had its first tries."""
        began, tries = time.perf_counter(), FIRST_TRIES
        while True:
            for _ in chain(self._estimate_values(tries), self._compare_with_baseline(tries)):
                spent = (time.perf_counter() - began) / seconds
                yield min(1.0, spent)
                if spent >= 1.0 and self.effort:
                    return
            tries *= 2

    def _estimate_values(self, tries: int) -> Iterator[None]:
        """Bring the values of all moves and hands to this many tries, the costliest moves first."""
        order = self._values
        if self.effort:
            order = sorted(order, key=lambda values: -values.lead)
        for estimate in chain[MoveValues | HandValue](order, self._hands):
            estimate.think(tries)
            yield
        self.effort = tries

    def _compare_with_baseline(self, tries: int) -> Iterator[None]:
        """Compare every move with the baseline policy, in worlds weighted by these players' styles."""
        yield from self._styles.estimate(-(-tries // grading.TRIES_PER_ITERATION))
        for at, comparison in enumerate(self._comparisons):
            worlds = self._styles.sample_worlds(at, self._seed(grading.WORLD_SEEDS + at))
            comparison.think(-(-tries // grading.TRIES_PER_WORLD), worlds)
            yield

    def _estimate_verdicts(self, tries: int) -> Iterator[None]:
        """Grade every move with open hands, and in belief-weighted worlds."""
        for at, open_hand in enumerate(self._open_hand):
            open_hand.think(tries)
            yield
            self._belief[at] = self._grade_by_belief(at, tries)
            yield

    def _grade_by_belief(self, at: int, tries: int) -> BeliefGrade | None:
        """The grade of a move in belief-weighted worlds; a move that is wrong only there gets all tries."""
        plain = self._values[at]
        worlds = sample_worlds(plain.view, new_stream(self._seed(grading.WORLD_SEEDS + at)))
        if not len(worlds):
            return None
        seed = self._seed(grading.BELIEF_SEEDS + at)
        values = MoveValues(plain.view, plain.made, seed, worlds)
        values.think(tries)
        if values.is_wrong and not plain.is_wrong:
            values.think(FIRST_PASS * tries)
        grade = BeliefGrade(*grade_fields(values))
        if plain.is_wrong or not values.is_wrong:
            return grade
        evidence, history = key_evidence(plain.view, plain.made, grade.best, seed), plain.view.history
        if evidence is None or history is None:
            return grade
        return replace(grade, evidence=history[evidence], evidence_number=evidence + 1)

    def review(self) -> Review:
        """The review so far."""
        players = len(self.record.players)
        moves = tuple(
            GradedMove.of(values, *place, open_hand, belief)
            for values, place, open_hand, belief in zip(
                self._values, self._places, self._open_hand, self._belief, strict=True
            )
        )
        grades = np.array([values.grade for values in self._values]).reshape(-1, grading.GRADE_COLUMNS)
        for row, comparison in zip(grades, self._comparisons, strict=True):
            grading.grade_against_baseline(comparison.trial, players, row)
        grades[:, grading.ROUND] = [number - 1 for number, _ in self._places]
        rounds = [self._hands[first : first + players] for first in range(0, len(self._hands), players)]
        return Review(
            self.record,
            self.seed,
            self.effort,
            moves,
            tuple(tuple(hand.chance for hand in hands) for hands in rounds),
            tuple(tuple(hand.error for hand in hands) for hands in rounds),
            tuple(self._score_values),
            grades,
        )

    think_of_luck: ClassVar[AttributeAlias] = AttributeAlias("estimate_luck")

    def _seed(self, number: int) -> int:
        """The seed of one estimate; `dnup.analysis.grading` says which numbers are whose."""
        return int(split(np.uint64(self.seed), number))


def score_value(position: Round) -> tuple[float, ...]:
    """Every seat's chance to win the match at the score of a round, its points included."""
    return tuple(match_equity(position.players)[score_index(position.words)].tolist())


def _result(record: Record, end: Round | None) -> tuple[float, ...]:
    if record.winner is not None or end is None:
        return tuple(float("ABCDE"[seat] == record.winner) for seat in range(len(record.players)))
    return score_value(end)
