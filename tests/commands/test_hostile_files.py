"""Files that somebody made to do harm: a sentence and a status come of them, and no terminal obeys them."""

from __future__ import annotations

import json
import os
import stat
import sys
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest

import dnup
from dnup.cards.deck import Deck, DeckError, deck_from_json
from dnup.cli import main
from dnup.commands.files import write_file
from dnup.records import record as records
from dnup.review.html import write_page
from dnup.review.reviewer import review

HOSTILE = (
    "\x1b]52;c;b3duZWQ=\x07Ada",  # writes the clipboard
    "\x1b]0;owned\x07\x1b[2J\x1b[H",  # sets the title, clears the screen
    "\x1b]8;;http://example.com\x1b\\here\x1b]8;;\x1b\\",  # a link
    "\x9b2J\x90\u202eadA\u2066\u200b",  # the same in one character, and text that runs backwards
)
BACKWARDS = "\u200b\u200e\u200f\u202a\u202b\u202d\u202e\u2066\u2067"
OBEYED = {*map(chr, range(32)), *map(chr, range(127, 160)), *BACKWARDS} - {"\n"}


@pytest.fixture(scope="module")
def hostile() -> dnup.Record:
    small = dnup.Deck.of(["1/5*", "1/6", "2/4", "2/6", "3/4", "3/5", "4/6", "5/6"], players=[4])
    record = dnup.play_match("greedy", players=4, seed=3, deck=small)
    return replace(record, players=HOSTILE, bots=("B",))


def harmless(text: str) -> bool:
    return not set(text) & OBEYED


