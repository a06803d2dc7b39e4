"""Games from before the printed deck go on with their cards; the data was written by the version before it."""

from __future__ import annotations

import contextlib
import io
import json
import random
import sqlite3
from pathlib import Path

import pytest

from dnup import View, load_deck, parse_position, read_records
from dnup.records.verify import verify

DATA = Path(__file__).parents[1] / "data" / "before_printed"
BALANCED = load_deck("balanced")


def test_records_are_replayed_with_their_cards() -> None:
    kept = (DATA / "records.jsonl").read_text(encoding="utf-8").splitlines()
    records = list(read_records(DATA / "records.jsonl"))
    assert [json.loads(line)["deck"] for line in kept] == ["standard", "standard"]
    for line, record in zip(kept, records, strict=True):
        assert record.deck is BALANCED
        assert verify(record).result == record.result
        assert str(record) == line.replace('"deck":"standard"', '"deck":"balanced"')


def test_positions_and_views_are_read() -> None:
    text = (DATA / "position.txt").read_text(encoding="utf-8").strip()
    position = parse_position(text)
    assert position.deck is BALANCED
    assert str(position) == text.replace("standard", "balanced")
    view = View.from_json(json.loads((DATA / "view.json").read_text(encoding="utf-8")))
    assert view.deck is BALANCED
    assert view.hand == position.hands[0]


def test_records_become_the_same_tables(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    from dnup.rl.parquet_records import records_to_parquet

    assert not records_to_parquet(tmp_path / "tables", DATA / "records.jsonl", workers=1).wrong
    (written,) = (tmp_path / "tables" / "moves" / "players=2").rglob("*.parquet")
    before = parquet.ParquetFile(DATA / "moves.parquet").read()
    now = parquet.ParquetFile(written).read()
    assert now.select(before.column_names).equals(before)
    assert set(now["deck"].to_pylist()) == {"balanced"}


def test_a_game_of_openspiel_is_loaded_by_its_old_name() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    import dnup.rl.openspiel

    game = pyspiel.load_game("dnup(players=2,deck=standard)")
    assert game.encoding.deck is BALANCED
    _, state = pyspiel.deserialize_game_and_state((DATA / "openspiel.txt").read_text(encoding="utf-8"))
    assert parse_position(str(state)).deck is BALANCED
    assert dnup.rl.openspiel is not None


def test_a_table_of_a_server_goes_on(tmp_path: Path) -> None:
    pytest.importorskip("starlette")
    from dnup.server.runtime.settings import Settings
    from tests.chance import seeded
    from tests.server.client import play_round
    from tests.server.running import running

    with contextlib.closing(sqlite3.connect(tmp_path / "games.sqlite3")) as database:
        database.executescript((DATA / "server.sql").read_text(encoding="utf-8"))
    with running(tmp_path, seeded(Settings(bot_pause=0.0, keep_days=1e6))) as server:
        ada = server.client("balancedtable", "UOcOE-7brFZUw5E0ihRYqOnMH0txonts")
        assert (ada.seat, ada.phase) == ("A", "playing")
        assert ada.table["options"]["deck"] == "balanced"
        play_round([ada], random.Random(1))
        if ada.phase == "between":
            ada.ask("ready")
            play_round([ada], random.Random(2))
        content = server.api.get("/api/tables/balancedtable/record").content
        (record,) = read_records(io.BytesIO(content))
        assert record.deck is BALANCED
        verify(record)
        # A program that asks for the old name gets those cards.
        made = server.create(players=2, deck="standard")
        assert made["table"]["options"]["deck"] == "balanced"
