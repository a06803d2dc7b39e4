"""Compile and ask referee.c: what moves are worth by rules, worlds and players that share no code with the search."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from dnup.cards.deck import Deck
from dnup.game.move import Move
from dnup.game.round import Round

SOURCE: Final = Path(__file__).with_name("referee.c")

PLAYOUTS: Final = 400
"""Playouts of a decision of every player who plays on."""


@dataclass(frozen=True)
class Worth:
    """What a move is worth, and by how much less than the first of the moves it was compared with."""

    chance: float
    behind: float
    error: float
    """The standard error of `behind`."""


class Referee:
    """The program, running for one deck and number of players.

    Use it as a context manager.
    """

    def __init__(self, program: Path, deck: Deck, players: int) -> None:
        self._process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="ascii"
        )
        cards = [deck.cards[index] for index in deck.in_play(players)]
        self._send(" ".join(f"{card.low}/{card.high}{'*' if card.star else ''}" for card in cards))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def moves(self, position: Round) -> list[str]:
        """The legal moves of a position, as text."""
        return self._ask(f"moves {position}").split("; ")

    def after(self, position: Round, move: Move) -> list[str]:
        """The position after a move, without what does not change: see `put_position` in referee.c."""
        return self._ask(f"after {position}; {move}").split()

    def worth(
        self, position: Round, moves: Sequence[Move], *, seed: int = 1, worlds: int, playouts: int = PLAYOUTS
    ) -> list[Worth]:
        """What moves of the seat in turn are worth: one try each in the same worlds, all seats playing on."""
        chosen = "; ".join(map(str, moves))
        numbers = [
            float(word)
            for word in self._ask(f"worth {seed} {worlds} {playouts} {position}; {chosen}").split()
        ]
        return [Worth(*numbers[first : first + 3]) for first in range(0, len(numbers), 3)]

    def _send(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def _ask(self, line: str) -> str:
        assert self._process.stdout is not None
        self._send(line)
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError(f"the referee has no answer to {line}")
        return answer.rstrip("\n")


def compile_referee(directory: Path) -> Path:
    """The program, compiled for this machine."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        raise SystemExit(
            "The referee is written in C, and there is no gcc (Debian: apt-get install gcc libc6-dev)."
        )
    directory.mkdir(parents=True, exist_ok=True)
    program = directory / "referee"
    fresh = directory / f"referee-{os.getpid()}"  # another run may be using the program
    subprocess.run([compiler, "-O3", "-march=native", "-o", str(fresh), str(SOURCE), "-lm"], check=True)
    return fresh.replace(program)