@pytest.mark.parametrize("command", [["replay"], ["review", "--effort", "50"], ["verify"]])
def test_names_of_a_record_move_no_terminal(
    command: list[str], hostile: dnup.Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(f"{hostile}\n", encoding="utf-8")
    assert main([*command, str(path)]) == 0
    written = capsys.readouterr()
    assert harmless(written.out), written.out
    assert harmless(written.err)
    if command[0] != "verify":
        assert "]52;c;b3duZWQ=Ada" in written.out
        assert "here]8;;" in written.out


def test_nor_do_they_get_into_a_page(hostile: dnup.Record) -> None:
    names = ("<script>alert(1)</script>", "\u202e'\"&", *HOSTILE[:2])
    page = write_page(review(replace(hostile, players=names), effort=10))
    assert harmless(page.replace("\n", ""))
    assert "<script" not in page
    assert "owned[2J[H (bot)" not in page  # only B is one
    assert "&#x27;&quot;&amp; (bot)" in page


@pytest.mark.parametrize("field", ["result", "winner", "score", "bots"])
@pytest.mark.parametrize("value", ["\x1b[2J", "E", "Z", 7, None, [], ["A", "A"], ["Z"], [10**5000], {"a": 1}])
def test_a_record_that_is_not_true_is_not_shown(
    field: str, value: object, hostile: dnup.Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = hostile.to_json()
    if data[field] == value or (field == "bots" and value == []):
        return
    sys.set_int_max_str_digits(0)
    line = json.dumps({**data, field: value})
    sys.set_int_max_str_digits(4300)
    path = tmp_path / "games.jsonl"
    path.write_text(f"{line}\n", encoding="utf-8")
    for command in (["replay"], ["review"], ["verify"]):
        assert main([*command, str(path)]) in (1, 2)
        said = capsys.readouterr()
        assert harmless(said.out + said.err)
        assert said.err.count("\n") == 1


def test_file_names_move_no_terminal_either(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "\x1b[2Jgames.jsonl"
    for command in (
        ["verify"],
        ["replay"],
        ["review"],
        ["deck", "check"],
        ["export", "--parquet", str(tmp_path), "--records"],
    ):
        assert main([*command, str(path)]) == 2
        assert harmless(capsys.readouterr().err)
    path.write_text("nonsense\n")
    assert main(["verify", str(path)]) == 1
    written = capsys.readouterr()
    assert harmless(written.out + written.err)


def test_a_person_called_like_a_bot_is_none(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = dnup.play_match("greedy", players=2, seed=3)
    assert record.bots == ("A", "B")
    record = replace(record, players=("expert", "expert"), bots=("B",))
    assert dnup.parse_record(str(record)) == record
    path = tmp_path / "games.jsonl"
    path.write_text(f"{record}\n{replace(record, bots=None)}\n")
    assert main(["replay", str(path)]) == 0
    told = capsys.readouterr().out
    assert "A (expert) holds" in told
    assert "B (expert (bot)) holds" in told
    assert main(["replay", str(path), "--game", "2"]) == 0
    assert "(bot)" not in capsys.readouterr().out


def test_a_million_cards_are_refused_by_their_number() -> None:
    cards = ["1/6"] * 10**6
    for read in (Deck.of, deck_from_json):
        with pytest.raises(DeckError, match="cards has 1000000 entries; a deck has at most 56 cards"):
            read(cards)
    looked_at = [object()] * 57  # nothing of them is read
    with pytest.raises(DeckError, match="57 entries"):
        Deck.of(looked_at)  # type: ignore[arg-type]


def test_a_line_without_end_does_not_fill_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(records, "LONGEST_LINE", 100_000)
    monkeypatch.setattr("dnup.records.verify.LONGEST_LINE", 100_000)
    monkeypatch.setattr("dnup.records.verify.CHUNK_BYTES", 50_000)
    fine = str(dnup.play_match("greedy", players=2, seed=1))
    path = tmp_path / "games.jsonl"
    with path.open("wb") as file:
        file.write(f"{fine}\n".encode())
        for _ in range(100):
            file.write(b"[" * 100_000)
        file.write(f"\n{fine}\n".encode())
    tracemalloc.start()
    read = [(number, isinstance(one, dnup.Record)) for number, one in dnup.read_lines(path)]
    assert tracemalloc.get_traced_memory()[1] < 4_000_000
    tracemalloc.stop()
    assert read == [(1, True), (2, False), (3, True)]
    assert main(["verify", str(path)]) == 1
    said = capsys.readouterr()
    assert "line 2: this line is too long for a record" in said.err
    assert "2 games verified, 1 wrong" in said.out


def test_a_page_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.html"
    write_file(str(page), "old")
    page.chmod(0o640)
    link = tmp_path / "link.html"
    link.symlink_to(page)

    def fail(_: int) -> None:
        assert page.read_text() == "old"  # what is there stays until the new one is on disk
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        with pytest.raises(OSError, match="No space left"):
            write_file(str(link), "new")
    assert page.read_text() == "old"
    write_file(str(link), "new")
    assert page.read_text() == "new"
    assert link.is_symlink()
    assert stat.S_IMODE(page.stat().st_mode) == 0o640
    assert sorted(one.name for one in tmp_path.iterdir()) == ["link.html", "page.html"]


def test_the_page_of_a_review_is_written_so(
    hostile: dnup.Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    games, page = tmp_path / "games.jsonl", tmp_path / "review.html"
    games.write_text(f"{hostile}\n", encoding="utf-8")
    page.write_text("old")

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    assert main(["review", str(games), "--effort", "10", "--html", str(page)]) == 2
    assert "No space left" in capsys.readouterr().err
    assert page.read_text() == "old"
    assert main(["review", str(games), "--effort", "10", "--html", str(tmp_path / "none" / "x.html")]) == 2
    assert "none" in capsys.readouterr().err


@pytest.mark.parametrize("start", ["a.", "[a.b]\n", "cards = [", "cards = {a=", "[[a]]\n", "players = [0x"])
def test_a_large_deck_file_is_not_even_parsed(
    start: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Half a million dotted keys took minutes and all the memory there was."""
    path = tmp_path / "deck.toml"
    path.write_text(start * 400_000)
    monkeypatch.setattr("tomllib.loads", lambda _: pytest.fail("it is parsed"))
    assert main(["deck", "check", str(path)]) == 2
    assert "it may have up to 65,536 bytes" in capsys.readouterr().err


def test_a_game_of_too_many_moves_is_not_shown(
    hostile: dnup.Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(records, "MOST_MOVES", 10)
    path = tmp_path / "games.jsonl"
    path.write_text(f"{hostile}\n", encoding="utf-8")
    for command in ("replay", "review"):
        assert main([command, str(path)]) == 2
        assert "more than the 10 that can be shown" in capsys.readouterr().err
    assert main(["verify", str(path)]) == 0


def test_tables_are_made_of_lines_that_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    from dnup.rl.parquet_records import records_to_parquet

    monkeypatch.setattr(records, "LONGEST_LINE", 100_000)
    fine = str(dnup.play_match("greedy", players=2, seed=1))
    path = tmp_path / "games.jsonl"
    path.write_text(f"{fine}\n{'[' * 1_000_000}\n{fine}\n")
    exported = records_to_parquet(str(tmp_path / "tables"), [path], workers=1)
    assert exported.games == 2
    assert [(line, "too long" in error) for _, line, error in exported.wrong] == [(2, True)]
