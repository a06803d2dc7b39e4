"""Writes the JSON that the clients of a table get: a seat's view, less what the table does not remember, and its moves.

Compiled code (`dnup.wire`) writes the JSON, and it goes into messages as it is. Python values in between would take
most of the time of a move.
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
from dnup.kernel.history import history_word
from dnup.kernel.move_reader import make_written_move
from dnup.server.messages.events import By
from dnup.server.messages.protocol import Moved
from dnup.wire import messages
from dnup.wire.views import REMEMBERS_ALL, REMEMBERS_DISCARDS, REMEMBERS_TABLE

MEMORIES: Final = {
    "table": REMEMBERS_TABLE,
    "discards": REMEMBERS_DISCARDS,
    "all": REMEMBERS_ALL,
}

PIECES: Final[dict[str | None, int]] = {
    None: messages.EVERYONE,
    **{seat: messages.SEAT + number for number, seat in enumerate(SEATS)},
}

BY: Final[tuple[By, ...]] = ("person", "bot", "stand-in")
"""Who made a move, in the order of the numbers in memory."""

_MAX_MOVES: Final = 1 << 15
"""More moves than any hand has: at most 12 cards show the same value, and at most 56 cards are in play."""


@cache
def _pieces_for(seats: frozenset[str | None]) -> tuple[dict[str | None, int], int]:
    """By seat the number of its part of the text, and a mask with a bit for each part."""
    pieces = {seat: PIECES[seat] for seat in seats}
    return pieces, sum(1 << piece for piece in pieces.values())


class Step(msgspec.Struct, frozen=True):
    """A legal move, the positions before and after it, and the kernel's number of it."""

    text: str
    before: Round
    after: Round
    move: int


class Made(msgspec.Struct, frozen=True):
    """A move that was made, as event `number` of its table."""

    step: Step
    number: int
    by: By


class WireWriter:
    """Has compiled code write JSON into one buffer. Only one thread at a time may use it."""

    def __init__(self) -> None:
        self._moves = np.empty(_MAX_MOVES, np.int64)
        self._effects = np.empty((_MAX_MOVES, EFFECT_WORDS), np.int64)
        self._text = np.empty(256 * _MAX_MOVES, np.uint8)
        self._starts = np.empty(messages.PIECES + 1, np.int64)
        self._written = memoryview(self._text)  # type: ignore[arg-type]

    def write_views(
        self, position: Round, memory: str, seats: frozenset[str | None]
    ) -> tuple[dict[str | None, Any], Any]:
        """The `SeatView` of each of these seats (None is a spectator), and the legal moves if one is in turn."""
        pieces, wanted = _pieces_for(seats)
        deck, words = position.deck_words, position.words
        messages.write_views(
            deck, words, MEMORIES[memory], wanted, self._moves, self._effects, self._text, self._starts
        )
        starts = self._starts.tolist()
        views: dict[str | None, Any] = {}
        for seat, piece in pieces.items():
            views[seat] = msgspec.Raw(bytes(self._written[starts[piece] : starts[piece + 1]]))
        moves = bytes(self._written[starts[messages.MOVES] : starts[messages.PIECES]])
        return views, msgspec.Raw(moves) if moves else []

    def try_move(self, position: Round, text: str) -> Step | None:
        """The legal move with this text and the position after it; None if there is none."""
        if not text.isascii():
            return None
        packed, words = position.packed_deck, np.empty(at.WORDS, np.int64)
        move = make_written_move(packed.words, position.words, text.encode(), words)
        if move < 0:
            return None
        past = position.past
        if past is not None:
            past = past, history_word(packed.words, position.words, move)
        return Step(text, position, Round(position.deck, words, packed, past), move)

    def write_moved(self, made: Made) -> bytes:
        """The `Moved` event of a move, as JSON."""
        step = made.step
        before = step.before
        end = messages.put_moved(
            before.deck_words,
            before.words,
            step.after.words,
            step.move,
            made.number,
            BY.index(made.by),
            self._moves,
            self._effects,
            self._text,
            0,
        )
        return bytes(self._written[:end])

    def write_updates(self, made: Made, memory: str, seats: frozenset[str | None]) -> dict[str | None, bytes]:
        """The `Update` of each of these seats after a plain move: no clock, no result, nothing forgotten."""
        pieces, wanted = _pieces_for(seats)
        step = made.step
        before = step.before
        messages.write_updates(
            before.deck_words,
            before.words,
            step.after.words,
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
"""Decodes what `write_moved` has written."""
