"""What a live table needs from its node: the store, the bots, the settings, and two callbacks of the hub."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from dnup.server.messages.refusals import Refusal
from dnup.server.runtime.metrics import Metrics
from dnup.server.runtime.settings import Settings
from dnup.server.runtime.tasks import Tasks
from dnup.server.store.store import Damaged, Store
from dnup.server.tables.bot_pool import BotPool
from dnup.server.tables.wire_writer import WireWriter


class Drop(Protocol):
    """Removes a table from memory and closes its connections with this code and reason."""

    def __call__(self, table_id: str, reason: str = "", code: int = 1008) -> None: ...


@dataclass(slots=True)
class TableServices:
    """One object for all tables of a node; the hub creates it."""

    store: Store
    settings: Settings
    metrics: Metrics
    tasks: Tasks
    writer: WireWriter
    bot_pool: BotPool
    clock: Callable[[], float]
    drop: Drop
    refuse_damaged: Callable[[str, Damaged], Refusal]
    """Logs that the stored events of a table are damaged; returns the refusal for its clients."""
    draining: bool = False
    """Whether the server is about to stop: nothing new is scheduled."""
