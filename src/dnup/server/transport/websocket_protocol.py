"""WebSocket protocol classes for uvicorn: one with limits, and one that also has a fast path for text messages.

uvicorn and `websockets` do the handshake, control frames and fragmented messages. On the fast path, a whole text
message in one frame, and every message to a client, bypass uvicorn's message queue and the ASGI application:
docs/server.md has the measurements. It depends on private attributes of uvicorn. Without them, or with the setting
`fast_websocket` off, all messages take the ordinary path.
"""

from __future__ import annotations

import asyncio
import codecs
import logging
from collections.abc import Callable
from typing import Any, Final, cast

import uvicorn
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode, apply_mask  # type: ignore[attr-defined]
from websockets.http11 import Request

from dnup.server.runtime.connection_limits import MAX_QUEUED_BYTES, READ_CHUNK, ConnectionLimits

log = logging.getLogger(__name__)

PROTOCOL_EXTENSION: Final = "dnup.protocol"
"""The key in an ASGI scope's extensions under which the application finds its `WebSocketProtocol`."""

FAST_PATH_NEEDS: Final = (
    "app",
    "close_sent",
    "close_timer",
    "disconnected",
    "handle_connect",
    "handle_text",
    "handshake_complete",
    "loop",
    "queue",
    "read_paused",
    "receive",
    "run_asgi",
    "send",
    "send_500_response",
    "send_receive_event_to_app",
    "transport",
    "writable",
)
"""Attributes of uvicorn's protocol class that the fast path uses. uvicorn has all of them since 0.53."""

REFUSED: Final = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"

_TEXT: Final = 0x81  # a whole text message in one frame
_MASKED: Final = 0x80
_PAUSE_THRESHOLD: Final = 16
"""Reading continues while fewer messages are queued: pausing and resuming takes two system calls per message."""
_MAX_UNREAD_MESSAGES: Final = 1000
"""Messages in the queue of the application; with more, the client is disconnected."""
_MAX_BYTES_AFTER_CLOSE: Final = 65_536
"""Bytes that a client may send after a close frame; with more, the connection is aborted."""
_Utf8: Final = codecs.getincrementaldecoder("utf-8")


