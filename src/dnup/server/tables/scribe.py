"""What of a table a client is shown: a seat's view less what the table does not remember, and the moves of its turn.

Compiled code writes it as JSON (`dnup.screens`), which goes into messages as it is: to make Python values of it, only
to write them down again, would take most of the time of a move.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec
import numpy as np

from dnup.game.round import Round
from dnup.game.seats import SEATS
from dnup.kernel import layout as at
from dnup.kernel.effects import EFFECT_WORDS
from dnup.kernel.history import tell_move
from dnup.kernel.reading import make_written_move
from dnup.screens import messages as screens
from dnup.screens.views import REMEMBERS_ALL, REMEMBERS_DISCARDS, REMEMBERS_TABLE
from dnup.server.messages.events import By
from dnup.server.messages.protocol import Moved

MEMORIES: Final = {
    "table": REMEMBERS_TABLE,
    "discards": REMEMBERS_DISCARDS,
    "all": REMEMBERS_ALL,
}

PIECES: Final[dict[str | None, int]] = {
    None: screens.EVERYONE,
    **{seat: screens.SEAT + number for number, seat in enumerate(SEATS)},
}

BY: Final[tuple[By, ...]] = ("person", "bot", "stand-in")
"""Who made a move, in the order of the numbers that are kept."""

_ROOM: Final = 1 << 15
"""No hand has so many moves: at most 12 cards show the same value, and at most 56 cards are in play."""


@cache
def _pieces_for(seats: frozenset[str | None]) -> tuple[dict[str | None, int], int]:
    """By seat the number of its piece, and a bit for each of them."""
    pieces = {seat: PIECES[seat] for seat in seats}
    return pieces, sum(1 << piece for piece in pieces.values())


class Step(msgspec.Struct, frozen=True):
    """A legal move that may be made: from which position to which, and as the kernel's number."""

    text: str
    before: Round
    after: Round
    move: int


class Made(msgspec.Struct, frozen=True):
    """A step that was taken, as event `number` of its table."""

    step: Step
    number: int
    by: By


class Scribe:
    """Has the kernel write what a hub's clients are told, into memory of its own: one thread at a time may ask."""

    def __init__(self) -> None:
        self._moves = np.empty(_ROOM, np.int64)
        self._effects = np.empty((_ROOM, EFFECT_WORDS), np.int64)
        self._text = np.empty(256 * _ROOM, np.uint8)
        self._starts = np.empty(screens.PIECES + 1, np.int64)
        self._written = memoryview(self._text)  # type: ignore[arg-type]

    def look(
        self, position: Round, memory: str, seats: frozenset[str | None]
    ) -> tuple[dict[str | None, Any], Any]:
        """The `SeatView` of each of these seats (None is a spectator), and the legal moves if one is in turn."""
        pieces, wanted = _pieces_for(seats)
        deck, words = position._packed.words, position._words
        screens.write_views(
            *(deck, words, MEMORIES[memory], wanted),
            *(self._moves, self._effects, self._text, self._starts),
        )
        starts = self._starts.tolist()
        views: dict[str | None, Any] = {}
        for seat, piece in pieces.items():
            views[seat] = msgspec.Raw(bytes(self._written[starts[piece] : starts[piece + 1]]))
        moves = bytes(self._written[starts[screens.MOVES] : starts[screens.PIECES]])
        return views, msgspec.Raw(moves) if moves else []

    def foresee(self, position: Round, text: str) -> Step | None:
        """The legal move that is written so; None if there is none."""
        if not text.isascii():
            return None
        packed, words = position._packed, np.empty(at.WORDS, np.int64)
        move = make_written_move(packed.words, position._words, text.encode(), words)
        if move < 0:
            return None
        past = position._past
        if past is not None:
            past = past, tell_move(packed.words, position._words, move)
        return Step(text, position, Round(position.deck, words, packed, past), move)

    def write_moved(self, made: Made) -> bytes:
        """The `Moved` that everyone is told of a move, as JSON."""
        step = made.step
        before = step.before
        end = screens.put_moved(
            *(before._packed.words, before._words, step.after._words),
            *(step.move, made.number, BY.index(made.by)),
            *(self._moves, self._effects, self._text),
            0,
        )
        return bytes(self._written[:end])

    def write_updates(self, made: Made, memory: str, seats: frozenset[str | None]) -> dict[str | None, bytes]:
        """The `Update` of each of these seats when a move was made and no more is to say."""
        pieces, wanted = _pieces_for(seats)
        step = made.step
        before = step.before
        screens.write_updates(
            before._packed.words,
            before._words,
            step.after._words,
            step.move,
            made.number,
            BY.index(made.by),
            MEMORIES[memory],
            wanted,
            self._moves,
            self._effects,
            self._text,
            self._starts,
        )
        starts, written = self._starts.tolist(), self._written
        return {seat: bytes(written[starts[piece] : starts[piece + 1]]) for seat, piece in pieces.items()}


read_moved: Final = msgspec.json.Decoder(Moved).decode
"""What `write_moved` has written."""
