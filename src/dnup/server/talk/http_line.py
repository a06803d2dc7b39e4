"""HTTP as uvicorn speaks it, within limits: of time for a request and for reading the answer, of size, and of patience.

The times are for the whole of a header, a body or an answer, so that a byte now and then buys nothing.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final, cast

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from dnup.server.upkeep.gate import A_BIT, GONE_WITHIN, Gate, Visit

log = logging.getLogger(__name__)

MAX_REQUEST: Final = 65_536
"""Bytes of a request, all in all: twice what a browser or a program of ours could ever need."""

MAX_AHEAD: Final = 16
"""Requests that may be sent before the first is answered. Each takes memory, and browsers do not do this at all."""

KEEP_ALIVE: Final = 30
"""Seconds that a connection may stay open between two requests."""

TOO_LARGE: Final = {
    True: b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
    False: b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
}
"""What is said to a request that is too large: in its header, or afterwards."""


class HttpLine(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """A connection that speaks HTTP, until it becomes a socket or is gone."""

    def __init__(self, gate: Gate, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._gate = gate
        self._visit: Visit | None = None
        self._idle = False
        """Whether the last request is answered, and nothing has come since."""
        self._request: Any = None
        """uvicorn's cycle of the newest request whose header is complete."""
        self._answering: Any = None
        """The cycle of the request that is being answered, which is another if requests were sent ahead."""
        self._reading = False
        """Whether its body is still to come."""
        self._in_header = True
        """Whether the header of a request is still to come, or a part of it."""
        self._size = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Someone connects."""
        transport = cast(asyncio.Transport, transport)
        self._visit = self._gate.enter(transport)
        if self._visit is None:
            transport.abort()
            return
        self._gate.give(self._visit, self._gate.settings.request_within, "slow-request")
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        if self._visit is None:
            return
        self._gate.leave(self._visit)
        if self._answering is not None:
            self._answering.disconnected = True  # uvicorn tells only the newest
            self._answering.message_event.set()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Bytes have come in; whatever they are, they harm nobody but the one who sent them."""
        visit = self._visit
        if visit is None or visit.transport.is_closing():
            return
        if self._idle:
            self._idle, self._in_header, self._size = False, True, 0
            self._gate.give(visit, self._gate.settings.request_within, "slow-request")
        start = 0
        while start < len(data) and not visit.is_socket and not visit.transport.is_closing():
            if self._size >= MAX_REQUEST:
                self._refuse(visit)
                break
            end = start + min(A_BIT, MAX_REQUEST - self._size)
            self._read(visit, data[start:end])
            start = end

    def _read(self, visit: Visit, data: bytes) -> None:
        try:
            super().data_received(data)
        except Exception as error:  # uvicorn does not expect everything that can be sent
            log.info("a request could not be read", extra={"reason": repr(error)})
            self._gate.cut(visit, "bad-request")
            return
        if visit.is_socket:
            return
        if visit.transport.is_closing():
            self._gate.count("bad-request")  # and answered so
            return
        self._keep_time(visit)
        self._size += len(data)

    def _refuse(self, visit: Visit) -> None:
        """There is more of a request than it may have: what is over the limit is not even read."""
        self._gate.count("too-large")
        if self._in_header or not self._request.response_started:
            visit.transport.write(TOO_LARGE[self._in_header])
        visit.transport.close()

    def _keep_time(self, visit: Visit) -> None:
        request, settings = self.cycle, self._gate.settings
        if request is not self._request:
            self._request, self._reading = request, request.more_body
            self._in_header, self._size = False, 0
            if self._reading:
                self._gate.give(visit, settings.request_within, "slow-request")
            else:
                self._gate.give(visit, settings.answer_within, "slow-answer")
        elif self._reading and not request.more_body:
            self._reading = False
            self._gate.give(visit, settings.answer_within, "slow-answer")

    def on_message_begin(self) -> None:
        """Another request begins; not many may, before the first is answered."""
        if self._ahead() >= MAX_AHEAD:
            raise ValueError("too many requests at once")  # which the parser makes a bad request of
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """A request is to be answered, now or in its turn."""
        super().on_headers_complete()
        if not self.pipeline:
            self._answering = self.cycle

    def on_response_complete(self) -> None:
        """A request is answered."""
        self._answering = self.pipeline[-1][0] if self._ahead() else None
        super().on_response_complete()
        assert self._visit is not None
        if self.cycle.response_complete:
            self._idle = True
            self._gate.give(self._visit, KEEP_ALIVE + GONE_WITHIN, "idle")  # uvicorn closes it before
        else:  # the next one waits already
            self._gate.give(self._visit, self._gate.settings.answer_within, "slow-answer")

    def _ahead(self) -> int:
        """How many requests were sent before their turn; without httptools uvicorn does not even read them."""
        return len(getattr(self, "pipeline", ()))
