"""Where events are kept: what any database has to offer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from msgspec import Struct

log = logging.getLogger(__name__)

SCHEMA_VERSION: Final = 2
"""The version of the tables in the database; `migrations.py` leads from every released one to this."""


class Conflict(Exception):
    """Another node has kept an event with this number already: catch up and decide anew."""


class Gone(Exception):
    """The table is no longer there: another node has deleted it."""


class StoreDown(Exception):
    """The database does not answer or cannot write. Whether something was kept is known only when it answers again."""


class Damaged(Exception):
    """What was kept of a table is not whole. The text says what kind of damage it is and where, and quotes nothing."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What the list of tables needs; `info` is the table's description as JSON."""

    public: bool
    phase: str
    info: bytes


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A finished game, as its record."""

    game: int
    record: str


class Append(Struct, frozen=True):
    """Events to keep at a table, from this number on, all or none; and what goes with them."""

    table: str
    number: int
    at: float
    events: list[bytes]
    summary: Summary | None = None
    ended: EndedGame | None = None


GONE: Final = -1

News = Callable[[Mapping[str, int]], None]
"""Told of tables at which other nodes have kept events, with the number of the last one; 0 if only people have come
or gone there, `GONE` if the table was deleted."""


Kept = Callable[[Exception | None], None]
"""Told, later and by the event loop, that events are safe; or `Conflict` if their numbers are taken, `Gone`, or
`StoreDown`. A function rather than a future: at thousands of moves a second each turn of the loop counts."""


Batch = list[tuple[Append, Kept]]
"""What is committed together, and who is to be told of each."""


class Store(Protocol):
    """Keeps events. What it has said to be kept is safe, whatever happens next."""

    shared: bool
    """Whether other nodes may keep events at our tables."""

    async def open(self, news: News) -> None: ...

    async def open_to_read(self) -> None:
        """Open a database that is there, beside a server that may be using it, only to read."""
        ...

    async def close(self) -> None: ...

    def keep(self, append: Append, done: Kept) -> None:
        """Keep events, and say so."""
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
        """Forget a table and its games."""
        ...

    async def expire(self, untouched_since: float) -> int:
        """Forget the tables where nothing has happened since; how many."""
        ...

    watched: Callable[[], Mapping[str, int]]
    """The tables this node has in memory and the numbers of their last events; whoever has them says so here."""

    failed: Callable[[str, Exception], None]
    """Told of what went wrong unexpectedly in a task of the store's own, by name; whoever looks after tasks says so."""

    async def claim(self, tables: Collection[str]) -> None:
        """Ask to be the one node that plays bots and time-outs there, until it releases a table or dies."""
        ...

    def has_claimed(self, table: str) -> bool:
        """Whether this node is that one."""
        ...

    async def release(self, tables: Collection[str]) -> None: ...

    def announce_presence(self, table: str, seats: str, spectators: int) -> None:
        """Tell other nodes who is connected here."""
        ...

    def present_elsewhere(self, table: str) -> tuple[frozenset[str], int]:
        """The seats of people connected to other nodes, and how many watch there."""
        ...


def settle(future: asyncio.Future[None], error: Exception | None) -> None:
    """Let whoever waits for something to be kept go on, if they still wait."""
    if future.cancelled():
        return
    if error is None:
        future.set_result(None)
    else:
        future.set_exception(error)


def tell(batch: Batch, outcomes: Iterable[Exception | None]) -> None:
    """Say to each what has become of it; what one table makes of that is not the others' trouble."""
    for (append, done), outcome in zip(batch, outcomes, strict=True):
        try:
            done(outcome)
        except Exception:
            log.exception("a table could not go on", extra={"table": append.table})
