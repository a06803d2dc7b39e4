"""Games as text: docs/records.md."""

from __future__ import annotations

import copy
import io
import json
import random
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dnup import Deck, Match, Record, RecordError, Result, play_match
from dnup.records.record import parse_record, read_lines, read_records
from dnup.records.verify import verify
from tests.garble import Json, garble, json_values
from tests.random_play import COPIES, DECKS, PLAYERS, SMALL, random_match, scaled
from tests.schemas import RECORD, RECORD_SCHEMA

GOLDEN = Path(__file__).parents[1] / "data" / "golden.jsonl"
NAMES = ["Ada", "Bea", "Cem", "Dag", "Eva"]


def record_of(match: Match, **extra: Any) -> Record:
    return Record.of(match, NAMES[: match.players], **extra)


def line(data: Json) -> bytes:
    return json.dumps(data).encode() + b"\n"


# Records of real games


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("deck", DECKS)
def test_real_games_are_verified(players: int, deck: str) -> None:
    for seed in range(scaled(15)):
        match = random_match(players, seed, DECKS[deck])
        record = record_of(match)
        assert (record.result, record.winner) == ("won", match.winner)
        text = str(record)
        RECORD.validate(json.loads(text))
        again = parse_record(text)
        assert str(again) == text
        assert again == record or not record.deck.built_in
        for checked in (verify(record), verify(again)):
            assert (checked.score, checked.winner, checked.result) == (
                match.score,
                match.winner,
                match.result,
            )
            assert checked.rounds == match.rounds
            assert checked.over


@pytest.mark.parametrize("players", PLAYERS)
def test_three_abandoned_rounds_are_a_draw(players: int) -> None:
    match = random_match(players, 1, turn_limit=2)
    record = record_of(match)
    assert [played.ending for played in record.rounds] == ["abandoned"] * 3
    assert (record.result, record.winner) == ("drawn", None)
    assert verify(parse_record(str(record))).result == "drawn"
    RECORD.validate(record.to_json())


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("length", [0, 1, 7, 40])
def test_a_match_can_be_written_down_before_its_end(players: int, length: int) -> None:
    match = random_match(players, 2, longest=length)
    record = record_of(match)
    assert (record.result, record.winner, record.rounds[-1].ending) == ("unfinished", None, None)
    checked = verify(parse_record(str(record)))
    assert checked.round == match.round
    RECORD.validate(record.to_json())


def test_a_match_goes_on_from_its_record() -> None:
    match = random_match(3, 2, longest=30)
    again = verify(parse_record(str(record_of(match))))
    for _ in range(10):
        assert not again.over
        move = again.round.legal_moves[0]
        again, match = again.apply(move), match.apply(move)
    assert again.round == match.round


def test_a_match_between_rounds_is_unfinished() -> None:
    match = random_match(3, 3)
    first = replace(record_of(match), rounds=match.rounds[:1], score=match.rounds[0].points)
    record = replace(first, result=Result.UNFINISHED, winner=None)
    assert verify(record).round.over
    assert verify(parse_record(str(record))).result == "unfinished"


def test_a_record_in_full() -> None:
    deck = Deck.of(["1/5*", "2/6", "3/4"], name="tiny")
    match = Match.from_deal(["1/5 3/4", "2/6"], deck=deck).apply("play 1/5").apply("play 2/6")
    assert str(Record.of(match, ["Ada", "Björn"])) == (
        '{"format":"dnup-record","version":1,"deck":["1/5*","2/6","3/4"],"turn_limit":500,"stall_limit":40,'
        '"players":["Ada","Björn"],"rounds":[{"deal":["1/5 3/4","2/6"],"starter":"A",'
        '"moves":["play 1/5","play 2/6"],"finish":["B"],"points":[0,1],"ending":"out"}],'
        '"score":[0,1],"result":"unfinished","winner":null}'
    )


def test_rounds_in_circles_end_in_new_records_and_go_on_in_old_ones() -> None:
    """D5: what ends a round is in its record; one without a stall limit is replayed without it."""
    match = Match.new(2, 1)
    for _ in range(40):
        match = match.apply("rotate")
    record = Record.of(match, ["Ada", "Björn"])
    assert [played.ending for played in record.rounds] == ["abandoned", None]
    assert json.loads(str(record))["stall_limit"] == 40
    assert verify(parse_record(str(record))).round == match.round
    data = record.to_json()
    del data["stall_limit"]
    with pytest.raises(RecordError, match="round 1: ending is 'abandoned', but the moves make it None"):
        verify(Record.from_json(data))
    old = Match.new(2, 1, stall_limit=0)
    for _ in range(60):
        old = old.apply("rotate")
    line = str(Record.of(old, ["Ada", "Björn"]))
    assert "stall_limit" not in line
    assert str(parse_record(line)) == line
    assert verify(parse_record(line)).round == old.round
    RECORD.validate(json.loads(line))
    RECORD.validate(record.to_json())


