"""PostgreSQL, for many nodes: the unique event number decides races, LISTEN/NOTIFY carries the news."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any, Final, TypeVar

import asyncpg  # type: ignore[import-untyped]

from dnup.server.migrations import migrate_postgres
from dnup.server.store import Append, Conflict, News, StoreDown

Result = TypeVar("Result")
log = logging.getLogger(__name__)

CHANNEL: Final = "dnup"
GATHER: Final = 0.005
"""News of so many seconds goes out in one NOTIFY, after the commits: inside them it would cost most of their rate."""

CATCH_UP: Final = 2.0
"""So often a node asks what it may have missed: a node that dies between commit and NOTIFY tells nobody."""

PRESENCE_LIFE: Final = 9.0
"""Who is connected to a node that has said nothing for so long is taken to be gone."""

MAX_PAYLOAD: Final = 7000
TROUBLE: Final = (OSError, asyncpg.PostgresConnectionError, asyncpg.InterfaceError, TimeoutError)


class PostgresStore:
    """A database shared by any number of nodes."""

    def __init__(self, address: str, connections: int = 16) -> None:
        self._address = address
        self._connections = connections
        self._node = secrets.token_hex(4)
        self._waiting: dict[str, int] = {}
        self._presence: dict[str, tuple[str, int]] = {}
        self._elsewhere: dict[str, dict[str, tuple[float, frozenset[str], int]]] = {}
        self._claimed: set[str] = set()
        self._ours: Any = None
        self._task: asyncio.Task[None] | None = None
        self.watched: Callable[[], Mapping[str, int]] = dict

    async def open(self, news: News) -> None:
        self._news = news
        try:
            self._pool = await asyncpg.create_pool(
                self._address, min_size=1, max_size=self._connections, command_timeout=10
            )
            async with self._pool.acquire() as connection:
                await migrate_postgres(connection)
        except (*TROUBLE, asyncpg.PostgresError) as error:
            raise ValueError(f"the database cannot be used: {error}") from None
        self._task = asyncio.create_task(self._stay_in_touch())

    async def open_to_read(self) -> None:
        try:
            self._pool = await asyncpg.create_pool(self._address, min_size=1, max_size=1)
        except (*TROUBLE, asyncpg.PostgresError) as error:
            raise ValueError(f"the database cannot be used: {error}") from None

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        with contextlib.suppress(*TROUBLE, TimeoutError):
            await asyncio.wait_for(self._pool.close(), 5)

    async def append(self, append: Append) -> None:
        async def work(connection: Any) -> None:
            if append.summary is None and append.ended is None:
                await _insert_events(connection, append)
                return
            async with connection.transaction():
                await _insert_events(connection, append)
                await _insert_rest(connection, append)

        try:
            await self._with_connection(work)
        except asyncpg.UniqueViolationError:
            raise Conflict from None
        self._waiting[append.table] = append.number + len(append.events) - 1

    async def load(self, table: str, after: int = 0) -> list[bytes | str]:
        query = "SELECT body FROM events WHERE table_id = $1 AND number > $2 ORDER BY number"
        rows = await self._with_connection(lambda connection: connection.fetch(query, table, after))
        return [row[0] for row in rows]

    async def open_tables(self, limit: int) -> list[bytes]:
        query = "SELECT info FROM tables WHERE public AND phase = 'open' ORDER BY created DESC LIMIT $1"
        rows = await self._with_connection(lambda connection: connection.fetch(query, limit))
        return [row[0] for row in rows]

    async def record(self, table: str, game: int) -> str | None:
        query = "SELECT record FROM games WHERE table_id = $1 AND game = $2"
        record: str | None = await self._with_connection(
            lambda connection: connection.fetchval(query, table, game)
        )
        return record

    async def records(self) -> AsyncIterator[str]:
        last = 0

        def more(connection: Any) -> Awaitable[list[tuple[int, str]]]:
            query = "SELECT id, record FROM games WHERE id > $1 ORDER BY id LIMIT 500"
            rows: Awaitable[list[tuple[int, str]]] = connection.fetch(query, last)
            return rows

        while rows := await self._with_connection(more):
            last = rows[-1][0]
            for _, record in rows:
                yield record

    async def delete(self, table: str) -> None:
        await self._with_connection(lambda connection: _forget(connection, [table]))

    async def expire(self, untouched_since: float) -> int:
        query = (
            "SELECT id FROM tables WHERE touched < $1 "
            "AND NOT EXISTS (SELECT 1 FROM events WHERE table_id = id AND at >= $1) LIMIT 1000"
        )
        rows = await self._with_connection(lambda connection: connection.fetch(query, untouched_since))
        if rows:
            tables = [row[0] for row in rows]
            await self._with_connection(lambda connection: _forget(connection, tables))
        return len(rows)

    async def claim(self, table: str) -> bool:
        """Take PostgreSQL's own lock on a table; it goes when this node's connection does."""
        if table in self._claimed:
            return True
        if self._ours is None:
            return False
        try:
            query = "SELECT pg_try_advisory_lock(hashtextextended($1, 0))"
            got: bool = await self._ours.fetchval(query, table)
        except (*TROUBLE, asyncpg.PostgresError):
            return False
        if got:
            self._claimed.add(table)
        return got

    def has_claimed(self, table: str) -> bool:
        return table in self._claimed

    async def release(self, table: str) -> None:
        if table in self._claimed:
            self._claimed.discard(table)
            with contextlib.suppress(*TROUBLE, asyncpg.PostgresError, AttributeError):
                await self._ours.execute("SELECT pg_advisory_unlock(hashtextextended($1, 0))", table)

    def announce_presence(self, table: str, seats: str, spectators: int) -> None:
        if seats or spectators:
            self._presence[table] = (seats, spectators)
        else:
            self._presence.pop(table, None)
        self._waiting.setdefault(table, 0)

    def present_elsewhere(self, table: str) -> tuple[frozenset[str], int]:
        now = time.monotonic()
        alive = [entry for entry in self._elsewhere.get(table, {}).values() if entry[0] > now]
        seats = frozenset(seat for _, seats, _ in alive for seat in seats)
        return seats, sum(spectators for _, _, spectators in alive)

    async def _with_connection(self, work: Callable[[Any], Awaitable[Result]]) -> Result:
        try:
            async with self._pool.acquire(timeout=10) as connection:
                return await work(connection)
        except asyncpg.UniqueViolationError:
            raise
        except (*TROUBLE, asyncpg.PostgresError) as error:
            raise StoreDown(str(error)) from None

    async def _stay_in_touch(self) -> None:
        """Hold the connection that listens, tells and claims; when it is lost, come back and catch up."""
        while True:
            try:
                connection = await asyncpg.connect(self._address, command_timeout=10)
                try:
                    await connection.add_listener(CHANNEL, self._heard)
                    self._ours = connection
                    await self._talk(connection)
                finally:
                    self._ours = None
                    self._claimed.clear()
                    connection.terminate()
            except (*TROUBLE, asyncpg.PostgresError) as error:
                log.warning("the database is not there: %s", type(error).__name__)
                await asyncio.sleep(0.5)

    async def _talk(self, connection: Any) -> None:
        next_catch_up = 0.0
        while True:
            if time.monotonic() >= next_catch_up:
                next_catch_up = time.monotonic() + CATCH_UP
                for table in self._presence:
                    self._waiting.setdefault(table, 0)
                await self._catch_up(connection)
            if self._waiting:
                waiting, self._waiting = self._waiting, {}
                await self._tell(connection, waiting)
            await asyncio.sleep(GATHER)

    async def _tell(self, connection: Any, waiting: dict[str, int]) -> None:
        rows = [[table, number, *self._presence.get(table, ("", 0))] for table, number in waiting.items()]
        while rows:
            payload = json.dumps([self._node, rows[:100]], separators=(",", ":"))
            count = 100
            while len(payload) > MAX_PAYLOAD:
                count //= 2
                payload = json.dumps([self._node, rows[:count]], separators=(",", ":"))
            await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, payload)
            rows = rows[count:]

    async def _catch_up(self, connection: Any) -> None:
        watched = self.watched()
        if watched:
            query = "SELECT table_id, max(number) FROM events WHERE table_id = ANY($1) GROUP BY table_id"
            rows = await connection.fetch(query, list(watched))
            missed = {table: number for table, number in rows if number > watched.get(table, number)}
            if missed:
                self._news(missed)

    def _heard(self, _connection: Any, _process: int, _channel: str, payload: str) -> None:
        node, rows = json.loads(payload)
        if node == self._node:
            return
        until = time.monotonic() + PRESENCE_LIFE
        for table, _, seats, spectators in rows:
            self._elsewhere.setdefault(table, {})[node] = (until, frozenset(seats), spectators)
        self._news({table: number for table, number, _, _ in rows})


async def _insert_events(connection: Any, append: Append) -> None:
    numbers = list(range(append.number, append.number + len(append.events)))
    await connection.execute(
        "INSERT INTO events (table_id, number, at, body) SELECT $1, number, $2, body "
        "FROM unnest($3::bigint[], $4::bytea[]) AS new (number, body)",
        append.table,
        append.at,
        numbers,
        append.events,
    )


async def _insert_rest(connection: Any, append: Append) -> None:
    if append.summary is not None:
        summary = append.summary
        await connection.execute(
            "INSERT INTO tables (id, created, touched, public, phase, info) VALUES ($1, $2, $2, $3, $4, $5) "
            "ON CONFLICT (id) DO UPDATE SET touched = $2, public = $3, phase = $4, info = $5",
            append.table,
            append.at,
            summary.public,
            summary.phase,
            summary.info,
        )
    if append.ended is not None:
        await connection.execute(
            "INSERT INTO games (table_id, game, ended, record) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
            append.table,
            append.ended.game,
            append.at,
            append.ended.record,
        )


async def _forget(connection: Any, tables: list[str]) -> None:
    async with connection.transaction():
        for name, column in (("events", "table_id"), ("games", "table_id"), ("tables", "id")):
            await connection.execute(f"DELETE FROM {name} WHERE {column} = ANY($1)", tables)
