"""Cards, hands, moves and positions as text: docs/notation.md."""

from __future__ import annotations

import inspect
import pickle
import random
import re
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dnup import (
    AmbiguousMoveError,
    Card,
    CardError,
    IllegalMoveError,
    InvalidMoveError,
    Move,
    MoveError,
    PositionError,
    Round,
    format_card,
    format_hand,
    format_move,
    format_position,
    parse_card,
    parse_hand,
    parse_move,
    parse_position,
)
from dnup.kernel import legality
from tests.games import Position
from tests.random_play import COPIES, DECKS, Play, plays, scaled

THREE = Position(["1/5 1/6 2/4 3/9", "3/4 3/6 7/9", "2/6 8/9"], "A", {"B": "7/8", "C": "4/9 4/5"})
TWO = Position(["1/5 1/6 3/9 7/9", "8/6 8/7"], "A2", {"A1": "5/3", "B1": "3/4 3/6", "B2": "2/5 2/6 2/7"})
TWO_FOURS = Position(["1/5 4/5", "3/4", "2/6"], "A", {"B": "4/8", "C": "4/9 4/2"})
THREE_AND_FIVES = Position(["1/5 3/9", "1/6", "2/4"], "A", {"B": "3/6", "C": "5/2 5/4"})


def at(position: Position) -> Round:
    return parse_position(position.notation)


# Round trips


@given(plays())
@settings(max_examples=scaled(150))
def test_texts_round_trip_all_along_a_round(play: Play) -> None:
    for position in play.positions():
        text = format_position(position)
        again = parse_position(text, deck=position.deck)
        assert again == position
        assert format_position(again) == text
        for hand in position.hands:
            assert parse_hand(format_hand(hand)) == hand
            assert all(parse_card(format_card(card)) == card for card in hand)


