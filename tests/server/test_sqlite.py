"""The embedded database: what is kept together, what fails alone, and that the file is safe."""

from __future__ import annotations

import asyncio
import contextlib
import json
import resource
import shutil
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from dnup.server.store import sqlite
from dnup.server.store.journal import Journal
from dnup.server.store.sqlite import SqliteStore
from dnup.server.store.store import Append, Conflict, Kept, StoreDown, Summary
from tests.server.client import Client
from tests.server.conftest import Start
from tests.server.running import PATIENCE, QUICK, keep, people, with_sources
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


def ask(path: Path, statement: str) -> list[Any]:
    """Ask the file something, or change it, beside the store."""
    with contextlib.closing(sqlite3.connect(path / "games.sqlite3", isolation_level=None)) as beside:
        return beside.execute(statement).fetchall()


def whereabouts(path: Path) -> tuple[int, int]:
    """How many events are in their place, and how many in the journal."""
    (in_place,) = ask(path, "SELECT ifnull(sum(json_array_length(body)), 0) FROM events")[0]
    (in_journal,) = ask(
        path, "SELECT ifnull(sum(json_array_length(value, '$[3]')), 0) FROM journal, json_each(journal.rows)"
    )[0]
    return in_place, in_journal


async def all_done(store: SqliteStore) -> None:
    """Waits until the writer has done everything it was asked for."""
    await store._do(lambda: None)


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
    async def work() -> tuple[list[str], list[list[bytes]]]:
        async with opened(tmp_path) as store:
            statements: list[str] = []
            store._connection.set_trace_callback(statements.append)
            results = await all_at_once(store, *(append(f"t{number}", 1, b"1", b"2") for number in range(40)))
            assert results == [None] * 40
            return statements, [await store.load(f"t{number}") for number in range(40)]

    statements, kept = asyncio.run(work())
    inserted = [text for text in statements if text.startswith("INSERT")]
    assert [text.split()[2] for text in inserted] == ["journal", "events"]
    assert kept == [[b"1", b"2"]] * 40


