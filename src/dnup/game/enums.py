"""The closed sets of names in the game: verbs, endings, results, and codes of illegal moves.

Each is a `StrEnum`, so a member equals its text and is written to JSON as that text.
"""

from __future__ import annotations

from enum import StrEnum


class Name(StrEnum):
    """A `StrEnum` whose `repr` is an expression: `Verb.PLAY`."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class Verb(Name):
    """What a move does (R9). The order is that of the kernel's numbers.

    >>> move = dnup.parse_move("take B")
    >>> move.verb, move.verb == "take", move.verb is dnup.Verb.TAKE
    (Verb.TAKE, True, True)
    """

    PLAY = "play"
    ADD = "add"
    TAKE = "take"
    ROTATE = "rotate"


class Ending(Name):
    """How a round ended.

    >>> end = dnup.Round.deal(players=3, seed=147).playout(seed=1)
    >>> end.ending, str(end.ending)
    (Ending.OUT, 'out')
    """

    OUT = "out"
    """The second player went out (R19); with two players, the first (R27)."""
    MATCH = "match"
    """A player won the match during the round (R20)."""
    ABANDONED = "abandoned"
    """The round reached its limit of actions (D2), or of actions without a discard (D5)."""


class Result(Name):
    """How a match stands.

    >>> match = dnup.Match.new(players=3, seed=1)
    >>> match.result, match.play("greedy").result
    (Result.UNFINISHED, Result.WON)
    """

    UNFINISHED = "unfinished"
    WON = "won"
    DRAWN = "drawn"


class WhyCode(Name):
    """Why a move is not legal; a `Why` has the rule, a sentence and the facts.

    >>> dnup.Round.deal(players=3, seed=147).why_not("take B").code
    WhyCode.NO_SET_THERE
    """

    ROUND_OVER = "round-over"
    NOT_YOUR_TURN = "not-your-turn"
    EMPTY_SET = "empty-set"
    NOT_IN_HAND = "not-in-hand"
    MIXED_VALUES = "mixed-values"
    NOT_HIGHER = "not-higher"
    NO_SUCH_SLOT = "no-such-slot"
    OWN_SET = "own-set"
    NO_SET_THERE = "no-set-there"
    ADD_ONE_CARD = "add-one-card"
    OTHER_VALUE = "other-value"
    GROWN_NOT_HIGHER = "grown-not-higher"
    NOT_A_MOVE = "not-a-move"
