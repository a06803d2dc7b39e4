"""Rate limits: token buckets, one for each address."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from dnup.server.runtime.client_networks import network_of

MAX_ADDRESSES: Final = 10_000
"""Buckets in memory."""


class TokenBucket:
    """Allows `rate` requests a second, and bursts of `burst`."""

    __slots__ = ("_burst", "_rate", "_refilled", "_tokens")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._refilled = now

    def take(self, now: float) -> bool:
        """Whether one more request is allowed now."""
        self._tokens = min(self._burst, self._tokens + (now - self._refilled) * self._rate)
        self._refilled = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class RateLimiter:
    """A token bucket for each address, with IPv6 for each /64 network; the least recently used is forgotten first."""

    def __init__(self, per_minute: float) -> None:
        self._per_minute = per_minute
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str, now: float) -> bool:
        network = network_of(address)
        bucket = self._buckets.get(network)
        if bucket is None:
            bucket = self._buckets[network] = TokenBucket(self._per_minute / 60, self._per_minute, now)
            if len(self._buckets) > MAX_ADDRESSES:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(network)
        return bucket.take(now)
