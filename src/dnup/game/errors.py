"""What can be wrong with a move: its text, its legality, or that it could mean several."""

from __future__ import annotations

from dataclasses import dataclass


class MoveError(ValueError):
    """A move that cannot be made."""


class InvalidMoveError(MoveError):
    """The text is not a move."""


class AmbiguousMoveError(MoveError):
    """The text could mean more than one move."""


@dataclass(frozen=True, slots=True)
class Why:
    """Why a move is not legal: a code for programs to translate, the rule, and a sentence for people."""

    code: str
    rule: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule})"


class IllegalMoveError(MoveError):
    """The move is not legal here; `why` says which rule forbids it."""

    def __init__(self, message: str, why: Why) -> None:
        super().__init__(message)
        self.why = why

    def __reduce__(self) -> tuple[object, ...]:
        return IllegalMoveError, (str(self), self.why)