def test_a_record_has_a_name_for_each_seat() -> None:
    with pytest.raises(RecordError, match="a match of 3 has that many names, not 2"):
        Record.of(random_match(3, 1, longest=3), NAMES[:2])
    numbers: Any = [1, 2, 3]
    with pytest.raises(RecordError, match="each of players is a text, not 1"):
        Record.of(random_match(3, 1, longest=3), numbers)


# Fields that this version does not know


def test_unknown_fields_survive() -> None:
    data = record_of(random_match(3, 1)).to_json()
    data |= {"event": "Friday", "clock": {"seconds": [30, None, {"deep": "ü"}]}}
    data["rounds"][0]["dealt_at"] = 1.5
    record = parse_record(line(data))
    assert record.extra == {"event": "Friday", "clock": {"seconds": [30, None, {"deep": "ü"}]}}
    assert record.rounds[0].extra == {"dealt_at": 1.5}
    assert record.to_json() == data
    assert json.loads(str(record)) == data
    assert Record.of(verify(record), record.players, **record.extra) == record, "also through a replay"
    RECORD.validate(data)


def test_extra_fields_can_be_written() -> None:
    match = random_match(2, 1, longest=5)
    assert json.loads(str(record_of(match, event="Friday")))["event"] == "Friday"
    with pytest.raises(RecordError, match="the field 'score' of a record follows from the match"):
        record_of(match, score=[9, 9])


@pytest.mark.parametrize("deck", [COPIES, SMALL], ids=str)
def test_a_deck_of_ones_own_is_embedded(deck: Any) -> None:
    record = record_of(random_match(2, 1, deck))
    cards = json.loads(str(record))["deck"]
    assert cards == deck.texts(2)
    assert sum(card.endswith("*") for card in cards) == 1
    again = parse_record(str(record))
    assert again.deck.texts() == deck.texts(2)
    assert again.rounds == record.rounds
    assert verify(again).winner == record.winner


def test_a_record_never_opens_a_file(tmp_path: Path) -> None:
    file = tmp_path / "deck.toml"
    file.write_text('cards = ["1/5 star", "1/6", "2/4"]')
    data = record_of(random_match(2, 1)).to_json()
    with pytest.raises(
        RecordError, match=r"its deck cannot be used: .* is not a deck; write printed, balanced or pairs"
    ):
        parse_record(line(data | {"deck": str(file)}))


def test_half_a_character_survives_too() -> None:
    data = record_of(random_match(2, 1)).to_json() | {"players": ["\ud83d", "B"]}
    text = str(parse_record(line(data)))
    assert json.loads(text.encode()) == data


# Tampering


BASE = record_of(random_match(3, 3)).to_json()
assert len(BASE["rounds"]) > 2
assert BASE["rounds"][0]["ending"] == "out"


def change(path: str, value: Json) -> Callable[[Json], None]:
    """Set the value at a path like rounds.0.moves.3."""

    def tamper(data: Json) -> None:
        *steps, last = [int(step) if step.lstrip("-").isdigit() else step for step in path.split(".")]
        for step in steps:
            data = data[step]
        data[last] = value

    return tamper


def turn_a_card(data: Json) -> None:
    """The card that is played first."""
    played = data["rounds"][0]
    seat = "ABC".index(played["starter"])
    card = played["moves"][0].split()[1]
    turned = "/".join(reversed(card.split("/")))
    played["deal"][seat] = " ".join(turned if one == card else one for one in played["deal"][seat].split())


def swap_hands(data: Json) -> None:
    deal = data["rounds"][1]["deal"]
    deal[0], deal[1] = deal[1], deal[0]


def pass_a_card_on(data: Json) -> None:
    deal = data["rounds"][0]["deal"]
    card, deal[0] = deal[0].split(" ", 1)
    deal[1] += f" {card}"


