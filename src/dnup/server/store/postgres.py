"""PostgreSQL, for many nodes: the unique event number decides races, LISTEN/NOTIFY carries the news."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from typing import Any, Final, TypeVar

import asyncpg  # type: ignore[import-untyped]

from dnup.server.store.batched_reads import Gathered
from dnup.server.store.migrations import migrate_postgres
from dnup.server.store.store import GONE, SCHEMA_VERSION, Append, Damaged, Kept, News
from dnup.server.store.writer import PATIENCE, TROUBLE, Writer, store_down

Result = TypeVar("Result")
log = logging.getLogger(__name__)

CHANNEL: Final = "dnup"
GATHER: Final = 0.005
"""Seconds of changes per NOTIFY. It is sent after the commits: inside them it would cut their rate to a quarter."""

CATCH_UP: Final = 2.0
"""Seconds between two checks for missed events: a node may die between commit and NOTIFY."""

PRESENCE_LIFE: Final = 9.0
"""Seconds without news after which the connections of another node count as closed."""

NOBODY: Final[tuple[frozenset[str], int]] = (frozenset(), 0)
MAX_PAYLOAD: Final = 7000
LIVELY: Final = {
    "application_name": "dnup",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "2",
}
"""Connection settings: PostgreSQL notices within seconds when a node's computer is gone."""

WRITING: Final = {
    **LIVELY,
    "statement_timeout": "20s",
    "idle_in_transaction_session_timeout": "10s",
    "plan_cache_mode": "force_generic_plan",
    "enable_seqscan": "off",
    "jit": "off",
}
"""Session settings. A node that hangs in a transaction blocks others only briefly. Every query uses a key, so its plan
is made once, and must not depend on how small the database is at that time."""

CLAIMING: Final = {**LIVELY, "idle_session_timeout": "15s", "synchronous_commit": "off"}
"""A session without a statement for this time has stopped, and its claims are released."""

_LOAD: Final = (
    "SELECT place, number, body "
    "FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS asked (table_id, after, place) "
    "JOIN events USING (table_id) WHERE number > after ORDER BY place, number"
)

_FORGET: Final = (
    "WITH its_events AS (DELETE FROM events WHERE table_id = ANY($1)), "
    "its_games AS (DELETE FROM games WHERE table_id = ANY($1)) DELETE FROM tables WHERE id = ANY($1)"
)


