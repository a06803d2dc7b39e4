"""How well a seat played in a match, and which of our bots plays like that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from dnup.study.judgment import MARKS
from dnup.thinking import judging
from dnup.thinking.tree import Rates

LEVELS: Final = ("expert", "hard", "medium", "easy", "random")
"""By number, as the kernel compares them."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How well a seat played: the chance to win the match that it lost, a decision.

    >>> record = dnup.play_match(["random", "hard"], seed=1)
    >>> rating = dnup.study.review(record, effort=200).rating("A")
    >>> rating.decisions > 10, rating.per_decision > 0
    (True, True)
    """

    seat: str
    decisions: int
    lost: float
    per_decision: float
    """What it lost a decision."""
    error: float
    """The standard error of that: in another match it would have lost more or less."""
    like: str
    """Which of our bots loses about as much."""
    marks: dict[str, int]
    """How often it got each mark."""

    @classmethod
    def of(cls, seat: str, said: Rates) -> Rating:
        """What the kernel has to say of a seat."""
        marked = said[judging.MARKED :].astype(int).tolist()
        return cls(
            seat,
            int(said[judging.DECIDED]),
            float(said[judging.LOST]),
            float(said[judging.LOST_EACH]),
            float(said[judging.LOST_ERROR]),
            LEVELS[int(said[judging.LIKE])],
            dict(zip(MARKS[1:], marked[1:], strict=True)),
        )

    def to_json(self) -> dict[str, Any]:
        """All of it, as JSON data."""
        return {
            "seat": self.seat,
            "decisions": self.decisions,
            "lost": self.lost,
            "per_decision": self.per_decision,
            "error": self.error,
            "like": self.like,
            "marks": self.marks,
        }
