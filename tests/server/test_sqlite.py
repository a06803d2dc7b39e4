"""The embedded database: what is kept together, what fails alone, and that the file is safe."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from dnup.server.sqlite import SqliteStore
from dnup.server.store import Append, Conflict, Kept, StoreDown, Summary
from tests.server.conftest import Start
from tests.server.running import QUICK, keep, people, with_sources
from tests.server.wire import Client
from tools.torture.servers import Nursery, Server


def append(table: str, number: int = 1, *bodies: bytes, at: float = 0.0) -> Append:
    return Append(table, number, at, list(bodies) or [b"{}"])


@contextlib.asynccontextmanager
async def opened(path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(path / "games.sqlite3")
    await store.open(lambda news: None)
    try:
        yield store
    finally:
        await store.close()


def busy(store: SqliteStore) -> threading.Event:
    """Keeps the writer busy until the event is set."""
    gate = threading.Event()

    def wait() -> None:
        gate.wait()

    store._jobs.put(wait)
    return gate


async def all_at_once(store: SqliteStore, *appends: Append) -> list[BaseException | None]:
    """What becomes of appends that wait together while the writer is busy."""
    gate = busy(store)
    waiting = [asyncio.ensure_future(keep(store, one)) for one in appends]
    await asyncio.sleep(0)
    gate.set()
    return await asyncio.gather(*waiting, return_exceptions=True)


def test_every_commit_is_on_disk_before_anyone_hears_of_it(tmp_path: Path) -> None:
    async def settings() -> list[Any]:
        async with opened(tmp_path) as store:
            return [
                store._connection.execute(f"PRAGMA {name}").fetchone()[0]
                for name in ("journal_mode", "synchronous")
            ]

    assert asyncio.run(settings()) == ["wal", 2]


def test_what_waits_is_kept_in_one_commit(tmp_path: Path) -> None:
    async def work() -> tuple[list[str], list[list[bytes | str]]]:
        async with opened(tmp_path) as store:
            statements: list[str] = []
            store._connection.set_trace_callback(statements.append)
            results = await all_at_once(store, *(append(f"t{number}", 1, b"1", b"2") for number in range(40)))
            assert results == [None] * 40
            return statements, [await store.load(f"t{number}") for number in range(40)]

    statements, kept = asyncio.run(work())
    assert len([text for text in statements if text.startswith("INSERT INTO events")]) == 1
    assert kept == [["1", "2"]] * 40


def test_who_comes_second_fails_alone(tmp_path: Path) -> None:
    async def work() -> tuple[list[BaseException | None], list[list[bytes | str]]]:
        async with opened(tmp_path) as store:
            await keep(store, append("b", 1, b"first"))
            results = await all_at_once(
                store, append("a", 1, b"a"), append("b", 1, b"second", b"third"), append("c", 1, b"c")
            )
            return results, [await store.load(name) for name in "abc"]

    (a, b, c), kept = asyncio.run(work())
    assert (a, c) == (None, None)
    assert isinstance(b, Conflict)
    assert kept == [["a"], ["first"], ["c"]]


def test_what_cannot_be_written_fails_alone_and_the_writer_goes_on(tmp_path: Path) -> None:
    async def work() -> tuple[list[BaseException | None], list[bytes | str]]:
        async with opened(tmp_path) as store:
            results = await all_at_once(store, append("a", 1, b"\xff"), append("b", 1, b"b"))
            await keep(store, append("b", 2, b"c"))
            return results, await store.load("b")

    (a, b), kept = asyncio.run(work())
    assert isinstance(a, UnicodeDecodeError)
    assert b is None
    assert kept == ["b", "c"]


def test_a_deletion_comes_after_what_waited_before_it(tmp_path: Path) -> None:
    async def work() -> list[bytes | str]:
        async with opened(tmp_path) as store:
            gate = busy(store)
            kept = asyncio.ensure_future(keep(store, append("a")))
            await asyncio.sleep(0)
            deleted = asyncio.ensure_future(store.delete("a"))
            await asyncio.sleep(0)
            gate.set()
            await asyncio.gather(kept, deleted)
            return await store.load("a")

    assert asyncio.run(work()) == []


def test_only_tables_where_nothing_happens_and_nobody_is_are_forgotten(tmp_path: Path) -> None:
    async def work() -> tuple[int, list[bool]]:
        summary = Summary(False, "playing", b"{}")
        async with opened(tmp_path) as store:
            for name in ("old", "moved", "here"):
                await keep(store, Append(name, 1, 100.0, [b"{}"], summary))
            await keep(store, append("moved", 2, at=900.0))
            store.watched = lambda: {"here": 1}
            forgotten = await store.expire(500.0)
            return forgotten, [bool(await store.load(name)) for name in ("old", "moved", "here")]

    assert asyncio.run(work()) == (1, [False, True, True])


def test_a_move_whose_fate_was_unknown_is_made_once(start: Start) -> None:
    server = start()
    table, (ada, cem) = people(server, 2)
    ada.ask("start")
    cem.until("update")
    mover = next(client for client in (ada, cem) if client.in_turn)
    truly_keep = server.hub.store.keep

    def keep_and_fail(append: Append, done: Kept) -> None:
        server.hub.store.keep = truly_keep  # type: ignore[method-assign]
        truly_keep(append, lambda error: done(StoreDown("the answer was lost")))

    server.hub.store.keep = keep_and_fail  # type: ignore[method-assign]
    position, move = mover.position, mover.moves[0]["move"]
    assert mover.refusal("move", position=position, move=move, ref=1)["code"] == "database-down"
    mover.send("move", position=position, move=move, ref=2)
    again = mover.until("accepted", "refused")
    assert (again["type"], again["ref"]) == ("accepted", 2)
    ada.sync()
    events = [event for event in ada.log if event["type"] == "moved"]
    assert [(event["number"], event["move"]) for event in events] == [(again["number"], move)]
    assert len(server.do(lambda: server.hub.store.load(table))) == again["number"]


def test_nobody_loses_time_by_a_restart(start: Start) -> None:
    now = [1000.0]
    settings = with_sources(QUICK, clock=lambda: now[0])
    server = start(settings)
    table, everyone = people(server, 2, seconds=30)
    everyone[0].ask("start")
    everyone[1].until("update")
    mover, other = sorted(everyone, key=lambda client: not client.in_turn)
    now[0] += 20
    server.stop()
    now[0] += 500
    server = start(settings)
    server.client(table, other.token)
    now[0] += 7  # whoever is in turn comes back last
    back = server.client(table, mover.token)
    assert back.clock == {"seconds": 30, "left": 30.0}
    now[0] += 8
    back.close()
    again = server.client(table, mover.token)
    assert again.clock == {"seconds": 30, "left": 22.0}, "to leave and come back gives no time"


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    with Nursery() as here:
        yield here


@pytest.mark.compiled
def test_a_full_disk_is_told_loses_nothing_and_is_got_over(nursery: Nursery, tmp_path: Path) -> None:
    server = Server(nursery, str(tmp_path / "games.sqlite3"), tmp_path)
    server.start()
    server.wait()
    body = {"options": {"players": 2}, "name": "Ada", "bots": {"B": "easy"}, "start": True}
    joined = httpx.post(f"http://{server.address}/api/tables", json=body, timeout=60).json()
    with contextlib.closing(Client(server.address)) as ada:
        ada.hello(joined["table"]["id"], joined["token"])
        while not ada.in_turn:
            ada.receive()
        size = (tmp_path / "games.sqlite3-wal").stat().st_size
        unlimited = resource.RLIM_INFINITY
        resource.prlimit(server.process, resource.RLIMIT_FSIZE, (size, unlimited))
        position, move = ada.position, ada.moves[0]["move"]
        assert ada.refusal("move", position=position, move=move)["code"] == "database-down"
        assert ada.refusal("move", position=position, move=move)["code"] == "database-down"
        assert httpx.get(f"http://{server.address}/health", timeout=60).status_code == 200
        resource.prlimit(server.process, resource.RLIMIT_FSIZE, (unlimited, unlimited))
        ada.send("move", position=position, move=move)
        update = ada.until("update", "refused")
        assert update["events"][0]["move"] == move
    server.kill()
    server.start()
    server.wait()
    with contextlib.closing(Client(server.address)) as ada:
        ada.hello(joined["table"]["id"], joined["token"])
        moves = [event["move"] for event in ada.log if event["type"] == "moved"]
        assert moves.count(move) == 1
    assert server.stop() == 0


@pytest.mark.compiled
def test_a_second_server_on_the_same_file_is_refused(nursery: Nursery, tmp_path: Path) -> None:
    first = Server(nursery, str(tmp_path / "games.sqlite3"), tmp_path)
    second = Server(nursery, str(tmp_path / "games.sqlite3"), tmp_path)
    first.start()
    first.wait()
    second.start()
    assert second.wait_for_end() == 2
    assert "is in use by another dnup" in second.log.read_text()
    first.kill()
    second.start()  # a lock dies with its process
    second.wait()
    assert second.stop() == 0
