"""Puzzles: data that is right, a command that asks them, and a finder whose proofs hold."""

from __future__ import annotations

import datetime
import io
import json
from importlib.resources import files

import pytest

import dnup
from dnup.cli import main
from dnup.review.puzzles import DIFFICULTIES, THEMES, puzzle_of, puzzles, select
from tools.puzzles.finding import limit


def test_every_puzzle_is_a_position_with_a_legal_answer() -> None:
    seen = set()
    for number, puzzle in enumerate(puzzles(), 1):
        assert puzzle.number == number
        assert puzzle.position not in seen
        seen.add(puzzle.position)
        assert puzzle.answer in puzzle.view.legal_moves
        assert len(puzzle.view.legal_moves) >= 3
        assert puzzle.answer != dnup.bots.get("greedy").choose(puzzle.view).move
        assert set(puzzle.themes) <= set(THEMES)
        assert set(puzzle.found) == set(DIFFICULTIES)
        assert puzzle.lead >= limit(puzzle.players) or "sure win" in puzzle.themes
    assert {puzzle.players for puzzle in puzzles()} == {2, 3, 4, 5}


def test_every_day_has_one_and_they_take_turns() -> None:
    first = datetime.date(2026, 1, 1)
    days = [puzzle_of(first + datetime.timedelta(day)).number for day in range(len(puzzles()) + 1)]
    assert days == [*range(1, len(puzzles()) + 1), 1]


def test_they_can_be_chosen() -> None:
    for puzzle in select(theme="endgame", players=2):
        assert "endgame" in puzzle.themes
        assert puzzle.players == 2
    with pytest.raises(ValueError, match="'luck' is not a theme; there are rotate, take"):
        select(theme="luck")


class TestCommand:
    def test_a_right_answer(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO(f"moves\nplay 99\n{puzzles()[0].answer}\n"))
        assert main(["puzzle", "1"]) == 0
        told = capsys.readouterr().out
        assert "Puzzle 1" in told
        assert f"with the deck {puzzles()[0].deck.name}" in told
        assert "Right." in told

    @pytest.mark.compiled
    def test_a_wrong_answer(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        puzzle = puzzles()[0]
        wrong = next(move for move in puzzle.view.legal_moves if move != puzzle.answer)
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{wrong}\n"))
        assert main(["puzzle", "1"]) == 0
        told = capsys.readouterr().out
        assert "No. That costs" in told
        assert f"It is {puzzle.answer}" in told

    def test_json_has_the_view(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["puzzle", "--date", "2026-01-02", "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told["number"] == 2
        assert dnup.View.from_json(told["view"]) == puzzles()[1].view

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
