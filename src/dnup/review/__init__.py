"""Reviews of matches: what every move was worth, how well everyone played, and what was luck."""

from collections.abc import Callable
from typing import Any

from dnup.deprecated import module_aliases
from dnup.review.enums import Mark, ReasonKind, Verdict
from dnup.review.estimators import BaselineComparison, HandValue, MoveValue, MoveValues
from dnup.review.explanations import LineMove, Reason, forced_line, line_after, principal_variation, reasons
from dnup.review.graded_move import BeliefGrade, Grade, GradedMove
from dnup.review.luck import LuckAccount
from dnup.review.match_review import Review
from dnup.review.moment_details import ExampleWorld, MomentDetails, moment_details
from dnup.review.puzzles import Puzzle, puzzle_of, puzzles
from dnup.review.rating import Rating
from dnup.review.reviewer import Reviewer, review
from dnup.review.statistics import GameSummary, Statistics, summarize, win_rate

__getattr__: Callable[[str], Any] = module_aliases(
    __name__,
    {
        "Account": "LuckAccount",
        "Appraisal": "MoveValues",
        "Believed": "BeliefGrade",
        "Comparison": "BaselineComparison",
        "HandAppraisal": "HandValue",
        "Judgment": "GradedMove",
        "Opened": "Grade",
        "Reviewing": "Reviewer",
        "Worth": "MoveValue",
    },
)

__all__ = [
    "BaselineComparison",
    "BeliefGrade",
    "ExampleWorld",
    "GameSummary",
    "Grade",
    "GradedMove",
    "HandValue",
    "LineMove",
    "LuckAccount",
    "Mark",
    "MomentDetails",
    "MoveValue",
    "MoveValues",
    "Puzzle",
    "Rating",
    "Reason",
    "ReasonKind",
    "Review",
    "Reviewer",
    "Statistics",
    "Verdict",
    "forced_line",
    "line_after",
    "moment_details",
    "principal_variation",
    "puzzle_of",
    "puzzles",
    "reasons",
    "review",
    "summarize",
    "win_rate",
]
