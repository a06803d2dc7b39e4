"""Sockets as uvicorn serves them, within limits; and a quick lane for their messages.

uvicorn and `websockets` do the handshake and everything unusual. A plain text message, which is all that our clients
send, and every message to them pass without the general machinery, which would take much of the time of a move. The
lane knows parts of uvicorn that are uvicorn's own business: where a version lacks them, sockets go the plain way.
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

from dnup.server.upkeep.gate import A_BIT, MAX_QUEUED, Gate

log = logging.getLogger(__name__)

LINE: Final = "dnup.line"
"""The name of the extension by which an application finds the `PlainLine` it is spoken to on."""

LANE_NEEDS: Final = (
    *(
        "app",
        "close_sent",
        "close_timer",
        "disconnected",
        "handle_connect",
        "handle_text",
        "handshake_complete",
    ),
    *("loop", "queue", "read_paused", "receive", "run_asgi", "send", "send_500_response", "writable"),
    *("send_receive_event_to_app", "transport"),
)
"""What the quick lane uses of uvicorn's protocol. uvicorn has had all of it since 0.53."""

REFUSED: Final = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"

_TEXT: Final = 0x81  # a whole text message in one frame
_MASKED: Final = 0x80
_FEW: Final = 16
"""Reading goes on while fewer messages wait: to stop and start again takes two system calls a message."""
_MANY: Final = 1000
"""So many messages nobody says before the first is heard."""
_MUCH: Final = 65_536
"""So many bytes nobody needs to say goodbye."""
_Utf8: Final = codecs.getincrementaldecoder("utf-8")


def choose_line(config: uvicorn.Config) -> type[PlainLine]:
    """The quick lane, if this uvicorn has what it needs, or the plain way. To be asked in the loop that serves."""
    protocol = WebSocketsSansIOProtocol(config, ServerState(), {})
    missing = [name for name in LANE_NEEDS if not hasattr(protocol, name)]
    if not missing:
        return QuickLine
    log.warning(
        "uvicorn %s is not one that the quick lane knows; sockets are served the plain way",
        uvicorn.__version__,
        extra={"reason": f"no {', '.join(missing)}"},
    )
    return PlainLine


