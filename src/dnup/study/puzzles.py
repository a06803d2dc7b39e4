"""Puzzles: positions of games between bots where one move is better than all others by far.

They are data, `web/puzzles/puzzles.json`, which the page reads too; `make puzzles` finds new ones.
"""

from __future__ import annotations

import datetime
import functools
import json
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from dnup.game.move import Move, parse_move
from dnup.game.position import parse_position
from dnup.game.round import Round
from dnup.game.view import View
from dnup.thinking.daily import FIRST_DAY
from dnup.wording import quoted

KINDS: Final = ("best", "sure win")
THEMES: Final = (
    *("rotate", "take", "add", "hold back a set", "let yourself be beaten", "endgame", "memory", "inference"),
    "sure win",
)
TRIES: Final = 20
"""How often each level tried to find it."""

DIFFICULTIES: Final = ("easy", "medium", "hard", "expert")
"""The weakest level that finds it in more than half of its tries; what none finds is for experts, too."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which one move is to be found.

    >>> puzzle = dnup.study.puzzles()[0]
    >>> puzzle.answer in puzzle.view.legal_moves, puzzle.view.seat == puzzle.view.turn
    (True, True)
    """

    number: int
    """Which one it is, from 1 on."""
    position: str
    """The whole position; who solves it sees the view."""
    answer: Move
    lead: float
    """How much more than every other move it is worth, as a chance to win the match."""
    themes: tuple[str, ...]
    found: dict[str, int]
    """By level, in how many of 20 tries it is found."""
    past: tuple[str, ...] = ()
    """What was done before, the last moves: `B play 3/4`."""

    @property
    def round(self) -> Round:
        """The position as a round, to play on from."""
        return parse_position(self.position)

    @property
    def view(self) -> View:
        """What the seat in turn knows."""
        round = self.round
        return round.view(round.turn)

    @property
    def players(self) -> int:
        """How many play."""
        return self.round.players

    @property
    def difficulty(self) -> str:
        """The weakest level that finds it in more than half of its tries."""
        levels = (level for level in DIFFICULTIES if 2 * self.found.get(level, 0) > TRIES)
        return next(levels, DIFFICULTIES[-1])

    def to_json(self) -> dict[str, Any]:
        """All of it, as JSON data; a line of the file has no number."""
        return {
            "position": self.position,
            "answer": str(self.answer),
            "lead": self.lead,
            "themes": list(self.themes),
            "found": self.found,
            "past": list(self.past),
        }

    @classmethod
    def from_json(cls, number: int, data: dict[str, Any]) -> Puzzle:
        """The puzzle that `to_json` wrote."""
        return cls(
            number,
            data["position"],
            parse_move(data["answer"]),
            data["lead"],
            tuple(data["themes"]),
            data["found"],
            tuple(data["past"]),
        )


@functools.cache
def puzzles() -> tuple[Puzzle, ...]:
    """All of them, in an order that is no order.

    >>> {puzzle.players for puzzle in dnup.study.puzzles()}
    {2, 3, 4, 5}
    """
    text = (files("dnup") / "web" / "puzzles" / "puzzles.json").read_text(encoding="utf-8")
    return tuple(Puzzle.from_json(number, data) for number, data in enumerate(json.loads(text), 1))


def puzzle_of(date: datetime.date) -> Puzzle:
    """The puzzle of a day: they take turns.

    >>> import datetime
    >>> dnup.study.puzzle_of(datetime.date(2026, 1, 1)).number
    1
    """
    everyone = puzzles()
    return everyone[(date.toordinal() - FIRST_DAY) % len(everyone)]


def select(
    theme: str | None = None, difficulty: str | None = None, players: int | None = None
) -> tuple[Puzzle, ...]:
    """Those of a theme, a difficulty, a number of players; a `ValueError` says if there is no such thing."""
    _check("theme", theme, THEMES)
    _check("difficulty", difficulty, DIFFICULTIES)
    return tuple(
        puzzle
        for puzzle in puzzles()
        if (theme is None or theme in puzzle.themes)
        and (difficulty is None or difficulty == puzzle.difficulty)
        and (players is None or players == puzzle.players)
    )


def _check(what: str, name: str | None, known: Iterable[str]) -> None:
    if name is not None and name not in known:
        raise ValueError(f"{quoted(name)} is not a {what}; there are {', '.join(known)}")
