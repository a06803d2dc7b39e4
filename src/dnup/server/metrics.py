"""What an operator can watch, in Prometheus' format."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """One set of numbers for one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.events = Counter("dnup_events", "Events kept on disk.", registry=self.registry)
        self.messages = Counter(
            "dnup_messages", "Messages received from clients.", ["type"], registry=self.registry
        )
        self.refusals = Counter("dnup_refusals", "Refusals sent, by code.", ["code"], registry=self.registry)
        self.connections = Gauge("dnup_connections", "Open sockets.", registry=self.registry)
        self.rooms = Gauge("dnup_tables_in_memory", "Tables in memory.", registry=self.registry)
        self.waiting_bots = Gauge(
            "dnup_bots_waiting", "Bot moves being thought about.", registry=self.registry
        )
        self.moves = Histogram(
            "dnup_move_seconds",
            "Time from a move's arrival until it was on disk and everyone was told.",
            registry=self.registry,
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
        )

    def text(self) -> bytes:
        return generate_latest(self.registry)
