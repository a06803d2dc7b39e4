"""uvicorn's HTTP protocol with limits on the time and the size of requests and on pipelining.

Deadlines are for a whole header, body or answer, so sending single bytes does not extend them.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final, cast

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from dnup.server.runtime.connection_limits import (
    CLOSE_TIMEOUT,
    READ_CHUNK,
    ConnectionLimits,
    TrackedConnection,
)

log = logging.getLogger(__name__)

MAX_REQUEST: Final = 65_536
"""Bytes of a whole request: twice what any client of ours needs."""

MAX_PIPELINED: Final = 16
"""Pipelined requests. Each takes memory, and browsers do not pipeline."""

KEEP_ALIVE: Final = 30
"""Seconds that an idle connection stays open."""

TOO_LARGE: Final = {
    True: b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
    False: b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
}
"""The answer to a request that is too large, by whether its header is."""


class HttpProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """An HTTP connection, until it becomes a WebSocket or is closed."""

    def __init__(self, limits: ConnectionLimits, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._limits = limits
        self._tracked: TrackedConnection | None = None
        self._idle = False
        """Whether the last request is answered and no byte has come since."""
        self._request: Any = None
        """uvicorn's cycle of the newest request whose header is complete."""
        self._answering: Any = None
        """The cycle of the request that is being answered; another one with pipelining."""
        self._reading = False
        """Whether its body is still to come."""
        self._in_header = True
        """Whether the header of a request is still to come, or a part of it."""
        self._size = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Accept or reject a connection."""
        transport = cast(asyncio.Transport, transport)
        self._tracked = self._limits.accept(transport)
        if self._tracked is None:
            transport.abort()
            return
        self._limits.set_deadline(self._tracked, self._limits.settings.request_within, "slow-request")
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        if self._tracked is None:
            return
        self._limits.release(self._tracked)
        if self._answering is not None:
            self._answering.disconnected = True  # uvicorn notifies the newest only
            self._answering.message_event.set()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse received bytes; malformed input affects this connection only."""
        tracked = self._tracked
        if tracked is None or tracked.transport.is_closing():
            return
        if self._idle:
            self._idle, self._in_header, self._size = False, True, 0
            self._limits.set_deadline(tracked, self._limits.settings.request_within, "slow-request")
        start = 0
        while start < len(data) and not tracked.is_socket and not tracked.transport.is_closing():
            if self._size >= MAX_REQUEST:
                self._refuse(tracked)
                break
            end = start + min(READ_CHUNK, MAX_REQUEST - self._size)
            self._read(tracked, data[start:end])
            start = end

    def _read(self, tracked: TrackedConnection, data: bytes) -> None:
        try:
            super().data_received(data)
        except Exception as error:  # uvicorn fails on some malformed input
            log.info("a request could not be read", extra={"reason": repr(error)})
            self._limits.abort(tracked, "bad-request")
            return
        if tracked.is_socket:
            return
        if tracked.transport.is_closing():
            self._limits.count("bad-request")  # uvicorn has answered it
            return
        self._update_deadline(tracked)
        self._size += len(data)

    def _refuse(self, tracked: TrackedConnection) -> None:
        """Answer that the request is too large; the rest is not read."""
        self._limits.count("too-large")
        if self._in_header or not self._request.response_started:
            tracked.transport.write(TOO_LARGE[self._in_header])
        tracked.transport.close()

    def _update_deadline(self, tracked: TrackedConnection) -> None:
        request, settings = self.cycle, self._limits.settings
        if request is not self._request:
            self._request, self._reading = request, request.more_body
            self._in_header, self._size = False, 0
            if self._reading:
                self._limits.set_deadline(tracked, settings.request_within, "slow-request")
            else:
                self._limits.set_deadline(tracked, settings.answer_within, "slow-answer")
        elif self._reading and not request.more_body:
            self._reading = False
            self._limits.set_deadline(tracked, settings.answer_within, "slow-answer")

    def on_message_begin(self) -> None:
        """A request begins; refuse it if too many are pipelined."""
        if self._pipelined() >= MAX_PIPELINED:
            raise ValueError("too many requests at once")  # the parser answers 400
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The header of a request is complete."""
        super().on_headers_complete()
        if not self.pipeline:
            self._answering = self.cycle

    def on_response_complete(self) -> None:
        """A request is answered."""
        self._answering = self.pipeline[-1][0] if self._pipelined() else None
        super().on_response_complete()
        assert self._tracked is not None
        if self.cycle.response_complete:
            self._idle = True
            self._limits.set_deadline(
                self._tracked, KEEP_ALIVE + CLOSE_TIMEOUT, "idle"
            )  # uvicorn closes it earlier
        else:  # the next request is queued
            self._limits.set_deadline(self._tracked, self._limits.settings.answer_within, "slow-answer")

    def _pipelined(self) -> int:
        """The number of pipelined requests; without httptools uvicorn does not read them."""
        return len(getattr(self, "pipeline", ()))
