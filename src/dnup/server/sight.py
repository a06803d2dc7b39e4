"""What of a table a client is shown: a seat's view less what the table does not remember, and the moves of its turn.

The kernel writes it as JSON (`dnup.kernel.sight`), which goes into messages as it is: to make Python values of it, only
to write them down again, would take most of the time of a move.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec
import numpy as np

from dnup.kernel import layout as at
from dnup.kernel import sight as kernel
from dnup.kernel.effects import EFFECT_WORDS
from dnup.round import Round
from dnup.seats import SEATS
from dnup.server.events import By
from dnup.server.protocol import Moved

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


@cache
def _pieces_for(seats: frozenset[str | None]) -> tuple[dict[str | None, int], int]:
    """By seat the number of its piece, and a bit for each of them."""
    pieces = {seat: PIECES[seat] for seat in seats}
    return pieces, sum(1 << piece for piece in pieces.values())


class Step(msgspec.Struct, frozen=True):
    """A legal move that may be made: the position it leads to, who is in turn then, and what to tell of it."""

    text: str
    after: Round
    turn: str | None
    told: bytes

    def event(self, number: int, seat: str, by: By) -> bytes:
        """The `Moved` that everyone is told when it has become event `number`, as JSON."""
        return f'{{"type":"moved","number":{number},"seat":"{seat}","by":"{by}"'.encode() + self.told


class Scribe:
    """Has the kernel write what a hub's clients are told, into memory of its own: one thread at a time may ask."""

    def __init__(self) -> None:
        self._moves = np.empty(_ROOM, np.int64)
        self._effects = np.empty((_ROOM, EFFECT_WORDS), np.int64)
        self._text = np.empty(256 * _ROOM, np.uint8)
        self._starts = np.empty(kernel.PIECES + 1, np.int64)
        self._scratch = self._moves, self._effects, self._text, self._starts
        self._written = memoryview(self._text)  # type: ignore[arg-type]

    def look(
        self, position: Round, memory: str, seats: frozenset[str | None]
    ) -> tuple[dict[str | None, Any], Any]:
        """The `SeatView` of each of these seats (None is a spectator), and the legal moves if one is in turn."""
        pieces, wanted = _pieces_for(seats)
        deck, words = position._tables.words, position._words
        kernel.write_sight(deck, words, MEMORIES[memory], wanted, *self._scratch)
        starts = self._starts.tolist()
        views: dict[str | None, Any] = {}
        for seat, piece in pieces.items():
            views[seat] = msgspec.Raw(bytes(self._written[starts[piece] : starts[piece + 1]]))
        moves = bytes(self._written[starts[kernel.MOVES] : starts[kernel.PIECES]])
        return views, msgspec.Raw(moves) if moves else []

    def write_updates(
        self, position: Round, memory: str, seats: frozenset[str | None], number: int, event: bytes
    ) -> dict[str | None, bytes]:
        """The `Update` of each of these seats when event `number`, a move, has led here and no more is to say."""
        pieces, wanted = _pieces_for(seats)
        deck, words = position._tables.words, position._words
        kernel.write_updates(deck, words, MEMORIES[memory], wanted, number, event, *self._scratch)
        starts = self._starts.tolist()
        written = self._written
        return {seat: bytes(written[starts[piece] : starts[piece + 1]]) for seat, piece in pieces.items()}

    def foresee(self, position: Round, text: str) -> Step | None:
        """The legal move that is written so; None if there is none."""
        if not text.isascii():
            return None
        words = np.empty(at.WORDS, np.int64)
        deck = position._tables.words
        end, turn = kernel.write_move(
            deck, position._words, text.encode(), self._moves, self._effects, words, self._text
        )
        if not end:
            return None
        after = Round(position.deck, words, position._tables)
        return Step(text, after, None if turn < 0 else SEATS[turn], bytes(self._written[:end]))


read_moved: Final = msgspec.json.Decoder(Moved).decode
"""What an event of `Step` says."""