def choose_protocol(config: uvicorn.Config, *, fast: bool = True) -> type[WebSocketProtocol]:
    """The protocol class with the fast path, if it is wanted and this uvicorn has what it needs.

    Call it in the event loop that serves.
    """
    if not fast:
        return WebSocketProtocol
    protocol = WebSocketsSansIOProtocol(config, ServerState(), {})
    missing = [name for name in FAST_PATH_NEEDS if not hasattr(protocol, name)]
    if not missing:
        return FastWebSocketProtocol
    log.warning(
        "uvicorn %s lacks what the fast path for WebSocket messages needs; the server runs without it",
        uvicorn.__version__,
        extra={"reason": f"no {', '.join(missing)}"},
    )
    return WebSocketProtocol


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket with limits, whose messages go through uvicorn's queue to the application.

    Control frames and fragments count as messages for the rate limit.
    """

    _bytes_after_close = 0
    """Bytes received after the close frame was sent."""
    _utf8: codecs.IncrementalDecoder | None = None
    """Checks the UTF-8 of a fragmented text message."""

    def __init__(self, limits: ConnectionLimits, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._limits = limits
        self.message_limit = limits.message_limit()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """An HTTP connection asks for an upgrade."""
        self._tracked = self._limits.upgrade(cast(asyncio.Transport, transport))
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        self._limits.release(self._tracked)
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        """A client asks for a WebSocket."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][PROTOCOL_EXTENSION] = self  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        """Parse received bytes; malformed input affects this connection only."""
        if self._tracked.closing:
            self._bytes_after_close += len(data)
            if self._bytes_after_close > _MAX_BYTES_AFTER_CLOSE:
                self._limits.abort(self._tracked, "too-fast")
                return
        try:
            for start in range(0, len(data), READ_CHUNK):
                super().data_received(data[start : start + READ_CHUNK])
                if self.close_sent or self.transport.is_closing():
                    break
        except Exception as error:  # uvicorn fails on some malformed input
            log.info("a socket could not be read", extra={"reason": repr(error)})
            self._limits.abort(self._tracked, "bad-request")
            return
        if not self.handshake_initiated and not self.transport.is_closing():
            # The request was refused by the parser, which uvicorn ignores.
            self._limits.count("bad-request")
            self.transport.write(b"".join(self.conn.data_to_send()) or REFUSED)
            self.transport.close()
        elif self.close_sent:
            self.conn.data_to_send()  # discard pongs
        elif self.queued() > MAX_QUEUED_BYTES:
            self._limits.abort(self._tracked, "unread")

    def queued(self) -> int:
        """Bytes that wait for the client to read them."""
        return self.transport.get_write_buffer_size()

    def start_closing(self) -> None:
        """The client gets a close frame; without an answer in time the connection is aborted."""
        self._limits.start_closing(self._tracked)

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message of the application."""
        if message["type"] == "websocket.close":
            self.start_closing()
        await super().send(message)

    def handle_ping(self) -> None:
        """Count a ping; `websockets` has answered it."""
        if self._within_rate():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Count a pong, which no ping asked for."""
        if self._within_rate():
            super().handle_pong(event)

    def handle_text(self, event: Frame) -> None:
        """A text message, or its first fragment."""
        self._utf8 = _Utf8()
        if self._is_text(event):
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """A binary message, or its first fragment."""
        self._utf8 = None
        super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """A further fragment."""
        if self._within_rate() and self._is_text(event):
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Pass a message on, unless too many are queued."""
        if self.queue.qsize() < _MAX_UNREAD_MESSAGES:
            super().send_receive_event_to_app()
        else:
            self._fail(1008, "too-fast")

    def handle_parser_exception(self) -> None:
        """Deliver the messages before a parse error, in whatever pieces the bytes came."""
        self.handle_events()
        super().handle_parser_exception()

    def _within_rate(self) -> bool:
        """Whether the rate limit allows one more frame that is not a whole message."""
        if self.close_sent:
            return False
        if self.message_limit.take(self._limits.settings.sources.clock()):
            return True
        self._fail(1008, "too-fast")
        return False

    def _is_text(self, event: Frame) -> bool:
        """Whether a fragment of a text is valid UTF-8; binary fragments are not checked."""
        if self._utf8 is None or self.close_sent:
            return True
        try:
            self._utf8.decode(bytes(event.data), event.fin)
        except UnicodeDecodeError:
            self._fail(1007, "bad-text")
            return False
        if event.fin:
            self._utf8 = None
        return True

    def _fail(self, code: int, reason: str) -> None:
        """Close the connection with this code."""
        if not self.close_sent:
            self._limits.count(reason)
            self.conn.fail(code, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.start_closing()
            self.transport.close()


class _DirectQueue:
    """Replaces the queue after `attach`: messages of the ordinary path are delivered at once."""

    __slots__ = ("_on_message",)

    def __init__(self, on_message: Callable[[bytes | None], None]) -> None:
        self._on_message = on_message

    def put_nowait(self, packet: ASGIReceiveEvent) -> None:
        if packet["type"] == "websocket.receive":
            text = packet.get("text")
            self._on_message(text.encode() if isinstance(text, str) else None)

    def qsize(self) -> int:
        return 0


class FastWebSocketProtocol(WebSocketProtocol):
    """A WebSocket with a fast path for text messages in one frame."""

    _slow_path = False
    """Whether the ordinary parser may hold a partial frame: then all further bytes go to it."""
    _on_message: Callable[[bytes | None], None] | None = None
    _on_disconnect: Callable[[], None] | None = None
    _last_frame: tuple[bytes, bytes] = b"", b""
    """The last text sent on any connection, and its frame: a message to all clients of a table is framed once."""

    def attach(self, on_message: Callable[[bytes | None], None], on_disconnect: Callable[[], None]) -> None:
        """Deliver queued and further messages straight to `on_message`; None stands for one that is not text.

        The application may return then, which frees its memory. `on_disconnect` is called when the client has
        disconnected or is being closed, or both.
        """
        self._on_message, self._on_disconnect = on_message, on_disconnect
        waiting, self.queue = self.queue, _DirectQueue(on_message)  # type: ignore[assignment]
        while not waiting.empty():
            self.queue.put_nowait(waiting.get_nowait())
        self.request.headers.clear()  # the parser keeps the request, which adds up with thousands of connections
        del self.scope, self.request, self.response
        if self.disconnected:
            on_disconnect()
        elif self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    async def run_asgi(self) -> None:
        """Run the application; after `attach` the WebSocket stays open when it returns."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("a socket could not be served")
            self.send_500_response()
        if self._on_message is None and self.close_timer is None:
            self.transport.close()

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message of the application."""
        await super().send(message)
        if self._on_disconnect is not None and message["type"] == "websocket.close":
            self.loop.call_soon(self._on_disconnect)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        super().connection_lost(exc)
        if self._on_disconnect is not None:
            self._on_disconnect()

    def data_received(self, data: bytes) -> None:
        """Parse received bytes: usually one whole message."""
        start, size = 0, len(data)
        while start < size and not self._slow_path and self.handshake_complete:
            message, start = _split(data, start)
            if message is None:
                self._slow_path = True
            elif self._on_message is not None and message.isascii():
                self._on_message(message)
            else:
                self.handle_text(Frame(Opcode.TEXT, message))
        if start < size:
            super().data_received(data[start:] if start else data)

    def start_closing(self) -> None:
        """The client gets a close frame: its further messages take the ordinary path, which drops them."""
        self._slow_path = True
        super().start_closing()

    def send_receive_event_to_app(self) -> None:
        """Pass a message on, and pause reading only if many are queued."""
        reading = not self.read_paused
        if reading and self.queue.qsize() < _PAUSE_THRESHOLD:
            self.read_paused = True  # prevents uvicorn from pausing
            super().send_receive_event_to_app()
            self.read_paused = False
        else:
            super().send_receive_event_to_app()

    def write_text(self, text: bytes) -> bool:
        """Send a text at once; False if it must be queued."""
        if not self.handshake_complete or self.close_sent or self.disconnected or not self.writable.is_set():
            return False
        framed, frame = FastWebSocketProtocol._last_frame
        if framed is not text:
            size = len(text)
            if size < 126:
                frame = bytes((_TEXT, size)) + text
            elif size < 65_536:
                frame = b"\x81\x7e" + size.to_bytes(2, "big") + text
            else:
                return False
            FastWebSocketProtocol._last_frame = text, frame
        self.transport.write(frame)
        return True


def _split(data: bytes, start: int) -> tuple[bytes | None, int]:
    """The message of a whole masked text frame at `start`, and its end; None for any other frame."""
    if len(data) < start + 6 or data[start] != _TEXT or not data[start + 1] & _MASKED:
        return None, start
    size, mask = data[start + 1] & 127, start + 2
    if size == 126:
        size, mask = int.from_bytes(data[mask : mask + 2], "big"), start + 4
    end = mask + 4 + size
    if size == 127 or len(data) < end:
        return None, start
    return apply_mask(data[mask + 4 : end], data[mask : mask + 4]), end
