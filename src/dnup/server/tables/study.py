"""Study a position: what one seat sees in it, what it may do, and what a move would bring about.

The lessons of the page are made of this. Whoever asks sends the whole position, so there is nothing to hide.
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
from dnup.server.tables.scribe import Made, Scribe, read_moved

LONGEST_POSITION: Final = 1000
"""Characters; a position of five players has about 300."""


class StudyRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A position, whose eyes to look through, and a move of the seat in turn, if one is to be made."""

    position: Annotated[
        str, Meta(max_length=LONGEST_POSITION, description="A position as in docs/notation.md.")
    ]
    seat: Seat
    move: MoveText | None = None


class StudyAnswer(Struct, frozen=True):
    """The position after the move, or the same; what the seat sees; its legal moves, if it is in turn."""

    position: str
    """As in docs/notation.md."""
    view: SeatView
    moves: list[LegalMove]
    """The legal moves of the seat, if it is in turn."""
    effects: Effects | None
    """What the move has brought about; null if none was made, or nothing beyond itself."""
    event: Moved | None
    """The move as everyone at a table would be told of it."""
    why: Why | None = None
    """Why the move is not legal. To ask is no mistake: the position is the same, and this is the answer."""


def study(request: StudyRequest, scribe: Scribe) -> StudyAnswer:
    """Look at a position, and make a move in it; what is no question at all is a `Refusal`."""
    try:
        before = parse_position(request.position)
    except PositionError as error:
        raise Refusal("not-a-position", str(error), "a position as in docs/notation.md") from None
    if request.seat not in before.seats:
        sentence = f"there is no seat {request.seat} with {before.players} players"
        raise Refusal("unknown-seat", sentence, f"one of {', '.join(before.seats)}")
    if request.move is None:
        return _answer(scribe, before, request.seat)
    try:
        step = scribe.foresee(before, str(before.parse_move(request.move)))
    except IllegalMoveError as error:
        why = reason(error.why)
        return msgspec.structs.replace(_answer(scribe, before, request.seat), why=why)
    except MoveError as error:
        raise Refusal("not-a-move", str(error), "a move like: play 3/4 3/6") from None
    assert step is not None  # it was read as a legal one
    event = scribe.write_moved(Made(step, before.actions + 1, "person"))
    return _answer(scribe, step.after, request.seat, read_moved(event))


def _answer(scribe: Scribe, after: Round, seat: str, event: Moved | None = None) -> StudyAnswer:
    views, moves = scribe.look(after, "all", frozenset([seat]))
    return StudyAnswer(
        position=str(after),
        view=msgspec.json.decode(views[seat], type=SeatView),
        moves=msgspec.json.decode(moves, type=list[LegalMove]) if moves else [],
        effects=event.effects if event else None,
        event=event,
    )
