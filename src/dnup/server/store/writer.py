"""Batches the events of all tables of a node into one PostgreSQL statement."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

import asyncpg  # type: ignore[import-untyped]

from dnup.server.store.store import Append, Batch, Conflict, Gone, Kept, StoreDown, tell

MIN_COMMIT_INTERVAL: Final = 0.002
"""Least seconds between two statements: one for many events costs little more than one for a single event."""

AT_ONCE: Final = 2
"""Statements in flight: while one is committed, the other half of the tables can move."""

PATIENCE: Final = 10
"""Seconds without an answer after which the database counts as down."""

TROUBLE: Final = (
    OSError,
    TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)

_OF_ONE: Final = (
    asyncpg.DataError,
    asyncpg.IntegrityConstraintViolationError,
    asyncpg.ProgramLimitExceededError,
    asyncpg.TransactionRollbackError,
)
"""Errors that one table of a statement causes; others affect all tables."""

# For each table its first new event decides: the number before it must exist, and its own must be free. Everything else
# of the table is stored with it, or not at all. This is the only statement of its transaction, so a node that stops
# blocks nobody. It returns the tables that were stored, or nothing if all were. The event before is found by a plain
# subquery: for EXISTS, PostgreSQL may choose to scan all events.
_KEEP: Final = """
WITH first AS (
    INSERT INTO events (table_id, number, at, body)
    SELECT table_id, number, at, body
    FROM unnest($1::text[], $2::bigint[], $3::double precision[], $4::bytea[]) AS new (table_id, number, at, body)
    WHERE number = 1
       OR (SELECT true FROM events AS old WHERE old.table_id = new.table_id AND old.number = new.number - 1)
    ON CONFLICT DO NOTHING
    RETURNING table_id, number, at
), others AS (
    INSERT INTO events (table_id, number, at, body)
    SELECT table_id, number + further, at, body
    FROM first JOIN unnest($5::text[], $6::bigint[], $7::bytea[]) AS other (table_id, further, body) USING (table_id)
), summaries AS (
    INSERT INTO tables (id, created, touched, public, phase, info)
    SELECT table_id, at, at, public, phase, info
    FROM first JOIN unnest($8::text[], $9::boolean[], $10::text[], $11::bytea[])
        AS summary (table_id, public, phase, info) USING (table_id)
    ORDER BY table_id
    ON CONFLICT (id) DO UPDATE
    SET touched = excluded.touched, public = excluded.public, phase = excluded.phase, info = excluded.info
), ended AS (
    INSERT INTO games (table_id, game, ended, record)
    SELECT table_id, game, at, record
    FROM first JOIN unnest($12::text[], $13::bigint[], $14::text[]) AS game (table_id, game, record) USING (table_id)
    ORDER BY table_id
    ON CONFLICT DO NOTHING
)
SELECT CASE WHEN count(*) < cardinality($1) THEN coalesce(array_agg(table_id), '{}') END FROM first
"""

_STILL_THERE: Final = """
SELECT coalesce(array_agg(table_id), '{}') FROM unnest($1::text[], $2::bigint[]) AS tried (table_id, number)
WHERE number = 1
   OR (SELECT true FROM events AS old WHERE old.table_id = tried.table_id AND old.number = tried.number - 1)
