"""How well a seat played in a match, and which bot plays like that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from dnup.analysis import grading
from dnup.review.enums import Mark
from dnup.review.graded_move import MARKS
from dnup.search.tree import Rates

LEVELS: Final = ("expert", "hard", "medium", "easy", "random")
"""By number, as `dnup.analysis.grading` writes them."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How well a seat played: how much of its chance to win the match it lost per decision.

    >>> record = dnup.play_match(["random", "hard"], seed=1)
    >>> rating = dnup.review.review(record, effort=200).rating("A")
    >>> rating.decisions > 10, rating.per_decision > 0
    (True, True)
    """

    seat: str
    decisions: int
    lost: float
    """The sum of the losses of its moves."""
    per_decision: float
    """`lost` / `decisions`."""
    error: float
    """The standard error of `per_decision`, over decisions."""
    like: str
    """The level of bot that loses about as much per decision."""
    marks: dict[Mark, int]
    """The number of moves with each mark."""

    @classmethod
    def of(cls, seat: str, row: Rates) -> Rating:
        """The rating in a row that `dnup.analysis.grading` wrote."""
        marked = row[grading.MARK_COUNTS :].astype(int).tolist()
        return cls(
            seat,
            int(row[grading.DECISION_COUNT]),
            float(row[grading.LOST]),
            float(row[grading.LOST_PER_DECISION]),
            float(row[grading.LOST_ERROR]),
            LEVELS[int(row[grading.LIKE_LEVEL])],
            dict(zip(MARKS[1:], marked[1:], strict=True)),
        )

    def to_json(self) -> dict[str, Any]:
        """The rating as JSON data."""
        return {
            "seat": self.seat,
            "decisions": self.decisions,
            "lost": self.lost,
            "per_decision": self.per_decision,
            "error": self.error,
            "like": self.like,
            "marks": {str(mark): count for mark, count in self.marks.items()},
        }
