"""The positions of the tasks *decisions* and *beliefs*: recorded rounds, some decisions with the loss of every move."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from dnup.error_text import quoted
from dnup.game.move import Move
from dnup.game.round import Round
from dnup.game.view import View

DATA: Final = Path(__file__).parent / "data" / "positions.jsonl"
"""The file of this version of the benchmark; tools/measure/benchmark_positions.py makes it."""

FORMAT: Final = "dnup-benchmark-positions"
VERSION: Final = 1


class PositionsError(ValueError):
    """A file that has no positions of a benchmark; the message says which line is wrong."""


@dataclass(frozen=True)
class RecordedRound:
    """A round as dealt, with its moves; `losses` has the loss of every legal move of some decisions.

    A loss is how much lower than with the best move the chance to win the match is.
    """

    players: int
    deal: tuple[str, ...]
    moves: tuple[str, ...]
    losses: Mapping[int, Mapping[str, float]]
    """By the number of the move, from 0."""

    def positions(self) -> Iterator[tuple[Round, Move]]:
        """Each position with the move that was made in it."""
        position = Round.from_deal(self.deal)
        for text in self.moves:
            move = position.parse_move(text)
            yield position, move
            position = position.apply(move)

    def decisions(self) -> Iterator[tuple[View, Mapping[str, float]]]:
        """The view of each decision whose moves are valued, with their losses."""
        for number, (position, _) in enumerate(self.positions()):
            if number in self.losses:
                yield position.view(position.turn), self.losses[number]


@cache
def read_positions(path: Path = DATA) -> tuple[RecordedRound, ...]:
    """All rounds of a file."""
    with path.open(encoding="utf-8") as file:
        header = _parse(next(file, ""), path, 1)
        if header.get("format") != FORMAT or header.get("version") != VERSION:
            raise PositionsError(
                f"{path} has no positions: its first line has no format {FORMAT!r}, version {VERSION}"
            )
        return tuple(_read(_parse(line, path, number), path, number) for number, line in enumerate(file, 2))


def _read(data: Mapping[str, Any], path: Path, line: int) -> RecordedRound:
    try:
        losses = {
            int(number): {str(move): float(loss) for move, (loss, _) in moves.items()}
            for number, moves in data["losses"].items()
        }
        return RecordedRound(int(data["players"]), tuple(data["deal"]), tuple(data["moves"]), losses)
    except (LookupError, TypeError, ValueError, AttributeError):
        raise PositionsError(f"{path}, line {line}: this is not a round with losses") from None


def _parse(text: str, path: Path, line: int) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except ValueError:
        data = None
    if not isinstance(data, dict):
        raise PositionsError(f"{path}, line {line}: {quoted(text[:40])} is not a JSON object")
    return data
