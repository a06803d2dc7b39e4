"""All tables of this node: loads a table when a client comes, and drops it when nobody is connected."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

import msgspec

from dnup.cards.deck import Deck, DeckError, current_name, deck_to_json
from dnup.game.limits import check_stall_limit
from dnup.server.messages.api import NewTable
from dnup.server.messages.events import Created, StoredEvent, decode_event
from dnup.server.messages.protocol import TableInfo
from dnup.server.messages.refusals import Refusal
from dnup.server.runtime.connection_limits import ConnectionLimits
from dnup.server.runtime.metrics import Metrics
from dnup.server.runtime.rate_limit import RateLimiter
from dnup.server.runtime.readiness import Readiness
from dnup.server.runtime.settings import Settings
from dnup.server.runtime.tasks import Tasks
from dnup.server.store.store import GONE, Damaged, Store, StoreDown
from dnup.server.tables import decisions
from dnup.server.tables.bot_pool import BotPool
from dnup.server.tables.live_table import LiveTable, TableClient
from dnup.server.tables.scheduler import Scheduler
from dnup.server.tables.services import TableServices
from dnup.server.tables.table import Table
from dnup.server.tables.wire_writer import WireWriter

log = logging.getLogger(__name__)

SWEEP_INTERVAL: Final = 1.0
STALL_THRESHOLD: Final = 1.0
"""If the sweep is this many seconds late, the process was suspended: clients were not silent."""

MAX_LISTED: Final = 100
DAY: Final = 86_400.0
DAMAGED_RECHECK: Final = 60.0
"""Seconds for which a damaged table is refused without checking whether it was repaired."""
DELETED: Final = "the table was deleted"


KeyAt = Callable[[Table], str]
"""Returns the key of the requester at a table; empty without credentials."""


class Hub:
    """The tables in memory, the connections, and what all requests share."""

    def __init__(self, store: Store, settings: Settings, readiness: Readiness | None = None) -> None:
        self.store = store
        self.settings = settings
        self.readiness = readiness or Readiness()
        self.metrics = Metrics()
        self.tasks = Tasks(self.metrics)
        self.writer = WireWriter()
        self.bot_pool = BotPool(settings.bot_threads)
        self.clock = settings.sources.clock
        self._services = TableServices(
            store=store,
            settings=settings,
            metrics=self.metrics,
            tasks=self.tasks,
            writer=self.writer,
            bot_pool=self.bot_pool,
            clock=self.clock,
            drop=self.drop,
            refuse_damaged=self.refuse_damaged,
        )
        self.connection_limits = ConnectionLimits(settings, self.metrics)
        self.create_limit = RateLimiter(settings.tables_per_minute)
        self.share_limit = RateLimiter(settings.links_per_minute)
        self.live_tables: dict[str, LiveTable] = {}
        self._damaged: dict[str, float] = {}
        """Tables that were found damaged, and until when they are not read again."""
        self.connections: set[TableClient] = set()

    @property
    def draining(self) -> bool:
        """Whether the server is about to stop and sends everyone away."""
        return self._services.draining

    async def open(self) -> None:
        self.store.watched = self._watched
        self.store.failed = self.tasks.failed
        self.tasks.open()
        await self.store.open(self._on_news)
        self.tasks.start("prepare", self.readiness.prepare)
        self.tasks.start("sweep", self._sweep)
        self.tasks.start("expire", self._expire)

    def drain(self) -> None:
        """Close all connections: clients reconnect to another node, or to this one after its restart."""
        self._services.draining = True
        for connection in list(self.connections):
            connection.close(1012, "the server restarts")

    async def close(self) -> None:
        self.drain()
        self.tasks.close()
        for live in self.live_tables.values():
            live.close()
        self.bot_pool.close()
        await self.store.close()

    def _watched(self) -> dict[str, int]:
        """The tables in memory with the numbers of their last events, and damaged tables, which must not expire."""
        return dict.fromkeys(self._damaged, 0) | {
            name: live.table.number for name, live in self.live_tables.items()
        }

    def _deck(self, name: str) -> Deck:
        if (deck := self.settings.decks.get(name)) is None:
            known = ", ".join(self.settings.decks)
            raise Refusal("unknown-deck", deck=name, decks=known)
        return deck

    async def create(self, request: NewTable, key_at: KeyAt) -> LiveTable:
        """Create a table with its first players and bots."""
        self.readiness.need()
        options = msgspec.structs.replace(request.options, deck=current_name(request.options.deck))
        try:
            deck = self._deck(options.deck) if request.cards is None else Deck.of(request.cards, options.deck)
            deck.in_play(options.players)
        except DeckError as error:
            raise Refusal("bad-options", problem=str(error)) from None
        table = Table(self.settings.sources.new_id(), self.writer)
        live = LiveTable(table, self._services)
        key = key_at(table)

        def decide(table: Table) -> list[StoredEvent]:
            trial = table.copy()
            stall_limit = check_stall_limit(None, options.players)
            created = Created(options, deck_to_json(deck, options.players), key, stall_limit)
            events: list[StoredEvent] = [created]
            trial.apply(created)
            if request.name is not None:
                _try(trial, events, decisions.sit(trial, key, request.name, None))
            if request.commitment is not None:
                _try(trial, events, decisions.commit(trial, key, request.commitment))
            for seat, level in request.bots.items():
                _try(trial, events, decisions.fill(trial, key, seat, level))
            if request.start:
                _try(trial, events, decisions.start(trial, key, "medium", self.settings.sources))
            return events

        await live.act(decide)
        self._enter(live)
        return live

    async def live_table(self, table_id: str) -> LiveTable:
        """The live table of an id, loaded if necessary; a `Refusal` if there is none."""
        self.readiness.need()
        if table_id not in self.live_tables:
            if not (table_id.isascii() and table_id.isalnum()):
                raise Refusal("unknown-table")  # the database may not even allow such characters
            table, thought = await self._load(table_id)
            if table_id not in self.live_tables:  # another request may have loaded it meanwhile
                self._enter(LiveTable(table, self._services, thought))
        live = self.live_tables[table_id]
        live.empty_since = self.clock()  # the requester has `idle_after` seconds to connect
        return live

    async def enter(
        self, connection: TableClient, table_id: str, key_at: KeyAt, last: int | None
    ) -> LiveTable:
        """Connect a client to a table."""
        live = await self.live_table(table_id)
        await self.store.claim([table_id])
        if self.store.shared or live.uncertain:
            await live.catch_up()
        connection.key = key_at(live.table)
        connection.live_table = live
        live.join(connection, last)
        return live

    async def open_tables(self) -> list[TableInfo]:
        """Public tables with a free seat, with the presence that this node knows."""
        try:
            listed = await self.store.open_tables(MAX_LISTED)
        except StoreDown:
            raise Refusal("database-down") from None
        infos = [msgspec.json.decode(info, type=TableInfo) for info in listed]
        infos = [self.live_tables[info.id].info() if info.id in self.live_tables else info for info in infos]
        return [info for info in infos if any(seat.kind == "open" for seat in info.seats)]

    async def delete(self, table_id: str, key_at: KeyAt) -> None:
        """Delete a table for its host."""
        live = await self.live_table(table_id)
        if key_at(live.table) != live.table.host:
            raise Refusal("not-host")
        self.drop(table_id, DELETED)
        await self.store.delete(table_id)
        self.drop(table_id, DELETED)  # clients may have reconnected meanwhile

    def _enter(self, live: LiveTable) -> None:
        Scheduler(live, self._services)  # it lives as long as the table: it is its change listener
        self.live_tables[live.table.id] = live
        self.metrics.live_tables.set(len(self.live_tables))

    def drop(self, table_id: str, reason: str = "", code: int = 1008) -> None:
        """Remove a table from memory and close its connections with this reason."""
        live = self.live_tables.pop(table_id, None)
        if live is not None:
            live.close()
            for connection in list(live.connections):
                connection.close(code, reason)
        self.metrics.live_tables.set(len(self.live_tables))

    async def _load(self, table_id: str) -> tuple[Table, float]:
        """A table, and the seconds that the seat in turn has used already at another node."""
        if self._damaged.get(table_id, -math.inf) > self.clock():
            raise Refusal("damaged-table")
        try:
            table = replayed(table_id, await self.store.load(table_id), self.writer)
            self._damaged.pop(table_id, None)  # repaired
            if not self.store.shared or not table.options.seconds:
                return table, 0.0
            thought = self.settings.sources.date() - await self.store.last_kept(table_id)
        except StoreDown:
            raise Refusal("database-down") from None
        except Damaged as damage:
            raise self.refuse_damaged(table_id, damage) from None
        return table, max(0.0, thought)

    def refuse_damaged(self, table_id: str, damage: Damaged) -> Refusal:
        if table_id not in self._damaged:  # log it once: repeated requests must not fill the log
            self.metrics.count("failures", "damaged")
            log.error("a table is damaged", extra={"table": table_id, "reason": str(damage)})
        self._damaged[table_id] = self.clock() + DAMAGED_RECHECK
        return Refusal("damaged-table")

    def _on_news(self, news: Mapping[str, int]) -> None:
        """Another node has stored events, or its connections have changed."""
        for table_id, number in news.items():
            live = self.live_tables.get(table_id)
            if live is None:
                continue
            with self.tasks.guard("news", table_id):
                if number > live.table.number:
                    self.tasks.start("catch-up", partial(self._catch_up, live), table_id)
                elif number == 0:
                    live.presence_changed()
                elif number == GONE:
                    self.drop(table_id, DELETED)

    async def _catch_up(self, live: LiveTable) -> None:
        # If it fails, the next news or the next client tries again.
        with self.tasks.guard("catch-up", live.table.id), contextlib.suppress(Refusal):
            await live.catch_up()

    async def _sweep(self) -> None:
        """Once a second, do the periodic work."""
        while True:
            due = self.clock() + SWEEP_INTERVAL
            await self.settings.sources.sleep(SWEEP_INTERVAL)
            self._forgive_stall(self.clock() - due)
            await self._sweep_once()

    def _forgive_stall(self, late: float) -> None:
        """After the process was suspended, no client counts as silent: its messages wait to be read."""
        if late > STALL_THRESHOLD:
            now = self.clock()
            for connection in self.connections:
                connection.last_received = min(now, connection.last_received + late)

    async def _sweep_once(self) -> None:
        """Close silent connections, drop empty tables, and claim tables whose node has died."""
        now = self.clock()
        for connection in list(self.connections):
            with self.tasks.guard("sweep", connection.live_table.table.id if connection.live_table else None):
                if now - connection.last_received > self.settings.stale_after:
                    connection.close(1001, "nothing heard")
                if connection.closing and connection.live_table is not None:
                    connection.live_table.leave(connection)
        for table_id, live in list(self.live_tables.items()):
            live.offer_stand_ins()
            if not live.connections and now - live.empty_since > self.settings.idle_after:
                self.drop(table_id)
        await self.store.release([name for name, live in self.live_tables.items() if not live.connections])
        unclaimed = [
            live
            for name, live in self.live_tables.items()
            if live.connections and not self.store.has_claimed(name)
        ]
        await self.store.claim([live.table.id for live in unclaimed])
        for live in unclaimed:
            with self.tasks.guard("sweep", live.table.id):
                live.on_change()
        self.metrics.connections.set(len(self.connections))
        self.metrics.waiting_bots.set(self.bot_pool.waiting)

    async def _expire(self) -> None:
        while True:
            until = self.settings.sources.date() - self.settings.keep_days * DAY
            while await self.store.expire(until):
                pass
            await asyncio.sleep(3600)


def replayed(table_id: str, events: list[bytes], writer: WireWriter) -> Table:
    """The table after these events; `Damaged` if they are not the events of a table."""
    if not events:
        raise Refusal("unknown-table")
    table = Table(table_id, writer)
    for number, body in enumerate(events, 1):
        try:
            event = decode_event(body)
            if isinstance(event, Created) != (number == 1):
                raise Damaged(f"event {number} has a type that cannot be there")
            table.apply(event)
        except Damaged:
            raise
        except Exception as error:  # its text may quote a hand
            raise Damaged(f"event {number} cannot be applied ({type(error).__name__})") from None
    return table


def _try(trial: Table, events: list[StoredEvent], more: list[StoredEvent]) -> None:
    """Apply the events of one decision to a trial table, for the next decision."""
    for event in more:
        trial.apply(event)
        events.append(event)
