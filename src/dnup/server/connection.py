"""One client's line: what it is sent waits here until the network has taken it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from dnup.server.limits import Bucket
from dnup.server.wire import QUICK_WRITE

if TYPE_CHECKING:
    from dnup.server.room import Room

MAX_WAITING: Final = 256
"""A client that reads so slowly that more messages wait is dropped; it comes back and gets a fresh view."""


class Connection:
    """A socket with its queue. `send` never waits, so no client holds up another."""

    __slots__ = (
        *("_closing", "_socket", "_waiting", "_wake", "_write_now"),
        *("bucket", "heard", "key", "room", "seat"),
    )

    def __init__(self, socket: WebSocket, bucket: Bucket, now: float) -> None:
        self._socket = socket
        self._waiting: deque[bytes] = deque()
        self._write_now: Callable[[bytes], bool] = socket.scope.get("extensions", {}).get(
            QUICK_WRITE, _not_now
        )
        self._wake = asyncio.Event()
        self._closing: tuple[int, str] | None = None
        self.bucket = bucket
        self.heard = now
        self.key = ""
        self.seat: str | None = None
        self.room: Room | None = None

    @property
    def closing(self) -> bool:
        """Whether it has been hung up. The network may not know yet: a client that reads nothing is not told."""
        return self._closing is not None

    def send(self, text: bytes) -> None:
        if not self._waiting and self._closing is None and self._write_now(text):
            return
        if len(self._waiting) >= MAX_WAITING:
            self.close(1013, "too slow")
            return
        self._waiting.append(text)
        self._wake.set()

    def close(self, code: int, reason: str) -> None:
        """Send what waits, then hang up."""
        if self._closing is None:
            self._closing = code, reason
            self._wake.set()

    async def write(self) -> None:
        """Carry messages to the network until the line is closed."""
        try:
            while True:
                while self._waiting:
                    await self._socket.send_text(self._waiting.popleft().decode())
                if self._closing is not None:
                    break
                self._wake.clear()
                await self._wake.wait()
            if self._socket.application_state == WebSocketState.CONNECTED:
                await self._socket.close(*self._closing)
        except (WebSocketDisconnect, RuntimeError):  # the client was quicker
            self._waiting.clear()


def _not_now(text: bytes) -> bool:
    """Another server than ours has no quick lane."""
    return False
