"""All tables of this node: loads them when someone comes, lets them go when nobody is there."""

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
from dnup.server.messages.refusals import Refusal, damaged_table, unknown_table
from dnup.server.store.store import GONE, Damaged, Store, StoreDown
from dnup.server.tables import decisions
from dnup.server.tables.agenda import Agenda
from dnup.server.tables.house import House
from dnup.server.tables.room import Guest, Room
from dnup.server.tables.scribe import Scribe
from dnup.server.tables.table import Table
from dnup.server.upkeep.buckets import Buckets
from dnup.server.upkeep.gate import Gate
from dnup.server.upkeep.readiness import Readiness
from dnup.server.upkeep.settings import Settings

log = logging.getLogger(__name__)

SWEEP: Final = 1.0
STOOD_STILL: Final = 1.0
"""If the sweep comes so many seconds late, the process stood still, and nobody could be heard meanwhile."""

LISTED: Final = 100
DAY: Final = 86_400.0
LOOK_AGAIN: Final = 60.0
"""Seconds for which a damaged table is refused without checking whether it was repaired."""
DELETED: Final = "the table was deleted"


KeyAt = Callable[[Table], str]
"""Says by which key someone is known at a table; empty for who has none."""


class Hub(House):
    """The house with its tables and everyone who is connected: what all requests share."""

    def __init__(self, store: Store, settings: Settings, readiness: Readiness | None = None) -> None:
        super().__init__(store, settings, readiness)
        self.gate = Gate(settings, self.metrics)
        self.create_limit = Buckets(settings.tables_per_minute)
        self.share_limit = Buckets(settings.links_per_minute)
        self.rooms: dict[str, Room] = {}
        self._damaged: dict[str, float] = {}
        """The tables that were found damaged, and until when nobody looks again."""
        self.connections: set[Guest] = set()

    async def open(self) -> None:
        self.store.watched = self._watched
        self.store.failed = self.tasks.failed
        self.tasks.open()
        await self.store.open(self._news)
        self.tasks.start("prepare", self.readiness.prepare)
        self.tasks.start("sweep", self._sweep)
        self.tasks.start("expire", self._expire)

    def drain(self) -> None:
        """Let everyone go: they will come back to another node, or to this one when it is up again."""
        self.draining = True
        for connection in list(self.connections):
            connection.close(1012, "the server restarts")

    async def close(self) -> None:
        self.drain()
        self.tasks.close()
        for room in self.rooms.values():
            room.close()
        self.thinkers.close()
        await self.store.close()

    def _watched(self) -> dict[str, int]:
        """The tables in memory, with the numbers of their last events, and damaged ones, which must not expire."""
        return dict.fromkeys(self._damaged, 0) | {
            name: room.table.number for name, room in self.rooms.items()
        }

    def _deck(self, name: str) -> Deck:
        if (deck := self.settings.decks.get(name)) is None:
            known = ", ".join(self.settings.decks)
            raise Refusal("bad-options", f"there is no deck {name!r} here", f"one of {known}")
        return deck

    async def create(self, request: NewTable, key_at: KeyAt) -> Room:
        """Make a table, with whoever is to sit there from the beginning."""
        self.readiness.need()
        options = msgspec.structs.replace(request.options, deck=current_name(request.options.deck))
        try:
            deck = self._deck(options.deck) if request.cards is None else Deck.of(request.cards, options.deck)
            deck.in_play(options.players)
        except DeckError as error:
            raise Refusal("bad-options", str(error), "another deck or another number of players") from None
        table = Table(self.settings.sources.new_id(), self.scribe)
        room = Room(table, self)
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

        await room.act(decide)
        self._enter(room)
        return room

    async def room(self, table_id: str) -> Room:
        """The room of a table, loaded if need be; a `Refusal` if there is no such table."""
        self.readiness.need()
        if table_id not in self.rooms:
            if not (table_id.isascii() and table_id.isalnum()):
                raise unknown_table()  # no need to ask a database, which may not even have such characters
            table, thought = await self._load(table_id)
            if table_id not in self.rooms:  # someone else may have been as quick
                self._enter(Room(table, self, thought))
        room = self.rooms[table_id]
        room.empty_since = self.clock()  # who asks for a room has time to enter it
        return room

    async def enter(self, connection: Guest, table_id: str, key_at: KeyAt, last: int | None) -> Room:
        """Bring a client to a table."""
        room = await self.room(table_id)
        await self.store.claim([table_id])
        if self.store.shared or room.uncertain:
            await room.catch_up()
        connection.key = key_at(room.table)
        connection.room = room
        room.join(connection, last)
        return room

    async def open_tables(self) -> list[TableInfo]:
        """Public tables with a seat to take, with who is there as far as this node knows."""
        try:
            listed = await self.store.open_tables(LISTED)
        except StoreDown:
            raise Refusal(
                "database-down", "the server cannot reach its database", "try again in a moment"
            ) from None
        infos = [msgspec.json.decode(info, type=TableInfo) for info in listed]
        infos = [self.rooms[info.id].info() if info.id in self.rooms else info for info in infos]
        return [info for info in infos if any(seat.kind == "open" for seat in info.seats)]

    async def delete(self, table_id: str, key_at: KeyAt) -> None:
        """Forget a table, if its host says so."""
        room = await self.room(table_id)
        if key_at(room.table) != room.table.host:
            raise Refusal("not-host", "only who created the table can delete it", "ask them")
        self.drop(table_id, DELETED)
        await self.store.delete(table_id)
        self.drop(table_id, DELETED)  # for whoever came back in between

    def _enter(self, room: Room) -> None:
        Agenda(room, self)  # which lives as long as the room
        self.rooms[room.table.id] = room
        self.metrics.rooms.set(len(self.rooms))

    def drop(self, table_id: str, reason: str = "", code: int = 1008) -> None:
        """Let a room go; whoever is still there is told why."""
        room = self.rooms.pop(table_id, None)
        if room is not None:
            room.close()
            for connection in list(room.connections):
                connection.close(code, reason)
        self.metrics.rooms.set(len(self.rooms))

    async def _load(self, table_id: str) -> tuple[Table, float]:
        """A table, and for how many seconds whoever is in turn has thought already, if they do so at another node."""
        if self._damaged.get(table_id, -math.inf) > self.clock():
            raise damaged_table()
        try:
            table = replayed(table_id, await self.store.load(table_id), self.scribe)
            self._damaged.pop(table_id, None)  # it was repaired
            if not self.store.shared or not table.options.seconds:
                return table, 0.0
            thought = self.settings.sources.date() - await self.store.last_kept(table_id)
        except StoreDown:
            raise Refusal(
                "database-down", "the server cannot reach its database", "try again in a moment"
            ) from None
        except Damaged as damage:
            raise self.refuse_damaged(table_id, damage) from None
        return table, max(0.0, thought)

    def refuse_damaged(self, table_id: str, damage: Damaged) -> Refusal:
        if table_id not in self._damaged:  # log it once: repeated requests must not fill the log
            self.metrics.count("failures", "damaged")
            log.error("a table is damaged", extra={"table": table_id, "reason": str(damage)})
        self._damaged[table_id] = self.clock() + LOOK_AGAIN
        return damaged_table()

    def _news(self, news: Mapping[str, int]) -> None:
        """Another node has kept events, or has people come or go, at tables we may have."""
        for table_id, number in news.items():
            room = self.rooms.get(table_id)
            if room is None:
                continue
            with self.tasks.guard("news", table_id):
                if number > room.table.number:
                    self.tasks.start("catch-up", partial(self._catch_up, room), table_id)
                elif number == 0:
                    room.presence_changed()
                elif number == GONE:
                    self.drop(table_id, DELETED)

    async def _catch_up(self, room: Room) -> None:
        # If it fails, the next news tries again, or the next who comes.
        with self.tasks.guard("catch-up", room.table.id), contextlib.suppress(Refusal):
            await room.catch_up()

    async def _sweep(self) -> None:
        """Once a second, see to what nobody asks for."""
        while True:
            due = self.clock() + SWEEP
            await self.settings.sources.sleep(SWEEP)
            self._excuse(self.clock() - due)
            await self._tidy()

    def _excuse(self, late: float) -> None:
        """While the process stood still, nobody was silent: what they said waits to be read."""
        if late > STOOD_STILL:
            now = self.clock()
            for connection in self.connections:
                connection.heard = min(now, connection.heard + late)

    async def _tidy(self) -> None:
        """Close silent connections, let empty tables go, and ask for tables whose node has died."""
        now = self.clock()
        for connection in list(self.connections):
            with self.tasks.guard("sweep", connection.room.table.id if connection.room else None):
                if now - connection.heard > self.settings.stale_after:
                    connection.close(1001, "nothing heard")
                if connection.closing and connection.room is not None:
                    connection.room.leave(connection)
        for table_id, room in list(self.rooms.items()):
            room.offer_stand_ins()
            if not room.connections and now - room.empty_since > self.settings.idle_after:
                self.drop(table_id)
        await self.store.release([name for name, room in self.rooms.items() if not room.connections])
        unclaimed = [
            room for name, room in self.rooms.items() if room.connections and not self.store.has_claimed(name)
        ]
        await self.store.claim([room.table.id for room in unclaimed])
        for room in unclaimed:
            with self.tasks.guard("sweep", room.table.id):
                room.changed()
        self.metrics.connections.set(len(self.connections))
        self.metrics.waiting_bots.set(self.thinkers.waiting)

    async def _expire(self) -> None:
        while True:
            until = self.settings.sources.date() - self.settings.keep_days * DAY
            while await self.store.expire(until):
                pass
            await asyncio.sleep(3600)


def replayed(table_id: str, events: list[bytes], scribe: Scribe) -> Table:
    """The table that these events have made; `Damaged` if they cannot have happened."""
    if not events:
        raise unknown_table()
    table = Table(table_id, scribe)
    for number, body in enumerate(events, 1):
        try:
            event = decode_event(body)
            if isinstance(event, Created) != (number == 1):
                raise Damaged(f"event {number} is of another kind than it can be")
            table.apply(event)
        except Damaged:
            raise
        except Exception as error:  # whatever it says may quote a hand
            raise Damaged(f"event {number} cannot have happened ({type(error).__name__})") from None
    return table


def _try(trial: Table, events: list[StoredEvent], more: list[StoredEvent]) -> None:
    """Events of one decision happen at a trial table, so that the next is made in view of them."""
    for event in more:
        trial.apply(event)
        events.append(event)