def double_a_card(data: Json) -> None:
    deal = data["rounds"][0]["deal"]
    deal[1] = " ".join([*deal[1].split()[1:], deal[0].split()[0]])


def lose_a_card(data: Json) -> None:
    data["rounds"][0]["deal"][2] = data["rounds"][0]["deal"][2].split(" ", 1)[1]


def forget_the_last_move(data: Json) -> None:
    data["rounds"][0]["moves"].pop()


def cut_a_round_short(data: Json) -> None:
    data["rounds"][0] |= {"moves": [], "finish": [], "points": [0, 0, 0], "ending": None}


def one_round_more(data: Json) -> None:
    data["rounds"].append(copy.deepcopy(data["rounds"][-1]))


def one_round_less(data: Json) -> None:
    data["rounds"].pop()


LAST = len(BASE["rounds"])
MOVES = len(BASE["rounds"][0]["moves"])
STARTER = BASE["rounds"][0]["starter"]
OTHER = "B" if STARTER == "A" else "A"
LOSER = "B" if BASE["winner"] == "A" else "A"
TAMPERED: list[tuple[str, Callable[[Json], None], str]] = [
    ("not a move", change("rounds.1.moves.4", "pass"), "round 2, move 5: 'pass' is not a move"),
    ("not legal", change("rounds.0.moves.0", "take A"), "round 1, move 1: 'take A' is not legal: "),
    ("not in hand", change("rounds.0.moves.1", "play 15/14"), "round 1, move 2: 'play 15/14' is not legal: "),
    ("another move", change("rounds.0.moves.2", "rotate"), "round 1"),
    ("last move missing", forget_the_last_move, "round 1: finish is "),
    (
        "a move too many",
        lambda data: data["rounds"][0]["moves"].append("rotate"),
        f"round 1, move {MOVES + 1}: ",
    ),
    ("starter", change("rounds.0.starter", OTHER), f"round 1: starter is '{OTHER}', but"),
    ("no starter", change("rounds.0.starter", "D"), "round 1: starter is 'D', but"),
    ("finish", lambda data: data["rounds"][0]["finish"].reverse(), "round 1: finish is "),
    ("nobody finished", change("rounds.0.finish", []), "round 1: finish is [], but"),
    ("points", change("rounds.0.points", [2, 2, 2]), "round 1: points is [2, 2, 2], but"),
    ("points of whom", change("rounds.0.points", [2, 1]), "round 1: points is [2, 1], but"),
    (
        "ending",
        change("rounds.0.ending", "abandoned"),
        "round 1: ending is 'abandoned', but the moves make it 'out'",
    ),
    ("no ending", change("rounds.0.ending", None), "round 1: ending is None, but the moves make it 'out'"),
    (
        "ending of the last",
        change("rounds.-1.ending", "nothing"),
        f"round {LAST}: ending is 'out', 'match' or 'abandoned', not 'nothing'",
    ),
    ("score", change("score.0", 9), "score is [9, "),
    ("score of whom", change("score", [4, 0]), "score is [4, 0], but"),
    ("drawn", change("result", "drawn"), "result is 'drawn', but the moves make it 'won'"),
    ("unfinished", change("result", "unfinished"), "result is 'unfinished', but the moves make it 'won'"),
    ("winner", change("winner", LOSER), f"winner is '{LOSER}', but the moves make it '{BASE['winner']}'"),
    ("no winner", change("winner", None), "winner is None, but"),
    ("a card turned", turn_a_card, "round 1"),
    ("hands swapped", swap_hands, "round 2"),
    (
        "a card passed on",
        pass_a_card_on,
        "round 1: the hands of the deal have 9, 11, 10 cards; dealt out evenly (R4)",
    ),
    ("a card twice", double_a_card, "round 1: hand B of the deal: "),
    ("a card lost", lose_a_card, "round 1: the deal lacks "),
    ("no card", change("rounds.0.deal.1", "3/4 x"), "round 1: hand B of the deal: 'x' is not a card"),
    (
        "a hand too few",
        lambda data: data["rounds"][0]["deal"].pop(),
        "round 1: 2 hands are dealt, but there are 3",
    ),
    (
        "a name too many",
        lambda data: data["players"].append("Dag"),
        "round 1: 3 hands are dealt, but there are 4",
    ),
    (
        "nobody plays",
        lambda data: data.update(players=[]),
        "players has 0 names: dnup is for 2, 3, 4 or 5 players",
    ),
    (
        "too many play",
        lambda data: data.update(players=["x"] * 6),
        "players has 6 names: dnup is for 2, 3, 4 or 5",
    ),
    (
        "a deck for fewer",
        change("deck", ["1/5*", "1/6"]),
        "its deck cannot be used: the deck 'custom' is for 2",
    ),
    ("a round after the end", one_round_more, f"round {LAST + 1} comes after the match was won"),
    ("a round missing", one_round_less, "score is "),
    ("a round cut short", cut_a_round_short, "round 2: the round is not over, so none can be dealt"),
    ("no rounds", change("rounds", []), "a record has at least one round"),
    ("turn limit", change("turn_limit", 4), "round 1, move 5: "),
    (
        "no turn limit",
        change("turn_limit", 0),
        "round 1: a turn limit is a whole number from 1 to 1000000, not 0",
    ),
    ("a huge turn limit", change("turn_limit", 10**30), "round 1: a turn limit is a whole number from 1 to"),
    ("stall limit", change("stall_limit", 1), "round 1, move "),
    (
        "no number of a stall limit",
        change("stall_limit", -1),
        "round 1: a stall limit is a whole number from 1 to 1000000, or 0 for none, not -1",
    ),
    ("a stall limit in words", change("stall_limit", "40"), "stall_limit has whole numbers, not '40'"),
    ("a deck of cards not dealt", change("deck", ["1/5*", "1/6", "2/4"]), "round 1: hand "),
    ("no deck", change("deck", ["1/5*", "1/5*"]), "its deck cannot be used: "),
    ("format", change("format", "pgn"), 'a record has "format":"dnup-record", not \'pgn\''),
    ("version", change("version", 2), "this dnup reads records of version 1, not 2"),
]


