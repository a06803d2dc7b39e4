"""Flipped bits: what is no longer whole is refused with a sentence, told to the operator, and left as it is."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import random
import re
import shutil
import sqlite3
import subprocess
from pathlib import Path

import pytest

from dnup.server.store import sqlite
from dnup.server.store.sqlite import SqliteStore
from dnup.server.store.store import Append, Damaged, StoreDown
from tests.server.client import play_round
from tests.server.nodes import nodes
from tests.server.running import DNUP, keep, people, running

SECRETS = re.compile(r"salt|hands|[1-9]/[1-9] [1-9]/[1-9]|[0-9a-f]{32}")
"""What no log may have: deals, salts, keys."""


def ask(file: Path, statement: str, *parameters: object) -> list[tuple[object, ...]]:
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as beside:
        beside.text_factory = lambda data: data.decode(errors="surrogateescape")
        return beside.execute(statement, parameters).fetchall()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str], dict[str, str]]:
    """A file with two tables of many chapters: the tokens and the events of the first seats, by table."""
    folder = tmp_path_factory.mktemp("played")
    tokens: dict[str, str] = {}
    with pytest.MonkeyPatch.context() as patch, running(folder) as server:
        patch.setattr(sqlite, "SORT_IN_AFTER", 1)
        patch.setattr(server.hub.store, "_sort_in_at", 1)
        for seed in range(2):
            table, clients = people(server, 3)
            clients[0].ask("start")
            play_round(clients, random.Random(seed), 12)
            assert clients[0].token is not None
            tokens[table] = clients[0].token
    file = folder / "games.sqlite3"
    kept = {
        table: str(ask(file, "SELECT group_concat(body) FROM events WHERE table_id = ?", table))
        for table in tokens
    }
    assert min(len(ask(file, "SELECT 1 FROM events WHERE table_id = ?", table)) for table in tokens) > 5
    return file, tokens, kept


@pytest.fixture
def file(tmp_path: Path, played: tuple[Path, dict[str, str], dict[str, str]]) -> Path:
    """A copy of it, to be damaged."""
    return Path(shutil.copy(played[0], tmp_path / "games.sqlite3"))


MIDDLE = "(SELECT number FROM events WHERE table_id = ?1 ORDER BY number LIMIT 1 OFFSET 3)"
LAST = "(SELECT max(number) FROM events WHERE table_id = ?1)"
THERE = "table_id = ?1 AND number ="

DAMAGES = {
    "a chapter is gone": f"DELETE FROM events WHERE {THERE} {MIDDLE}",
    "the first chapter is gone": f"DELETE FROM events WHERE {THERE} 1",
    "the number of the last chapter is higher": f"UPDATE events SET number = number + 64 WHERE {THERE} {LAST}",
    "the number of a chapter is lower": f"UPDATE events SET number = number - 4096 WHERE {THERE} {MIDDLE}",
    "a chapter is of another table": f"UPDATE events SET table_id = 'other' WHERE {THERE} {MIDDLE}",
    "no JSON": f"UPDATE events SET body = replace(body, '{{', '[') WHERE {THERE} {MIDDLE}",
    "no text": f"UPDATE events SET body = CAST(X'5B22FF225D' AS TEXT) WHERE {THERE} {MIDDLE}",
    "no list": f"UPDATE events SET body = '7' WHERE {THERE} {MIDDLE}",
    "an event too few": f"UPDATE events SET body = '[]' WHERE {THERE} {MIDDLE}",
    "no such event": f"UPDATE events SET body = replace(body, 'type', 'tipe') WHERE {THERE} {MIDDLE}",
    "no such seat": f"""UPDATE events SET body = '[{{"type":"seat-ready","seat":"Q"}}]' WHERE {THERE} {MIDDLE}""",
    "no legal move": f"""UPDATE events
        SET body = '[{{"type":"move-made","seat":"A","move":"take Z","by":"person"}}]' WHERE {THERE} {MIDDLE}""",
    "created twice": f"""UPDATE events
        SET body = (SELECT body FROM events WHERE {THERE} 1) WHERE {THERE} {MIDDLE}""",
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_table_is_refused_and_kept_and_others_go_on(
    name: str,
    file: Path,
    played: tuple[Path, dict[str, str], dict[str, str]],
    caplog: pytest.LogCaptureFixture,
) -> None:
    _, tokens, _ = played
    damaged, whole = tokens
    ask(file, DAMAGES[name], damaged)
    before = ask(file, "SELECT * FROM events ORDER BY rowid")
    with running(file.parent) as server:
        for _ in range(2):
            client = server.silent()
            client.send("hello", protocol=1, table=damaged, token=tokens[damaged])
            refused = client.until("refused")
            assert refused["code"] == "damaged-table"
            assert "damaged" in refused["sentence"]
            assert client.until_closed().code == 1008
        assert server.api.get(f"/api/tables/{damaged}").status_code == 500
        games = server.api.get("/api/games", params={"tables": f"{damaged},{whole}"}).json()["games"]
        assert [game["table"]["id"] for game in games] == [whole], "the others are listed all the same"
        header = {"Authorization": f"Bearer {tokens[damaged]}"}
        assert server.api.delete(f"/api/tables/{damaged}", headers=header).status_code == 500, (
            "kept for repair"
        )
        server.do(lambda: server.hub.store.expire(1e12))
        other = server.client(whole, tokens[whole])
        assert other.phase == "playing"
        said = [record for record in caplog.records if record.levelno >= logging.ERROR]
        assert len(said) == 1, [record.getMessage() for record in said]
        assert (said[0].getMessage(), said[0].__dict__["table"]) == ("a table is damaged", damaged)
        assert re.search(r"event \d+", said[0].__dict__["reason"])
        assert not SECRETS.search(str(said[0].__dict__["reason"]))
    kept = ask(file, "SELECT * FROM events WHERE table_id != ? ORDER BY rowid", whole)
    assert kept == [row for row in before if row[0] != whole]


def test_a_table_that_was_repaired_is_there_again(
    file: Path, played: tuple[Path, dict[str, str], dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, tokens, _ = played
    table = next(iter(tokens))
    monkeypatch.setattr("dnup.server.tables.hub.DAMAGED_RECHECK", 0.0)
    ask(file, f"UPDATE events SET number = number + 64 WHERE {THERE} {LAST}", table)
    with running(file.parent) as server:
        assert server.api.get(f"/api/tables/{table}").json()["code"] == "damaged-table"
        ask(file, f"UPDATE events SET number = number - 64 WHERE {THERE} {LAST}", table)
        assert server.client(table, tokens[table]).phase == "playing"


##### The journal #####


def chapter(table: str, number: int, *events: str) -> list[object]:
    return [table, number, 0.0, [{"type": event} for event in events]]


@contextlib.asynccontextmanager
async def opened(file: Path, found: list[Exception]):  # type: ignore[no-untyped-def]
    store = SqliteStore(file)
    store.failed = lambda task, error: found.append(error)
    await store.open(lambda news: None)
    try:
        yield store
    finally:
        await store.close()


def with_journal(file: Path, *rows: str) -> None:
    """A file that a server has left in haste."""

    async def make() -> None:
        async with opened(file, []) as store:
            for table in ("a", "b"):
                await keep(store, Append(table, 1, 0.0, [b'{"type":"1"}', b'{"type":"2"}']))

    asyncio.run(make())
    for row in rows:
        ask(file, "INSERT INTO journal (rows) VALUES (?)", row)


@pytest.mark.parametrize("row", ["[", "7", "\ufffd", '[["a",3]]', '[["a","3",0.0,[]]]'])
def test_a_journal_that_cannot_be_read_is_not_gone_past(row: str, tmp_path: Path) -> None:
    """It may have the last events of any table."""
    file = tmp_path / "games.sqlite3"
    with_journal(file, row)

    async def serve() -> None:
        async with opened(file, []):
            pass

    with pytest.raises(
        ValueError, match=rf"the database {re.escape(str(file))} is damaged: row \d+ of the journal"
    ):
        asyncio.run(serve())
    assert ask(file, "SELECT rows FROM journal") == [(row,)]


@pytest.mark.parametrize("number", [1, 2, 4])
def test_chapters_of_the_journal_that_do_not_follow_are_left_there(number: int, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    with_journal(file, json.dumps([chapter("a", number, "x"), chapter("b", 3, "3"), chapter("new", 1, "1")]))

    async def serve() -> None:
        for _ in range(2):
            async with opened(file, []) as store:
                assert len(await store.load("b")) == 3
                assert len(await store.load("new")) == 1
                with pytest.raises(Damaged, match="event 3 is not where it should be"):
                    await store.load("a")

    asyncio.run(serve())
    ((left,),) = ask(file, "SELECT rows FROM journal")
    assert json.loads(str(left)) == [chapter("a", number, "x")]
    assert ask(file, "SELECT number, body FROM events WHERE table_id = 'a'") == [
        (1, '[{"type":"1"},{"type":"2"}]')
    ]


##### The file #####


def test_a_flipped_bit_is_never_a_table_that_goes_back_in_silence(tmp_path: Path) -> None:
    """Whichever bit it is: the table is whole, or it is refused, or the check at the start names the file."""
    whole = tmp_path / "whole.sqlite3"

    async def make() -> None:
        async with opened(whole, []) as store:
            for number in range(1, 12):
                for table in ("one", "two"):
                    body = f'{{"type":"{number}"}}'.encode()
                    await keep(store, Append(table, number, 0.0, [body]))
                await store.load("one")  # sorts them in, a chapter each

    asyncio.run(make())
    data = whole.read_bytes()
    written = [place for place in range(100, len(data)) if data[place]]
    chance = random.Random(26)
    noticed = 0
    for _ in range(300):
        place, bit = chance.choice(written), 1 << chance.randrange(8)
        file = tmp_path / "flipped.sqlite3"
        file.write_bytes(data[:place] + bytes([data[place] ^ bit]) + data[place + 1 :])
        lengths, said = asyncio.run(outcome(file))
        for path in tmp_path.glob("flipped*"):
            path.unlink()
        if lengths != [11, 11]:
            noticed += 1
            assert str(file) in said or re.search(r"event \d+", said), (
                f"byte {place}, bit {bit}: {lengths} {said}"
            )
    assert noticed > 10


async def outcome(file: Path) -> tuple[list[int], str]:
    """How many events the two tables have, and what is said to be wrong."""
    found: list[Exception] = []
    lengths: list[int] = []
    try:
        async with opened(file, found) as store:
            await asyncio.to_thread(store._check.join)
            await asyncio.sleep(0)
            for table in ("one", "two"):
                try:
                    lengths.append(len(await store.load(table)))
                except (Damaged, StoreDown) as error:
                    found.append(error)
    except ValueError as error:
        found.append(error)
    return lengths, "; ".join(map(str, found))


def test_the_check_at_the_start_names_the_file_and_what_is_wrong(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "games.sqlite3"
    with running(tmp_path) as server:
        table, clients = people(server, 3)
        clients[0].ask("start")
        play_round(clients, random.Random(1), 12)
    data = bytearray(file.read_bytes())
    size = int.from_bytes(data[16:18], "big")
    page = data.index(b"move-made") // size * size
    data[page + 3 : page + 5] = b"\xff\xff"  # how many rows are on this page
    file.write_bytes(data)
    with running(tmp_path) as server:
        check = server.hub.store._check  # type: ignore[attr-defined]
        check.join()
        server.do(lambda: asyncio.sleep(0))
        said = [
            record.__dict__["reason"] for record in caplog.records if record.getMessage() == "check failed"
        ]
        assert len(said) == 1
        assert str(file) in said[0]
        assert not SECRETS.search(said[0])
        assert server.api.get(f"/api/tables/{table}").status_code == 500
        assert server.api.get("/health").status_code == 200
    program = subprocess.run(
        [*DNUP, "export", "--database", str(file)], capture_output=True, text=True, check=False
    )
    assert program.returncode in (0, 2)
    assert "Traceback" not in program.stderr


def test_a_server_stops_in_the_middle_of_the_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A large file takes a while."""

    async def serve() -> None:
        async with opened(tmp_path / "games.sqlite3", found) as store:
            await keep(store, Append("a", 1, 0.0, [b"{}"]))

    found: list[Exception] = []
    asyncio.run(serve())
    assert found == []


##### PostgreSQL #####


def test_an_event_that_is_missing_in_postgresql_is_noticed(address: str) -> None:
    async def lose() -> None:
        async with nodes(address, 1) as (node,):
            for table in ("whole", "damaged"):
                await node.append_all(Append(table, 1, 0.0, [b"1", b"2", b"3", b"4"]))
            await node._pool.execute("DELETE FROM events WHERE table_id = 'damaged' AND number = 2")
            whole, damaged = await asyncio.gather(
                node.load("whole"), node.load("damaged"), return_exceptions=True
            )
            assert whole == [b"1", b"2", b"3", b"4"]
            assert isinstance(damaged, Damaged)
            assert str(damaged) == "event 2 is missing"
            assert await node.load("damaged", 2) == [b"3", b"4"]
            with pytest.raises(Damaged):
                await node.load("damaged", 1)

    asyncio.run(lose())
