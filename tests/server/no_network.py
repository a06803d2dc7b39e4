"""The server without a network: every byte that it would send to each client, in an order that is always the same.

The application is called as the network would call it. Nothing runs at the same time, so a conversation with scripted
moves, clock, names and deals has the same bytes every time.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from typing import Any

import httpx

from dnup.server.runtime.settings import Settings
from dnup.server.store.store import Append, Conflict, Kept, News
from dnup.server.tables.hub import Hub
from dnup.server.transport.app import build_app


class MemoryStore:
    """Keeps events as long as the test runs."""

    shared = False

    def __init__(self) -> None:
        self.events: dict[str, list[bytes]] = {}
        self.infos: dict[str, bytes] = {}
        self.games: dict[tuple[str, int], str] = {}
        self.watched: Callable[[], Mapping[str, int]] = dict
        self.failed: Callable[[str, Exception], None] = lambda task, error: None

    async def open(self, news: News) -> None:
        pass

    async def open_to_read(self) -> None:
        pass

    async def close(self) -> None:
        pass

    def keep(self, append: Append, done: Kept) -> None:
        asyncio.get_running_loop().call_soon(done, self._keep(append))

    def _keep(self, append: Append) -> Exception | None:
        kept = self.events.setdefault(append.table, [])
        if len(kept) + 1 != append.number:
            return Conflict()
        kept += append.events
        if append.summary is not None:
            self.infos.pop(append.table, None)
            if append.summary.public and append.summary.phase == "open":
                self.infos[append.table] = append.summary.info
        if append.ended is not None:
            self.games[append.table, append.ended.game] = append.ended.record
        return None

    async def load(self, table: str, after: int = 0) -> list[bytes]:
        return list(self.events.get(table, [])[after:])

    async def last_kept(self, table: str) -> float:
        return 0.0

    async def open_tables(self, limit: int) -> list[bytes]:
        return list(reversed(self.infos.values()))[:limit]

    async def record(self, table: str, game: int) -> str | None:
        return self.games.get((table, game))

    async def records(self) -> AsyncIterator[str]:
        for record in self.games.values():
            yield record

    async def delete(self, table: str) -> None:
        self.events.pop(table, None)

    async def expire(self, untouched_since: float) -> int:
        return 0

    async def claim(self, tables: Collection[str]) -> None:
        pass

    def has_claimed(self, table: str) -> bool:
        return True

    async def release(self, tables: Collection[str]) -> None:
        pass

    def announce_presence(self, table: str, seats: str, spectators: int) -> None:
        pass

    def present_elsewhere(self, table: str) -> tuple[frozenset[str], int]:
        return frozenset(), 0


class Line:
    """A client's connection: what it was sent is in `texts`."""

    def __init__(self, app: Any) -> None:
        self.texts: list[str] = []
        self._incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._incoming.put_nowait({"type": "websocket.connect"})
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "path": "/socket",
            "raw_path": b"/socket",
            "query_string": b"",
            "root_path": "",
            "scheme": "ws",
            "headers": [(b"host", b"localhost")],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 2),
            "subprotocols": [],
        }
        self._task = asyncio.create_task(app(scope, self._incoming.get, self._send))

    async def say(self, kind: str, **fields: Any) -> None:
        """Say something, and wait until everything has come of it."""
        self._incoming.put_nowait({"type": "websocket.receive", "text": json.dumps({"type": kind, **fields})})
        await settled()

    async def leave(self) -> None:
        self._incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self._task
        await settled()

    async def _send(self, packet: dict[str, Any]) -> None:
        if packet["type"] == "websocket.send":
            self.texts.append(packet["text"])


async def settled() -> None:
    """Let everything that is ready run; with nothing to wait for outside, a few turns of the loop are all it takes."""
    for _ in range(12):
        await asyncio.sleep(0)


class Place:
    """A server to talk to without a network."""

    def __init__(self, settings: Settings) -> None:
        self.hub = Hub(MemoryStore(), settings)
        self.app = build_app(self.hub)
        self.api = httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url="http://localhost")

    async def line(self, table: str, token: str | None = None, last: int | None = None) -> Line:
        line = Line(self.app)
        await line.say("hello", protocol=1, table=table, token=token, last=last)
        return line


@asynccontextmanager
async def place(settings: Settings) -> AsyncIterator[Place]:
    here = Place(settings)
    await here.hub.open()
    try:
        yield here
    finally:
        await here.api.aclose()
        await here.hub.close()
        await settled()