class PlainLine(WebSocketsSansIOProtocol):
    """A socket that is heard by the application in the ordinary way.

    Whatever is not a whole message counts as one: pings, which are answered, and pieces, which could go on for ever.
    """

    _late = 0
    """Bytes that came after it was told to go."""
    _utf8: codecs.IncrementalDecoder | None = None
    """Reads the text that comes in pieces."""

    def __init__(self, gate: Gate, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._gate = gate
        self.bucket = gate.bucket()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A connection that spoke HTTP so far asks to become a socket."""
        self._visit = self._gate.upgrade(cast(asyncio.Transport, transport))
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        self._gate.leave(self._visit)
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        """A client asks to be connected."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][LINE] = self  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        """Bytes have come in; whatever they are, they harm nobody but the one who sent them."""
        if self._visit.leaving:
            self._late += len(data)
            if self._late > _MUCH:
                self._gate.cut(self._visit, "too-fast")
                return
        try:
            for start in range(0, len(data), A_BIT):
                super().data_received(data[start : start + A_BIT])
                if self.close_sent or self.transport.is_closing():
                    break
        except Exception as error:  # uvicorn does not expect everything that can be sent
            log.info("a socket could not be read", extra={"reason": repr(error)})
            self._gate.cut(self._visit, "bad-request")
            return
        if not self.handshake_initiated and not self.transport.is_closing():
            # The request was refused while it was parsed. uvicorn takes no notice of that.
            self._gate.count("bad-request")
            self.transport.write(b"".join(self.conn.data_to_send()) or REFUSED)
            self.transport.close()
        elif self.close_sent:
            self.conn.data_to_send()  # pongs that nobody will send
        elif self.queued() > MAX_QUEUED:
            self._gate.cut(self._visit, "unread")

    def queued(self) -> int:
        """How many bytes the client has yet to read."""
        return self.transport.get_write_buffer_size()

    def see_off(self) -> None:
        """The client is to be told to go; if it does not, the line is cut."""
        self._gate.see_off(self._visit)

    async def send(self, message: ASGISendEvent) -> None:
        """Send something of the application's."""
        if message["type"] == "websocket.close":
            self.see_off()
        await super().send(message)

    def handle_ping(self) -> None:
        """A ping, which has been answered."""
        if self._is_allowed():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """A pong, which nobody asked for."""
        if self._is_allowed():
            super().handle_pong(event)

    def handle_text(self, event: Frame) -> None:
        """A text, or the first piece of one."""
        self._utf8 = _Utf8()
        if self._is_text(event):
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """A message that is not text, or the first piece of one."""
        self._utf8 = None
        super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """Another piece."""
        if self._is_allowed() and self._is_text(event):
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Pass a message on, unless there are more than anyone would say without being heard."""
        if self.queue.qsize() < _MANY:
            super().send_receive_event_to_app()
        else:
            self._fail(1008, "too-fast")

    def handle_parser_exception(self) -> None:
        """Something cannot be parsed; what came before it is heard all the same, however the bytes were split."""
        self.handle_events()
        super().handle_parser_exception()

    def _is_allowed(self) -> bool:
        """Whether one more frame is, that is not itself a message."""
        if self.close_sent:
            return False
        if self.bucket.take(self._gate.settings.sources.clock()):
            return True
        self._fail(1008, "too-fast")
        return False

    def _is_text(self, event: Frame) -> bool:
        """Whether a piece of a text is well-formed; of anything else nothing is asked."""
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
        """Hang up on a client that cannot be talked to."""
        if not self.close_sent:
            self._gate.count(reason)
            self.conn.fail(code, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.see_off()
            self.transport.close()


class _Ear:
    """In place of the queue, once someone listens: what comes by the general way is heard at once."""

    __slots__ = ("_hear",)

    def __init__(self, hear: Callable[[bytes | None], None]) -> None:
        self._hear = hear

    def put_nowait(self, packet: ASGIReceiveEvent) -> None:
        if packet["type"] == "websocket.receive":
            text = packet.get("text")
            self._hear(text.encode() if isinstance(text, str) else None)

    def qsize(self) -> int:
        return 0


class QuickLine(PlainLine):
    """A socket on which plain text messages have a lane of their own."""

    _general = False
    """Whether the general machinery may be in the middle of something: then everything goes through it from then on."""
    _hear: Callable[[bytes | None], None] | None = None
    _left: Callable[[], None] | None = None
    _framed: tuple[bytes, bytes] = b"", b""
    """The text that was sent last on any socket, and its frame: what goes to all of a table is framed once."""

    def listen(self, hear: Callable[[bytes | None], None], left: Callable[[], None]) -> None:
        """From now on messages go straight to `hear`, None for one that is not text, and those first that wait.

        The application has done its part then and may return, which saves the memory of all that it goes through;
        `left` is called when the client is gone, or told to go, or both.
        """
        self._hear, self._left = hear, left
        waiting, self.queue = self.queue, _Ear(hear)  # type: ignore[assignment]
        while not waiting.empty():
            self.queue.put_nowait(waiting.get_nowait())
        self.request.headers.clear()  # a parser keeps the request, and there are thousands of them
        del self.scope, self.request, self.response
        if self.disconnected:
            left()
        elif self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    async def run_asgi(self) -> None:
        """Run the application; a socket that it has left to listen stays open."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("a socket could not be served")
            self.send_500_response()
        if self._hear is None and self.close_timer is None:
            self.transport.close()

    async def send(self, message: ASGISendEvent) -> None:
        """Send something of the application's."""
        await super().send(message)
        if self._left is not None and message["type"] == "websocket.close":
            self.loop.call_soon(self._left)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        super().connection_lost(exc)
        if self._left is not None:
            self._left()

    def data_received(self, data: bytes) -> None:
        """Bytes have come in: whole messages, as a rule one."""
        start, size = 0, len(data)
        while start < size and not self._general and self.handshake_complete:
            message, start = _split(data, start)
            if message is None:
                self._general = True
            elif self._hear is not None and message.isascii():
                self._hear(message)
            else:
                self.handle_text(Frame(Opcode.TEXT, message))
        if start < size:
            super().data_received(data[start:] if start else data)

    def see_off(self) -> None:
        """The client is to be told to go, and what it says is of no interest."""
        self._general = True
        super().see_off()

    def send_receive_event_to_app(self) -> None:
        """Pass a message on, and pause reading only if many wait."""
        reading = not self.read_paused
        if reading and self.queue.qsize() < _FEW:
            self.read_paused = True  # so that it is not paused
            super().send_receive_event_to_app()
            self.read_paused = False
        else:
            super().send_receive_event_to_app()

    def write_text(self, text: bytes) -> bool:
        """Send a text at once; False if that cannot be done now."""
        if not self.handshake_complete or self.close_sent or self.disconnected or not self.writable.is_set():
            return False
        framed, frame = QuickLine._framed
        if framed is not text:
            size = len(text)
            if size < 126:
                frame = bytes((_TEXT, size)) + text
            elif size < 65_536:
                frame = b"\x81\x7e" + size.to_bytes(2, "big") + text
            else:
                return False
            QuickLine._framed = text, frame
        self.transport.write(frame)
        return True


def _split(data: bytes, start: int) -> tuple[bytes | None, int]:
    """The message of a whole plain text frame that begins there, and where it ends; None if it is anything else."""
    if len(data) < start + 6 or data[start] != _TEXT or not data[start + 1] & _MASKED:
        return None, start
    size, mask = data[start + 1] & 127, start + 2
    if size == 126:
        size, mask = int.from_bytes(data[mask : mask + 2], "big"), start + 4
    end = mask + 4 + size
    if size == 127 or len(data) < end:
        return None, start
    return apply_mask(data[mask + 4 : end], data[mask : mask + 4]), end
