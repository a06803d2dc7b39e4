"""The interface of event stores."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from msgspec import Struct

log = logging.getLogger(__name__)

SCHEMA_VERSION: Final = 2
"""The version of the database schema; `migrations.py` migrates from every released one."""


class Conflict(Exception):
    """Another node has stored an event with this number: catch up and decide again."""


class Gone(Exception):
    """Another node has deleted the table."""


class StoreDown(Exception):
    """The database does not answer or cannot write. Whether events were stored is unknown until it answers again."""


class Damaged(Exception):
    """The stored events of a table are incomplete. The text says what is damaged and where, and quotes nothing."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A table's entry in the list of tables; `info` is its description as JSON."""

    public: bool
    phase: str
    info: bytes


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A finished game, as its record."""

    game: int
    record: str


class Append(Struct, frozen=True):
    """Events to store at a table, from this number on, all or none, with the summary and the record."""

    table: str
    number: int
    at: float
    events: list[bytes]
    summary: Summary | None = None
    ended: EndedGame | None = None


GONE: Final = -1

News = Callable[[Mapping[str, int]], None]
"""Callback for changes at other nodes: by table the number of its last event; 0 if only connections have changed,
`GONE` if the table was deleted."""


Kept = Callable[[Exception | None], None]
"""Callback, in the event loop, when events are durable; or with `Conflict` if their numbers are taken, `Gone`, or
`StoreDown`. A callback rather than a future saves turns of the event loop at thousands of moves a second."""


Batch = list[tuple[Append, Kept]]
"""Appends that are committed together, each with its callback."""


class Store(Protocol):
    """Stores events. What it has confirmed is durable."""

    shared: bool
    """Whether other nodes may store events of our tables."""

    async def open(self, news: News) -> None: ...

    async def open_to_read(self) -> None:
        """Open an existing database read-only, also while a server uses it."""
        ...

    async def close(self) -> None: ...

    def keep(self, append: Append, done: Kept) -> None:
        """Store events and call `done`."""
        ...

    async def load(self, table: str, after: int = 0) -> list[bytes]:
        """The events of a table after a number, in order; none if there is no such table.

        `Damaged` if some of them are missing.
        """
        ...

    async def last_kept(self, table: str) -> float:
        """The date of the last event of a table that is there."""
        ...

    async def open_tables(self, limit: int) -> list[bytes]:
        """The descriptions of public tables that have not begun, the newest first."""
        ...

    async def record(self, table: str, game: int) -> str | None:
        """The record of a finished game."""
        ...

    def records(self) -> AsyncIterator[str]:
        """The records of all finished games, the oldest first."""
        ...

    async def delete(self, table: str) -> None:
        """Delete a table and its games."""
        ...

    async def expire(self, untouched_since: float) -> int:
        """Delete tables without an event since then; returns how many."""
        ...

    watched: Callable[[], Mapping[str, int]]
    """Returns the tables in memory with the numbers of their last events. The hub sets it."""

    failed: Callable[[str, Exception], None]
    """Callback for unexpected failures of the store's tasks, by name. The hub sets it."""

    async def claim(self, tables: Collection[str]) -> None:
        """Claim tables: only one node plays bots and time-outs of a table, until it releases it or dies."""
        ...

    def has_claimed(self, table: str) -> bool:
        """Whether this node has claimed a table."""
        ...

    async def release(self, tables: Collection[str]) -> None: ...

    def announce_presence(self, table: str, seats: str, spectators: int) -> None:
        """Send other nodes the connections of a table."""
        ...

    def present_elsewhere(self, table: str) -> tuple[frozenset[str], int]:
        """The seats connected to other nodes, and the number of spectators there."""
        ...


def settle(future: asyncio.Future[None], error: Exception | None) -> None:
    """Set the result of a future, unless it is cancelled."""
    if future.cancelled():
        return
    if error is None:
        future.set_result(None)
    else:
        future.set_exception(error)


def tell(batch: Batch, outcomes: Iterable[Exception | None]) -> None:
    """Call the callbacks of a batch; an exception of one does not affect the others."""
    for (append, done), outcome in zip(batch, outcomes, strict=True):
        try:
            done(outcome)
        except Exception:
            log.exception("a table could not go on", extra={"table": append.table})
