"""Puzzles: positions of games between bots where one move is better than all others by far.

They are data, `web/puzzles/puzzles.json`, shared with the page; `make puzzles` finds new ones. A puzzle keeps its
number: those of the first series are in `earlier-puzzles.json`, and are found by number and date only.
"""

from __future__ import annotations

import datetime
import functools
import json
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from dnup.cards.deck import Deck
from dnup.error_text import quoted
from dnup.game.move import Move, parse_move
from dnup.game.position import parse_position
from dnup.game.round import Round
from dnup.game.view import View
from dnup.search.daily_seed import FIRST_DAY

KINDS: Final = ("best", "sure win")
THEMES: Final = (
    "rotate",
    "take",
    "add",
    "hold back a set",
    "let yourself be beaten",
    "endgame",
    "memory",
    "inference",
    "sure win",
)
TRIES: Final = 20
"""The number of attempts of each level to find the answer."""

FIRST_PRINTED_DAY: Final = datetime.date(2026, 11, 19)
"""From this day on, the puzzle of a day has the printed deck. The puzzles of earlier days stay as they were."""

DIFFICULTIES: Final = ("easy", "medium", "hard", "expert")
"""A puzzle has the difficulty of the weakest level that finds it in more than half of its tries, or `expert`."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which to find the one best move.

    >>> puzzle = dnup.review.puzzles()[0]
    >>> puzzle.answer in puzzle.view.legal_moves, puzzle.view.seat == puzzle.view.turn
    (True, True)
    """

    number: int
    """Its name in links and in what a player has solved: it never changes."""
    position: str
    """The whole position; the solver sees only the view of the seat in turn."""
    answer: Move
    lead: float
    """The chance to win the match with the answer, minus that with the best other move."""
    themes: tuple[str, ...]
    found: dict[str, int]
    """By level, in how many of its 20 tries it finds the answer."""
    past: tuple[str, ...] = ()
    """The last moves before the position, for example `B play 3/4`."""

    @property
    def round(self) -> Round:
        """The position as a round, to play on from."""
        return parse_position(self.position)

    @property
    def view(self) -> View:
        """What the seat in turn knows."""
        position = self.round
        return position.view(position.turn)

    @property
    def players(self) -> int:
        """The number of players."""
        return self.round.players

    @property
    def deck(self) -> Deck:
        """The deck of its cards."""
        return self.round.deck

    @property
    def difficulty(self) -> str:
        """The weakest level that finds it in more than half of its tries."""
        levels = (level for level in DIFFICULTIES if 2 * self.found.get(level, 0) > TRIES)
        return next(levels, DIFFICULTIES[-1])

    def to_json(self) -> dict[str, Any]:
        """The puzzle as JSON data."""
        return {
            "number": self.number,
            "position": self.position,
            "answer": str(self.answer),
            "lead": self.lead,
            "themes": list(self.themes),
            "found": self.found,
            "past": list(self.past),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Puzzle:
        """The puzzle written by `to_json`."""
        return cls(
            data["number"],
            data["position"],
            parse_move(data["answer"]),
            data["lead"],
            tuple(data["themes"]),
            data["found"],
            tuple(data["past"]),
        )


@functools.cache
def puzzles() -> tuple[Puzzle, ...]:
    """All puzzles, in random order.

    >>> {puzzle.players for puzzle in dnup.review.puzzles()}
    {2, 3, 4, 5}
    """
    return _read("puzzles.json")


@functools.cache
def earlier_puzzles() -> tuple[Puzzle, ...]:
    """The puzzles of the first series, which have the deck `balanced`, in the order of their numbers."""
    return _read("earlier-puzzles.json")


def _read(name: str) -> tuple[Puzzle, ...]:
    """The puzzles of a file. Those of the first series have no numbers in it: they count from 1 on."""
    text = (files("dnup") / "web" / "puzzles" / name).read_text(encoding="utf-8")
    return tuple(
        Puzzle.from_json({"number": number, **data}) for number, data in enumerate(json.loads(text), 1)
    )


def puzzle_of(date: datetime.date) -> Puzzle:
    """The puzzle of a day: one after the other, in the order of the file.

    >>> import datetime
    >>> dnup.review.puzzle_of(datetime.date(2026, 1, 1)).number
    1
    """
    series = puzzles() if date >= FIRST_PRINTED_DAY else earlier_puzzles()
    return series[(date.toordinal() - FIRST_DAY) % len(series)]


def puzzle_with(number: int) -> Puzzle:
    """The puzzle with a number, one of the first series too; an unknown number is a `ValueError`."""
    for puzzle in (*puzzles(), *earlier_puzzles()):
        if puzzle.number == number:
            return puzzle
    last = max(puzzle.number for puzzle in puzzles())
    raise ValueError(f"the last puzzle is {last}, so there is no puzzle {number}")


def select(
    theme: str | None = None, difficulty: str | None = None, players: int | None = None
) -> tuple[Puzzle, ...]:
    """The puzzles with a theme, a difficulty, a number of players; an unknown one is a `ValueError`."""
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
