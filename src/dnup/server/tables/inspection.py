"""Inspects a position: one seat's view, its legal moves, and the effects of a move.

The lessons of the page use it. The request has the whole position, so the answer reveals nothing.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from dnup.game.errors import IllegalMoveError, MoveError
from dnup.game.position import PositionError, parse_position
from dnup.game.round import Round
from dnup.server.messages.protocol import Effects, LegalMove, Moved, MoveText, Seat, SeatView, Why
from dnup.server.messages.refusals import Refusal, reason
from dnup.server.tables.wire_writer import Made, WireWriter, read_moved

LONGEST_POSITION: Final = 1000
"""Characters; a position of five players has about 300."""


class InspectionRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A position, the seat whose view is wanted, and a move of the seat in turn to make first, if any."""

    position: Annotated[
        str, Meta(max_length=LONGEST_POSITION, description="A position as in docs/notation.md.")
    ]
    seat: Seat
    move: MoveText | None = None


class InspectionAnswer(Struct, frozen=True):
    """The position after the move, or the same without one; the seat's view; its legal moves, if it is in turn."""

    position: str
    """As in docs/notation.md."""
    view: SeatView
    moves: list[LegalMove]
    """The legal moves of the seat, if it is in turn."""
    effects: Effects | None
    """The effects of the move; null if no move was made, or if it had none."""
    event: Moved | None
    """The move as an event of a table."""
    why: Why | None = None
    """Why the move is not legal, and so was not made; this is no error."""


class Inspector:
    """Inspects positions, with a writer for the answers."""

    def __init__(self, writer: WireWriter) -> None:
        self._writer = writer

    def inspect(self, request: InspectionRequest) -> InspectionAnswer:
        """A seat's view of a position, after a move if one is given; a `Refusal` if either cannot be read."""
        try:
            before = parse_position(request.position)
        except PositionError as error:
            raise Refusal("not-a-position", problem=str(error)) from None
        if request.seat not in before.seats:
            raise Refusal("unknown-seat", seat=request.seat, seats=", ".join(before.seats))
        if request.move is None:
            return self._answer(before, request.seat)
        try:
            step = self._writer.try_move(before, str(before.parse_move(request.move)))
        except IllegalMoveError as error:
            why = reason(error.why)
            return msgspec.structs.replace(self._answer(before, request.seat), why=why)
        except MoveError as error:
            raise Refusal("not-a-move", problem=str(error)) from None
        assert step is not None  # parse_move returns legal moves only
        event = self._writer.write_moved(Made(step, before.actions + 1, "person"))
        return self._answer(step.after, request.seat, read_moved(event))

    def _answer(self, after: Round, seat: str, event: Moved | None = None) -> InspectionAnswer:
        views, moves = self._writer.write_views(after, "all", frozenset([seat]))
        return InspectionAnswer(
            position=str(after),
            view=msgspec.json.decode(views[seat], type=SeatView),
            moves=msgspec.json.decode(moves, type=list[LegalMove]) if moves else [],
            effects=event.effects if event else None,
            event=event,
        )
