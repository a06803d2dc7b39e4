"""What all tables of a node share."""

from __future__ import annotations

from abc import ABC, abstractmethod

from dnup.server.messages.refusals import Refusal
from dnup.server.store.store import Damaged, Store
from dnup.server.tables.scribe import Scribe
from dnup.server.tables.thinkers import Thinkers
from dnup.server.upkeep.metrics import Metrics
from dnup.server.upkeep.readiness import Readiness
from dnup.server.upkeep.settings import Settings
from dnup.server.upkeep.tasks import Tasks


class House(ABC):
    """The store, the bots, the clock, the settings; and the way out for a table that can no longer be here."""

    def __init__(self, store: Store, settings: Settings, readiness: Readiness | None = None) -> None:
        self.store = store
        self.settings = settings
        self.readiness = readiness or Readiness()
        self.metrics = Metrics()
        self.tasks = Tasks(self.metrics)
        self.scribe = Scribe()
        self.thinkers = Thinkers(settings.thinkers)
        self.clock = settings.sources.clock
        self.draining = False
        """Whether everyone is being sent away."""

    @abstractmethod
    def refuse_damaged(self, table_id: str, damage: Damaged) -> Refusal:
        """A table cannot be served as it was kept: the operator is told what is wrong, and others that it is."""

    @abstractmethod
    def drop(self, table_id: str, reason: str = "", code: int = 1008) -> None:
        """Let a table go; whoever is still there is told why."""
