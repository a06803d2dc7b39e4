"""The errors of move texts: not a move, ambiguous, illegal."""

from __future__ import annotations

from dataclasses import dataclass

from dnup.cards.card import Card
from dnup.game.enums import WhyCode


class MoveError(ValueError):
    """A move that cannot be made.

    The message quotes the position where that helps. `sentence` says what is wrong without quoting it, for people
    who may not see the whole position, or have it in front of them.

    >>> try:
    ...     dnup.Round.deal(players=3, seed=147).apply("take B")
    ... except dnup.MoveError as error:
    ...     print(type(error).__name__, error.sentence)
    IllegalMoveError there is no set in front of B
    """

    def __init__(self, message: str, sentence: str = "") -> None:
        super().__init__(message)
        self.sentence: str = sentence or message

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.sentence)


class InvalidMoveError(MoveError):
    """The text is not a move.

    >>> try:
    ...     dnup.parse_move("jump")
    ... except dnup.InvalidMoveError as error:
    ...     print(error)
    'jump' is not a move; it begins with play, add, take or rotate
    """


class AmbiguousMoveError(MoveError):
    """The text could mean more than one move.

    >>> position = dnup.Round.deal(players=3, seed=147).apply("play 1/6").apply("play 2/4 2/6")
    >>> try:
    ...     position.apply("take")
    ... except dnup.AmbiguousMoveError as error:
    ...     print(str(error)[:38])
    'take' could mean the set of A or of C
    """


@dataclass(frozen=True, slots=True)
class Why:
    """Why a move is not legal: a code for programs to translate, the rule, a sentence for people, and the facts.

    >>> why = dnup.Round.deal(players=3, seed=147).why_not("take B")
    >>> why.code, why.rule, why.sentence, why.slot
    (WhyCode.NO_SET_THERE, 'R12', 'there is no set in front of B', 'B')
    """

    code: WhyCode
    rule: str
    sentence: str
    slot: str | None = None
    """The place of the set that is in the way, or that was meant."""
    cards: tuple[Card, ...] = ()
    """The cards it is about: those of that set, or those that are not held."""
    size: int | None = None
    """How large the set would be."""
    value: int | None = None
    """What a card would have to show."""

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule})"


class IllegalMoveError(MoveError):
    """The move is not legal here; `why` says which rule forbids it.

    >>> try:
    ...     dnup.Round.deal(players=3, seed=147).apply("take B")
    ... except dnup.IllegalMoveError as error:
    ...     print(error.why)
    there is no set in front of B (R12)
    """

    def __init__(self, message: str, why: Why) -> None:
        super().__init__(message, why.sentence)
        self.why = why

    def __reduce__(self) -> tuple[object, ...]:
        return IllegalMoveError, (str(self), self.why)