class PostgresStore:
    """A database shared by any number of nodes."""

    shared = True

    def __init__(self, address: str, connections: int = 16) -> None:
        self._address = address
        self._connections = connections
        self._node = secrets.token_hex(4)
        self._waiting: dict[str, int] = {}
        """Changes to announce to other nodes: the number of a table's last event, 0 for connections only, or GONE."""
        self._wake = asyncio.Event()
        self._presence: dict[str, tuple[str, int]] = {}
        self._elsewhere: dict[str, dict[str, tuple[float, frozenset[str], int]]] = {}
        self._ours: Any = None
        """The connection for LISTEN, NOTIFY and claims; used by one task at a time."""
        self._using = asyncio.Lock()
        self._claimed: set[str] = set()
        self._task: asyncio.Task[None] | None = None
        self._writer = Writer(self._tell_others)
        self._loading = Gathered(self._load)
        self._claiming = Gathered(self._claim)
        self.watched: Callable[[], Mapping[str, int]] = dict
        self.failed: Callable[[str, Exception], None] = lambda task, error: None

    async def open(self, news: News) -> None:
        self._news = news
        async with self._opening(self._connections), self._pool.acquire() as connection:
            await migrate_postgres(connection)
        self._task = asyncio.create_task(self._stay_in_touch())

    async def open_to_read(self) -> None:
        async with self._opening(1):
            try:
                version = await self._pool.fetchval("SELECT max(version) FROM dnup_schema")
            except asyncpg.UndefinedTableError:
                raise ValueError("there are no tables of dnup there; dnup serve makes them") from None
            if version != SCHEMA_VERSION:
                raise ValueError(
                    f"the database has version {version} of {SCHEMA_VERSION}; start dnup serve on it once"
                )

    @contextlib.asynccontextmanager
    async def _opening(self, connections: int) -> AsyncIterator[None]:
        """Connect; an error is one sentence, and leaves nothing open."""
        try:
            self._pool = await asyncpg.create_pool(
                self._address,
                min_size=1,
                max_size=connections,
                timeout=PATIENCE,
                command_timeout=PATIENCE,
                server_settings=WRITING,
                reset=_leave_as_it_is,
            )
        except TROUBLE as error:
            raise ValueError(f"the database cannot be used: {error}") from None
        self._writer.pool = self._pool
        try:
            yield
        except (ValueError, *TROUBLE) as error:
            await self._pool.close()
            raise ValueError(f"the database cannot be used: {error}") from None

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        with contextlib.suppress(*TROUBLE):
            async with asyncio.timeout(5):
                await self._writer.finish()
                await self._pool.close()
        self._pool.terminate()  # connections to a database that does not answer

    def keep(self, append: Append, done: Kept) -> None:
        self._writer.keep(append, done)

    async def load(self, table: str, after: int = 0) -> list[bytes]:
        found = await self._loading.ask((table, after))
        if isinstance(found, Damaged):
            raise found
        return found

    async def _load(self, asked: list[tuple[str, int]]) -> list[list[bytes] | Damaged]:
        """The events of each table, or its error."""
        rows = await self._with_connection(
            lambda connection: connection.fetch(_LOAD, *zip(*asked, strict=True))
        )
        events: list[list[bytes]] = [[] for _ in asked]
        missing: dict[int, Damaged] = {}
        for place, number, body in rows:
            table = place - 1
            wanted = asked[table][1] + len(events[table]) + 1
            if number != wanted:
                missing.setdefault(table, Damaged(f"event {wanted} is missing"))
            events[table].append(body)
        return [missing.get(table, some) for table, some in enumerate(events)]

    async def last_kept(self, table: str) -> float:
        query = "SELECT at FROM events WHERE table_id = $1 ORDER BY number DESC LIMIT 1"
        return float(await self._with_connection(lambda connection: connection.fetchval(query, table)) or 0.0)

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
        self._tell_others(table, GONE)

    async def expire(self, untouched_since: float) -> int:
        # A move does not update the row of its table, so events are checked as well.
        query = (
            "SELECT id FROM tables WHERE touched < $1 AND NOT EXISTS "
            "(SELECT 1 FROM events WHERE table_id = id AND at >= $1) LIMIT 1000"
        )
        here = self.watched()
        rows = await self._with_connection(lambda connection: connection.fetch(query, untouched_since))
        tables = [name for (name,) in rows if name not in here and not any(self.present_elsewhere(name))]
        if tables:
            await self._with_connection(lambda connection: _forget(connection, tables))
        return len(tables)

    async def claim(self, tables: Collection[str]) -> None:
        """Take advisory locks for tables; they end with this node's connection."""
        if not self._claimed.issuperset(tables):
            await self._claiming.ask(tables)

    async def _claim(self, asked: list[Collection[str]]) -> list[None]:
        query = "SELECT name FROM unnest($1::text[]) AS name WHERE pg_try_advisory_lock(hashtextextended(name, 0))"
        async with self._using:
            # A lock taken twice would have to be released twice.
            wanted = list(set().union(*asked) - self._claimed)
            if wanted and self._ours is not None:
                rows = await self._ask(query, wanted)
                self._claimed.update(row[0] for row in rows)
        return [None] * len(asked)

    def has_claimed(self, table: str) -> bool:
        return table in self._claimed

    async def release(self, tables: Collection[str]) -> None:
        query = "SELECT pg_advisory_unlock(hashtextextended(name, 0)) FROM unnest($1::text[]) AS name"
        held = self._claimed.intersection(tables)
        self._claimed -= held
        if held:
            async with self._using:
                await self._ask(query, list(held))

    async def _ask(self, query: str, tables: list[str]) -> list[tuple[str]]:
        """Query the connection of the claims; if it does not answer, it is closed, and all claims are lost."""
        connection = self._ours
        if connection is None:
            return []
        try:
            rows: list[tuple[str]] = await connection.fetch(query, tables)
        except TROUBLE as error:
            log.warning("claims were lost", extra={"reason": str(error)})
            connection.terminate()
            self._lost(connection)
            return []
        return rows if connection is self._ours else []

    def announce_presence(self, table: str, seats: str, spectators: int) -> None:
        if (seats, spectators) == self._presence.get(table, ("", 0)):
            return
        if seats or spectators:
            self._presence[table] = (seats, spectators)
        else:
            self._presence.pop(table, None)
        self._tell_others(table, 0)

    def _tell_others(self, table: str, number: int) -> None:
        self._waiting[table] = number or self._waiting.get(table, 0)
        self._wake.set()

    def present_elsewhere(self, table: str) -> tuple[frozenset[str], int]:
        nodes = self._elsewhere.get(table)
        if nodes is None:
            return NOBODY
        now = time.monotonic()
        alive = [entry for entry in nodes.values() if entry[0] > now]
        seats = frozenset(seat for _, seats, _ in alive for seat in seats)
        return seats, sum(spectators for _, _, spectators in alive)

    async def _with_connection(self, work: Callable[[Any], Awaitable[Result]]) -> Result:
        try:
            async with self._pool.acquire(timeout=PATIENCE) as connection:
                return await work(connection)
        except TROUBLE as error:
            raise store_down(error) from None

    async def _stay_in_touch(self) -> None:
        """Keep the connection for LISTEN, NOTIFY and claims open; after a loss, reconnect and catch up."""
        while True:
            try:
                connection = await asyncpg.connect(
                    self._address, timeout=PATIENCE, command_timeout=PATIENCE, server_settings=CLAIMING
                )
                connection.add_termination_listener(self._lost)
                try:
                    await connection.add_listener(CHANNEL, self._heard)
                    self._ours = connection
                    await self._talk(connection)
                finally:
                    self._lost(connection)
                    connection.terminate()
            except TROUBLE as error:
                log.warning("the database is not there", extra={"reason": str(error) or type(error).__name__})
            except Exception as error:
                self.failed("nodes", error)
            await asyncio.sleep(0.5)

    def _lost(self, connection: Any) -> None:
        """Forget the claims of this node."""
        if self._ours is connection:
            self._ours = None
            self._claimed.clear()
            self._wake.set()

    async def _talk(self, connection: Any) -> None:
        next_catch_up = 0.0
        while not connection.is_closed():
            self._wake.clear()
            if time.monotonic() >= next_catch_up:
                next_catch_up = time.monotonic() + CATCH_UP
                self._forget_the_silent()
                for table in self._presence:
                    self._tell_others(table, 0)
                async with self._using:
                    await self._catch_up(connection)
            if self._waiting:
                waiting, self._waiting = self._waiting, {}
                async with self._using:
                    await self._broadcast(connection, waiting)
            # Not `wait_for`: it swallows a cancellation if the event comes in the same moment.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, next_catch_up - time.monotonic())):
                    await self._wake.wait()
            await asyncio.sleep(GATHER)

    async def _broadcast(self, connection: Any, waiting: dict[str, int]) -> None:
        rows = [[table, number, *self._presence.get(table, ("", 0))] for table, number in waiting.items()]
        while rows:
            count = 100
            payload = json.dumps([self._node, rows[:count]], separators=(",", ":"))
            while len(payload) > MAX_PAYLOAD:
                count //= 2
                payload = json.dumps([self._node, rows[:count]], separators=(",", ":"))
            await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, payload)
            rows = rows[count:]

    async def _catch_up(self, connection: Any) -> None:
        watched = self.watched()
        if watched:
            query = (
                "SELECT name, (SELECT max(number) FROM events WHERE table_id = name) "
                "FROM unnest($1::text[]) AS name"
            )
            rows = await connection.fetch(query, list(watched))
            missed = {table: number or GONE for table, number in rows if number != watched[table]}
            if missed:
                self._news(missed)

    def _heard(self, _connection: Any, _process: int, _channel: str, payload: str) -> None:
        if payload.startswith(f'["{self._node}"'):
            return
        node, rows = json.loads(payload)
        until = time.monotonic() + PRESENCE_LIFE
        news = {table: number for table, number, _, _ in rows if number}
        moved = {}
        for table, _, seats, spectators in rows:
            before = self.present_elsewhere(table)
            nodes = self._elsewhere.setdefault(table, {})
            nodes[node] = until, frozenset(seats), spectators
            if not seats and not spectators:
                del nodes[node]
            if not nodes:
                del self._elsewhere[table]
            if self.present_elsewhere(table) != before:
                moved[table] = 0
        for some in (news, moved):
            if some:
                self._news(some)

    def _forget_the_silent(self) -> None:
        """Forget the connections of nodes that have been silent."""
        now = time.monotonic()
        gone = {
            (table, node): 0
            for table, nodes in self._elsewhere.items()
            for node, (until, _, _) in nodes.items()
            if until <= now
        }
        for table, node in gone:
            nodes = self._elsewhere[table]
            del nodes[node]
            if not nodes:
                del self._elsewhere[table]
        if gone:
            self._news({table: 0 for table, _ in gone})


async def _forget(connection: Any, tables: list[str]) -> None:
    await connection.execute(_FORGET, tables)


async def _leave_as_it_is(_connection: Any) -> None:
    """Skip the reset of a returned connection: we set nothing, and it would be one more query."""