def test_events_are_found_in_the_journal_and_in_their_place(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            await keep(store, append("a", 1, b"1", b"2"))
            await keep(store, append("b", 1, json.dumps('h\u00e9 "\n\u0001').encode()))
            await keep(store, append("a", 3, b"3"))
            assert whereabouts(tmp_path) == (0, 4)
            assert await store.load("a") == [b"1", b"2", b"3"]
            assert whereabouts(tmp_path) == (4, 0)
            assert await store.load("a", 1) == [b"2", b"3"]
            assert list(map(json.loads, await store.load("b"))) == ['h\u00e9 "\n\u0001']
            await keep(store, append("a", 4, b"4"))
            assert whereabouts(tmp_path) == (4, 1)
            assert await store.load("a", 2) == [b"3", b"4"]
            await keep(store, append("a", 5, b"5"))
        assert whereabouts(tmp_path) == (6, 0), "who stops leaves nothing in the journal"
        async with opened(tmp_path) as store:
            assert await store.load("a", 3) == [b"4", b"5"]

    asyncio.run(work())


def test_who_loads_waits_for_what_was_on_its_way_and_for_nothing_else(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store, asyncio.timeout(PATIENCE):
            gate = busy(store)
            kept = asyncio.ensure_future(keep(store, append("a", 1, b"1")))
            await asyncio.sleep(0)
            loaded = asyncio.ensure_future(store.load("a"))
            await asyncio.sleep(0)
            gate.set()
            assert await loaded == [b"1"]
            await kept
            gate = busy(store)
            assert await store.load("a") == [b"1"], "with nothing in the journal the writer is not asked"
            gate.set()

    asyncio.run(work())


def test_a_journal_that_is_long_enough_is_sorted_in_and_nobody_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "SORT_IN_AFTER", 5)

    async def work() -> None:
        async with opened(tmp_path) as store, asyncio.timeout(PATIENCE):
            await keep(store, append("a", 1, b"1", b"2"))
            await keep(store, append("b", 1, b"1", b"2"))
            await all_done(store)
            assert whereabouts(tmp_path) == (0, 4)
            gate = threading.Event()
            sort_in = store._sort_in
            monkeypatch.setattr(store, "_sort_in", lambda: (gate.wait(), sort_in()))
            await keep(store, append("a", 3, b"3"))
            assert whereabouts(tmp_path) == (0, 5)
            gate.set()
            await all_done(store)
            assert whereabouts(tmp_path) == (5, 0)
            await keep(store, append("a", 4, b"4"))
            await all_done(store)
            assert whereabouts(tmp_path) == (5, 1), "and then it is a new one"

    asyncio.run(work())


def test_what_was_in_the_journal_of_a_killed_server_is_there_again(tmp_path: Path) -> None:
    async def work() -> None:
        killed = tmp_path / "killed"
        killed.mkdir()
        async with opened(tmp_path) as store:
            await keep(store, append("a", 1, b"1"))
            await store.load("a")
            for number in (2, 3, 4):
                await keep(store, append("a", number, str(number).encode()))
            for name in ("games.sqlite3", "games.sqlite3-wal"):  # as they are at this moment
                shutil.copy(tmp_path / name, killed / name)
        assert whereabouts(killed) == (1, 3)
        async with opened(killed) as store:
            assert whereabouts(killed) == (4, 0)
            assert isinstance((await all_at_once(store, append("a", 4, b'"x"')))[0], Conflict)
            await keep(store, append("a", 5, b"5"))
            assert await store.load("a") == [b"1", b"2", b"3", b"4", b"5"]

    asyncio.run(work())


@pytest.mark.parametrize("moment", ["INSERT ON events", "DELETE ON journal"])
def test_what_cannot_be_sorted_in_stays_in_the_journal_and_nothing_is_lost(
    moment: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sqlite, "SORT_IN_AFTER", 3)
    refuse = f"CREATE TRIGGER refuse BEFORE {moment} BEGIN SELECT RAISE(ABORT, 'no room'); END"

    def complaints() -> list[Any]:
        said = [(record.message, record.__dict__["reason"]) for record in caplog.records]
        caplog.clear()
        return said

    async def work() -> None:
        complaint = ("events stay in the journal for now", f"{tmp_path / 'games.sqlite3'}: no room")
        async with opened(tmp_path) as store:
            await keep(store, append("a", 1, b"1"))
            await store.load("a")
            ask(tmp_path, refuse)
            await keep(store, append("a", 2, b"2", b"3", b"4"))
            await all_done(store)
            assert (whereabouts(tmp_path), complaints()) == ((1, 3), [complaint])
            await keep(store, append("a", 5, b"5", b"6"))
            await all_done(store)
            assert complaints() == [], "it is not tried again with every commit"
            await keep(store, append("b", 1, b"1"))
            await all_done(store)
            assert (whereabouts(tmp_path), complaints()) == ((1, 6), [complaint])
            assert isinstance((await all_at_once(store, append("a", 6, b'"x"')))[0], Conflict)
            for rest in (store.load("a"), store.delete("a"), store.expire(1.0)):
                with pytest.raises(StoreDown, match="no room"):
                    await rest
        assert whereabouts(tmp_path) == (1, 6)
        async with opened(tmp_path) as store:
            assert whereabouts(tmp_path) == (1, 6), "nor does it stand in the way of a restart"
            with pytest.raises(StoreDown, match="no room"):
                await store.load("a")
            ask(tmp_path, "DROP TRIGGER refuse")
            assert isinstance((await all_at_once(store, append("a", 6, b"6")))[0], Conflict)
            await keep(store, append("b", 2, b"2"))
            assert await store.load("b") == [b"1", b"2"]
            assert whereabouts(tmp_path) == (8, 0)
            assert await store.load("a") == [b"1", b"2", b"3", b"4", b"5", b"6"]

    asyncio.run(work())


def test_who_comes_second_fails_alone(tmp_path: Path) -> None:
    async def work() -> tuple[list[BaseException | None], list[list[bytes]]]:
        async with opened(tmp_path) as store:
            await keep(store, append("b", 1, b'"first"'))
            results = await all_at_once(
                store, append("a", 1, b'"a"'), append("b", 1, b'"second"', b'"third"'), append("c", 1, b'"c"')
            )
            return results, [await store.load(name) for name in "abc"]

    (a, b, c), kept = asyncio.run(work())
    assert (a, c) == (None, None)
    assert isinstance(b, Conflict)
    assert kept == [[b'"a"'], [b'"first"'], [b'"c"']]


@pytest.mark.parametrize("sorted_in", [False, True])
def test_only_the_next_number_is_free(sorted_in: bool, tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            await keep(store, append("a", 1, b"1", b"2"))
            if sorted_in:
                await store.load("a")
            assert whereabouts(tmp_path) == ((2, 0) if sorted_in else (0, 2))
            for number in (1, 2, 4):
                with pytest.raises(Conflict):
                    await keep(store, append("a", number, b'"x"'))
            results = await all_at_once(
                store, append("a", 3, b"3", b"4"), append("b", 1, b'"b"'), append("a", 5, b"5")
            )
            assert results == [None] * 3, "one after the other, also in one commit"
            first, second, other = await all_at_once(
                store, append("a", 6, b"6"), append("a", 6, b'"x"'), append("b", 2, b'"c"')
            )
            assert (first, other) == (None, None)
            assert isinstance(second, Conflict)
            assert await store.load("a") == [b"1", b"2", b"3", b"4", b"5", b"6"]
            assert await store.load("b") == [b'"b"', b'"c"']

    asyncio.run(work())


def test_the_numbers_of_a_deleted_table_are_free_again(tmp_path: Path) -> None:
    async def work() -> list[bytes]:
        async with opened(tmp_path) as store:
            await keep(store, append("a", 1, b"1", b"2"))
            await store.delete("a")
            with pytest.raises(Conflict):
                await keep(store, append("a", 3, b"3"))
            await keep(store, append("a", 1, b'"new"'))
            return await store.load("a")

    assert asyncio.run(work()) == [b'"new"']


def test_what_cannot_be_written_fails_alone_and_the_writer_goes_on(tmp_path: Path) -> None:
    async def work() -> tuple[list[BaseException | None], list[bytes]]:
        async with opened(tmp_path) as store:
            results = await all_at_once(store, append("a", 1, b"\xff"), append("b", 1, b'"b"'))
            await keep(store, append("b", 2, b'"c"'))
            return results, await store.load("b")

    (a, b), kept = asyncio.run(work())
    assert isinstance(a, UnicodeDecodeError)
    assert b is None
    assert kept == [b'"b"', b'"c"']


def test_a_deletion_comes_after_what_waited_before_it(tmp_path: Path) -> None:
    async def work() -> list[bytes]:
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
            assert whereabouts(tmp_path) == (0, 4), "the last move is still in the journal"
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
    now[0] += 7  # the player in turn comes back last
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


def refusal(server: Server) -> str:
    """What a server says that does not start; if it does, that."""
    server.start()
    while not (server.log.exists() and (said := server.log.read_text()).endswith("\n")):
        time.sleep(0.01)
    assert (server.stop() if "http" in said else server.wait_for_end()) == 2, said
    return said


@pytest.mark.compiled
def test_a_second_server_on_the_same_file_is_refused_whichever_way_it_comes(
    nursery: Nursery, tmp_path: Path
) -> None:
    games = tmp_path / "here" / "games.sqlite3"
    games.parent.mkdir()
    (tmp_path / "there").symlink_to(games.parent)
    (tmp_path / "link.sqlite3").symlink_to("there/games.sqlite3")
    ways = [games, tmp_path / "there" / "games.sqlite3", tmp_path / "link.sqlite3"]
    first, *others = (Server(nursery, str(path), tmp_path) for path in (*reversed(ways), games))
    first.start()  # through a link to what is not there yet
    first.wait()
    for second in others:
        assert f"{games} is in use by another dnup" in refusal(second)
    (tmp_path / "hard.sqlite3").hardlink_to(games)
    hard = Server(nursery, str(tmp_path / "hard.sqlite3"), tmp_path)
    assert "the file has another name as well" in refusal(hard)
    (tmp_path / "hard.sqlite3").unlink()
    first.kill()
    others[-1].start()  # a lock dies with its process
    others[-1].wait()
    assert others[-1].stop() == 0
    assert sorted(path.name for path in tmp_path.iterdir() if "sqlite3" in path.name) == ["link.sqlite3"]


def test_a_lock_that_is_a_link_is_refused_and_what_it_leads_to_is_left_alone(tmp_path: Path) -> None:
    """Anyone who can write into the folder could have any file of the operator emptied."""

    async def serve() -> None:
        async with opened(tmp_path):
            pass

    precious, lock = tmp_path / "precious", tmp_path / "games.sqlite3.lock"
    precious.write_text("all I have")
    lock.symlink_to(precious)
    with pytest.raises(ValueError, match=r"the lock .*games\.sqlite3\.lock cannot be used: it is a link"):
        asyncio.run(serve())
    assert precious.read_text() == "all I have"
    lock.unlink()
    lock.mkdir()
    with pytest.raises(ValueError, match=r"the lock .*games\.sqlite3\.lock cannot be used"):
        asyncio.run(serve())
    lock.rmdir()
    asyncio.run(serve())


def test_a_link_to_itself_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite3").symlink_to("games.sqlite3")

    async def work() -> None:
        with pytest.raises(ValueError, match=r"the database .*games\.sqlite3 cannot be used"):
            async with opened(tmp_path):
                pass

    asyncio.run(work())


def test_sorting_in_leaves_what_somebody_else_has_written(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path):
            pass

    asyncio.run(work())
    with contextlib.ExitStack() as stack:

        def journal() -> Journal:
            connection = sqlite3.connect(tmp_path / "games.sqlite3", isolation_level=None)
            return Journal(stack.enter_context(contextlib.closing(connection)))

        ours, theirs = journal(), journal()
        ours.write([append("a", 1, b"1")], [])
        theirs.write([append("b", 1, b"1")], [])
        ours.write([append("a", 2, b"2")], [])
        ours.sort_in()
        assert whereabouts(tmp_path) == (2, 1)
        late = journal()
        late.sort_in()
        assert whereabouts(tmp_path) == (3, 0)
        late.write([append("c", 1, b"1")], [])  # in the place of what was theirs
        with pytest.raises(sqlite3.IntegrityError):
            theirs.sort_in()
        assert whereabouts(tmp_path) == (3, 1)
