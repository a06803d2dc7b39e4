"""What of a table a client is shown: a seat's view less what the table does not remember, and the moves of its turn.

The kernel writes it as JSON (`dnup.kernel.sight`), which goes into messages as it is: to make Python values of it, only
to write them down again, would take most of the time of a move.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, Literal

import msgspec
import numpy as np

from dnup.kernel import layout as at
from dnup.kernel import sight as kernel
from dnup.kernel.effects import EFFECT_WORDS
from dnup.round import Round
from dnup.seats import SEATS
from dnup.server.events import By
from dnup.server.protocol import Effects, Moved

MEMORIES: Final = {
    "table": kernel.REMEMBERS_TABLE,
    "discards": kernel.REMEMBERS_DISCARDS,
    "all": kernel.REMEMBERS_ALL,
}

PIECES: Final[dict[str | None, int]] = {
    None: kernel.EVERYONE,
    **{seat: kernel.SEAT + number for number, seat in enumerate(SEATS)},
}

_ROOM: Final = 1 << 15
"""No hand has so many moves: at most 12 cards show the same value, and at most 56 cards are in play."""
_MOVES: Final = np.empty(_ROOM, np.int64)
_EFFECTS: Final = np.empty((_ROOM, EFFECT_WORDS), np.int64)
_TEXT: Final = np.empty(256 * _ROOM, np.uint8)
_STARTS: Final = np.empty(kernel.PIECES + 1, np.int64)
_written: Final = memoryview(_TEXT)  # type: ignore[arg-type]


class _Told(msgspec.Struct):
    """What the kernel says of a move."""

    verb: Literal["play", "add", "take", "rotate"]
    move: str
    effects: Effects | None
    discarded: list[str]


_read_told: Final = msgspec.json.Decoder(_Told).decode


def look(position: Round, memory: str, seats: Collection[str | None]) -> tuple[dict[str | None, Any], Any]:
    """The `SeatView` of each of these seats (None is a spectator), and the legal moves if one of them is in turn."""
    turn = position.turn
    wanted = 0
    for seat in seats:
        wanted |= 1 << PIECES[seat]
        if seat is not None and seat == turn:
            wanted |= 1 << kernel.MOVES
    kernel.write_sight(
        position._tables.words, position._words, MEMORIES[memory], wanted, _MOVES, _EFFECTS, _TEXT, _STARTS
    )
    starts = _STARTS.tolist()
    views: dict[str | None, Any] = {}
    for seat in seats:
        piece = PIECES[seat]
        views[seat] = msgspec.Raw(bytes(_written[starts[piece] : starts[piece + 1]]))
    moves = bytes(_written[starts[kernel.MOVES] : starts[kernel.PIECES]])
    return views, msgspec.Raw(moves) if moves else []


def find_move(position: Round, text: str) -> int | None:
    """The legal move that is written so, as the kernel's number; None if there is none."""
    if not text.isascii():
        return None
    move = kernel.find_move(position._tables.words, position._words, text.encode(), _MOVES, _TEXT)
    return None if move < 0 else int(move)


def make_move(position: Round, move: int, number: int, seat: str, by: By) -> tuple[Round, Moved]:
    """The position after a legal move of the seat in turn, and what everyone is told of it as event `number`."""
    words = np.empty(at.WORDS, np.int64)
    end = kernel.write_move(position._tables.words, position._words, move, _MOVES, _EFFECTS, words, _TEXT)
    told = _read_told(_written[:end])
    after = Round(position.deck, words, position._tables)
    event = Moved(number, seat, by, told.verb, told.move, told.effects, told.discarded)
    return after, event
