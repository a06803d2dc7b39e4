"""Puzzles: positions in which one move is clearly the best, and not the first that comes to mind.

They are data of the package, made from self-play by `make puzzles`, which also says what is asked of one.
"""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final

from dnup.game.move import Move
from dnup.game.position import parse_position
from dnup.game.view import View

THEMES: Final = ("rotate", "take", "add", "hold back", "give way", "endgame", "memory")
LEVELS: Final = ("easy", "medium", "hard", "expert")

TRIES: Final = 20
"""So often each level was asked."""

FINDS: Final = 14
"""A level that gave the answer so often of them finds it."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """What is the best move? `position` is a round that agrees with what the seat in turn knows, not the one it was.

    >>> puzzle = dnup.study.puzzles()[0]
    >>> puzzle.view.turn == puzzle.view.seat
    True
    >>> puzzle.solved_by(puzzle.answer)
    True
    """

    name: str
    position: str
    answer: str
    chances: tuple[tuple[str, float, float], ...]
    """The three best moves, each with its chance to win the match and the standard error of that."""
    themes: tuple[str, ...]
    found: dict[str, int]
    """By level, how often it gave the answer in 20 tries."""
    sure: bool = False
    """Whether the answer wins in every world that agrees with the view."""

    @property
    def view(self) -> View:
        """All there is to know: a bot that is asked gets no more."""
        round = parse_position(self.position)
        return round.view(round.turn)

    @property
    def players(self) -> int:
        return self.position.split()[6].count("|") + 1

    @property
    def difficulty(self) -> str:
        """The weakest level that finds it; `master` if none does."""
        return next((level for level in LEVELS if self.found[level] >= FINDS), "master")

    def solved_by(self, move: Move | str) -> bool:
        """Whether this is the answer; a text that is not a legal move is a `MoveError`."""
        return str(self.view.parse_move(str(move))) == self.answer

    def to_json(self) -> dict[str, Any]:
        """As it is kept."""
        return {
            "name": self.name,
            "position": self.position,
            "answer": self.answer,
            "chances": [list(chance) for chance in self.chances],
            "themes": list(self.themes),
            "found": self.found,
            **({"sure": True} if self.sure else {}),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Puzzle:
        """What `to_json` wrote."""
        return cls(
            data["name"],
            data["position"],
            data["answer"],
            tuple((move, chance, error) for move, chance, error in data["chances"]),
            tuple(data["themes"]),
            data["found"],
            data.get("sure", False),
        )


@functools.cache
def puzzles() -> tuple[Puzzle, ...]:
    """All puzzles, the easiest first."""
    text = resources.files("dnup.study").joinpath("puzzles.jsonl").read_text(encoding="utf-8")
    return tuple(Puzzle.from_json(json.loads(line)) for line in text.splitlines())


def puzzle_of_the_day(day: int) -> Puzzle:
    """The puzzle of a day, given as the number of days since the year 1: all of them have their turn before one comes again."""
    everything = puzzles()
    step = next(step for step in range(len(everything) * 5 // 8, len(everything) * 2) if _coprime(step, len(everything)))
    return everything[day * step % len(everything)]


def _coprime(one: int, other: int) -> bool:
    while other:
        one, other = other, one % other
    return one == 1
