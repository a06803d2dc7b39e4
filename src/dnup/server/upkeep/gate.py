"""The gate: every connection is counted here, whatever it says or does not say, and has a time by which to be done.

A connection comes in by HTTP (`talk/http_line.py`) and may become a socket (`talk/socket_line.py`); both keep the same
`Visit`, from when it is accepted until it is gone.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import Final, cast

from dnup.server.upkeep.buckets import Bucket
from dnup.server.upkeep.metrics import Metrics
from dnup.server.upkeep.networks import network_of
from dnup.server.upkeep.settings import Settings

log = logging.getLogger(__name__)

MAX_QUEUED: Final = 1_000_000
"""Bytes that wait for one client to read them; who lets more wait is cut off, comes back and gets a fresh view."""

A_BIT: Final = 16_384
"""Bytes that are read before it is asked whether to go on: what comes in at once may hold ten thousand pings."""

GONE_WITHIN: Final = 5.0
"""Who is told to go has so many seconds to read it and to leave; then the line is cut."""

LOOK_EVERY: Final = 1.0
STOOD_STILL: Final = 1.0
"""If the look round comes so many seconds late, the process stood still, and nobody could do anything meanwhile."""

SAY_EVERY: Final = 60.0
FOREVER: Final = float("inf")


class Visit:
    """One connection."""

    __slots__ = ("address", "is_socket", "leaving", "reason", "transport", "until")

    def __init__(self, transport: asyncio.Transport, address: str) -> None:
        self.transport = transport
        self.address = address
        self.is_socket = False
        self.leaving = False
        self.until = FOREVER
        self.reason = ""


class Gate:
    """Who is here, who may still come in, and who has been too long about something."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings = settings
        self._metrics = metrics
        self._visits: dict[asyncio.BaseTransport, Visit] = {}
        self._from: Counter[str] = Counter()
        self._timer: asyncio.TimerHandle | None = None
        self._look_at = 0.0
        self._said = -SAY_EVERY
        metrics.visits.set_function(lambda: len(self._visits))

    @property
    def is_full(self) -> bool:
        """Whether there is one too many: whoever asks for something now is told so."""
        return len(self._visits) > self.settings.max_connections

    def enter(self, transport: asyncio.Transport) -> Visit | None:
        """A connection has been accepted; None if it is to be cut at once.

        A few above the limit are let in to be told that the server is full.
        """
        address = _address_of(transport)
        limit = self.settings.max_connections
        if len(self._visits) >= limit + most_refused(limit):
            self._turn_away("full")
            return None
        most = self.settings.max_per_address
        if address and most is not None and self._from[address] >= most:
            self._turn_away("address")
            return None
        self._from[address] += 1
        visit = self._visits[transport] = Visit(transport, address)
        if self._timer is None:
            self._look_later(asyncio.get_running_loop())
        return visit

    def upgrade(self, transport: asyncio.Transport) -> Visit:
        """What came in by HTTP is a socket from now on, and may stay."""
        visit = self._visits[transport]
        visit.is_socket = True
        visit.until = FOREVER
        return visit

    def leave(self, visit: Visit) -> None:
        """A connection is gone."""
        if self._visits.pop(visit.transport, None) is not None:
            self._from[visit.address] -= 1
            if not self._from[visit.address]:
                del self._from[visit.address]

    def give(self, visit: Visit, seconds: float, reason: str) -> None:
        """From now on there are so many seconds, or the line is cut for this reason."""
        if not visit.leaving:
            visit.until = asyncio.get_running_loop().time() + seconds
            visit.reason = reason

    def see_off(self, visit: Visit) -> None:
        """It has been told to go, and has not for ever to do so."""
        self.give(visit, GONE_WITHIN, "unanswered-close")
        visit.leaving = True

    def cut(self, visit: Visit, reason: str) -> None:
        """Let go of a connection at once, whatever it has not read."""
        self.count(reason)
        visit.transport.abort()

    def count(self, reason: str) -> None:
        self._metrics.count("dropped", reason)

    def bucket(self) -> Bucket:
        """What one socket may say."""
        rate = self.settings.messages_per_second
        return Bucket(rate, 2 * rate, self.settings.sources.clock())

    def _turn_away(self, reason: str) -> None:
        self.count(reason)
        now = asyncio.get_running_loop().time()
        if now - self._said >= SAY_EVERY:  # once in a while: a flood must not fill the log
            self._said = now
            log.warning("connections are turned away", extra={"reason": reason, "count": len(self._visits)})

    def _look_later(self, loop: asyncio.AbstractEventLoop) -> None:
        self._look_at = loop.time() + LOOK_EVERY
        self._timer = loop.call_at(self._look_at, self._look_round)

    def _look_round(self) -> None:
        """Once a second, cut who has been too long about something."""
        loop = asyncio.get_running_loop()
        now, self._timer = loop.time(), None
        late = now - self._look_at
        if self._visits:
            self._look_later(loop)
        for visit in list(self._visits.values()):
            if late > STOOD_STILL:
                visit.until += late
            if not visit.leaving and visit.transport.is_closing():
                self.see_off(visit)  # what it has not read keeps it open
            elif now >= visit.until:
                self.cut(visit, visit.reason)
                visit.until = FOREVER


def most_refused(connections: int) -> int:
    """How many above the limit are let in to be told so."""
    return max(16, connections // 20)


def _address_of(transport: asyncio.Transport) -> str:
    """Where a connection comes from."""
    peer = transport.get_extra_info("peername")
    return network_of(cast(str, peer[0])) if isinstance(peer, tuple) and peer else ""
