"""A quick lane for the messages of a socket.

uvicorn and `websockets` do the handshake and everything unusual. A plain text message, which is all that our clients
send, and every message to them pass without the general machinery, which would take much of the time of a move.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.http11 import Request

WIRE: Final = "dnup.wire"
"""The name of the extension by which an application finds the `Wire` it is spoken to on."""

_TEXT: Final = 0x81  # a whole text message in one frame
_MASKED: Final = 0x80
_FEW: Final = 16
"""Reading goes on while fewer messages wait: to stop and start again takes two system calls a message."""


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


class Wire(WebSocketsSansIOProtocol):
    """A socket on which plain text messages have a lane of their own."""

    _general = False
    """Whether the general machinery may be in the middle of something: then everything goes through it from then on."""
    _hear: Callable[[bytes | None], None] | None = None
    _left: Callable[[], None] | None = None

    def handle_connect(self, event: Request) -> None:
        """A client asks to be connected."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][WIRE] = self  # type: ignore[assignment]

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
        while self.handshake_complete and not self._general and data:
            message, data = _split(data)
            if message is None:
                self._general = True
            elif self._hear is not None and not self.close_sent and message.isascii():
                self._hear(message)
            else:
                self.frames = [message]
                self.curr_msg_data_type = "text"
                self.send_receive_event_to_app()
        if data:
            super().data_received(data)

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
        size = len(text)
        if size < 126:
            head = bytes((_TEXT, size))
        elif size < 65_536:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            return False
        self.transport.write(head + text)
        return True


def _split(data: bytes) -> tuple[bytes | None, bytes]:
    """The message of a whole plain text frame, and what comes after it; None if it is anything else."""
    if len(data) < 6 or data[0] != _TEXT or not data[1] & _MASKED:
        return None, data
    size, start = data[1] & 127, 2
    if size == 126:
        size, start = int.from_bytes(data[2:4], "big"), 4
    end = start + 4 + size
    if size == 127 or len(data) < end:
        return None, data
    return apply_mask(data[start + 4 : end], data[start : start + 4]), data[end:]