def test_the_base_is_right() -> None:
    assert verify(parse_record(line(BASE))).result == "won"


@pytest.mark.parametrize(
    "tamper, message", [case[1:] for case in TAMPERED], ids=[case[0] for case in TAMPERED]
)
def test_tampering_is_found_and_located(tamper: Callable[[Json], Any], message: str) -> None:
    data = copy.deepcopy(BASE)
    tamper(data)
    assert data != BASE
    with pytest.raises(RecordError) as caught:
        verify(parse_record(line(data)))
    assert str(caught.value).startswith(message)


def test_uneven_hands_follow_the_deal_order() -> None:
    """R4: with the pairs and 5 players A has 8 cards in round 1, B in round 2, and so on."""
    record = record_of(random_match(5, 4, "pairs")).to_json()
    sizes = [[len(hand.split()) for hand in played["deal"]] for played in record["rounds"]]
    assert sizes[:3] == [[8, 7, 7, 7, 7], [7, 8, 7, 7, 7], [7, 7, 8, 7, 7]]
    for deal in (record["rounds"][0]["deal"], record["rounds"][1]["deal"]):
        deal[:] = [*deal[-1:], *deal[:-1]]
    with pytest.raises(
        RecordError, match=r"^round 1: the hands of the deal have 7, 8, 7, 7, 7 cards; dealt out evenly"
    ):
        verify(parse_record(line(record)))


def test_the_same_hands_are_not_the_same_round_later() -> None:
    data = copy.deepcopy(BASE)
    data["rounds"].insert(0, data["rounds"][0])
    with pytest.raises(RecordError):
        verify(parse_record(line(data)))


WRONG: tuple[Json, ...] = (
    None,
    True,
    1.5,
    -1,
    "x",
    "",
    [],
    [None],
    [[]],
    [1.5],
    {},
    {"A": 1},
    10**25,
    [True],
    ["x", 3],
)


@pytest.mark.parametrize("name", BASE)
def test_every_field_is_needed_and_has_its_type(name: str) -> None:
    rest = {key: value for key, value in BASE.items() if key != name}
    if name == "stall_limit":  # in a record of before there is none
        assert parse_record(line(rest)).stall_limit == 0
    else:
        with pytest.raises(RecordError):
            parse_record(line(rest))
    for value in WRONG:
        with pytest.raises(RecordError):
            verify(parse_record(line({**BASE, name: value})))


@pytest.mark.parametrize("name", BASE["rounds"][0])
def test_every_field_of_a_round_is_needed_and_has_its_type(name: str) -> None:
    data = copy.deepcopy(BASE)
    del data["rounds"][1][name]
    with pytest.raises(RecordError, match=f"^round 2 has no field '{name}'$"):
        parse_record(line(data))
    for value in WRONG:
        data["rounds"][1][name] = value
        with pytest.raises(RecordError, match=r"^(each of )?round 2"):
            verify(parse_record(line(data)))


