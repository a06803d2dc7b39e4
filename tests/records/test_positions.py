"""Records are read from wherever they are, and walked through position by position."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest

from dnup import Record, RecordError
from dnup.records.record import parse_record, read_records
from tests.random_play import DECKS, random_match
from tests.records.test_records import BASE, line, record_of


def test_records_are_read_from_a_path_a_file_or_lines(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    written = [record_of(random_match(2, seed)) for seed in range(3)]
    file.write_text("".join(f"{record}\n" for record in written), encoding="utf-8")
    with file.open("rb") as opened, file.open(encoding="utf-8") as texts:
        for source in (str(file), file, opened, texts, file.read_text().splitlines()):
            assert list(read_records(source)) == written
    with pytest.raises(FileNotFoundError):
        next(read_records("no such file"))


def test_a_line_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(line(BASE) + b"\nbroken\n" + line(BASE))
    records = read_records(file)
    assert isinstance(next(records), Record)
    with pytest.raises(RecordError, match=r"games\.jsonl, line 3: this line is not JSON"):
        next(records)
    with file.open("rb") as opened, pytest.raises(RecordError, match=r"games\.jsonl, line 3: "):
        list(read_records(opened))
    with pytest.raises(RecordError, match=r"^line 1: this last line was cut off"):
        list(read_records(io.BytesIO(b'{"format')))


@pytest.mark.parametrize("deck", DECKS)
def test_a_record_is_walked_through_position_by_position(deck: str) -> None:
    match = random_match(3, 4, DECKS[deck])
    record = record_of(match)
    assert record.match().rounds == match.rounds
    found: dict[int, list[str]] = {number: [] for number in range(1, len(record.rounds) + 1)}
    before = None
    for position in record.positions():
        if before is not None and before.move is not None:
            assert before.round.apply(before.move) == position.round
        elif before is not None:
            assert before.round.over
            assert before.turn is None
        if position.move is not None:
            found[position.round_number].append(str(position.move))
            assert position.move in position.round.legal_moves
            assert position.turn == position.round.turn
        assert position.views == {seat: position.round.view(seat) for seat in "ABC"}
        assert position.view() == position.round.view()
        before = position
    assert before is not None
    assert before.round == match.round
    assert [tuple(moves) for moves in found.values()] == [played.moves for played in record.rounds]


def test_a_walk_ends_where_a_record_goes_wrong() -> None:
    record = parse_record(line(BASE))
    rounds = [replace(record.rounds[0], moves=("play 1/5", "dance")), *record.rounds[1:]]
    walk = replace(record, rounds=tuple(rounds)).positions()
    with pytest.raises(RecordError, match=r"^round 1, move 2: 'dance' is not a move"):
        list(walk)
    with pytest.raises(RecordError, match="comes after the match was won"):
        list(replace(record, rounds=record.rounds * 2).positions())
