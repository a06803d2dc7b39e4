"""What an operator sees: health, metrics, logs, errors in a sentence, stopping, exporting, expiring, upgrading."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import logging
import random
import re
import signal
import socket as sockets
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

import dnup
from dnup.cards.deck import LONGEST_NAME
from dnup.cli import main
from dnup.records.record import parse_record, read_records
from dnup.records.verify import verify
from dnup.server.run import open_store
from dnup.server.runtime.listener import listen
from dnup.server.runtime.logs import JsonLines
from dnup.server.runtime.settings import Settings
from dnup.server.store.migrations import NewerDatabase
from dnup.server.store.sqlite import SqliteStore
from dnup.server.store.store import SCHEMA_VERSION, Append, EndedGame, Summary
from tests.chance import seeded
from tests.server.client import Client, play_round
from tests.server.conftest import Start
from tests.server.running import (
    DNUP,
    PATIENCE,
    QUICK,
    Running,
    checked,
    keep,
    people,
    running,
    serving,
    with_sources,
)
from tests.server.time_machine import Time

DATA = Path(__file__).parent / "data"
DAY = 86_400.0


##### Health and metrics #####


def test_health_says_that_it_works_and_which_version_it_is(server: Running) -> None:
    answer = server.api.get("/health")
    assert answer.status_code == 200
    assert checked(answer, "Health") == {
        "status": "ok",
        "version": dnup.__version__,
        "protocol": 1,
        "progress": 1.0,
    }


def test_metrics_can_be_read_and_count(start: Start) -> None:
    time = Time()
    server = start(time.of(QUICK))
    _table, clients = people(server, 2)
    clients[0].ask("start")
    made = play_round(clients, random.Random(1), longest=5)
    clients[0].refusal("start")
    server.do(lambda: time.pass_by(1, server))  # gauges are set once a second
    families = {
        family.name: {(sample.name, *sample.labels.values()): sample.value for sample in family.samples}
        for family in text_string_to_metric_families(server.api.get("/metrics").text)
    }
    assert families["dnup_events"][("dnup_events_total",)] == 2 + 1 + 1 + made
    assert families["dnup_messages"][("dnup_messages_total", "makemove")] == made
    assert families["dnup_refusals"][("dnup_refusals_total", "game-begun")] == 1
    assert families["dnup_connections"][("dnup_connections",)] == 2
    assert families["dnup_tables_in_memory"][("dnup_tables_in_memory",)] == 1
    assert families["dnup_move_seconds"][("dnup_move_seconds_count",)] == made


def test_a_log_line_is_an_object_with_the_usual_keys() -> None:
    record = logging.LogRecord("dnup.x", logging.ERROR, "", 1, 'it "broke"\nhere', None, None)
    record.table = "t1"
    record.token = "secret"
    line = json.loads(JsonLines().format(record))
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line.pop("timestamp"))
    assert line == {"level": "error", "logger": "dnup.x", "message": 'it "broke"\nhere', "table": "t1"}


##### A session of a real process #####


def ended(process: subprocess.Popen[str], how: signal.Signals) -> int:
    process.send_signal(how)
    return process.wait(PATIENCE)


def test_a_session_with_a_process_from_start_to_export(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = str(tmp_path / "games.sqlite3")
    deck = tmp_path / "friday.toml"
    deck.write_text(
        'name = "friday"\nplayers = [2]\ncards = ["1/5 star", "1/6", "2/4", "2/6", "3/4", "3/5"]\n'
    )
    options = ("--log", "debug", "--bot-pause", "0", "--deck", str(deck))
    with serving(tmp_path, *options) as (process, address):
        url = f"http://{address}"
        for players, status in ((2, 201), (3, 400)):
            wanted = {"options": {"deck": "friday", "players": players}}
            assert httpx.post(f"{url}/api/tables", json=wanted, timeout=PATIENCE).status_code == status
        body = {"name": "Ada", "options": {"players": 2}, "bots": {"B": "easy"}, "start": True}
        joined = httpx.post(f"{url}/api/tables", json=body, timeout=PATIENCE).json()
        ada = Client(address)
        ada.hello(joined["table"]["id"], joined["token"])
        httpx.get(joined["link"], timeout=PATIENCE)
        while ada.phase != "over":
            play_round([ada], random.Random(1))
            if ada.phase == "between":
                ada.send("ready")
                ada.until("update", test=lambda message: message["events"])
        ada.say("rubbish")
        ada.until("refused")
        httpx.get(f"{url}/seat/{joined['table']['id']}/{joined['token']}x", timeout=PATIENCE)

        second = subprocess.run(
            [*DNUP, "serve", "--port", "0", "--database", database],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert second.returncode == 2
        assert sentence(second.stderr).endswith(
            "is in use by another dnup; stop that one, or use --database with another file"
        )

        assert main(["export", "--database", database, str(tmp_path / "out.jsonl")]) == 0
        assert capsys.readouterr().err == "1 finished game exported\n"
        assert main(["verify", str(tmp_path / "out.jsonl")]) == 0
        assert main(["export", "--database", database, "--parquet", str(tmp_path / "tables")]) == 0
        assert capsys.readouterr().err.startswith("1 game exported, ")
        assert len(list(tmp_path.glob("tables/*/players=2/source=server/*.parquet"))) == 2

        ada.close()
        ada = Client(address)  # all this has taken longer than a client may be silent
        ada.hello(joined["table"]["id"], joined["token"])
        assert ended(process, signal.SIGTERM) == 0
        assert ada.until_closed().code == 1012
        ada.close()
    log = (tmp_path / "log").read_text()
    *lines, last = log.splitlines()
    assert last == "Stopped. Everything is kept."
    assert all(isinstance(json.loads(line), dict) for line in lines), log
    assert joined["token"] not in log
    assert not re.search(r"\d+/\d+ \d+/\d+", log), "no hands"
    assert "Traceback" not in log
    lock = {path.name for path in tmp_path.iterdir()} - {
        "games.sqlite3",
        "log",
        "out.jsonl",
        "friday.toml",
        "tables",
    }
    assert lock == {"games.sqlite3.lock"}, "everything is in the one file"

    with serving(tmp_path, "--bot-pause", "0") as (process, address):
        back = Client(address)
        back.hello(joined["table"]["id"], joined["token"])
        assert (back.seat, back.phase) == ("A", "over")
        assert ended(process, signal.SIGINT) == 0
        assert back.until_closed().code == 1012
        back.close()
    assert (tmp_path / "log").read_text() == "Stopped. Everything is kept.\n"


def sentence(text: str) -> str:
    """The one line of an error."""
    (line,) = [line for line in text.splitlines() if line.startswith("dnup: ")]
    assert "Traceback" not in text
    return line


##### Errors in a sentence #####


def test_a_port_in_use_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with sockets.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code = main(["serve", "--port", str(port), "--database", str(tmp_path / "x")])
    assert code == 2
    said = capsys.readouterr().err
    assert said.startswith(f"dnup: port {port} is in use, perhaps by a dnup that is running already; ")
    assert re.search(r"another one: dnup serve --port \d+\n$", said)


def test_an_address_that_is_not_ours_is_said() -> None:
    with pytest.raises(ValueError, match=r"cannot listen on 203\.0\.113\.1 port 1: "):
        listen("203.0.113.1", 1)


async def opened(store: object) -> None:
    assert isinstance(store, SqliteStore)
    await store.open(lambda news: None)
    await store.close()


def test_a_database_that_is_none_is_said(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("these are notes, and no database at all; " * 100)
    with pytest.raises(ValueError, match=r"the database .*notes\.txt cannot be used: file is not a database"):
        asyncio.run(opened(open_store(str(text))))
    with pytest.raises(ValueError, match="cannot be used: unable to open database file"):
        asyncio.run(opened(open_store(str(tmp_path))))
    with pytest.raises(ValueError, match="'mysql://x' is no database we know"):
        open_store("mysql://x")


def test_there_is_nothing_to_export_where_no_database_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", "--database", str(tmp_path / "none")]) == 2
    assert "there is no database" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


def test_without_the_servers_extra_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module in [name for name in sys.modules if name.startswith("dnup.server")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["serve", "--host", "0.0.0.0"]) == 2
    said = capsys.readouterr().err
    assert re.match(r'dnup: to play with friends, more is needed: \S+ -m pip install "uvicorn[<>=]', said), (
        said
    )


def test_without_asyncpg_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(
        ValueError, match=r'^a PostgreSQL database needs asyncpg: \S+ -m pip install "asyncpg>='
    ):
        open_store("postgresql://nowhere/dnup")


##### Custom decks #####


def test_a_deck_of_ones_own_is_offered_and_kept_with_the_game(tmp_path: Path, start: Start) -> None:
    deck = dnup.Deck.of(["1/5*", "1/6", "2/4", "2/6", "3/4", "3/5"], name="tiny")
    settings = replace(QUICK, decks={**QUICK.decks, "tiny": deck})
    first = start(settings)
    offered = checked(first.api.get("/api/decks"), "DeckList")["decks"]
    assert {deck["name"]: deck["cards"] for deck in offered} == {
        "printed": 40,
        "balanced": 40,
        "pairs": 36,
        "tiny": 6,
    }
    assert offered[-1]["players"] == [*deck.players]
    table, clients = people(first, 2, deck="tiny")
    clients[0].ask("start")
    assert sum(clients[0].view["sizes"]) == 6
    first.stop()
    second = start()  # which does not offer it
    back = [second.client(table, client.token) for client in clients]
    assert back[0].view["sizes"] == [3, 3]
    play_round(back, random.Random(1))
    record = parse_record(second.api.get(f"/api/tables/{table}/record").text)
    verify(record)
    assert "1/5*" in record.to_json()["deck"]
    refused = second.api.post("/api/tables", json={"options": {"deck": "tiny"}})
    assert refused.json()["code"] == "unknown-deck"
    assert refused.json()["facts"]["deck"] == "tiny"
    assert "balanced" in refused.json()["expected"]


def test_a_deck_with_the_longest_name_there_is_can_be_chosen(start: Start) -> None:
    name = "ø" * LONGEST_NAME
    deck = dnup.Deck.of(["1/5*", "1/6", "2/4", "2/6", "3/4", "3/5"], name=name)
    server = start(replace(QUICK, decks={**QUICK.decks, name: deck}))
    assert name in [deck["name"] for deck in checked(server.api.get("/api/decks"), "DeckList")["decks"]]
    _table, clients = people(server, 2, deck=name)
    clients[0].ask("start")
    assert sum(clients[0].view["sizes"]) == 6


def test_the_other_built_in_deck_can_be_chosen(server: Running) -> None:
    _table, clients = people(server, 4, deck="pairs")
    clients[0].ask("start")
    assert sum(clients[0].view["sizes"]) == len(dnup.load_deck("pairs").in_play(4))


##### What is kept, and for how long #####


class Calendar:
    """A date that a test moves on."""

    def __init__(self) -> None:
        self.today = 1_700_000_000.0

    def __call__(self) -> float:
        return self.today


def test_tables_where_nothing_has_happened_are_deleted_after_their_time(tmp_path: Path) -> None:
    calendar = Calendar()
    settings = with_sources(replace(QUICK, keep_days=10.0), date=calendar)
    with running(tmp_path, settings) as server:
        old = server.create(players=2, public=True)["table"]["id"]
        calendar.today += 6 * DAY
        table, clients = people(server, 2, public=True)
        clients[0].ask("start")
        calendar.today += 6 * DAY  # moves count, too: a game can take longer than a table is kept
        play_round(clients, random.Random(1), longest=1)
        calendar.today += 6 * DAY
    with running(tmp_path, settings) as server:
        deadline = time.monotonic() + PATIENCE
        while server.api.get(f"/api/tables/{old}").status_code != 404:
            assert time.monotonic() < deadline
            server.do(lambda: forget(server, old))
            time.sleep(0.05)
        assert server.api.get(f"/api/tables/{table}").status_code == 200
        calendar.today += 6 * DAY
    with sqlite3.connect(tmp_path / "games.sqlite3") as database:
        kept = {row[0] for row in database.execute("SELECT DISTINCT table_id FROM events")}
    database.close()
    assert kept == {table}, "nothing of it remains"


async def forget(server: Running, table: str) -> None:
    server.hub.drop(table)


def test_deleting_a_table_deletes_its_games(start: Start, tmp_path: Path) -> None:
    server = start()
    table, clients = people(server, 2)
    clients[0].ask("start")
    while clients[0].phase != "over":
        play_round(clients, random.Random(2))
        for client in clients:
            client.send("ready")
        for client in clients:
            client.until("update", test=lambda message: message["events"])
        if clients[0].table["game"] == 2:
            break
    rows = "SELECT count(*) FROM games"
    with contextlib.closing(sqlite3.connect(tmp_path / "games.sqlite3")) as database:
        assert database.execute(rows).fetchone() == (1,)
        headers = {"Authorization": f"Bearer {clients[0].token}"}
        assert (
            httpx.delete(f"{server.url}/api/tables/{table}", headers=headers, timeout=PATIENCE).status_code
            == 204
        )
        for name in ("games", "events", "tables"):
            assert database.execute(f"SELECT count(*) FROM {name}").fetchone() == (0,)


def test_an_export_is_the_oldest_game_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def write() -> None:
        store = SqliteStore(tmp_path / "games.sqlite3")
        await store.open(lambda news: None)
        for number in range(1200):
            ended_game = EndedGame(1, f'{{"number":{number}}}')
            summary = Summary(False, "over", b"{}")
            await keep(store, Append(f"t{number}", 1, float(number), [b"{}"], summary, ended_game))
        await store.close()

    asyncio.run(write())
    assert main(["export", "--database", str(tmp_path / "games.sqlite3")]) == 0
    said = capsys.readouterr()
    assert [json.loads(line)["number"] for line in said.out.splitlines()] == list(range(1200))
    assert said.err == "1200 finished games exported\n"


##### Upgrading #####


@pytest.mark.parametrize("version", [1])
def test_a_database_of_every_released_version_opens_and_its_tables_go_on(
    version: int, tmp_path: Path
) -> None:
    """`tests/server/data/version-1.sql` was written by the first release, with a table in the middle of a round."""
    with contextlib.closing(sqlite3.connect(tmp_path / "games.sqlite3")) as database:
        database.executescript((DATA / f"version-{version}.sql").read_text(encoding="utf-8"))
        assert database.execute("PRAGMA user_version").fetchone() == (version,)
    with running(tmp_path, seeded(Settings(bot_pause=0.0, keep_days=1e6))) as server:
        ada = server.client("fixture", "token-of-ada")
        assert (ada.seat, ada.phase) == ("A", "playing")
        play_round([ada], random.Random(1))
        (record,) = read_records(iter_bytes(server))
        verify(record)
    with contextlib.closing(sqlite3.connect(tmp_path / "games.sqlite3")) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
        assert database.execute("SELECT count(*) FROM journal").fetchone() == (0,)


def iter_bytes(server: Running) -> io.BytesIO:
    return io.BytesIO(server.api.get("/api/tables/fixture/record").content)


def test_a_database_of_a_later_version_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.sqlite3"
    asyncio.run(opened(SqliteStore(path)))
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 99")
    with pytest.raises(NewerDatabase, match=r"has version 99, .* up to \d+; use a newer dnup"):
        asyncio.run(opened(SqliteStore(path)))
    assert main(["export", "--database", str(path)]) == 2
    assert "version 99" in capsys.readouterr().err
