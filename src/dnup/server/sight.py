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
_ENDS: Final = np.empty(kernel.PIECES, np.int64)
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
    wanted = 0
    for seat in seats:
        wanted |= 1 << PIECES[seat]
    turn = position.turn
    if turn is not None and turn in seats:
        wanted |= 1 << kernel.MOVES
    kernel.write_sight(
        position._tables.words, position._words, MEMORIES[memory], wanted, _MOVES, _EFFECTS, _TEXT, _ENDS
    )
    ends = [0, *_ENDS.tolist()]
    views = {seat: _piece(ends, PIECES[seat]) for seat in seats}
    return views, _piece(ends, kernel.MOVES) if wanted >> kernel.MOVES else []


def _piece(ends: list[int], piece: int) -> msgspec.Raw:
    return msgspec.Raw(bytes(_written[ends[piece] : ends[piece + 1]]))


def find_move(position: Round, text: str) -> int | None:
    """The legal move that is written so, as the kernel's number; None if there is none."""
    if not text.isascii():
        return None
    move = kernel.find_move(position._tables.words, position._words, text.encode(), _MOVES, _TEXT)
    return None if move < 0 else int(move)


def make_move(position: Round, move: int, number: int, by: By) -> tuple[Round, Moved]:
    """The position after a legal move, and what everyone is told of it as event `number`."""
    words = np.empty(at.WORDS, np.int64)
    end = kernel.write_move(position._tables.words, position._words, move, _MOVES, _EFFECTS, words, _TEXT)
    told = _read_told(_written[:end])
    after = Round(position.deck, words, position._tables)
    event = Moved(number, position.turn or "", by, told.verb, told.move, told.effects, told.discarded)
    return after, event


def may_end_round(position: Round, move: int) -> bool:
    """Whether a legal move could end the round: it empties a hand, or there are no more turns."""
    words = position._words
    hand = words[at.HANDS + SEATS.index(position.turn or "A")]
    return bool(hand == move & at.CARDS or words[at.ACTIONS] + 1 >= words[at.LIMIT])
