"""What a seat knows, and its JSON form: docs/view.md."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dnup
from dnup import Card, Round, View, ViewError, format_hand, parse_position
from tests.games import Position
from tests.garble import Json, garble, json_values
from tests.random_play import COPIES, DECKS, PLAYERS, Play, plays, scaled
from tests.schemas import VIEW, VIEW_SCHEMA


def upright(cards: Iterable[Card]) -> Counter[Card]:
    return Counter(min(card, card.turned) for card in cards)


def views(position: Round) -> list[View]:
    return [position.view(seat) for seat in (*position.seats, None)]


# What is in it


@given(plays())
@settings(max_examples=scaled(100))
def test_a_view_is_the_public_position_and_one_hand(play: Play) -> None:
    for position in play.positions():
        for seat, view in zip((*position.seats, None), views(position), strict=True):
            assert view.seat == seat
            assert view.hand == (position.hands[position.seats.index(seat)] if seat else ())
            assert view.sizes == position.sizes
            assert (view.table, view.discards, view.known) == (
                position.table,
                position.discards,
                position.known,
            )
            assert (view.slot, view.turn, view.over, view.ending) == (
                position.slot,
                position.turn,
                position.over,
                position.ending,
            )
            assert (view.starter, view.star, view.finish) == (
                position.starter,
                position.star,
                position.finish,
            )
            assert (view.score, view.points, view.actions) == (
                position.score,
                position.points,
                position.actions,
            )
            assert view.players == play.players
            assert not hasattr(view, "hands")


@given(plays())
@settings(max_examples=scaled(100))
def test_unseen_is_what_others_have_never_shown(play: Play) -> None:
    for position in play.positions():
        hidden = [
            Counter(hand) - Counter(known) for hand, known in zip(position.hands, position.known, strict=True)
        ]
        for seat, view in zip((*position.seats, None), views(position), strict=True):
            others = [cards for name, cards in zip(position.seats, hidden, strict=True) if name != seat]
            assert upright(view.unseen) == upright(card for cards in others for card in cards.elements())
            assert all(card.active < card.inactive for card in view.unseen), "which way up is not known"
            assert list(view.unseen) == sorted(view.unseen)


def test_a_view_of_a_scene() -> None:
    """D3: B took two cards from the table and rotated; all know which, and which way up."""
    scene = Position(["1/5 1/6", "4/3! 6/3! 7/9", "2/6 8/9"], "A", {"C": "7/8"})
    view = parse_position(scene.notation).view("C")
    assert format_hand(view.hand) == "2/6 8/9"
    assert [format_hand(cards) for cards in view.known] == ["", "4/3 6/3", ""]
    assert view.sizes == (2, 3, 2)
    assert format_hand(view.unseen) == "1/5 1/6 7/9"
    assert view.star == "A"
    assert str(view).split()[6] == "+2|4/3!,6/3!+1|2/6,8/9"


def test_a_spectator_sees_no_hand() -> None:
    position = Round.deal(3, 1)
    view = position.view()
    assert view.seat is None
    assert view.hand == ()
    assert len(view.unseen) == 30
    assert view.to_json()["seat"] is None
    assert view.legal_moves[:] == []
    assert str(view).split()[6] == "+10|+10|+10"


def test_only_seats_have_views() -> None:
    position = Round.deal(3, 1)
    seats: list[Any] = ["D", "a", "", "AB", 0, "A1"]
    for seat in seats:
        with pytest.raises(ValueError, match="is not a seat; with 3 players it is one of A, B, C"):
            position.view(seat)


# JSON


@given(plays())
@settings(max_examples=scaled(100))
def test_views_go_through_json_and_back(play: Play) -> None:
    for number, position in enumerate(play.positions()):
        if number % 7 == 0 or position.over:
            for view in views(position):
                data = json.loads(json.dumps(view.to_json()))
                again = View.from_json(data, deck=position.deck)
                assert again == view
                assert again.to_json() == data
                assert list(again.legal_moves) == list(view.legal_moves)
                assert View.from_json(data).to_json() == data, (
                    "without the deck it is the same but for its name"
                )


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("deck", DECKS)
def test_every_view_fits_the_schema(players: int, deck: str) -> None:
    count = 0
    for seed in range(scaled(10)):
        for number, position in enumerate(Play(deck, players, seed, 150).positions()):
            if (number + seed) % 4 == 0 or position.over:
                for view in views(position):
                    VIEW.validate(view.to_json())
                    count += 1
    assert count > scaled(100)


def test_the_schema_describes_every_field_and_allows_no_other() -> None:
    data = Round.deal(2, 1).view("A").to_json()
    properties = VIEW_SCHEMA["properties"]
    assert list(data) == VIEW_SCHEMA["required"]
    assert list(properties) == list(Round.deal(2, 1, finish_round=True).view("A").to_json())
    assert all(field["description"].endswith(".") for field in properties.values())
    assert VIEW.is_valid(data)
    assert not VIEW.is_valid({**data, "more": 1})
    for name in data:
        assert not VIEW.is_valid({key: value for key, value in data.items() if key != name})


def test_a_view_in_json() -> None:
    hands = ["1/5 1/6", "4/3! 6/3! 7/9", "2/6 8/9"]
    scene = Position(hands, "A", {"C": "7/8"}, score=[0, 1, 2], stalled=3, stall_limit=60)
    data = parse_position(scene.notation).view("C").to_json()
    assert len(data.pop("discards").split()) == 27 - 8
    assert data == {
        "format": "dnup-view",
        "version": 4,
        "deck": "balanced",
        "players": 3,
        "seat": "C",
        "turn": "A",
        "slot": "A",
        "starter": "A",
        "star": "A",
        "actions": 10,
        "turn_limit": 500,
        "stalled": 3,
        "stall_limit": 60,
        "score": [0, 1, 2],
        "points": [0, 0, 0],
        "finish": [],
        "ending": None,
        "hand": "2/6 8/9",
        "sizes": [2, 3, 2],
        "table": {"C": "7/8"},
        "known": ["", "4/3 6/3", ""],
        "unseen": "1/5 1/6 7/9",
        "history": None,
    }


# JSON that is not a view


GOOD = parse_position(
    Position(["1/5 1/6", "4/3! 6/3! 7/9", "2/6 8/9"], "A", {"B": "3/9", "C": "7/8 7/1"}).notation
).view("A")
BAD: list[tuple[dict[str, Any], str | None]] = [
    ({"format": "dnup-record"}, "format and version must be 'dnup-view' and 4"),
    ({"version": 5}, "format and version must be 'dnup-view' and 4"),
    ({"version": True}, "format and version must be 'dnup-view' and 4"),
    ({"deck": "my.toml"}, "'my.toml' is not a deck; write printed, balanced or pairs, or a list of cards"),
    ({"deck": 5}, "5 is not a deck; write printed, balanced or pairs, or a list of cards"),
    ({"deck": ["1/2"]}, "no card carries ★"),
    ({"deck": "pairs"}, None),
    ({"players": 6}, "dnup is for 2, 3, 4 or 5 players, not 6"),
    ({"players": "3"}, "dnup is for 2, 3, 4 or 5 players, not '3'"),
    ({"players": 4}, "a number for each of 4 seats"),
    ({"seat": "D"}, "'D' is not a seat; with 3 players it is one of A, B, C"),
    ({"seat": "B"}, "does not go with the cards of hand, known and unseen"),
    ({"seat": None}, "does not go with the cards of hand, known and unseen"),
    ({"turn": "B"}, "turn is 'B', but with the rest it must be 'A'"),
    ({"slot": "D"}, "'D' is not a slot; with 3 players it is one of A, B, C"),
    ({"slot": 1}, "1 is not a slot; with 3 players it is one of A, B, C"),
    ({"slot": None}, "slot must be null when the round is over, and otherwise the slot in turn"),
    ({"slot": "B"}, "the slot in turn is empty: its set was discarded when the turn began (R8)"),
    ({"starter": 0}, "0 is not a seat; with 3 players it is one of A, B, C"),
    ({"starter": "B"}, "the star has not been shown, so the starter must hold it (R6)"),
    ({"star": "B"}, "star is 'B', but with the rest it must be 'A'"),
    ({"star": None}, "star is None, but with the rest it must be 'A'"),
    ({"actions": 1.5}, "actions has whole numbers from 0 to 1000000, not 1.5"),
    ({"actions": True}, "actions has whole numbers from 0 to 1000000, not True"),
    ({"actions": -1}, "actions has whole numbers from 0 to 1000000, not -1"),
    ({"actions": 10**30}, "actions has whole numbers from 0 to 1000000, not 1000"),
    ({"actions": 501, "slot": None}, "a round of 501 actions was abandoned after 500 (D2)"),
    ({"actions": 500}, "slot must be null when the round is over"),
    ({"turn_limit": "500"}, "turn_limit has whole numbers from 1 to 1000000, not '500'"),
    ({"turn_limit": 0}, "turn_limit has whole numbers from 1 to 1000000, not 0"),
    ({"stall_limit": -1}, "stall_limit has whole numbers from 0 to 1000000, not -1"),
    ({"stalled": 1}, "without a stall limit nobody counts the actions without a discard (D5)"),
    (
        {"stalled": 8, "stall_limit": 7, "slot": None},
        "8 actions in a row without a discard was abandoned after 7",
    ),
    ({"stalled": 7, "stall_limit": 7}, "slot must be null when the round is over"),
    ({"stalled": 11, "stall_limit": 60}, "of 10 actions 11 cannot have been without a discard (D5)"),
    ({"score": [0, 0]}, "score is [0, 0], not a number for each of 3 seats"),
    ({"score": [0, 0, 256]}, "score has whole numbers from 0 to 255, not 256"),
    ({"score": "000"}, "score is a list, not '000'"),
    ({"points": [2, 0, 0]}, "points is [2, 0, 0], but with the rest it must be [0, 0, 0]"),
    ({"finish": "A"}, "finish is a list, not 'A'"),
    ({"finish": ["A", "A"]}, "'AA' cannot have gone out"),
    ({"finish": ["A"] * 9}, "cannot have gone out"),
    ({"finish": ["C"]}, "C is out but holds cards"),
    ({"ending": "out"}, "ending is 'out', but with the rest it must be None"),
    ({"ending": ["out"]}, "ending is ['out'], but with the rest it must be None"),
    ({"hand": "1/5"}, "does not go with the cards of hand, known and unseen"),
    ({"hand": "1/5 3/9"}, "3/9 is not among the cards that are left"),
    ({"hand": "1/6 1/5"}, "hand is '1/6 1/5', but with the rest it must be '1/5 1/6'"),
    ({"hand": ["1/5", "1/6"]}, "hand is a text of cards like '3/4 3/6', not ['1/5', '1/6']"),
    ({"hand": "1/5 x"}, "'x' is not a card"),
    ({"sizes": [2, 3, 3]}, "sizes is [2, 3, 3], which does not go with the cards of hand, known and unseen"),
    ({"sizes": [3, 2, 2]}, "sizes is [3, 2, 2], which does not go with the cards of hand, known and unseen"),
    ({"table": []}, "table is an object of sets by slot, not []"),
    ({"table": {"B": "3/9", "D": "7/8 7/1"}}, "'D' is not a slot"),
    ({"table": {"B": "3/9", "C": "7/8 1/7"}}, "'1/7 7/8' on the table is not a set (R7)"),
    ({"table": {"B": "3/9", "C": ""}}, "'' on the table is not a set (R7)"),
    ({"table": {"B": "3/9", "C": None}}, "a set on the table is a text of cards like '3/4 3/6', not None"),
    ({"known": ["", "4/3 6/3"]}, "known has 2 entries, not one for each of 3 seats"),
    ({"known": "4/3"}, "known is a list, not '4/3'"),
    ({"known": ["", "4/3 6/3", "8/9 2/6 2/5"]}, "2/5 is not among the cards that are left"),
    ({"discards": "1/3"}, "unseen is"),
    ({"unseen": "2/6 7/9"}, "does not go with the cards of hand, known and unseen"),
    ({"unseen": "2/6 7/9 9/8"}, "unseen is '2/6 7/9 9/8', but with the rest it must be '2/6 7/9 8/9'"),
    ({"more": 1}, "it has no field 'more'"),
]


@pytest.mark.parametrize("changes, sentence", BAD, ids=[repr(changes)[:40] for changes, _ in BAD])
def test_bad_json_gets_a_sentence(changes: dict[str, Any], sentence: str | None) -> None:
    data = GOOD.to_json()
    assert View.from_json(data) == GOOD
    data |= changes
    if sentence is None:  # with three players the two decks are the same, and so it is a view
        assert View.from_json(data).to_json() == data
        return
    with pytest.raises(ViewError) as caught:
        View.from_json(data)
    assert str(caught.value).startswith("this is not a view: ")
    assert sentence in str(caught.value)
    assert len(str(caught.value)) < 400


def before_slot(data: dict[str, Any]) -> dict[str, Any]:
    """JSON as it was when `turn` was the slot in turn."""
    return {name: value for name, value in data.items() if name != "slot"} | {"turn": data["slot"]}


@pytest.mark.parametrize("players", PLAYERS)
def test_json_whose_turn_is_a_slot_is_read(players: int) -> None:
    for position in Play("balanced", players, 5, 150).positions():
        for view in views(position):
            old = {**before_slot(view.to_json()), "version": 3}
            assert View.from_json(old) == view
            with pytest.raises(ViewError, match="it has no field 'slot'"):
                View.from_json({**view.to_json(), "version": 3})
        written = position.to_json()
        assert (written["turn"], written["slot"]) == (position.turn, position.slot)
        assert Round.from_json({**before_slot(written), "version": 1}) == position
        with pytest.raises(dnup.PositionError, match="it has no field 'slot'"):
            Round.from_json({**written, "version": 1})


def test_a_view_from_before_rounds_could_go_in_circles_is_read() -> None:
    new = ("stalled", "stall_limit", "history")
    old = {name: value for name, value in before_slot(GOOD.to_json()).items() if name not in new}
    view = View.from_json({**old, "version": 1})
    assert (view.stalled, view.stall_limit) == (0, 0)
    assert view.to_json() == {**GOOD.to_json(), "stalled": 0, "stall_limit": 0}


@pytest.mark.parametrize("name", GOOD.to_json())
def test_every_field_must_be_there_and_of_its_type(name: str) -> None:
    data = GOOD.to_json()
    del data[name]
    with pytest.raises(ViewError, match=f"the field '{name}' is missing"):
        View.from_json(data)
    wrong: list[Json] = [None, True, -1, 1.0, float("nan"), -(10**40), "x", "", [], [[]], {}, {"A": {}}]
    for value in wrong:
        if json.dumps(value) != json.dumps(GOOD.to_json()[name]):
            with pytest.raises(ViewError):
                View.from_json({**GOOD.to_json(), name: value})


@pytest.mark.parametrize("data", [None, [], "view", 7, [1, 2]])
def test_a_view_is_an_object(data: Any) -> None:
    with pytest.raises(ViewError, match="this is not a view: it is a JSON object, not"):
        View.from_json(data)


def test_two_sets_of_one_size_are_no_table() -> None:
    data = GOOD.to_json()
    data["table"] = {"B": "3/9", "C": "7/8"}
    data["discards"] = f"1/7 {data['discards']}"
    with pytest.raises(ViewError, match="two sets on the table have the same size"):
        View.from_json(data)


@given(plays(40), st.randoms(use_true_random=False), st.lists(json_values, min_size=1, max_size=3))
@settings(max_examples=scaled(400))
def test_garbled_json_is_a_view_or_a_view_error(
    play: Play, rng: random.Random, replacements: list[Json]
) -> None:
    data = rng.choice(views(play.last)).to_json()
    for value in replacements:
        data = garble(data, rng, copy.deepcopy(value))
    try:
        view = View.from_json(data)
    except ViewError:
        return
    if data["version"] == 3:  # an older one is read, and written as this one
        assert view.to_json() == data
        VIEW.validate(data)
    assert eval(repr(view), vars(dnup).copy()) == view  # noqa: S307
    for move in view.legal_moves:
        view.effects(move)


def test_views_of_copies_do_not_depend_on_which_copy_is_which() -> None:
    """D4: two worlds that differ in which of two equal cards is where are one world."""
    hands = [format_hand(hand) for hand in Round.deal(3, 5, deck=COPIES).hands]
    one = Round.from_deal(hands, deck=COPIES)
    other = Round.from_deal([" ".join(reversed(hand.split())) for hand in hands], deck=COPIES)
    assert one == other
    assert views(one) == views(other)


# Worlds


@given(plays())
@settings(max_examples=scaled(60))
def test_a_sample_agrees_with_the_view(play: Play) -> None:
    position = play.last
    for seat, view in zip((*position.seats, None), views(position), strict=True):
        world = view.sample(play.seed)
        assert isinstance(world, Round)
        assert world.view(seat) == view
        assert world == view.sample(play.seed)
        written = parse_position(str(world), deck=world.deck).view(seat)
        assert {**written.to_json(), "history": view.to_json()["history"]} == view.to_json(), (
            "a position that can be"
        )
        assert world.playout(1).over


def test_samples_differ_as_far_as_they_can() -> None:
    view = Round.deal(3, 7).view("A")
    assert len({view.sample(seed) for seed in range(20)}) == 20
    assert len({view.sample() for _ in range(5)}) == 5
    assert {world.hands[0] for world in map(view.sample, range(20))} == {view.hand}


# A round as JSON


@given(plays())
@settings(max_examples=scaled(60))
def test_a_round_is_the_same_after_json(play: Play) -> None:
    position = play.last
    data = json.loads(json.dumps(position.to_json()))
    assert Round.from_json(data, deck=position.deck) == position
    again = Round.from_json(data)
    assert (again.hands, again.table, again.slot) == (position.hands, position.table, position.slot)
    for view in views(position):
        shared = view.to_json().keys() & data.keys() - {"format", "version"}
        assert {name: data[name] for name in shared} == {name: view.to_json()[name] for name in shared}


def test_what_is_no_round_is_refused_with_a_sentence() -> None:
    data = Round.deal(2, 1).to_json()
    for wrong, sentence in (
        ([], "a round is a JSON object with its position as a text"),
        ({**data, "position": "here"}, "this is not a round: 'here' is not a position"),
        ({**data, "deck": "none"}, "this is not a round: 'none' is not a deck"),
        ({**data, "actions": 3}, "this is not a round: actions is 3, but its position makes it 0"),
        ({**data, "more": 1}, "this is not a round: it has no field 'more'"),
        ({name: value for name, value in data.items() if name != "hands"}, "hands is None, but"),
    ):
        with pytest.raises(dnup.PositionError) as caught:
            Round.from_json(wrong)  # type: ignore[arg-type]
        assert sentence in str(caught.value)
