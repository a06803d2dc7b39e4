"""`dnup replay`: a recorded game, walked through."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

import dnup
from dnup.cli import main
from dnup.terminal.keyboard import Keyboard, Left
from dnup.terminal.screen import Screen
from dnup.terminal.walk import Walk

GAME = dnup.play_match(["greedy", "medium", "easy"], seed=9)


def walked(monkeypatch: pytest.MonkeyPatch, *entries: str, place: str | None = None) -> list[str]:
    """What is shown for each of these entries, the first picture first."""
    file = io.StringIO()
    screen = Screen(False, True, Console(file=file, width=100, highlight=False))
    shown: list[str] = []
    left = iter(entries)

    def ask(self: Keyboard, question: str) -> str:
        shown.append(file.getvalue())
        file.seek(0)
        file.truncate()
        try:
            return next(left)
        except StopIteration:
            raise Left("end") from None

    monkeypatch.setattr(Keyboard, "ask", ask)
    with pytest.raises(Left):
        Walk(GAME, "A", screen, Keyboard(screen)).go(place)
    return shown


def test_forwards_and_back_is_where_it_began(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second, again = walked(monkeypatch, "", "b")
    assert "r1m0" in first
    assert "r1m1" in second
    assert first == again


def test_the_hands_of_others_are_seen_only_when_open(monkeypatch: pytest.MonkeyPatch) -> None:
    closed, opened, from_b = walked(monkeypatch, "o", "B")
    hand = " ".join(map(str, next(GAME.positions()).round.hands[1]))
    assert hand not in closed
    assert hand in opened
    assert "You are B" in from_b


def test_places(monkeypatch: pytest.MonkeyPatch) -> None:
    there, last, nowhere, too_far = walked(
        monkeypatch, f"r{len(GAME.rounds)}m{len(GAME.rounds[-1].moves)}", "r99", "r1m999", place="r2m3"
    )
    assert "r2m3" in there
    assert "won the match" in last
    assert f"there is no round 99; the last one is {len(GAME.rounds)}" in nowhere
    assert f"round 1 has {len(GAME.rounds[0].moves)} moves, not 999" in too_far


def test_rounds_and_help(monkeypatch: pytest.MonkeyPatch) -> None:
    _, second, helped = walked(monkeypatch, "r", "?")
    assert "round 2" in second
    assert "one move back" in helped


def test_into_a_pipe_the_whole_game_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(f"{GAME}\n")
    assert main(["replay", str(path)]) == 0
    told = capsys.readouterr().out
    assert told.count("holds") == 3 * len(GAME.rounds)
    assert "won the match" in told
    assert main(["replay", str(path), "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["move"] for line in lines if line["move"]] == [
        move for played in GAME.rounds for move in played.moves
    ]
