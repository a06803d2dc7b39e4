"""The review of a match: every move graded by what its player could know, and where the match was won."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from dnup.analysis import grading
from dnup.deprecated import AttributeAlias
from dnup.records.record import Record
from dnup.review.enums import Verdict
from dnup.review.graded_move import WRONG, GradedMove
from dnup.review.luck import LuckAccount
from dnup.review.rating import Rating
from dnup.search.tree import Rates

Rows = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Review:
    """The review of a match. All chances are from 0 to 1.

    >>> record = dnup.play_match(["easy", "hard"], seed=1)
    >>> review = dnup.review.review(record, effort=200)
    >>> worst = review.moments("A")[0]
    >>> worst.seat, worst.loss > 0, worst.best != worst.made
    ('A', True, True)
    """

    record: Record
    seed: int
    effort: int
    moves: tuple[GradedMove, ...]
    hand_values: Rows
    """By round and seat: the chance to win the match with the hand dealt."""
    hand_errors: Rows
    """The standard errors of `hand_values`."""
    score_values: Rows
    """By round and seat: the chance to win the match at the score before the round; the last row is the result."""
    grades: Rates
    """A row for each move, with the columns of `dnup.analysis.grading`."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of the match, A first."""
        return tuple("ABCDE"[: len(self.record.players)])

    def moments(self, seat: str | None = None) -> list[GradedMove]:
        """The moves that mattered, of one seat or of all.

        First the wrong ones, then those that are wrong only by what the others' moves gave away, both the costliest
        first; then the only good moves that were found.
        """
        own = [one for one in self.moves if seat in (None, one.seat)]
        wrong = sorted((one for one in own if one.mark in WRONG), key=lambda one: -one.loss)
        told = sorted(
            (one for one in own if one.verdict is Verdict.TOLD), key=lambda one: -one.verdict_grade.loss
        )
        return wrong + told + [one for one in own if one.only_move and one.verdict is not Verdict.TOLD]

    def rating(self, seat: str) -> Rating:
        """How well a seat played."""
        rating = np.zeros(grading.RATING_COLUMNS, np.float64)
        grading.rate_play(self.grades, self.seats.index(seat), len(self.seats), rating)
        return Rating.of(seat, rating)

    def chances(self, seat: str) -> list[float]:
        """The chance of a seat to win the match after every move and at the end, as it could know it."""
        mine = self.seats.index(seat)
        chances = np.zeros(len(self.moves), np.float64)
        grading.follow_chances(self.grades, self._tables[0], mine, chances)
        return [*chances.tolist(), self.score_values[-1][mine]]

    def account(self, seat: str) -> LuckAccount:
        """The luck account of a seat."""
        account = np.zeros(grading.ACCOUNT_COLUMNS, np.float64)
        grading.write_luck_account(self.grades, *self._tables, self.seats.index(seat), account)
        return LuckAccount(seat, *account.tolist())

    @cached_property
    def _tables(self) -> tuple[Rates, Rates, Rates]:
        return np.array(self.hand_values), np.array(self.hand_errors), np.array(self.score_values)

    def to_json(self) -> dict[str, Any]:
        """Everything, as JSON data."""
        return {
            "format": "dnup-review",
            "version": 1,
            "seed": self.seed,
            "effort": self.effort,
            "players": list(self.record.players),
            "worth": [list(row) for row in self.score_values],
            "openings": [list(row) for row in self.hand_values],
            "doubts": [list(row) for row in self.hand_errors],
            "chances": [self.chances(seat) for seat in self.seats],
            "moves": [one.to_json() for one in self.moves],
            "accounts": [self.account(seat).to_json() for seat in self.seats],
            "ratings": [self.rating(seat).to_json() for seat in self.seats],
        }

    judgments: ClassVar[AttributeAlias] = AttributeAlias("moves")
    openings: ClassVar[AttributeAlias] = AttributeAlias("hand_values")
    doubts: ClassVar[AttributeAlias] = AttributeAlias("hand_errors")
    worth: ClassVar[AttributeAlias] = AttributeAlias("score_values")
    said: ClassVar[AttributeAlias] = AttributeAlias("grades")
