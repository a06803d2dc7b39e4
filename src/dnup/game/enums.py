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
    """Put a set from the hand onto the table (R10)."""
    ADD = "add"
    """Put one card onto an opponent's set, which grows by it (R11)."""
    TAKE = "take"
    """Take an opponent's set into the hand (R12)."""
    ROTATE = "rotate"
    """Turn the whole hand upside down (R13)."""


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
    """It goes on."""
    WON = "won"
    """A player has won it: `Match.winner`."""
    DRAWN = "drawn"
    """Three rounds in a row were abandoned (D2)."""


class WhyCode(Name):
    """Why a move is not legal; a `Why` has the rule, a sentence and the facts.

    >>> dnup.Round.deal(players=3, seed=147).why_not("take B").code
    WhyCode.NO_SET_THERE
    """

    ROUND_OVER = "round-over"
    """The round has ended."""
    NOT_YOUR_TURN = "not-your-turn"
    """Another seat is in turn."""
    EMPTY_SET = "empty-set"
    """A play without cards."""
    NOT_IN_HAND = "not-in-hand"
    """The hand does not have these cards, or not this way up."""
    MIXED_VALUES = "mixed-values"
    """The cards of a play show different values (R7)."""
    NOT_HIGHER = "not-higher"
    """A set of this size lies on the table, and its value is as high or higher (R10)."""
    NO_SUCH_SLOT = "no-such-slot"
    """The move names no slot of this table."""
    OWN_SET = "own-set"
    """An add or a take is about a set of an opponent (R11, R12, R26)."""
    NO_SET_THERE = "no-set-there"
    """No set lies in this slot."""
    ADD_ONE_CARD = "add-one-card"
    """An add has exactly one card (R11)."""
    OTHER_VALUE = "other-value"
    """The added card does not show the value of the set (R11)."""
    GROWN_NOT_HIGHER = "grown-not-higher"
    """The set would get the size of another one that is as high or higher (R11)."""
    NOT_A_MOVE = "not-a-move"
    """The verb is none of the four (R9)."""
