"""Parquet files: the same games as the records, with any writer."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dnup import Deck, Round, format_move, load_deck, parse_hand
from dnup.cli import main
from dnup.game.move import Move
from dnup.random_games.simulate import simulate
from dnup.records.record import parse_record
from dnup.rl import parquet, parquet_records
from dnup.rl.parquet import DecksDiffer, simulate_to_parquet
from dnup.rl.parquet_records import Exported, records_to_parquet
from tests.need import need_module
from tests.random_play import DECKS, PLAYERS

need_module("pyarrow")

MOVES = ["deck", "fingerprint", "game", "round", "number", "seat", "slot", "verb", "cards", "target"]
ROUNDS = [
    "deck",
    "fingerprint",
    "game",
    "round",
    "starter",
    "deal",
    "score",
    "moves",
    "ending",
    "finish",
    "points",
    "names",
]


def rows(folder: Path) -> list[dict[str, Any]]:
    reader: Any = need_module("pyarrow.parquet")
    return [row for file in sorted(folder.rglob("*.parquet")) for row in reader.read_table(file).to_pylist()]


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("deck", ["printed", "balanced", "many copies"])
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
                "deck": load_deck(DECKS[deck]).name,
                "fingerprint": load_deck(DECKS[deck]).fingerprint(players),
                "game": game,
                "round": number,
                "starter": played["starter"],
                "deal": [[str(card) for card in parse_hand(hand)] for hand in played["deal"]],
                "score": score,
                "moves": len(played["moves"]),
                "ending": played["ending"],
                "finish": played["finish"],
                "points": played["points"],
                "names": ["random"] * players,
            }
            score = [before + now for before, now in zip(score, played["points"], strict=True)]
            for index, text in enumerate(played["moves"]):
                row = next(moves)
                assert list(row) == MOVES
                assert (row["deck"], row["fingerprint"]) == (told["deck"], told["fingerprint"])
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


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("deck", ["printed", "balanced", "many copies"])
def test_records_become_the_same_tables(
    deck: str, players: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet_records, "RECORDS_IN_FILE", 3)
    options: dict[str, Any] = {"deck": DECKS[deck], "turn_limit": 90}
    records = tmp_path / "some games.jsonl"
    with records.open("w", encoding="utf-8") as file:
        summary = simulate(players, 4, 7, record=file.write, workers=1, **options)
    simulate_to_parquet(tmp_path / "simulated", players, 4, 7, workers=1, **options)
    exported = records_to_parquet(tmp_path / "read", records, workers=1)
    assert exported == Exported(4, summary.rounds, summary.moves)
    reader: Any = need_module("pyarrow.parquet")
    for table in ("moves", "rounds"):
        folder = tmp_path / "read" / table / f"players={players}" / "source=some%20games"
        names = ["games-000000000.parquet", "games-000000003.parquet"]
        assert sorted(file.name for file in folder.iterdir()) == names
        (simulated,) = (tmp_path / "simulated" / table).rglob("*.parquet")
        assert reader.read_schema(folder / names[0]) == reader.read_schema(simulated)
        told = rows(tmp_path / "simulated" / table)
        if deck == "many copies":
            told = [row | {"deck": "custom"} for row in told]  # a record keeps its cards, not its name
        assert rows(folder) == told


def test_games_of_an_arena_as_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Who sat where is known; games of two and of three players go side by side; what is wrong is left out and told."""
    arena, mixed = tmp_path / "arena.jsonl", tmp_path / "mixed.jsonl"
    assert main(["arena", "greedy", "random", "--rounds", "4", "--workers", "1", "--record", str(arena)]) == 0
    with mixed.open("w", encoding="utf-8") as file:
        simulate(3, 1, 1, record=file.write, workers=1)
        file.write("\n")
        simulate(2, 1, 1, record=lambda line: file.write(line.replace("rotate", "take C", 1)), workers=1)
    capsys.readouterr()
    command = ["export", "--records", str(arena), str(mixed), "--parquet", str(tmp_path / "data")]
    assert main(command) == 1
    told = capsys.readouterr().err
    assert f"{mixed}, line 3: round 1, move " in told
    assert "5 games exported" in told
    assert told.endswith("; 1 left out, as they are wrong\n")
    folders = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.glob("data/*/*/*"))
    assert folders == [
        f"data/{table}/{folder}"
        for table in ("moves", "rounds")
        for folder in ("players=2/source=arena", "players=3/source=mixed")
    ]
    games = [json.loads(line) for line in arena.read_text(encoding="utf-8").splitlines()]
    played = rows(tmp_path / "data" / "rounds" / "players=2")
    assert [row["names"] for row in played] == [game["players"] for game in games]
    assert {name for row in played for name in row["names"]} == {"greedy", "random"}
    assert main(command) == 2
    assert "is there already; give another directory" in capsys.readouterr().err


OWN = Deck.of(["1/5 star", "1/6", "2/4", "2/6", "3/4", "3/5", "4/6"], "mine", players=[2, 3])