@pytest.mark.parametrize("value", [None, 1, "x", []])
def test_a_round_is_an_object(value: Json) -> None:
    with pytest.raises(RecordError, match=r"^round 1 is a JSON object, not "):
        parse_record(line({**BASE, "rounds": [value]}))


@given(st.randoms(use_true_random=False), st.lists(json_values, min_size=1, max_size=3))
@settings(max_examples=scaled(300))
def test_garbled_records_are_records_or_record_errors(rng: random.Random, replacements: list[Json]) -> None:
    data = copy.deepcopy(BASE)
    for value in replacements:
        data = garble(data, rng, value)
    try:
        record = parse_record(json.dumps(data))
        assert str(parse_record(str(record))) == str(record)
        verify(record)
    except RecordError:
        pass


# Lines that are not JSON


DEEP = "[" * 100_000 + "]" * 100_000
NOT_JSON: list[tuple[bytes, str]] = [
    (b"nonsense\n", "this line is not JSON: Expecting value"),
    (b"{}\n", 'a record has "format":"dnup-record", not None'),
    (b"[]\n", "a record is a JSON object, not []"),
    (b"null\n", "a record is a JSON object, not None"),
    (b"\xff\xfe{\x00}\x00\n", "this line is not UTF-8 text"),
    (b'{"format":"dnup-record\xe5"}\n', "this line is not UTF-8 text"),
    (b'{"format":"\xed\xa0\x80"}\n', "this line is not UTF-8 text"),
    (b"\x00\x00\x00\n", "this line is not JSON"),
    (DEEP.encode() + b"\n", "this line is not a record: it is nested too deep"),
    (b'{"a":' * 100_000 + b"\n", "this line is not a record: it is nested too deep"),
    (line({**BASE, "x": "X"}).replace(b'"X"', b"9" * 10_000), "this line is not JSON: Exceeds the limit"),
    (
        line({**BASE, "x": "X"}).replace(b'"X"', b"NaN"),
        "this line is not JSON: NaN is not a number that JSON knows",
    ),
    (
        line({**BASE, "x": "X"}).replace(b'"X"', b"-Infinity"),
        "this line is not JSON: -Infinity is not a number",
    ),
    (line({**BASE, "score": "X"}).replace(b'"X"', b"[1e400, 0, 0]"), "score has whole numbers, not inf"),
    (
        line({**BASE, "version": "X"}).replace(b'"X"', DEEP[99_800:100_200].encode()),
        "this dnup reads records of ver",
    ),
    (b'{"format":"dnup-record","version":1}\n', "a record has no field 'deck'"),
]


@pytest.mark.parametrize("data, message", NOT_JSON, ids=[message for _, message in NOT_JSON])
def test_a_line_that_is_not_a_record(data: bytes, message: str) -> None:
    ((number, error),) = read_lines(io.BytesIO(data))
    assert number == 1
    assert isinstance(error, RecordError)
    assert str(error).startswith(message)
    assert len(str(error)) < 300
    with pytest.raises(RecordError):
        parse_record(data)


@given(st.binary(max_size=60))
@settings(max_examples=scaled(300))
def test_any_bytes_are_no_record(data: bytes) -> None:
    for _, error in read_lines(io.BytesIO(data)):
        assert isinstance(error, RecordError)


# Files


def test_what_cannot_be_read_does_not_hide_the_rest() -> None:
    data = line(BASE) + b"\n  \r\n" + b"broken\n" + line(BASE) + b'{"format":"other"}\r\n' + line(BASE)
    results = dict(read_lines(io.BytesIO(data)))
    assert list(results) == [1, 4, 5, 6, 7], "numbers are those of lines, empty ones are passed over"
    assert [isinstance(result, Record) for result in results.values()] == [True, False, True, False, True]


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    ((_, record),) = read_lines(io.BytesIO(b"\xef\xbb\xbf" + line(BASE)))
    assert isinstance(record, Record)


