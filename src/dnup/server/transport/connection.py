"""A client's WebSocket with a queue of messages to send."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

from starlette.types import Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from dnup.server.runtime.connection_limits import MAX_QUEUED_BYTES
from dnup.server.runtime.rate_limit import TokenBucket
from dnup.server.tables.live_table import LiveTable
from dnup.server.transport.websocket_protocol import (
    PROTOCOL_EXTENSION,
    FastWebSocketProtocol,
    WebSocketProtocol,
)

MAX_QUEUED_MESSAGES: Final = 256
"""Messages that may wait for one client. With more, it is disconnected; it reconnects and gets a fresh view."""


class Connection:
    """A WebSocket and its queue. `send` never waits, so no client holds up another."""

    __slots__ = (
        "_protocol",
        "_queue",
        "_queued_bytes",
        "_send",
        "_send_now",
        "_sender",
        "closing",
        "key",
        "last_received",
        "live_table",
        "message_limit",
        "seat",
    )

    def __init__(self, socket: WebSocket, message_limit: TokenBucket, now: float) -> None:
        protocol = self._protocol = protocol_of(socket)
        fast = protocol if isinstance(protocol, FastWebSocketProtocol) else None
        self._send: Send = fast.send if fast else socket.send  # type: ignore[assignment]
        self._send_now: Callable[[bytes], bool] = fast.write_text if fast else _cannot_send_now
        self._queue: deque[bytes] | None = None
        self._queued_bytes = 0
        """Bytes in the queue."""
        self._sender: asyncio.Task[None] | None = None
        """Sends the queue; None while it is empty."""
        self.closing: tuple[int, str] | None = None
        """The code and reason it is being closed with. The close frame may still wait behind unread messages."""
        self.message_limit = message_limit
        self.last_received = now
        self.key = ""
        self.seat: str | None = None
        self.live_table: LiveTable | None = None

    def send(self, text: bytes) -> None:
        if self.closing is not None or (self._sender is None and self._send_now(text)):
            return
        if self._queue is None:
            self._queue = deque()
        self._queued_bytes += len(text)
        queued = self._queued_bytes + (self._protocol.queued() if self._protocol else 0)
        if len(self._queue) >= MAX_QUEUED_MESSAGES or queued > MAX_QUEUED_BYTES:
            self.close(1013, "too slow")
            return
        self._queue.append(text)
        self._start_sending()

    def close(self, code: int, reason: str) -> None:
        """Send the queue, then close; after `CLOSE_TIMEOUT` the connection is aborted."""
        if self.closing is None:
            self.closing = code, reason
            if self._protocol is not None:
                self._protocol.start_closing()
            self._start_sending()

    async def closed(self) -> None:
        """Wait until the close frame is sent."""
        if self._sender is not None:
            await self._sender

    def drop(self) -> None:
        """The client is disconnected: drop the queue."""
        self.closing = self.closing or (1000, "")
        if self._sender is not None:
            self._sender.cancel()

    def _start_sending(self) -> None:
        if self._sender is None:
            self._sender = asyncio.create_task(self._write())

    async def _write(self) -> None:
        try:
            while self._queue:
                text = self._queue.popleft()
                await self._send({"type": "websocket.send", "text": text.decode()})
                self._queued_bytes -= len(text)
            if self.closing is not None:
                code, reason = self.closing
                await self._send({"type": "websocket.close", "code": code, "reason": reason})
        except (WebSocketDisconnect, RuntimeError, OSError):  # the client closed first
            pass
        finally:
            self._queue = None
            self._queued_bytes = 0
            self._sender = None


def protocol_of(socket: WebSocket) -> WebSocketProtocol | None:
    """The protocol object of a socket; other ASGI servers than ours have none."""
    protocol: WebSocketProtocol | None = socket.scope.get("extensions", {}).get(PROTOCOL_EXTENSION)
    return protocol


def _cannot_send_now(text: bytes) -> bool:
    return False
