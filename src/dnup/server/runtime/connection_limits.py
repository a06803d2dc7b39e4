"""Limits of TCP connections: how many the server accepts, how many from one network, and deadlines for each.

A connection begins as HTTP (`transport/http_protocol.py`) and may become a WebSocket
(`transport/websocket_protocol.py`); both use the same `TrackedConnection`.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import Final, cast

from dnup.server.runtime.client_networks import network_of
from dnup.server.runtime.metrics import Metrics
from dnup.server.runtime.rate_limit import TokenBucket
from dnup.server.runtime.settings import Settings

log = logging.getLogger(__name__)

MAX_QUEUED_BYTES: Final = 1_000_000
"""Bytes that may wait for one client. With more, it is disconnected; it reconnects and gets a fresh view."""

READ_CHUNK: Final = 16_384
"""Bytes that are parsed between two checks of the limits: one read may contain ten thousand pings."""

CLOSE_TIMEOUT: Final = 5.0
"""Seconds that a client has to answer a close; then the connection is aborted."""

SWEEP_INTERVAL: Final = 1.0
"""Seconds between two checks of all deadlines."""

STALL_THRESHOLD: Final = 1.0
"""If the sweep is this many seconds late, the process was suspended, and all deadlines move by that time."""

WARN_INTERVAL: Final = 60.0
"""Seconds between two warnings about rejected connections."""

NO_DEADLINE: Final = float("inf")


class TrackedConnection:
    """An open TCP connection and its deadline."""

    __slots__ = ("address", "closing", "deadline", "is_socket", "reason", "transport")

    def __init__(self, transport: asyncio.Transport, address: str) -> None:
        self.transport = transport
        self.address = address
        self.is_socket = False
        self.closing = False
        self.deadline = NO_DEADLINE
        self.reason = ""


class ConnectionLimits:
    """Accepts or rejects connections, and aborts those that miss their deadline."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings = settings
        self._metrics = metrics
        self._open: dict[asyncio.BaseTransport, TrackedConnection] = {}
        self._per_network: Counter[str] = Counter()
        self._timer: asyncio.TimerHandle | None = None
        self._sweep_due = 0.0
        self._warned_at = -WARN_INTERVAL
        metrics.open_connections.set_function(lambda: len(self._open))

    @property
    def is_full(self) -> bool:
        """Whether there are more connections than the limit: requests on them are refused."""
        return len(self._open) > self.settings.max_connections

    def accept(self, transport: asyncio.Transport) -> TrackedConnection | None:
        """Track a new connection; None if it must be aborted at once.

        A few above the limit are accepted, and their requests refused with the reason.
        """
        address = _network_of_peer(transport)
        limit = self.settings.max_connections
        if len(self._open) >= limit + refusal_slots(limit):
            self._reject("full")
            return None
        most = self.settings.max_per_address
        if address and most is not None and self._per_network[address] >= most:
            self._reject("address")
            return None
        self._per_network[address] += 1
        tracked = self._open[transport] = TrackedConnection(transport, address)
        if self._timer is None:
            self._schedule_sweep(asyncio.get_running_loop())
        return tracked

    def upgrade(self, transport: asyncio.Transport) -> TrackedConnection:
        """An HTTP connection becomes a WebSocket, which has no deadline."""
        tracked = self._open[transport]
        tracked.is_socket = True
        tracked.deadline = NO_DEADLINE
        return tracked

    def release(self, tracked: TrackedConnection) -> None:
        """Forget a closed connection."""
        if self._open.pop(tracked.transport, None) is not None:
            self._per_network[tracked.address] -= 1
            if not self._per_network[tracked.address]:
                del self._per_network[tracked.address]

    def set_deadline(self, tracked: TrackedConnection, seconds: float, reason: str) -> None:
        """Abort the connection for this reason unless another deadline is set within these seconds."""
        if not tracked.closing:
            tracked.deadline = asyncio.get_running_loop().time() + seconds
            tracked.reason = reason

    def start_closing(self, tracked: TrackedConnection) -> None:
        """The server has sent a close: give the client `CLOSE_TIMEOUT` to answer."""
        self.set_deadline(tracked, CLOSE_TIMEOUT, "unanswered-close")
        tracked.closing = True

    def abort(self, tracked: TrackedConnection, reason: str) -> None:
        """Close a connection at once, with unsent data."""
        self.count(reason)
        tracked.transport.abort()

    def count(self, reason: str) -> None:
        self._metrics.count("dropped", reason)

    def message_limit(self) -> TokenBucket:
        """The rate limit for the messages of one WebSocket."""
        rate = self.settings.messages_per_second
        return TokenBucket(rate, 2 * rate, self.settings.sources.clock())

    def _reject(self, reason: str) -> None:
        self.count(reason)
        now = asyncio.get_running_loop().time()
        if now - self._warned_at >= WARN_INTERVAL:  # a flood must not fill the log
            self._warned_at = now
            log.warning("connections are rejected", extra={"reason": reason, "count": len(self._open)})

    def _schedule_sweep(self, loop: asyncio.AbstractEventLoop) -> None:
        self._sweep_due = loop.time() + SWEEP_INTERVAL
        self._timer = loop.call_at(self._sweep_due, self._sweep)

    def _sweep(self) -> None:
        """Once a second, abort connections past their deadline."""
        loop = asyncio.get_running_loop()
        now, self._timer = loop.time(), None
        late = now - self._sweep_due
        if self._open:
            self._schedule_sweep(loop)
        for tracked in list(self._open.values()):
            if late > STALL_THRESHOLD:
                tracked.deadline += late
            if not tracked.closing and tracked.transport.is_closing():
                self.start_closing(tracked)  # unread data keeps it open
            elif now >= tracked.deadline:
                self.abort(tracked, tracked.reason)
                tracked.deadline = NO_DEADLINE


def refusal_slots(connections: int) -> int:
    """How many connections above the limit are accepted, to be refused with a reason."""
    return max(16, connections // 20)


def _network_of_peer(transport: asyncio.Transport) -> str:
    """The network of the other end, for the limit per network."""
    peer = transport.get_extra_info("peername")
    return network_of(cast(str, peer[0])) if isinstance(peer, tuple) and peer else ""
