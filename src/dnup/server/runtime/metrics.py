"""Metrics in Prometheus' format."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter as Tally
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from prometheus_client import CollectorRegistry, Gauge, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

COUNTED: Final = {
    "dropped": ("Connections rejected or aborted, by reason.", "reason"),
    "events": ("Events stored on disk.", ""),
    "messages": ("Messages received from clients, by type.", "type"),
    "refusals": ("Refusals sent, by code.", "code"),
    "failures": ("Unexpected failures, by task; the log says more.", "task"),
}

EVENTS: Final = "events", ""

STEPS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds of the histogram, in seconds."""


class Times:
    """A histogram of durations."""

    def __init__(self) -> None:
        self.counts = [0] * (len(STEPS) + 1)
        self.total = 0.0

    def observe(self, seconds: float) -> None:
        self.counts[bisect_left(STEPS, seconds)] += 1
        self.total += seconds

    def family(self, name: str, sentence: str) -> HistogramMetricFamily:
        names = [*map(floatToGoString, STEPS), "+Inf"]
        buckets = list(zip(names, accumulate(self.counts), strict=True))
        return HistogramMetricFamily(name, sentence, buckets=buckets, sum_value=self.total)


class Metrics(Collector):
    """The metrics of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.counts: Tally[tuple[str, str]] = Tally()
        """Counters by kind and label. A dictionary is faster than a metric object."""
        self.connections = Gauge("dnup_connections", "Open sockets.", registry=self.registry)
        self.open_connections = Gauge(
            "dnup_open_connections", "Open connections of any kind.", registry=self.registry
        )
        self.live_tables = Gauge("dnup_tables_in_memory", "Tables in memory.", registry=self.registry)
        self.waiting_bots = Gauge(
            "dnup_bots_waiting", "Bot moves being thought about.", registry=self.registry
        )
        self.moves = Times()
        """From a move's arrival until it was on disk and sent to everyone."""
        self.registry.register(self)

    def count(self, what: str, kind: str = "", number: int = 1) -> None:
        self.counts[what, kind] += number

    def collect(self) -> Iterator[Metric]:
        """The counters, when Prometheus asks."""
        for what, (sentence, label) in COUNTED.items():
            family = CounterMetricFamily(f"dnup_{what}", sentence, labels=[label] if label else [])
            for (counted, kind), number in sorted(self.counts.items()):
                if counted == what:
                    family.add_metric([kind] if label else [], number)
            yield family
        yield self.moves.family(
            "dnup_move_seconds", "Time from a move's arrival until it was on disk and sent to everyone."
        )

    def text(self) -> bytes:
        return generate_latest(self.registry)
