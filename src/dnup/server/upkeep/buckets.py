"""How much anyone may ask for: a bucket that fills with time and is emptied by use."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from dnup.server.upkeep.networks import network_of

MAX_ADDRESSES: Final = 10_000


class Bucket:
    """Allows `rate` things a second, and bursts of `burst`."""

    __slots__ = ("_burst", "_filled", "_left", "_rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._filled = now

    def take(self, now: float) -> bool:
        """Whether one more is allowed now."""
        self._left = min(self._burst, self._left + (now - self._filled) * self._rate)
        self._filled = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each address, with IPv6 for each /64 network; the ones longest unused are forgotten first."""

    def __init__(self, per_minute: float) -> None:
        self._per_minute = per_minute
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, now: float) -> bool:
        network = network_of(address)
        bucket = self._buckets.get(network)
        if bucket is None:
            bucket = self._buckets[network] = Bucket(self._per_minute / 60, self._per_minute, now)
            if len(self._buckets) > MAX_ADDRESSES:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(network)
        return bucket.take(now)
