"""What many tables want kept at once: one statement for all, and each gets its own result."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest

from dnup.server.store import postgres, writer
from dnup.server.store.store import Append, Conflict, EndedGame, Gone, StoreDown, Summary
from tests.server.nodes import Node, nodes
from tests.server.running import PATIENCE, keep
from tools.torture.database import Database

WAITS = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"


def summary(info: bytes) -> Summary:
    return Summary(True, "open", info)


@contextlib.asynccontextmanager
async def rival(address: str, *numbers: int) -> AsyncIterator[Any]:
    """Someone who keeps events of the table t, and has not committed yet."""
    connection = await asyncpg.connect(address)
    await connection.execute("BEGIN")
    for number in numbers:
        await connection.execute("INSERT INTO events VALUES ('t', $1, 0, 'rival')", number)
    try:
        yield connection
    finally:
        await connection.close()


async def waits(connection: Any) -> int:
    """The process that waits for the rival."""
    async with asyncio.timeout(PATIENCE):
        while (process := await connection.fetchval(WAITS)) is None:
            await asyncio.sleep(0.01)
    return int(process)


async def kept_of(node: Node, tables: str) -> list[list[bytes]]:
    return [await node.load(table) for table in tables]


def test_what_waits_is_kept_in_one_transaction(address: str) -> None:
    async def work() -> None:
        async with nodes(address, 1) as (node,):
            appends = [
                Append(f"t{n}", 1, 0.0, [b"1", b"2", b"3"], summary(b"%d" % n), EndedGame(1, f"game {n}"))
                for n in range(40)
            ]
            assert await node.append_all(*appends) == [None] * 40
            for table in ("events", "tables", "games"):
                transactions = await node._pool.fetch(f"SELECT DISTINCT xmin::text FROM {table}")
                assert len(transactions) == 1
            for n in range(40):
                assert await node.load(f"t{n}") == [b"1", b"2", b"3"]
                assert await node.record(f"t{n}", 1) == f"game {n}"
            assert sorted(await node.open_tables(99)) == sorted(b"%d" % n for n in range(40))

    asyncio.run(work())


def test_who_was_beaten_or_deleted_fails_alone(address: str) -> None:
    async def work() -> None:
        async with nodes(address) as (node, other):
            for table in "abcd":
                await other.append(Append(table, 1, 0.0, [b"1"], summary(b"old")))
            await other.append(Append("b", 2, 0.0, [b"other's"], summary(b"other's")))
            await other.delete("c")
            fine, beaten, deleted, new, late = await node.append_all(
                Append("a", 2, 0.0, [b"2", b"3"], summary(b"new")),
                Append("b", 2, 0.0, [b"x", b"y", b"z"], summary(b"x"), EndedGame(1, "x")),
                Append("c", 2, 0.0, [b"x", b"y"], summary(b"x"), EndedGame(1, "x")),
                Append("e", 1, 0.0, [b"1", b"2"], None, EndedGame(1, "ended")),
                Append("d", 1, 0.0, [b"x", b"y"]),
            )
            assert (fine, new) == (None, None)
            assert isinstance(beaten, Conflict)
            assert isinstance(deleted, Gone)
            assert isinstance(late, Conflict)
            kept = await kept_of(node, "abcde")
            assert kept == [[b"1", b"2", b"3"], [b"1", b"other's"], [], [b"1"], [b"1", b"2"]]
            assert sorted(await node.open_tables(9)) == [b"new", b"old", b"other's"]
            assert [await node.record(table, 1) for table in "abce"] == [None, None, None, "ended"]

    asyncio.run(work())


def test_nobody_is_told_before_the_commit_and_nothing_is_kept_in_part(address: str) -> None:
    async def work() -> None:
        async with nodes(address, 1) as (node,), rival(address, 1, 2) as other:
            told: list[str] = []
            kept = asyncio.ensure_future(
                node.append_all(
                    Append("s", 1, 0.0, [b"ours"]),
                    Append("t", 1, 0.0, [b"ours", b"ours", b"ours"]),
                    Append("u", 1, 0.0, [b"ours"]),
                )
            )
            kept.add_done_callback(lambda _: told.append("all"))
            await waits(other)
            await node.append(Append("v", 1, 0.0, [b"ours"]))  # what came later goes beside it
            assert await kept_of(node, "stu") == [[], [], []]
            assert told == []
            await other.execute("COMMIT")
            s, t, u = await kept
            assert (s, u) == (None, None)
            assert isinstance(t, Conflict)
            assert await kept_of(node, "stuv") == [[b"ours"], [b"rival", b"rival"], [b"ours"], [b"ours"]]

    asyncio.run(work())


def test_a_plan_made_while_the_database_is_small_is_right_for_a_large_one(address: str) -> None:
    async def work() -> None:
        async with nodes(address, 1) as (node,), node._pool.acquire() as connection:
            await connection.execute("INSERT INTO events VALUES ('t', 1, 0, 'x')")
            await connection.execute("ANALYZE events")  # by now it knows that to read all of it is cheapest
            for name, query, parameters in (("keep", writer._KEEP, 14), ("load", postgres._LOAD, 2)):
                await connection.execute(f"PREPARE {name} AS {query}")
                nothing = ", ".join(["'{}'"] * parameters)
                plan = "\n".join(
                    row[0] for row in await connection.fetch(f"EXPLAIN EXECUTE {name} ({nothing})")
                )
                assert "Seq Scan" not in plan
                assert "events_pkey" in plan

    asyncio.run(work())


def test_what_a_table_keeps_stays_in_order(address: str) -> None:
    async def work() -> None:
        async with nodes(address, 1) as (node,):
            told: list[int] = []

            async def append(number: int) -> None:
                await keep(node, Append("t", number, 0.0, [b"%d" % number]))
                told.append(number)

            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*map(append, range(1, 21)))
            assert told == list(range(1, 21))
            assert await node.load("t") == [b"%d" % number for number in told]

    asyncio.run(work())


def test_what_cannot_be_written_fails_alone(address: str) -> None:
    async def work() -> None:
        async with nodes(address, 1) as (node,):
            appends = [Append(f"t{n}", 1, 0.0, [b"1"], None, EndedGame(1, f"game {n}")) for n in range(9)]
            appends[4] = Append("t4", 1, 0.0, [b"1"], None, EndedGame(1, "no \0 in PostgreSQL's text"))
            results = await node.append_all(*appends)
            assert [n for n, result in enumerate(results) if result is not None] == [4]
            assert isinstance(results[4], StoreDown)
            assert await node.load("t4") == []
            await node.append(Append("t4", 1, 0.0, [b"1"]))

    asyncio.run(work())


def test_a_connection_that_is_lost_fails_for_all_that_were_on_it(address: str) -> None:
    async def work() -> None:
        async with nodes(address, 1) as (node,):
            appends = [Append(table, 1, 0.0, [b"ours"]) for table in "stu"]
            async with rival(address, 1) as other:
                kept = asyncio.ensure_future(node.append_all(*appends))
                await other.execute("SELECT pg_terminate_backend($1)", await waits(other))
                assert [type(result) for result in await kept] == [StoreDown] * 3
            assert await kept_of(node, "stu") == [[], [], []]
            assert await node.append_all(*appends) == [None] * 3

    asyncio.run(work())


def test_nodes_that_want_the_same_numbers_do_not_wait_for_each_other(address: str) -> None:
    async def work() -> None:
        async with nodes(address) as (a, b):
            names = [f"t{n}" for n in range(30)]
            for number in range(1, 21):
                ours, theirs = await asyncio.gather(
                    a.append_all(*(Append(name, number, 0.0, [b"a"]) for name in names)),
                    b.append_all(*(Append(name, number, 0.0, [b"b"]) for name in reversed(names))),
                )
                for one, other in zip(ours, reversed(theirs), strict=True):
                    assert {type(one), type(other)} == {type(None), Conflict}

    asyncio.run(work())


def test_what_waits_is_kept_when_a_node_stops(address: str) -> None:
    async def work() -> None:
        told: list[Exception | None] = []
        async with nodes(address, 1) as (node,):
            for n in range(5):
                node.keep(Append(f"t{n}", 1, 0.0, [b"1"]), told.append)
                node.keep(Append(f"t{n}", 2, 0.0, [b"2"]), told.append)
        assert told == [None] * 10
        async with nodes(address, 1) as (node,):
            assert [await node.load(f"t{n}") for n in range(5)] == [[b"1", b"2"]] * 5

    asyncio.run(work())


def test_a_table_that_cannot_go_on_does_not_keep_the_others_from_it(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        async with nodes(address, 1) as (node,):
            told = asyncio.Event()
            node.keep(Append("a", 1, 0.0, [b"1"]), lambda _: 1 // 0)  # type: ignore[arg-type]
            node.keep(Append("b", 1, 0.0, [b"1"]), lambda _: told.set())
            async with asyncio.timeout(PATIENCE):
                await told.wait()

    asyncio.run(work())
    assert [(record.message, record.__dict__["table"]) for record in caplog.records] == [
        ("a table could not go on", "a")
    ]


class Line:
    """A line to the database on which answers can be lost."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._ends: list[asyncio.StreamWriter] = []
        self.deaf = False

    @contextlib.asynccontextmanager
    async def opened(self, name: str) -> AsyncIterator[str]:
        """The address of a database at the other end."""
        server = await asyncio.start_server(self._connect, "127.0.0.1")
        port = server.sockets[0].getsockname()[1]
        try:
            yield f"postgresql://postgres:@127.0.0.1:{port}/{name}?sslmode=disable"
        finally:
            server.close()
            self.cut()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_unix_connection(self._database.socket)
        self._ends += [writer, there[1]]
        await asyncio.gather(self._pass_on(reader, there[1]), self._pass_on(there[0], writer, answers=True))

    async def _pass_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answers: bool = False
    ) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65_536):
                if not (answers and self.deaf):
                    writer.write(data)
            writer.close()

    def cut(self) -> None:
        self.deaf = False
        for end in self._ends:
            end.transport.abort()
        self._ends.clear()


def test_what_was_kept_though_the_answer_was_lost_is_there_once(database: Database) -> None:
    address = database.new("lost_answer")

    async def work() -> None:
        line = Line(database)
        async with line.opened("lost_answer") as far, nodes(far, 1) as (node,):
            await node.append(Append("r", 1, 0.0, [b"ours"]))  # so that the database knows the statement
            appends = [Append(table, 1, 0.0, [b"ours"]) for table in "stu"]
            line.deaf = True
            unknown = asyncio.ensure_future(node.append_all(*appends))
            beside = await asyncpg.connect(address)
            async with asyncio.timeout(PATIENCE):
                while await beside.fetchval("SELECT count(*) FROM events") <= len(appends):
                    await asyncio.sleep(0.01)
            await beside.close()
            assert not unknown.done()
            line.cut()
            assert [type(result) for result in await unknown] == [StoreDown] * 3
            assert await kept_of(node, "stu") == [[b"ours"]] * 3, "who asks afterwards finds out"
            assert [type(result) for result in await node.append_all(*appends)] == [Conflict] * 3
            assert await node.append_all(*(Append(table, 2, 0.0, [b"next"]) for table in "stu")) == [None] * 3

    asyncio.run(work())
