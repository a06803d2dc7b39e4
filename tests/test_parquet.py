"""Parquet files: the same games as the records, whoever writes them."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from dnup import format_move, parse_hand
from dnup.cli import main
from dnup.game.move import Move
from dnup.random_games.simulate import simulate
from dnup.rl import parquet
from dnup.rl.parquet import simulate_to_parquet
from tests.need import need_module
from tests.random_play import DECKS, PLAYERS

need_module("pyarrow")

MOVES = ["game", "round", "number", "seat", "slot", "verb", "cards", "target"]
ROUNDS = ["game", "round", "starter", "deal", "score", "moves", "ending", "finish", "points"]


def rows(folder: Path) -> list[dict[str, Any]]:
    reader: Any = need_module("pyarrow.parquet")
    return [row for file in sorted(folder.rglob("*.parquet")) for row in reader.read_table(file).to_pylist()]


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("deck", ["standard", "many copies"])
def test_the_files_say_what_the_records_say(
    deck: str, players: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "GAMES_IN_FILE", 3)
    games = 4
    lines = io.StringIO()
    options: dict[str, Any] = {"deck": DECKS[deck], "turn_limit": 90}
    summary = simulate(players, games, 7, record=lines.write, workers=1, **options)
    assert simulate_to_parquet(tmp_path, players, games, 7, workers=2, **options) == summary
    moves = iter(rows(tmp_path / "moves"))
    rounds = iter(rows(tmp_path / "rounds"))
    for game, line in enumerate(lines.getvalue().splitlines()):
        score = [0] * players
        for number, played in enumerate(json.loads(line)["rounds"]):
            told = next(rounds)
            assert list(told) == ROUNDS
            assert told == {
                "game": game,
                "round": number,
                "starter": played["starter"],
                "deal": [[str(card) for card in parse_hand(hand)] for hand in played["deal"]],
                "score": score,
                "moves": len(played["moves"]),
                "ending": played["ending"],
                "finish": played["finish"],
                "points": played["points"],
            }
            score = [before + now for before, now in zip(score, played["points"], strict=True)]
            for index, text in enumerate(played["moves"]):
                row = next(moves)
                assert list(row) == MOVES
                assert (row["game"], row["round"], row["number"]) == (game, number, index)
                cards = parse_hand(row["cards"]) if row["cards"] else ()
                assert format_move(Move(row["verb"], cards, row["target"])) == text
                assert row["slot"].startswith(row["seat"])
                if index == 0:
                    assert row["seat"] == played["starter"]
    assert next(moves, None) is next(rounds, None) is None


def test_files_do_not_depend_on_the_number_of_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "GAMES_IN_FILE", 4)
    done: list[int] = []
    for workers in (1, 2):
        simulate_to_parquet(tmp_path / str(workers), 3, 10, 1, workers=workers, progress=done.append)
    assert done == [4, 4, 2] * 2
    names = sorted(file.relative_to(tmp_path / "1") for file in (tmp_path / "1").rglob("*.parquet"))
    assert [str(name) for name in names] == [
        f"{table}/players=3/seed=1/games-00000000{start}.parquet"
        for table in ("moves", "rounds")
        for start in (0, 4, 8)
    ]
    for name in names:
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = [
        "simulate",
        "--players",
        "2",
        "--games",
        "3",
        "--seed",
        "4",
        "--json",
        "--parquet",
        str(tmp_path),
    ]
    assert main(command) == 0
    summary = json.loads(capsys.readouterr().out)
    assert len(rows(tmp_path / "moves")) == summary["moves"]
    assert len(rows(tmp_path / "rounds")) == summary["rounds"]
    assert main(command) == 2
    assert "has files already; give another directory, or another seed" in capsys.readouterr().err
    assert main([*command, "--record", "x"]) == 2
    assert "not allowed with argument" in capsys.readouterr().err


def test_without_pyarrow(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    command = ["simulate", "--players", "2", "--games", "3", "--parquet", str(tmp_path / "data")]
    assert main(command) == 2
    assert capsys.readouterr().err.endswith('python -m pip install "pyarrow>=18"\n')
    assert not (tmp_path / "data").exists()
