"""Puzzles: data that is right, a command that asks them, and a finder whose proofs hold."""

from __future__ import annotations

import datetime
import io
import json
from importlib.resources import files

import pytest

import dnup
from dnup.cli import main
from dnup.review.puzzles import (
    DIFFICULTIES,
    FIRST_PRINTED_DAY,
    THEMES,
    earlier_puzzles,
    puzzle_of,
    puzzle_with,
    puzzles,
    select,
)
from tools.puzzles.finding import limit


def test_every_puzzle_is_a_position_with_a_legal_answer() -> None:
    seen = set()
    for puzzle in puzzles():
        assert puzzle.position not in seen
        seen.add(puzzle.position)
        assert puzzle.deck.name == "printed"
        assert puzzle.answer in puzzle.view.legal_moves
        assert len(puzzle.view.legal_moves) >= 3
        assert puzzle.answer != dnup.bots.get("greedy").choose(puzzle.view).move
        assert set(puzzle.themes) <= set(THEMES)
        assert set(puzzle.found) == set(DIFFICULTIES)
        assert puzzle.lead >= limit(puzzle.players) / 2
    assert {puzzle.players for puzzle in puzzles()} == {2, 3, 4, 5}


def test_a_number_stays_with_its_puzzle() -> None:
    numbers = [puzzle.number for puzzle in (*earlier_puzzles(), *puzzles())]
    assert numbers == sorted(set(numbers))
    # Links and what players have solved name the first series by its place in the file.
    first = puzzle_with(322)
    assert (first.deck.name, first.position) == ("balanced", earlier_puzzles()[321].position)
    for puzzle in earlier_puzzles():
        assert puzzle.answer in puzzle.view.legal_moves
    last = puzzles()[-1]
    assert puzzle_with(last.number) is last


def test_every_day_has_one_and_they_take_turns() -> None:
    number = len(puzzles())
    days = [puzzle_of(FIRST_PRINTED_DAY + datetime.timedelta(day)) for day in range(number + 1)]
    assert days[0] is days[number]
    first = puzzles().index(days[0])
    assert days[:number] == [*puzzles()[first:], *puzzles()[:first]]
    # Days before the printed deck keep the puzzle that they had.
    assert [puzzle_of(datetime.date(2026, 1, day)).number for day in (1, 2)] == [1, 2]
    assert puzzle_of(FIRST_PRINTED_DAY - datetime.timedelta(1)).deck.name == "balanced"


def test_they_can_be_chosen() -> None:
    for puzzle in select(theme="endgame", players=2):
        assert "endgame" in puzzle.themes
        assert puzzle.players == 2
    with pytest.raises(ValueError, match="'luck' is not a theme; there are rotate, take"):
        select(theme="luck")


class TestCommand:
    @pytest.mark.parametrize("number", [1, puzzles()[0].number])
    def test_a_right_answer(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], number: int
    ) -> None:
        puzzle = puzzle_with(number)
        monkeypatch.setattr("sys.stdin", io.StringIO(f"moves\nplay 99\n{puzzle.answer}\n"))
        assert main(["puzzle", str(number)]) == 0
        told = capsys.readouterr().out
        assert f"Puzzle {number}" in told
        assert f"with the deck {puzzle.deck.name}" in told
        assert "Right." in told

    @pytest.mark.compiled
    def test_a_wrong_answer(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        puzzle = puzzles()[0]
        wrong = next(move for move in puzzle.view.legal_moves if move != puzzle.answer)
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{wrong}\n"))
        assert main(["puzzle", str(puzzle.number)]) == 0
        told = capsys.readouterr().out
        assert "No. That costs" in told
        assert f"It is {puzzle.answer}" in told

    def test_json_has_the_view(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["puzzle", "--date", "2026-01-02", "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told["number"] == 2
        assert dnup.View.from_json(told["view"]) == puzzle_with(2).view

    @pytest.mark.parametrize(
        "arguments, sentence",
        [
            (["100000"], "so there is no puzzle 100000"),
            (["--theme", "luck"], "'luck' is not a theme"),
            (["--date", "today"], "'today' is not a date like 2026-11-16"),
        ],
    )
    def test_bad_input_gets_a_sentence(
        self, arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["puzzle", *arguments]) == 2
        assert sentence in capsys.readouterr().err


def test_red_herrings_have_several_legal_moves() -> None:
    lines = json.loads((files("dnup") / "web" / "puzzles" / "red-herrings.json").read_text(encoding="utf-8"))
    assert lines
    for line in lines:
        position = dnup.parse_position(line["position"])
        assert len(line["fine"]) >= 3
        assert {dnup.parse_move(move) for move in line["fine"]} <= set(position.legal_moves)
