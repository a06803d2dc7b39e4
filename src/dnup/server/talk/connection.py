"""One client's line: what it is sent waits here until the network has taken it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

from starlette.types import Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from dnup.server.tables.room import Room
from dnup.server.talk.socket_line import LINE, PlainLine, QuickLine
from dnup.server.upkeep.buckets import Bucket
from dnup.server.upkeep.gate import MAX_QUEUED

MAX_WAITING: Final = 256
"""A client that reads so slowly that more messages wait is dropped; it comes back and gets a fresh view."""


class Connection:
    """A socket with its queue. `send` never waits, so no client holds up another."""

    __slots__ = (
        *("_carrier", "_send", "_size", "_waiting", "_line", "_write_now"),
        *("bucket", "closing", "heard", "key", "room", "seat"),
    )

    def __init__(self, socket: WebSocket, bucket: Bucket, now: float) -> None:
        line = self._line = line_of(socket)
        lane = line if isinstance(line, QuickLine) else None
        self._send: Send = lane.send if lane else socket.send  # type: ignore[assignment]
        self._write_now: Callable[[bytes], bool] = lane.write_text if lane else _not_now
        self._waiting: deque[bytes] | None = None
        self._size = 0
        """Bytes that wait."""
        self._carrier: asyncio.Task[None] | None = None
        """Carries what waits to the network, while something does."""
        self.closing: tuple[int, str] | None = None
        """With what it has been hung up. The network may not know yet: a client that reads nothing is not told."""
        self.bucket = bucket
        self.heard = now
        self.key = ""
        self.seat: str | None = None
        self.room: Room | None = None

    def send(self, text: bytes) -> None:
        if self.closing is not None or (self._carrier is None and self._write_now(text)):
            return
        if self._waiting is None:
            self._waiting = deque()
        self._size += len(text)
        queued = self._size + (self._line.queued() if self._line else 0)
        if len(self._waiting) >= MAX_WAITING or queued > MAX_QUEUED:
            self.close(1013, "too slow")
            return
        self._waiting.append(text)
        self._carry()

    def close(self, code: int, reason: str) -> None:
        """Send what waits, then hang up; if that takes too long, the line is cut."""
        if self.closing is None:
            self.closing = code, reason
            if self._line is not None:
                self._line.see_off()
            self._carry()

    async def closed(self) -> None:
        """Wait until it has been hung up."""
        if self._carrier is not None:
            await self._carrier

    def drop(self) -> None:
        """The network is gone, and what waits with it."""
        self.closing = self.closing or (1000, "")
        if self._carrier is not None:
            self._carrier.cancel()

    def _carry(self) -> None:
        if self._carrier is None:
            self._carrier = asyncio.create_task(self._write())

    async def _write(self) -> None:
        try:
            while self._waiting:
                text = self._waiting.popleft()
                await self._send({"type": "websocket.send", "text": text.decode()})
                self._size -= len(text)
            if self.closing is not None:
                code, reason = self.closing
                await self._send({"type": "websocket.close", "code": code, "reason": reason})
        except (WebSocketDisconnect, RuntimeError, OSError):  # the client was quicker
            pass
        finally:
            self._waiting = None
            self._size = 0
            self._carrier = None


def line_of(socket: WebSocket) -> PlainLine | None:
    """The line under a socket; another server than ours has none."""
    line: PlainLine | None = socket.scope.get("extensions", {}).get(LINE)
    return line


def _not_now(text: bytes) -> bool:
    return False