@given(plays(60), st.randoms(use_true_random=False))
@settings(max_examples=scaled(150))
def test_legal_moves_round_trip_in_any_order_and_case(play: Play, rng: random.Random) -> None:
    position = play.last
    for move in position.legal_moves[:: max(len(position.legal_moves) // 20, 1)]:
        text = format_move(move)
        assert parse_move(text) == position.parse_move(text) == move
        cards = [str(card) for card in move.cards]
        rng.shuffle(cards)
        whose = f"{'to' if move.verb == 'add' else ''} {move.slot}" if move.slot else ""
        odd = f"  {move.verb}\t{' '.join(cards)} {whose} "
        odd = "".join(rng.choice([letter.upper(), letter.lower()]) for letter in odd)
        assert str(position.parse_move(odd)) == text
        assert position.apply(odd) == position.apply(move)


@pytest.mark.parametrize("name", DECKS)
def test_every_deck_is_written_with_every_player_count(name: str) -> None:
    for players in DECKS[name].players:
        position = Round.deal(players, 1, deck=DECKS[name])
        assert parse_position(str(position), deck=DECKS[name]) == position


def test_a_move_has_one_spelling() -> None:
    assert str(parse_move("PLAY 3/6 3/4")) == "play 3/4 3/6"
    assert str(parse_move("Add 5/2 TO b")) == "add 5/2 to B"
    assert str(parse_move(" take  b2 ")) == "take B2"
    assert str(parse_move("rOtAtE")) == "rotate"
    assert str(parse_move("play 10/2 9/2 10/1")) == "play 9/2 10/1 10/2"
    assert parse_move("play 3/6 3/4") == Move("play", (Card(3, 6), Card(3, 4)))
    assert hash(parse_move("play 3/6 3/4")) == hash(parse_move("play 3/4 3/6"))


def test_a_position_in_full() -> None:
    text = (
        "balanced A 10/500 0,0,0 - A 1/5,1/6,2/4,3/9|3/4,3/6,7/9|2/6,8/9 -|7/8|4/5,4/9 "
        "1/3,1/4,1/7,1/8,2/3,2/5,2/7,2/9,3/5,4/8,5/7,5/8,6/7,6/8,6/9"
    )
    position = parse_position(text)
    assert str(position) == text
    assert repr(position) == f"parse_position({text!r})"
    assert position == at(THREE)
    assert (position.turn, position.actions, position.turn_limit, position.score) == ("A", 10, 500, (0, 0, 0))
    assert position.table == {"B": parse_hand("7/8"), "C": parse_hand("4/5 4/9")}
    assert position.hands[1] == parse_hand("3/4 3/6 7/9")


def test_a_view_counts_the_cards_it_does_not_know() -> None:
    text = str(at(Position(["1/5 1/6", "3/4! 3/6 7/9", "2/6 8/9"], "A")).view("A"))
    assert text.split()[6] == "1/5,1/6|3/4!+2|+2"
    with pytest.raises(PositionError, match=re.escape("'3/4!+2' is not a card")):
        parse_position(text)


def test_a_deck_of_ones_own_goes_with_its_positions() -> None:
    position = Round.deal(3, 1, deck=COPIES)
    assert str(position).startswith("many_copies ")
    with pytest.raises(PositionError, match="'many_copies' is not a deck; write printed, balanced or pairs"):
        parse_position(str(position))


def test_a_position_never_opens_a_file() -> None:
    with pytest.raises(PositionError, match="is not a deck"):
        parse_position(str(at(THREE)).replace("balanced", "./my.toml"))


@pytest.mark.parametrize("thing", [None, 36, b"3/6"])
def test_a_thing_that_is_not_a_text_is_neither_card_nor_hand(thing: Any) -> None:
    with pytest.raises(CardError, match="is not a card; write two different values"):
        parse_card(thing)
    with pytest.raises(CardError, match="is not a hand; write its cards in one text, like 3/4 3/6"):
        parse_hand(thing)


# Moves that leave open whose set is meant


def test_the_only_set_that_can_be_meant_need_not_be_named() -> None:
    two = at(TWO)
    assert str(two.parse_move("add 3/9 to B")) == str(two.parse_move("add 3/9")) == "add 3/9 to B1"
    assert str(at(Position(["1/5", "3/4", "2/6"], "A", {"B": "7/8"})).parse_move("take")) == "take B"
    assert two.apply("add 3/9") == two.apply("add 3/9 to B1")
    assert two.effects("add 3/9").beaten == "B2"
    assert two.why_not("add 3/9") is None


@pytest.mark.parametrize(
    "position, text, choices",
    [
        (THREE, "take", "take B or take C"),
        (TWO, "take", "take B1 or take B2"),
        (TWO, "TAKE b", "take B1 or take B2"),
        (TWO_FOURS, "add 4/5", "add 4/5 to B or add 4/5 to C"),
    ],
)
def test_an_ambiguous_move_lists_what_it_could_mean(position: Position, text: str, choices: str) -> None:
    start = at(position)
    for act in (start.apply, start.parse_move, start.effects, start.why_not):
        with pytest.raises(AmbiguousMoveError) as caught:
            act(text)
        message = str(caught.value)
        assert repr(text) in message
        assert str(start) in message
        assert message.endswith(f"write {choices}")


def test_a_set_left_open_where_none_fits() -> None:
    with pytest.raises(
        InvalidMoveError, match="'add 1/5' does not say whose set, and no opponent has one that fits"
    ):
        at(THREE).apply("add 1/5")


# Texts that are not moves


@pytest.mark.parametrize(
    "text, problem, hint",
    [
        ("", "'' is not a move", "it begins with play, add, take or rotate"),
        ("   ", "'   ' is not a move", "it begins with play, add, take or rotate"),
        ("pass", "'pass' is not a move", "it begins with play, add, take or rotate"),
        ("play", "play needs cards", "like: play 3/4 3/6"),
        ("play x", "'x' is not a card", "like: play 3/4 3/6"),
        ("play 3-4", "'3-4' is not a card", "like: play 3/4 3/6"),
        ("play 3/3", "its two values must be different", "like: play 3/4 3/6"),
        ("play 3/16", "its values must be whole numbers from 1 to 15", "like: play 3/4 3/6"),
        ("play 3/4 to B", "'to' is not a card", "like: play 3/4 3/6"),
        ("add", "add needs cards", "like: add 5/2 to B"),
        ("add to B", "add needs cards", "like: add 5/2 to B"),
        ("add 5/2 B", "'B' is not a card", "like: add 5/2 to B"),
        ("add 5/2 to", "'to' is not a card", "like: add 5/2 to B"),
        ("add 5/2 to F", "'F' is not a seat", "like: add 5/2 to B"),
        ("add 5/2 5/3 to B", "one card is added at a time (R11)", "like: add 5/2 to B"),
        ("take F", "'F' is not a seat", "like: take B"),
        ("take B3", "'B3' is not a seat", "like: take B"),
        ("take B C", "'B' is not a card", "like: take B"),
        ("take 5/2 B", "take names no cards", "like: take B"),
        ("rotate now", "'now' is not a card", "write rotate alone"),
        ("rotate 3/4", "rotate names no cards", "write rotate alone"),
    ],
)
def test_a_text_that_is_not_a_move(text: str, problem: str, hint: str) -> None:
    for act in (parse_move, at(THREE).apply, at(THREE).why_not, at(THREE).parse_move):
        with pytest.raises(InvalidMoveError) as caught:
            act(text)
        assert repr(text) in str(caught.value)
        assert problem in str(caught.value)
        assert str(caught.value).endswith(hint)


@pytest.mark.parametrize("thing", [None, 7, b"rotate", ["rotate"], Card(3, 4)])
def test_a_thing_that_is_not_a_text_is_not_a_move(thing: Any) -> None:
    position = at(THREE)
    for act in (parse_move, position.apply, position.effects, position.why_not, position.parse_move):
        with pytest.raises(InvalidMoveError, match="is not a move; write a text like: play 3/4 3/6"):
            act(thing)
    assert thing not in position.legal_moves


def test_a_move_is_made_of_a_verb_and_cards() -> None:
    with pytest.raises(InvalidMoveError, match="'pass' is not a move; it is play, add, take or rotate"):
        Move("pass")
    text: Any = "3/4"
    with pytest.raises(InvalidMoveError, match="'3/4' is not a card; a move has cards like"):
        Move("play", (text,))


def test_a_very_long_text_is_cut_in_the_message() -> None:
    for text in ("play " + "x" * 10_000, "play" + " 3/4" * 10_000, "take" + " B" * 10_000):
        with pytest.raises(MoveError) as caught:
            at(THREE).apply(text)
        assert len(str(caught.value)) < 2000


WORDS = [
    "play",
    "add",
    "take",
    "rotate",
    "to",
    "A",
    "B",
    "C",
    "E",
    "B1",
    "A2",
    "1/5",
    "3/9",
    "4/5",
    "4/9",
    "2/4",
    "x",
]


@given(st.one_of(st.text(), st.lists(st.sampled_from(WORDS)).map(" ".join)), st.sampled_from([THREE, TWO]))
@example("take ſ", THREE)
@settings(max_examples=scaled(500))
def test_whatever_is_typed_is_a_move_or_a_move_error(text: str, position: Position) -> None:
    start = at(position)
    legal: Any = start.legal_moves
    try:
        move = start.parse_move(text)
    except MoveError:
        assert text not in legal
        with pytest.raises(MoveError):
            start.apply(text)
    else:
        assert move in legal
        assert str(move) in legal
        assert start.apply(text) == start.apply(move)


# Moves that are not legal: every reason


OVER = Position(["", "", "3/4"], "B", finish="AB")
OVER_TWO = Position(["", "3/4"], "A2", finish="A")
ILLEGAL: list[tuple[Position, str | Move, str, str, str]] = [
    (OVER, "rotate", "round-over", "R19", "the round is over"),
    (OVER, "take", "round-over", "R19", "the round is over"),
    (OVER_TWO, "play 3/4", "round-over", "R27", "the round is over"),
    (Position(["", "3/4", "5/7"], "A", score=[2, 0, 0], finish="A"), "rotate", "round-over", "R20", "over"),
    (Position(["1/5", "3/4"], "A2", actions=500), "rotate", "round-over", "D2", "the round is over"),
    (
        Position(["1/5", "3/4"], "A2", stalled=9, stall_limit=9),
        "rotate",
        "round-over",
        "D5",
        "the round is over",
    ),
    (THREE, Move("play"), "empty-set", "R7", "a set has at least one card"),
    (THREE, "play 9/8", "not-in-hand", "R5", "A does not hold 9/8 that way up"),
    (THREE, "play 5/1", "not-in-hand", "R5", "A does not hold 5/1 that way up"),
    (THREE, "play 1/5 1/6 1/6", "not-in-hand", "R5", "A does not hold 1/6 that way up"),
    (THREE, "add 7/9 to B", "not-in-hand", "R5", "A does not hold 7/9 that way up"),
    (THREE, "play 1/5 2/4", "mixed-values", "R7", "all cards of a set show the same value"),
    (THREE, "play 3/9", "not-higher", "R10", "B's set of 1 card shows 7, and 3 is not higher"),
    (THREE, "play 1/5 1/6", "not-higher", "R10", "C's set of 2 cards shows 4, and 1 is not higher"),
    (TWO, "play 3/9", "not-higher", "R10", "A1's set of 1 card shows 5, and 3 is not higher"),
    (THREE, "take E", "no-such-slot", "R12", "there is no E with 3 players, only A, B, C"),
    (THREE, "add 1/5 to B1", "no-such-slot", "R11", "there is no B1 with 3 players, only A, B, C"),
    (THREE, Move("take"), "no-such-slot", "R12", "take needs to say whose set"),
    (TWO, Move("take", (), "B"), "no-such-slot", "R12", "B has two areas, so say B1 or B2"),
    (TWO, "add 1/5 to B", "no-such-slot", "R11", "B has two areas, so say B1 or B2"),
    (THREE, "take A", "own-set", "R12", "you take only opponents' sets"),
    (THREE, "add 1/5 to A", "own-set", "R11", "you add only to opponents' sets"),
    (TWO, "take A1", "own-set", "R26", "you take only opponents' sets"),
    (TWO, "take A", "own-set", "R26", "you take only opponents' sets"),
    (TWO_FOURS, Move("take", (), "A"), "own-set", "R12", "you take only opponents' sets"),
    (Position(["1/5", "3/4", "2/6"], "A"), "take B", "no-set-there", "R12", "there is no set in front of B"),
    (Position(["1/5", "3/4", "2/6"], "A"), "add 1/5 to C", "no-set-there", "R11", "no set in front of C"),
    (THREE, Move("add", (), "B"), "add-one-card", "R11", "exactly one card is added"),
    (THREE, Move("add", (Card(1, 5), Card(1, 6)), "B"), "add-one-card", "R11", "exactly one card is added"),
    (THREE, "add 1/5 to B", "other-value", "R11", "a card added to B's set must show 7"),
    (
        THREE_AND_FIVES,
        "add 3/9 to B",
        "grown-not-higher",
        "R11",
        "C's set of 2 cards shows 5, and 3 is not higher",
    ),
    (THREE, Move("rotate", (Card(1, 5),)), "not-a-move", "R9", "a turn is play, add, take or rotate"),
    (THREE, Move("rotate", (), "A"), "not-a-move", "R9", "a turn is play, add, take or rotate"),
    (THREE, Move("take", (Card(1, 5),), "B"), "not-a-move", "R9", "a turn is play, add, take or rotate"),
    (THREE, Move("play", (Card(1, 5),), "A"), "not-a-move", "R9", "a turn is play, add, take or rotate"),
]


@pytest.mark.parametrize("position, move, code, rule, sentence", ILLEGAL)
def test_an_illegal_move_says_why(
    position: Position, move: str | Move, code: str, rule: str, sentence: str
) -> None:
    start = at(position)
    why = start.why_not(move)
    assert why is not None
    assert (why.code, why.rule) == (code, rule)
    assert sentence in why.sentence
    assert move not in start.legal_moves
    for act in (start.apply, start.effects):
        with pytest.raises(IllegalMoveError) as caught:
            act(move)
        error, message = caught.value, str(caught.value)
        assert error.why == why
        assert message.startswith(f"{str(move)!r} is not legal: {why}; ")
        assert str(start) in message
        assert start.over or f"; legal: {start.legal_moves[0]}; " in message
        copy = pickle.loads(pickle.dumps(error))
        assert (str(copy), copy.why) == (message, why)


def test_a_view_says_whose_turn_it_is() -> None:
    position = at(THREE)
    for view in (position.view("B"), position.view()):
        for text in ("rotate", "take", "take A", "play 3/4"):
            with pytest.raises(IllegalMoveError, match=re.escape("it is A's turn (R6)")) as caught:
                view.parse_move(text)
            assert caught.value.why.code == "not-your-turn"
            assert view.legal_moves.count(text) == 0
    assert str(position.view("A").parse_move("take C")) == "take C"


def test_every_reason_has_been_given() -> None:
    defined = re.findall(r"^([A-Z_]+) = \d+", inspect.getsource(legality), re.MULTILINE)
    given = {code for _, _, code, _, _ in ILLEGAL} | {"not-your-turn"}
    assert len(given) == len(set(defined) - {"LEGAL"})


# Texts that are not positions


FIELDS = ("deck", "turn", "actions", "score", "finish", "starter", "hands", "table", "discards")
GOOD = {
    2: "balanced A2 10/500 0,0 - A 1/5,1/6,3/9,7/9|8/6,8/7 5/3|-|3/4,3/6|2/5,2/6,2/7 1/7,1/8,2/4,4/5,4/9,8/9",
    3: (
        "balanced A 10/500 0,0,0 - A 1/5,1/6,2/4,3/9|3/4,3/6,7/9|2/6,8/9 -|7/8|4/5,4/9 "
        "1/3,1/4,1/7,1/8,2/3,2/5,2/7,2/9,3/5,4/8,5/7,5/8,6/7,6/8,6/9"
    ),
}
BAD: list[tuple[int, dict[str, str], str]] = [
    (3, {"deck": "unknown"}, "'unknown' is not a deck; write printed, balanced or pairs, or a list of cards"),
    (3, {"turn": "D"}, "'D' is not a slot; with 3 players it is one of A, B, C"),
    (3, {"turn": "A1"}, "'A1' is not a slot; with 3 players it is one of A, B, C"),
    (2, {"turn": "A"}, "'A' is not a slot; with 2 players it is one of A1, A2, B1, B2"),
    (3, {"turn": "B"}, "the slot in turn is empty: its set was discarded when the turn began (R8)"),
    (3, {"actions": "10"}, "'' is not a turn limit"),
    (3, {"actions": "x/500"}, "'x' is not a number of actions"),
    (3, {"actions": "-1/500"}, "'-1' is not a number of actions"),
    (3, {"actions": "10/0"}, "a turn limit is a whole number from 1 to 1000000, not 0"),
    (3, {"actions": "10/99999999999"}, "'99999999999' is not a turn limit"),
    (3, {"actions": "501/500"}, "a round of 501 actions was abandoned after 500 (D2)"),
    (3, {"actions": "10/500,"}, "'' is not a number of actions without a discard"),
    (3, {"actions": "10/500,3"}, "'' is not a stall limit"),
    (3, {"actions": "10/500,3/0"}, "without a stall limit nobody counts the actions without a discard (D5)"),
    (3, {"actions": "10/500,8/7"}, "8 actions in a row without a discard was abandoned after 7 (D5)"),
    (3, {"actions": "10/500,11/60"}, "of 10 actions 11 cannot have been without a discard (D5)"),
    (3, {"score": "0,0"}, "a score has a number of points for each of 3 seats, not [0, 0]"),
    (3, {"score": "0,0,x"}, "'x' is not a score"),
    (3, {"score": "0,0,256"}, "a score has a number of points for each of 3 seats, not [0, 0, 256]"),
    (3, {"finish": "D"}, "'D' is not a seat; with 3 players it is one of A, B, C"),
    (3, {"finish": "B"}, "B is out but holds cards"),
    (3, {"finish": "BB"}, "'BB' cannot have gone out; the round of 3 players ends with the second"),
    (3, {"finish": "ABCABCABCABC"}, "cannot have gone out; the round of 3 players ends with the second"),
    (2, {"finish": "AB"}, "'AB' cannot have gone out; the round of 2 players ends with the first"),
    (3, {"starter": "D"}, "'D' is not a seat; with 3 players it is one of A, B, C"),
    (3, {"starter": "B"}, "the star has not been shown, so the starter must hold it (R6)"),
    (3, {"hands": "1/5"}, "dnup is for 2, 3, 4 or 5 players, not 1"),
    (3, {"hands": "-|-|-|-|-|-"}, "dnup is for 2, 3, 4 or 5 players, not 6"),
    (3, {"hands": "1/5,1/6,2/4,3/9||2/6,8/9"}, "'' is not a card"),
    (
        3,
        {"hands": "1/5,1/6,2/4,3/9|3/4,3/6,7/9|2/6,8/8"},
        "'8/8' is not a card; its two values must be different",
    ),
    (3, {"hands": "1/5,1/6,2/4,3/9|3/4,3/6,7/9!!|2/6,8/9"}, "'7/9!' is not a card"),
    (3, {"hands": "1/5,1/6,2/4,3/9|3/4,3/6,7/9|2/6"}, "8/9 is nowhere; every card in play has its place"),
    (3, {"hands": "1/5,1/6,2/4,3/9|3/4,3/6,7/9|2/6,8/9,9/8"}, "9/8 is not among the cards that are left"),
    (3, {"hands": "1/5,1/6,2/4,3/9|3/4,3/6,7/9|2/6,1/2"}, "1/2 is not among the cards that are left"),
    (
        3,
        {"hands": "1/5,1/6,2/4,3/9,3/4,3/6,7/9|-|2/6,8/9"},
        "B has no cards but is not out",
    ),
    (3, {"table": "-|7/8"}, "the table has 2 places, not one each for A, B, C"),
    (3, {"table": "-|7/8|4/5,9/4"}, "'4/5 9/4' on the table is not a set (R7)"),
    (3, {"table": "-|7/8|4/9", "discards": "{},4/5"}, "two sets on the table have the same size (R16)"),
    (3, {"table": "-|7/8|,"}, "'' is not a card"),
    (3, {"discards": "1/3"}, "is nowhere; every card in play has its place"),
    (
        3,
        {
            "turn": "B",
            "finish": "B",
            "table": "-|-|4/5,4/9",
            "hands": "1/5,1/6,2/4,3/9,3/4,3/6,7/9,7/8|-|2/6,8/9",
        },
        "a player who is out takes no more turns (R17)",
    ),
]


@pytest.mark.parametrize("players", GOOD)
def test_the_good_ones_are_good(players: int) -> None:
    assert str(parse_position(GOOD[players])) == GOOD[players]


@pytest.mark.parametrize("players, changes, sentence", BAD)
def test_a_bad_position_gets_a_sentence(players: int, changes: dict[str, str], sentence: str) -> None:
    fields = dict(zip(FIELDS, GOOD[players].split(), strict=True))
    fields |= {name: text.format(fields[name]) for name, text in changes.items()}
    text = " ".join(fields.values())
    with pytest.raises(PositionError) as caught:
        parse_position(text)
    assert str(caught.value).startswith(f"{text!r} is not a position: ")
    assert sentence in str(caught.value)


@pytest.mark.parametrize("text", ["", "balanced", GOOD[3] + " more", "x" * 10_000, None, 7])
def test_a_position_has_nine_fields(text: Any) -> None:
    with pytest.raises(PositionError) as caught:
        parse_position(text)
    assert "fields, not the 9: deck, turn, actions/limit, score, finish" in str(caught.value)
    assert len(str(caught.value)) < 300


@given(
    st.sampled_from(sorted(GOOD)),
    st.lists(
        st.tuples(st.integers(0, 170), st.sampled_from("0123456789/|,!-+ ABCDE\n") | st.just("")), min_size=1
    ),
)
@settings(max_examples=scaled(500))
def test_a_garbled_position_is_a_position_or_a_position_error(
    players: int, changes: list[tuple[int, str]]
) -> None:
    text = GOOD[players]
    for index, character in changes:
        text = text[:index] + character + text[index + 1 :]
    try:
        position = parse_position(text)
    except PositionError:
        return
    assert parse_position(str(position)) == position
    for move in position.legal_moves:
        assert parse_position(str(position.apply(move))) == position.apply(move)
