"""What happened in a game, what it was worth, and what luck it was."""

from dnup.study.account import Account
from dnup.study.appraisal import Appraisal, Comparison, HandAppraisal, Worth
from dnup.study.judgment import Believed, Judgment, Opened
from dnup.study.puzzles import Puzzle, puzzle_of, puzzles
from dnup.study.rating import Rating
from dnup.study.reasons import Reason, reasons
from dnup.study.review import Reviewing, review
from dnup.study.summary import Review

__all__ = [
    "Account",
    "Appraisal",
    "Believed",
    "Comparison",
    "HandAppraisal",
    "Judgment",
    "Opened",
    "Puzzle",
    "Rating",
    "Reason",
    "Review",
    "Reviewing",
    "Worth",
    "puzzle_of",
    "puzzles",
    "reasons",
    "review",
]
