"""Study a position: what one seat sees in it, what it may do, and what a move would bring about.

The lessons of the page are made of this. Whoever asks sends the whole position, so there is nothing to hide.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

from dnup.board import Outcome
from dnup.cards import format_hand
from dnup.errors import IllegalMoveError, MoveError
from dnup.move import Move
from dnup.position import PositionError, parse_position
from dnup.round import Round
from dnup.server.protocol import Effects, LegalMove, Moved, MoveText, Refused, Seat, SeatView, Why
from dnup.view import View

LONGEST_POSITION: Final = 1000
"""Characters; a position of five players has about 300."""


class StudyRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A position, whose eyes to look through, and a move of the seat in turn, if one is to be made."""

    position: Annotated[str, Meta(max_length=LONGEST_POSITION)]
    seat: Seat
    move: MoveText | None = None


class StudyAnswer(Struct, frozen=True):
    """The position after the move, or the same; what the seat sees; its legal moves, if it is in turn."""

    position: str
    view: SeatView
    moves: list[LegalMove]
    effects: Effects | None
    """What the move has brought about; null if none was made, or nothing beyond itself."""
    event: Moved | None


def study(request: StudyRequest) -> StudyAnswer | Refused:
    """Look at a position, and make a move in it; what cannot be done is refused with the reason."""
    if len(request.position) > LONGEST_POSITION:
        return _refused(f"a position has at most {LONGEST_POSITION} characters")
    try:
        before = parse_position(request.position)
    except PositionError as error:
        return _refused(str(error))
    if request.seat not in before.seats:
        return Refused(
            "no-such-seat",
            f"there is no seat {request.seat} with {before.players} players",
            f"one of {', '.join(before.seats)}",
        )
    if request.move is None:
        return _answer(before, request.seat)
    try:
        move = before.parse_move(request.move)
    except IllegalMoveError as error:
        why = Why(error.why.code, error.why.rule, error.why.sentence)
        return Refused("illegal-move", str(error), "one of the legal moves", why=why)
    except MoveError as error:
        return Refused("not-a-move", str(error), "a move like: play 3/4 3/6")
    after = before.apply(move)
    return _answer(after, request.seat, _event(before, move, after))


def seat_view(view: View) -> SeatView:
    """A view as the page gets it, with all that the seat could remember."""
    return SeatView(
        seat=view.seat,
        players=view.players,
        turn=view.slot,
        starter=view.starter,
        star=view.star,
        actions=view.actions,
        turn_limit=view.turn_limit,
        score=list(view.score),
        points=list(view.points),
        finish=list(view.finish),
        ending=view.ending,  # type: ignore[arg-type]  # the board names the same three
        hand=format_hand(view.hand),
        sizes=list(view.sizes),
        table={slot: format_hand(cards) for slot, cards in view.table.items()},
        discarded=len(view.discards),
        discards=format_hand(view.discards),
        known=[format_hand(cards) for cards in view.known],
        unseen=format_hand(view.unseen),
    )


def effects_of(outcome: Outcome) -> Effects | None:
    """What a move brings about, as the page gets it; None if nothing beyond itself."""
    if outcome == Outcome():
        return None
    return Effects(outcome.beaten, outcome.hand, format_hand(outcome.returned), outcome.goes_out)


def _answer(after: Round, seat: str, event: Moved | None = None) -> StudyAnswer:
    view = after.view(seat)
    return StudyAnswer(
        position=str(after),
        view=seat_view(view),
        moves=[LegalMove(str(move), effects_of(view.outcome(move))) for move in view.legal_moves],
        effects=event.effects if event else None,
        event=event,
    )


def _event(before: Round, move: Move, after: Round) -> Moved:
    outcome = before.outcome(move)
    lying = set(before.table) - {outcome.beaten, move.slot if move.verb == "take" else None}
    if move.verb == "play":
        lying.add(before.slot or "")
    return Moved(
        number=after.actions,
        seat=before.turn or "",
        by="person",
        verb=move.verb,  # type: ignore[arg-type]  # a move that was parsed has one of the four
        move=str(move),
        effects=effects_of(outcome),
        discarded=sorted(lying - set(after.table)),
    )


def _refused(sentence: str) -> Refused:
    return Refused("not-a-position", sentence, "a position as in docs/notation.md")
