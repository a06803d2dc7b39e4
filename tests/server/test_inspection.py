"""Inspecting a position: what it shows, what a move does, what is refused and why."""

import msgspec
import pytest

from dnup import Round, parse_position
from dnup.server.messages.protocol import Effects, LegalMove, Moved
from dnup.server.messages.refusals import Refusal
from dnup.server.tables.inspection import LONGEST_POSITION, InspectionAnswer, InspectionRequest, Inspector
from dnup.server.tables.wire_writer import WireWriter
from tests.server.running import Running

# Worked example 4: a single 5 of B's, two 3s of C's; A holds a 5.
FIVES_AND_THREES = (
    "balanced A 12/500 0,0,0 - B 2/6,5/8,7/9|1/8,4/9|1/6,2/4 -|5/2|3/4,3/6 "
    "1/3,1/4,1/5,1/7,2/3,2/7,2/9,3/5,3/9,4/5,4/8,5/7,6/7,6/8,6/9,7/8,8/9"
)


def answer(position: str, seat: str = "A", move: str | None = None) -> InspectionAnswer:
    return Inspector(WireWriter()).inspect(InspectionRequest(position, seat, move))


def refusal(position: str, seat: str = "A", move: str | None = None) -> Refusal:
    with pytest.raises(Refusal) as caught:
        answer(position, seat, move)
    return caught.value


def test_looking_changes_nothing_and_shows_what_the_seat_sees() -> None:
    seen = answer(FIVES_AND_THREES)
    assert seen.position == FIVES_AND_THREES
    assert seen.view.hand == "2/6 5/8 7/9"
    assert seen.view.table == {"B": "5/2", "C": "3/4 3/6"}
    assert seen.view.sizes == [3, 2, 2]
    assert (seen.view.turn, seen.view.discarded, seen.effects, seen.event) == ("A", 17, None, None)
    assert "1/8" in (seen.view.unseen or "")


def test_every_legal_move_comes_with_what_it_would_bring_about() -> None:
    moves = answer(FIVES_AND_THREES).moves
    # A 2 and a 5 do not beat a single 5.
    assert [legal.move for legal in moves] == ["play 7/9", "add 5/8 to B", "take B", "take C", "rotate"]
    assert moves[0] == LegalMove("play 7/9", Effects("B", "B", "2/5"))
    assert moves[1] == LegalMove("add 5/8 to B", Effects("C", "C", "4/3 6/3"))
    assert moves[2] == LegalMove("take B", Effects(hand="A", returns="2/5"))
    assert moves[4] == LegalMove("rotate")


def test_only_the_seat_in_turn_has_moves() -> None:
    assert answer(FIVES_AND_THREES, "B").moves == []
    assert answer(FIVES_AND_THREES, "B").view.hand == "1/8 4/9"


@pytest.mark.rule("R11")
def test_a_move_is_made_and_told() -> None:
    after = answer(FIVES_AND_THREES, move="add 5/8")
    assert parse_position(after.position) == parse_position(FIVES_AND_THREES).apply("add 5/8 to B")
    assert after.effects == Effects("C", "C", "4/3 6/3")
    # Then it is B's turn, and the two 5s are discarded (R8).
    assert after.event == Moved(
        13, "A", "person", "add", "add 5/8 to B", after.effects, ["B"], "5/2 5/8", "A"
    )
    assert after.view.table == {}
    assert after.moves == []


def test_a_move_of_another_seat_is_seen_through_the_same_eyes() -> None:
    after_own = answer(FIVES_AND_THREES, move="rotate")
    assert after_own.event is not None
    assert after_own.event.discarded == ["B"]
    after = answer(after_own.position, "A", "take C")
    assert after.event is not None
    assert (after.event.seat, after.event.discarded) == ("B", [])
    assert (after.view.seat, after.view.hand, after.view.known) == ("A", "6/2 8/5 9/7", ["", "4/3 6/3", ""])


@pytest.mark.rule("R8")
def test_a_beaten_or_taken_set_is_not_told_as_discarded() -> None:
    for move in ("play 7/9", "take B"):
        event = answer(FIVES_AND_THREES, move=move).event
        assert event is not None
        assert event.discarded == []


@pytest.mark.rule("R18")
def test_a_set_of_one_who_is_out_is_discarded_when_their_turn_would_come() -> None:
    position = "balanced A 20/500 0,0,0 B C 2/6,7/9|-|1/6,2/4 -|5/2,5/8|3/4 "
    position += "1/3,1/4,1/5,1/7,1/8,2/3,2/7,2/9,3/5,3/6,3/9,4/5,4/8,4/9,5/7,6/7,6/8,6/9,7/8,8/9"
    event = answer(position, move="rotate").event
    assert event is not None
    assert event.discarded == ["B", "C"]


@pytest.mark.parametrize(
    "move, code, rule",
    [
        ("play 5/8", "not-higher", "R10"),
        ("play 2/6 7/9", "mixed-values", "R7"),
        ("add 2/6 to B", "other-value", "R11"),
        ("take A", "own-set", "R12"),
        ("play 9/7", "not-in-hand", "R5"),
    ],
)
def test_an_illegal_move_is_answered_with_the_rule_and_changes_nothing(
    move: str, code: str, rule: str
) -> None:
    told = answer(FIVES_AND_THREES, move=move)
    assert told.why is not None
    assert (told.why.code, told.why.rule) == (code, rule)
    assert told.why.sentence
    assert (told.position, told.event) == (FIVES_AND_THREES, None)


def test_what_is_no_position_no_seat_or_no_move_is_refused() -> None:
    assert refusal("balanced A").code == "not-a-position"
    assert refusal(FIVES_AND_THREES, "D").code == "unknown-seat"
    assert refusal(FIVES_AND_THREES, move="pass").code == "not-a-move"
    assert refusal(FIVES_AND_THREES, move="take").code == "not-a-move"  # whose?
    assert refusal("no_such_file.toml" + FIVES_AND_THREES.removeprefix("balanced")).code == "not-a-position"


def test_a_text_that_is_too_long_is_refused_unread() -> None:
    long = FIVES_AND_THREES + " " * LONGEST_POSITION
    body = msgspec.json.encode({"position": long, "seat": "A"})
    with pytest.raises(msgspec.ValidationError, match="length"):
        msgspec.json.decode(body, type=InspectionRequest)


def test_the_longest_real_position_fits() -> None:
    position = Round.deal(5, seed=1)
    assert len(str(position)) + 40 < LONGEST_POSITION  # 40 marks of seen cards
    assert answer(str(position)).position == str(position)


def test_an_answer_is_json() -> None:
    seen = answer(FIVES_AND_THREES, move="rotate")
    data = msgspec.json.decode(msgspec.json.encode(seen))
    assert data["event"]["type"] == "moved"
    assert data["view"]["table"] == {"C": "3/4 3/6"}
    assert msgspec.json.decode(msgspec.json.encode(seen), type=InspectionAnswer) == seen


def test_the_old_address_answers_the_same(server: Running) -> None:
    """Until 0.2 it was /api/study."""
    question = {"position": FIVES_AND_THREES, "seat": "A", "move": "play 2/6"}
    now, before = (server.api.post(f"/api/{name}", json=question) for name in ("inspect", "study"))
    assert now.status_code == 200
    assert before.json() == now.json()
