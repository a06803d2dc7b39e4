"""A clock that a test sets: whatever a server waits for happens when the test says that it is time."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time
from collections.abc import Callable
from typing import Protocol

from dnup.server.runtime.settings import Settings
from dnup.server.tables.hub import Hub
from tests.server.no_network import settled
from tests.server.running import PATIENCE, with_sources


class Place(Protocol):
    """A server, with a network or without."""

    @property
    def hub(self) -> Hub:
        """Where its tables are."""


class Time:
    """Stands still until `pass_by`."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._order = itertools.count()

    def clock(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            return
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self.now + seconds, next(self._order), woken))
        await woken

    def of(self, settings: Settings) -> Settings:
        """The same settings, with this clock."""
        return with_sources(settings, clock=self.clock, sleep=self.sleep)

    async def pass_by(self, seconds: float, here: Place) -> None:
        """Let time pass, with all that happens meanwhile in its order; bots that think finish their thoughts.

        On the event loop of the server: `running.do(lambda: time.pass_by(5, running))` for one with a thread.
        """
        end = self.now + seconds
        await thought(here)
        while self._sleepers and self._sleepers[0][0] <= end:
            self.now, _, woken = heapq.heappop(self._sleepers)
            if not woken.done():
                woken.set_result(None)
            await thought(here)
        self.now = end
        await thought(here)


async def thought(here: Place) -> None:
    """Wait until everything has come of what was done, and no bot thinks."""
    await settled()
    while here.hub.bot_pool.waiting:
        await asyncio.sleep(0.001)
        await settled()


async def until(test: Callable[[], object]) -> None:
    """Wait for something that will be true; what takes longer is stuck."""
    end = time.monotonic() + PATIENCE
    while not test():
        assert time.monotonic() < end, "it has not become true"
        await asyncio.sleep(0.005)
