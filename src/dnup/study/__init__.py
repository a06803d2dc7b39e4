"""What happened in a game, what it was worth, and what luck it was."""

from dnup.study.account import Account
from dnup.study.appraisal import Appraisal, Worth
from dnup.study.review import Judgment, Rating, Review, Reviewing, review

__all__ = ["Account", "Appraisal", "Judgment", "Rating", "Review", "Reviewing", "Worth", "review"]
