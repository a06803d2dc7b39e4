"""Nodes on one PostgreSQL: who decides, who plays, who is told."""

from __future__ import annotations

import asyncio

import pytest

from dnup.server.store import migrations, postgres
from dnup.server.store.postgres import PostgresStore
from dnup.server.store.store import (
    GONE,
    SCHEMA_VERSION,
    Append,
    Conflict,
    Damaged,
    Gone,
    StoreDown,
    Summary,
)
from tests.server.nodes import Node, nodes, until
from tests.server.running import PATIENCE
from tools.torture.database import Database


def test_nodes_that_start_together_make_the_tables_once(address: str) -> None:
    async def start() -> list[tuple[int]]:
        async with nodes(address, 5) as (node, *_):
            rows: list[tuple[int]] = await node._pool.fetch("SELECT version FROM dnup_schema")
            return rows

    assert [tuple(row) for row in asyncio.run(start())] == [(1,), (2,)]


def test_a_database_of_version_1_is_brought_to_the_present_one(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def upgrade() -> None:
        with monkeypatch.context() as before:
            before.setattr(migrations, "SCHEMA_VERSION", 1)
            async with nodes(address, 1) as (node,):
                await node.append(Append("t", 1, 0.0, [b"1"]))
                assert await node.load("t") == [b"1"]
        with pytest.raises(ValueError, match=f"version 1 of {SCHEMA_VERSION}"):
            await PostgresStore(address).open_to_read()
        async with nodes(address, 1) as (node,):
            await node.append(Append("t", 2, 0.0, [b"2"]))
            assert await node.load("t") == [b"1", b"2"]
            assert await node._pool.fetchval("SELECT max(version) FROM dnup_schema") == SCHEMA_VERSION

    asyncio.run(upgrade())


@pytest.mark.parametrize("turns", range(4))
def test_a_node_can_stop_at_any_moment_in_which_it_has_something_to_tell(address: str, turns: int) -> None:
    async def work() -> None:
        async with asyncio.timeout(PATIENCE), nodes(address, 1) as (node,):
            await asyncio.sleep(0.1)  # it waits for something to tell now
            node._tell_others("t", 1)
            for _ in range(turns):
                await asyncio.sleep(0)

    asyncio.run(work())


def test_of_two_that_keep_the_same_number_one_wins(address: str) -> None:
    async def race() -> None:
        async with nodes(address) as (a, b):
            for number in range(1, 51):
                results = await asyncio.gather(
                    a.append(Append("t", number, 0.0, [b"a"])),
                    b.append(Append("t", number, 0.0, [b"b"])),
                    return_exceptions=True,
                )
                assert [type(result) for result in results].count(Conflict) == 1, results
                assert results.count(None) == 1
                winner = b"ab"[results.index(None)]
                kept = await a.load("t")
                assert len(kept) == number
                assert kept[-1] == bytes([winner])

    asyncio.run(race())


def test_events_and_what_goes_with_them_are_kept_together_or_not_at_all(address: str) -> None:
    async def keep() -> None:
        async with nodes(address, 1) as (node,):
            await node.append(Append("t", 1, 0.0, [b"1"], Summary(True, "open", b"old")))
            with pytest.raises(Conflict):
                await node.append(Append("t", 1, 0.0, [b"x", b"y"], Summary(True, "open", b"new")))
            assert await node.load("t") == [b"1"]
            assert await node.open_tables(9) == [b"old"]

    asyncio.run(keep())


def test_one_node_has_a_claim_until_it_lets_go_or_dies(address: str) -> None:
    async def claim() -> None:
        async with nodes(address) as (a, b):
            await asyncio.gather(*(a.claim(["t", "u"]) for _ in range(20)))  # as many come in at once
            await b.claim(["t", "u", "v"])
            assert [a.has_claimed(table) for table in "tuv"] == [True, True, False]
            assert [b.has_claimed(table) for table in "tuv"] == [False, False, True]
            await a.release(["t"])
            await b.claim(["t"])
            assert b.has_claimed("t"), "claimed many times, released once"
            await b._pool.execute("SELECT pg_terminate_backend($1)", a._ours.get_server_pid())
            await until(lambda: not a.has_claimed("u"))
            await b.claim(["u"])
            assert b.has_claimed("u")
            await until(lambda: a._ours is not None)
            await a.claim(["t", "u"])
            assert not a.has_claimed("t")
            assert not a.has_claimed("u")

    asyncio.run(claim())


def test_what_many_ask_for_at_once_is_asked_once(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        async with nodes(address, 1) as (node,):
            tables = [f"t{n}" for n in range(200)]
            await node.append_all(*(Append(table, 1, 0.0, [b"1", b"2", table.encode()]) for table in tables))
            asked: list[int] = []
            answer = node._load

            async def counted(questions: list[tuple[str, int]]) -> list[list[bytes] | Damaged]:
                asked.append(len(questions))
                return await answer(questions)

            monkeypatch.setattr(node._loading, "_answer", counted)
            impatient = asyncio.ensure_future(node.load("t0"))
            loads = asyncio.gather(
                *(node.load(table, n % 4) for n, table in enumerate(tables)), node.load("none")
            )
            await asyncio.sleep(0)
            impatient.cancel()
            *loaded, none = await loads
            assert loaded == [[b"1", b"2", table.encode()][n % 4 :] for n, table in enumerate(tables)]
            assert none == []
            assert sum(asked) == 202
            assert len(asked) <= 2
            await node._pool.close()
            lost = await asyncio.gather(*map(node.load, tables), return_exceptions=True)
            assert {type(result) for result in lost} == {StoreDown}

    asyncio.run(ask())


def test_the_date_of_the_last_event_is_found(address: str) -> None:
    async def find() -> None:
        async with nodes(address, 1) as (node,):
            assert await node.last_kept("t") == 0.0
            await node.append(Append("t", 1, 7.5, [b"1", b"2"]))
            await node.append(Append("t", 3, 9.5, [b"3"]))
            assert await node.last_kept("t") == 9.5

    asyncio.run(find())


def test_a_node_hears_of_events_elsewhere(address: str) -> None:
    async def tell() -> None:
        async with nodes(address, 3) as (a, b, c):
            await asyncio.gather(*(a.append(Append(f"t{n}", 1, 0.0, [b"1", b"2"])) for n in range(300)))
            await until(lambda: len(b.news) == len(c.news) == 300)
            assert set(b.news.values()) == {2}
            assert a.news == {}

    asyncio.run(tell())


def test_what_a_node_kept_just_before_it_died_is_found(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "CATCH_UP", 0.1)

    async def find() -> None:
        async with nodes(address, 1) as (node,):
            await node.append(Append("t", 1, 0.0, [b"1"]))
            node.watched = lambda: {"t": 1, "deleted": 4}
            dead = Node(address)  # it keeps an event and tells nobody
            dead._writer.pool = node._pool
            await dead.append(Append("t", 2, 0.0, [b"2"]))
            await until(lambda: node.news.get("t") == 2)
            await until(lambda: node.news.get("deleted") == GONE)

    asyncio.run(find())


def test_people_at_other_nodes_are_seen_until_they_leave_or_their_node_dies(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "CATCH_UP", 0.1)

    async def see() -> None:
        async with nodes(address) as (a, b):
            a.announce_presence("t", "AC", 2)
            await until(lambda: b.present_elsewhere("t") == (frozenset("AC"), 2))
            assert a.present_elsewhere("t") == (frozenset(), 0)
            told = b.presence_told
            await asyncio.sleep(0.5)
            assert b.presence_told == told, "what is the same is not told again"
            a.announce_presence("t", "A", 0)
            await until(lambda: b.present_elsewhere("t") == (frozenset("A"), 0))
            a.announce_presence("t", "", 0)
            await until(lambda: b.present_elsewhere("t") == (frozenset(), 0))
            assert b._elsewhere == {}
            monkeypatch.setattr(postgres, "PRESENCE_LIFE", 0.5)
            a.announce_presence("u", "B", 0)
            await until(lambda: b.present_elsewhere("u")[0])
            told = b.presence_told
            assert a._task is not None
            a._task.cancel()  # it says nothing any more
            await until(lambda: not b.present_elsewhere("u")[0] and b.presence_told > told)

    asyncio.run(see())


def test_a_table_deleted_elsewhere_is_gone(address: str) -> None:
    async def delete() -> None:
        async with nodes(address) as (a, b):
            await a.append(Append("t", 1, 0.0, [b"1"], Summary(True, "open", b"{}")))
            await b.delete("t")
            await until(lambda: a.news.get("t") == GONE)
            with pytest.raises(Gone):
                await a.append(Append("t", 2, 0.0, [b"2"]))
            assert await a.load("t") == []

    asyncio.run(delete())


def test_tables_are_forgotten_once_whichever_node_does_it(address: str) -> None:
    async def expire() -> None:
        async with nodes(address, 3) as here:
            for number in range(20):
                await here[0].append(Append(f"t{number}", 1, 100.0, [b"1"], Summary(False, "open", b"{}")))
            await here[0].append(Append("t0", 2, 900.0, [b"2"]))
            for node in here:
                node.watched = lambda: {"t1": 1}
            await asyncio.gather(*(node.expire(500.0) for node in here))
            left = [number for number in range(20) if await here[0].load(f"t{number}")]
            assert left == [0, 1]

    asyncio.run(expire())


def test_a_table_where_someone_is_at_another_node_is_not_forgotten(address: str) -> None:
    async def expire() -> None:
        async with nodes(address) as (a, b):
            for name in ("seat", "watch", "left"):
                await a.append(Append(name, 1, 100.0, [b"1"], Summary(False, "open", b"{}")))
            a.announce_presence("seat", "A", 0)
            a.announce_presence("watch", "", 1)
            await until(lambda: all(any(b.present_elsewhere(name)) for name in ("seat", "watch")))
            assert await b.expire(500.0) == 1
            assert [name for name in ("seat", "watch", "left") if await b.load(name)] == ["seat", "watch"]

    asyncio.run(expire())


def test_a_node_comes_back_by_itself_when_the_database_does() -> None:
    with Database() as database:

        async def come_back() -> None:
            async with nodes(database.address) as (a, b):
                await a.append(Append("t", 1, 0.0, [b"1"]))
                await a.claim(["t"])
                await asyncio.to_thread(database.stop)
                with pytest.raises(StoreDown):
                    await a.append(Append("t", 2, 0.0, [b"2"]))
                await until(lambda: not a.has_claimed("t"))
                await asyncio.to_thread(database.start)
                await until(lambda: a._ours is not None and b._ours is not None)
                await a.append(Append("t", 2, 0.0, [b"2"]))
                await until(lambda: b.news.get("t") == 2)
                await b.claim(["t"])
                assert b.has_claimed("t")

        asyncio.run(come_back())


def test_a_database_that_is_not_ours_or_too_new_is_refused(address: str) -> None:
    async def refuse() -> None:
        with pytest.raises(ValueError, match="no tables of dnup"):
            await PostgresStore(address).open_to_read()
        async with nodes(address, 1) as (node,):
            await node._pool.execute("INSERT INTO dnup_schema VALUES (99)")
        with pytest.raises(ValueError, match="version 99"):
            await PostgresStore(address).open(lambda news: None)
        with pytest.raises(ValueError, match="version 99"):
            await PostgresStore(address).open_to_read()

    asyncio.run(refuse())