def test_a_cut_off_last_line_loses_only_itself() -> None:
    whole = str(record_of(random_match(2, 1, longest=4))).encode() + b"\n"
    last = str(Record.of(random_match(2, 1, longest=4), ["Åse", "小林"])).encode()
    for cut in range(1, len(last)):
        first, (number, error) = read_lines(io.BytesIO(whole + last[:cut]))
        assert isinstance(first[1], Record)
        assert number == 2
        assert str(error) == "this last line was cut off, as by a crash; those before it are whole"
    assert len(list(read_lines(io.BytesIO(whole)))) == 1
    _, (_, record) = read_lines(io.BytesIO(whole + last))
    assert isinstance(record, Record), "only the line break is missing"
    _, (_, error) = read_lines(io.BytesIO(whole + b'{"format":"other"}'))
    assert "format" in str(error), "a whole line of something else was not cut off"


def test_reading_takes_no_more_memory_for_more_records() -> None:
    text = line(record_of(random_match(2, 1)).to_json())

    def lines() -> Iterator[bytes]:
        for _ in range(3000):
            yield bytes(bytearray(text))

    tracemalloc.start()
    try:
        count = sum(isinstance(record, Record) for _, record in read_lines(lines()))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert count == 3000
    assert peak < 3000 * len(text) / 3, "far less than all of them"


# Old records replay for ever: this file may get longer, and its lines never change


def golden() -> list[Record]:
    return list(read_records(GOLDEN))


@pytest.mark.parametrize("record", golden(), ids=lambda record: f"{len(record.players)}-{record.result}")
def test_golden_records_replay(record: Record) -> None:
    assert verify(record).result == record.result
    RECORD.validate(record.to_json())


def test_golden_records_are_written_as_they_were_but_for_the_old_name_of_a_deck() -> None:
    kept = GOLDEN.read_text(encoding="utf-8").replace('"deck":"standard"', '"deck":"balanced"')
    assert [str(record) for record in golden()] == kept.splitlines()


def test_golden_records_are_of_every_kind() -> None:
    records = golden()
    assert {len(record.players) for record in records} == {2, 3, 4, 5}
    assert {record.result for record in records} == {"won", "drawn", "unfinished"}
    endings = {played.ending for record in records for played in record.rounds}
    assert endings == {"out", "match", "abandoned", None}
    assert {record.deck.name for record in records} == {"printed", "balanced", "pairs", "custom"}
    printed = [record for record in records if record.deck.name == "printed"]
    assert {len(record.players) for record in printed} == {2, 3, 4, 5}
    assert {record.result for record in printed} == {"won", "drawn", "unfinished"}
    assert {record.finish_round for record in printed} == {False, True}
    assert any(record.extra and record.rounds[0].extra for record in records)
    verbs = {move.split()[0] for record in records for played in record.rounds for move in played.moves}
    assert verbs == {"play", "add", "take", "rotate"}


def test_the_schema_of_records_allows_unknown_fields_and_little_else() -> None:
    record = replace(Record.of(random_match(3, 3), "xyz", bots="B"), finish_round=True)
    fields = list(record.to_json())
    assert list(RECORD_SCHEMA["properties"]) == fields
    assert RECORD_SCHEMA["required"] == [
        name for name in fields if name not in ("stall_limit", "finish_round", "bots")
    ]
    played = RECORD_SCHEMA["$defs"]["round"]
    assert list(BASE["rounds"][0]) == played["required"]
    assert list(played["properties"]) == [*played["required"], "commitment", "salt", "shuffle"]
    for field in (*RECORD_SCHEMA["properties"].values(), *played["properties"].values()):
        assert field["description"].endswith(".")
    for tamper in (change("rounds.0.ending", "x"), change("winner", "F"), change("rounds.0.moves.0", "pass")):
        data = copy.deepcopy(BASE)
        tamper(data)
        assert not RECORD.is_valid(data)


@pytest.mark.parametrize("players", [2, 3])
def test_a_record_with_a_deck_of_somebodys_own_is_read_back_equal(players: int) -> None:
    cards = ["1/5 star", "1/6", "2/4", "2/6", "3/4", "3/5", "4/6 happy"]
    deck = Deck.of(cards, "mine", title="My cards", provenance="made up")
    record = play_match("random", players=players, deck=deck, seed=1)
    again = parse_record(str(record))
    assert again == record
    assert hash(again) == hash(record)
    assert again.deck.fingerprint(players) == deck.fingerprint(players)
    other = Deck.of([*cards[:-1], "5/6"], "mine")
    assert replace(record, deck=other) != record, "the cards in play are compared"
    assert record != str(record)