def test_decks_do_not_mix_silently(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def simulate_here(players: int, seed: int, deck: str | Deck, **options: Any) -> None:
        simulate_to_parquet(tmp_path / "data", players, 1, seed, deck=deck, workers=1, **options)

    simulate_here(2, 1, "balanced")
    simulate_here(3, 1, "balanced")
    for players in (2, 4):
        with pytest.raises(
            DecksDiffer, match=r"of the deck printed \(.+, and others .+ of the deck balanced"
        ):
            simulate_here(players, 2, "printed")
    with pytest.raises(DecksDiffer, match=rf"of the deck mine \(cards {OWN.fingerprint(2)}"):
        simulate_here(2, 2, OWN)
    command = ["simulate", "--players", "2", "--games", "1", "--seed", "2", "--deck", "printed", "--json"]
    assert main([*command, "--parquet", str(tmp_path / "data")]) == 2
    assert "give another directory, or say that decks may be mixed" in capsys.readouterr().err
    assert {row["deck"] for row in rows(tmp_path / "data")} == {"balanced"}
    assert not list(tmp_path.glob("data/*/*/seed=2"))
    assert main([*command, "--parquet", str(tmp_path / "data"), "--mixed-decks"]) == 0
    assert {row["deck"] for row in rows(tmp_path / "data")} == {"balanced", "printed"}
    capsys.readouterr()
    assert main([*command, "--mixed-decks"]) == 2
    assert "--mixed-decks is about the folder of --parquet DIR, which is missing" in capsys.readouterr().err


def test_records_of_several_decks_are_refused_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet_records, "RECORDS_IN_FILE", 1)
    file = tmp_path / "both.jsonl"
    with file.open("w", encoding="utf-8") as lines:
        simulate(2, 1, 1, deck="balanced", record=lines.write, workers=1)
        simulate(2, 1, 2, deck=OWN, record=lines.write, workers=1)
    command = ["export", "--records", str(file), "--parquet", str(tmp_path / "data")]
    assert main(command) == 2
    assert f"line 2 is of the deck custom (cards {OWN.fingerprint(2)}), and others" in capsys.readouterr().err
    assert not list(tmp_path.rglob("*.parquet"))
    assert main([*command, "--mixed-decks"]) == 0
    assert {row["deck"] for row in rows(tmp_path / "data")} == {"balanced", "custom"}


def test_a_deck_is_known_by_its_cards(tmp_path: Path) -> None:
    """Records keep the cards of a deck, not its name."""
    file = tmp_path / "own.jsonl"
    with file.open("w", encoding="utf-8") as lines:
        simulate(2, 1, 1, deck=OWN, record=lines.write, workers=1)
    simulate_to_parquet(tmp_path / "data", 2, 1, 1, deck=OWN, workers=1)
    records_to_parquet(tmp_path / "data", file, workers=1)
    decks = {(row["deck"], row["fingerprint"]) for row in rows(tmp_path / "data")}
    assert decks == {("mine", OWN.fingerprint(2)), ("custom", OWN.fingerprint(2))}


def test_tables_of_an_earlier_version_stay_apart(tmp_path: Path) -> None:
    simulate_to_parquet(tmp_path, 2, 1, 1, workers=1)
    reader: Any = need_module("pyarrow.parquet")
    (file,) = (tmp_path / "rounds").rglob("*.parquet")
    reader.write_table(reader.ParquetFile(file).read().drop_columns(["deck"]), file)
    with pytest.raises(DecksDiffer, match="an earlier version of dnup, which do not tell their deck"):
        simulate_to_parquet(tmp_path, 2, 1, 2, workers=1)


def test_moves_that_leave_something_open_are_completed(tmp_path: Path) -> None:
    """Whose set is meant follows from the position, so a record need not say it; a table does."""
    lines = io.StringIO()
    simulate(2, 6, 3, record=lines.write, workers=1)
    short = tmp_path / "short.jsonl"
    opened = 0
    with short.open("w", encoding="utf-8") as file:
        for line in lines.getvalue().splitlines():
            record = parse_record(line)
            for number, played in enumerate(record.rounds):
                position = Round.from_deal(played.deal, first="AB"[number % 2])
                texts = list(played.moves)
                for index, text in enumerate(texts):
                    if text.startswith("take") and len(position.table) == 1:
                        texts[index] = "take"
                        opened += 1
                    position = position.apply(text)
                rounds = list(record.rounds)
                rounds[number] = replace(played, moves=tuple(texts))
                record = replace(record, rounds=tuple(rounds))
            file.write(f"{record}\n")
    assert opened > 2
    simulate_to_parquet(tmp_path / "simulated", 2, 6, 3, workers=1)
    assert not records_to_parquet(tmp_path / "read", short, workers=1).wrong
    assert rows(tmp_path / "read" / "moves") == rows(tmp_path / "simulated" / "moves")


@pytest.mark.parametrize(
    "words, sentence",
    [
        (["--records", "x.jsonl"], "are records already; --parquet DIR writes tables of them"),
        (["--parquet", "data", "out.jsonl"], "--parquet says where to write"),
        (["--records", "nowhere.jsonl", "--parquet", "data"], "nowhere.jsonl cannot be used: No such file"),
        (["--records", "a/x.jsonl", "b/x.jsonl", "--parquet", "data"], "'x' is the name of two of the files"),
        (["--records", "x.jsonl", "--database", "y"], "not allowed with argument"),
    ],
)
def test_what_cannot_be_exported_is_said(
    words: list[str],
    sentence: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["export", *words]) == 2
    assert sentence in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