"""


class Writer:
    """Collects appends, writes them in batches, and calls their callbacks."""

    def __init__(self, news: Callable[[str, int], None]) -> None:
        self._news = news
        """Callback with a table and the number of its last event, once it is durable."""
        self.pool: Any = None
        self._waiting: Batch = []
        self._under_way: dict[asyncio.Task[None], set[str]] = {}
        """The batches in flight, and their tables."""
        self._called = False
        self._next = 0.0

    def keep(self, append: Append, done: Kept) -> None:
        self._waiting.append((append, done))
        self._hand_over_soon()

    async def finish(self) -> None:
        """Wait until nothing is queued or in flight."""
        while self._waiting or self._under_way:
            self._hand_over()
            await asyncio.wait(set(self._under_way))

    def _hand_over_soon(self) -> None:
        if not self._called and len(self._under_way) < AT_ONCE:
            self._called = True
            loop = asyncio.get_running_loop()
            loop.call_later(max(0.0, self._next - loop.time()), self._hand_over)

    def _hand_over(self) -> None:
        """Send everything that is queued, except for tables that are in flight: their events stay in order."""
        self._called = False
        busy = set().union(*self._under_way.values())
        batch: Batch = []
        waiting: Batch = []
        for one in self._waiting:
            table = one[0].table
            (waiting if table in busy else batch).append(one)
            busy.add(table)
        self._waiting = waiting
        if batch:
            # All nodes use the same order, so that two of them cannot deadlock on the same tables.
            batch.sort(key=lambda one: one[0].table)
            loop = asyncio.get_running_loop()
            self._next = loop.time() + MIN_COMMIT_INTERVAL
            task = loop.create_task(self._commit(batch))
            self._under_way[task] = {append.table for append, _ in batch}

    async def _commit(self, batch: Batch) -> None:
        try:
            outcomes = await self._keep_all([append for append, _ in batch])
        except Exception as error:
            outcomes = [error] * len(batch)
        task = asyncio.current_task()
        assert task is not None
        del self._under_way[task]
        if self._waiting:  # start the next batch before the callbacks
            self._hand_over_soon()
        for (append, _), outcome in zip(batch, outcomes, strict=True):
            if outcome is None:
                self._news(append.table, append.number + len(append.events) - 1)
        tell(batch, outcomes)

    async def _keep_all(self, appends: list[Append]) -> list[Exception | None]:
        """The result of each append."""
        try:
            kept = await self._fetchval(_KEEP, *_columns(appends))
        except TROUBLE as error:
            if isinstance(error, _OF_ONE) and len(appends) > 1:  # rare: find the faulty one
                half = len(appends) // 2
                return [*await self._keep_all(appends[:half]), *await self._keep_all(appends[half:])]
            return [store_down(error)] * len(appends)
        if kept is None:
            return [None] * len(appends)
        lost = [append for append in appends if append.table not in set(kept)]
        reasons = await self._reasons(lost)
        return [reasons.get(append.table) for append in appends]

    async def _reasons(self, lost: list[Append]) -> dict[str, Exception]:
        """Why these tables were not stored: the table is gone, or another node was faster."""
        numbers = {append.table: append.number for append in lost}
        try:
            there = await self._fetchval(_STILL_THERE, list(numbers), list(numbers.values()))
        except TROUBLE as error:
            return dict.fromkeys(numbers, store_down(error))
        return {table: Conflict() if table in there else Gone() for table in numbers}

    async def _fetchval(self, query: str, *columns: list[Any]) -> Any:
        async with self.pool.acquire(timeout=PATIENCE) as connection:
            return await connection.fetchval(query, *columns)


def store_down(error: Exception) -> StoreDown:
    return StoreDown(str(error) or type(error).__name__)


def _columns(appends: list[Append]) -> list[list[Any]]:
    """The parameters of the statement."""
    others = [
        (append.table, further, body)
        for append in appends
        for further, body in enumerate(append.events)
        if further
    ]
    summaries = [(append.table, append.summary) for append in appends if append.summary is not None]
    games = [(append.table, append.ended) for append in appends if append.ended is not None]
    return [
        [append.table for append in appends],
        [append.number for append in appends],
        [append.at for append in appends],
        [append.events[0] for append in appends],
        [table for table, _, _ in others],
        [further for _, further, _ in others],
        [body for _, _, body in others],
        [table for table, _ in summaries],
        [summary.public for _, summary in summaries],
        [summary.phase for _, summary in summaries],
        [summary.info for _, summary in summaries],
        [table for table, _ in games],
        [ended.game for _, ended in games],
        [ended.record for _, ended in games],
    ]
