"""A table in memory with its connections: carries out requests and sends everyone the changes."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any, Final, Protocol

import msgspec
from msgspec import Raw

from dnup.__about__ import __version__
from dnup.server.messages.events import QUIET, MoveMade, StoredEvent, decode_event, encode_event
from dnup.server.messages.protocol import (
    PROTOCOL,
    Clock,
    Emoji,
    Event,
    Moved,
    Presence,
    Reaction,
    RoundResult,
    ServerMessage,
    State,
    TableInfo,
    Update,
    Welcome,
)
from dnup.server.messages.refusals import Refusal
from dnup.server.runtime.metrics import EVENTS
from dnup.server.runtime.rate_limit import TokenBucket
from dnup.server.store.store import Append, Conflict, Damaged, EndedGame, Gone, StoreDown, Summary, settle
from dnup.server.tables.info import result_of, table_info
from dnup.server.tables.log_visibility import LogVisibility, visible_log
from dnup.server.tables.services import TableServices
from dnup.server.tables.table import Table, shuffle_shown
from dnup.server.tables.wire_writer import Made

log = logging.getLogger(__name__)

MAX_ATTEMPTS: Final = 20
"""How often a decision is repeated when other nodes stored events first."""

LOG_CACHE_THRESHOLD: Final = 8
"""From this many connections on, the log for new clients is cached: more are likely to come."""

REACTION_BURST: Final = 5
"""A seat may send at once as many reactions as in this many seconds."""

_NOBODY: Final[frozenset[str]] = frozenset()

Decide = Callable[[Table], Sequence[StoredEvent]]
"""Decides about a request: returns its events, or raises a `Refusal`."""

Done = Callable[[int, Exception | None], None]
"""Callback with the number of stored events, or with the error."""

_encode: Final = msgspec.json.Encoder().encode


def encode(message: ServerMessage) -> bytes:
    """A message as JSON."""
    return _encode(message)


class TableClient(Protocol):
    """A connected client, as a table needs it; `transport.connection.Connection` is one."""

    key: str
    seat: str | None
    last_received: float
    """When the last message came, by the clock of the settings."""
    closing: tuple[int, str] | None
    """The code and reason it is being closed with."""
    live_table: LiveTable | None

    def send(self, text: bytes) -> None:
        """Queue a message; never waits."""

    def close(self, code: int, reason: str) -> None:
        """Close the connection after the queued messages."""


class LiveTable:
    """A table in memory. All changes go through `request`: decide, store, apply, broadcast."""

    __slots__ = (
        "_attempts",
        "_away_since",
        "_broken",
        "_busy",
        "_connected_seats",
        "_log",
        "_log_visibility",
        "_presence_sent",
        "_presence_timer",
        "_reaction_limits",
        "_requests",
        "_result",
        "_resumed",
        "_services",
        "_spectators",
        "closed",
        "connections",
        "empty_since",
        "host_seen",
        "on_change",
        "ready_began",
        "stand_in_offers",
        "stand_ins",
        "table",
        "timed_out",
        "turn_began",
        "uncertain",
    )

    def __init__(self, table: Table, services: TableServices, thought: float = 0.0) -> None:
        self.table = table
        self.connections: list[TableClient] = []
        self._connected_seats: frozenset[str | None] = frozenset()
        """The seats with a connection to this node; None among them stands for spectators."""
        self._spectators = 0
        """How many connections to this node have no seat."""
        self._presence_sent = -math.inf
        self._presence_timer: asyncio.TimerHandle | None = None
        """When `Presence` was last sent, and the timer of the next one."""
        self.empty_since = self.host_seen = services.clock()
        self._services = services
        self._requests: list[tuple[Decide, Done]] = []  # usually one: a deque takes ten times the memory
        self._busy = False
        """Whether the first request waits for the database."""
        self._attempts = 0
        self.turn_began = services.clock() - thought
        self.timed_out = -1
        """The number of the last position in which the thinking time ran out."""
        self.ready_began = services.clock()
        """When the first player was ready for the next round."""
        self.stand_ins: frozenset[str] = frozenset()
        """Seats whose players were away when their time ran out, until they come back."""
        self._away_since: dict[str, float] = {}
        """Seats whose players are not connected, and since when."""
        self.stand_in_offers: frozenset[str] = frozenset()
        """Seats whose players have been away for `stand_in_after` seconds: others can call a bot for them."""
        self._reaction_limits: dict[str, TokenBucket] | None = None
        """The rate limit of each seat for reactions; None before the first."""
        self._resumed = table.number > 0
        """Whether the table was loaded from the database and has not changed since."""
        self.uncertain = False
        """Whether the database may have events that are not applied here."""
        self.closed = self._broken = False
        self.on_change: Callable[[], None] = _ignore
        """Change listener: called after every change of the table or its connections. The scheduler sets it."""
        self._log_visibility = LogVisibility(table.options.memory)
        self._log: list[Event] | None = None
        """The log for new clients, cached until the next event."""
        self._result: tuple[int, RoundResult | None] = (0, None)
        """The number of the last position with a result, and the result: cached."""

    ##### Connections #####

    def join(self, connection: TableClient, last: int | None) -> None:
        """Add a connection: send it a `Welcome`, and `Presence` to the others."""
        chair = self.table.chair_of(connection.key)
        connection.seat = chair.seat if chair else None
        self._check_spectator_limit(connection)
        self._close_surplus_sockets(connection)
        if self._present_elsewhere()[0]:
            self._resumed = False
        elif not self.connections:
            self.turn_began = self._services.clock()  # the clock stands still while nobody is connected
        self.connections.append(connection)
        self._spectators += connection.seat is None
        self._connected_seats = _shared(self._connected_seats | {connection.seat})
        if self._resumed and connection.seat == self.table.turn:
            self.turn_began = self._services.clock()  # and for a player who reconnects after a restart
            self._resumed = False
        self.presence_changed(leaving_out=connection)
        connection.send(encode(self._welcome(connection, last)))

    def leave(self, connection: TableClient) -> None:
        """Remove a connection."""
        if connection in self.connections:
            self.connections.remove(connection)
            self._spectators -= connection.seat is None
            if all(other.seat != connection.seat for other in self.connections):
                self._connected_seats = _shared(self._connected_seats - {connection.seat})
            self.empty_since = self._services.clock()
            if connection.key == self.table.host:
                self.host_seen = self.empty_since
            self.presence_changed()

    def _check_spectator_limit(self, connection: TableClient) -> None:
        """Refuse a spectator above the limit. Players and the host are always admitted."""
        most = self._services.settings.max_spectators
        if connection.seat is None and connection.key != self.table.host and self.spectators >= most:
            raise Refusal("too-many-spectators")

    def _close_surplus_sockets(self, connection: TableClient) -> None:
        """Close the oldest sockets of a person above the limit, with the reason."""
        if not self.table.knows(connection.key):
            return
        own = [other for other in self.connections if other.key == connection.key]
        for oldest in own[: max(0, len(own) + 1 - self._services.settings.max_sockets)]:
            refusal = Refusal("too-many-sockets", most=self._services.settings.max_sockets)
            self._services.metrics.count("refusals", refusal.code)
            oldest.send(encode(refusal.message()))
            oldest.close(1008, refusal.code)
            self.leave(oldest)

    @property
    def spectators(self) -> int:
        """The number of spectators, at all nodes."""
        return self._spectators + self._present_elsewhere()[1]

    @property
    def host_here(self) -> bool:
        """Whether the host is connected: to any node if they have a seat, else to this one."""
        chair = self.table.chair_of(self.table.host)
        seated = chair is not None and chair.seat in self.present()
        return seated or any(connection.key == self.table.host for connection in self.connections)

    @property
    def host_gone(self) -> bool:
        """Whether the host has been away for `host_gone_after` seconds: then others may start the game."""
        away = self._services.clock() - self.host_seen
        return not self.host_here and away >= self._services.settings.host_gone_after

    def _update_connected_seats(self) -> None:
        for connection in self.connections:
            chair = self.table.chair_of(connection.key)
            connection.seat = chair.seat if chair else None
        self._spectators = sum(connection.seat is None for connection in self.connections)
        self._connected_seats = _shared(frozenset(connection.seat for connection in self.connections))
        self._update_away()

    def _update_away(self) -> None:
        now, present = self._services.clock(), self.present()
        self._away_since = {
            chair.seat: self._away_since.get(chair.seat, now)
            for chair in self.table.chairs.values()
            if chair.key is not None and chair.seat not in present
        }
        self.stand_in_offers = self._away_for_long()

    def _away_for_long(self) -> frozenset[str]:
        """Seats whose players have been away for `stand_in_after` seconds, at a table without thinking time."""
        table = self.table
        if table.options.seconds or table.phase != "playing":
            return _NOBODY
        long_ago = self._services.clock() - self._services.settings.stand_in_after
        away = frozenset(seat for seat, since in self._away_since.items() if since <= long_ago)
        return away - table.stand_ins

    def offer_stand_ins(self) -> None:
        """Send `Presence` if the seats for which a bot can be called have changed."""
        if self._away_since and self._away_for_long() != self.stand_in_offers:
            self.presence_changed()

    def played_for(self) -> frozenset[str]:
        """The seats whose players are away and for whom a bot plays."""
        return (self.stand_ins | self.table.stand_ins) - self.present()

    def react(self, seat: str | None, emoji: Emoji) -> None:
        """Send everyone an emoji of a player."""
        if seat is None:
            raise Refusal("not-your-seat")
        rate, now = self._services.settings.reactions_per_second, self._services.clock()
        if self._reaction_limits is None:
            self._reaction_limits = {}
        if not self._reaction_limits.setdefault(seat, TokenBucket(rate, REACTION_BURST * rate, now)).take(
            now
        ):
            raise Refusal("too-fast", limit=f"{rate:g} reactions a second")
        text = encode(Reaction(seat, emoji))
        for connection in self.connections:
            connection.send(text)

    def presence_changed(self, leaving_out: TableClient | None = None) -> None:
        """Connections have changed, here or at another node: end stand-ins of returned players, and send `Presence`.

        At most one `Presence` is sent per `presence_pause`; otherwise n arrivals would cost n² messages.
        """
        if self.closed:
            return
        if back := self.stand_ins & self.present():
            self.stand_ins -= back
            if self.table.turn in back:  # a position whose time ran out stays so
                self.turn_began = self._services.clock()
        self._update_away()
        self.on_change()
        wait = self._presence_sent + self._services.settings.presence_pause - self._services.clock()
        if wait <= 0:
            self._broadcast_presence(leaving_out)
        elif self._presence_timer is None:
            self._presence_timer = asyncio.get_running_loop().call_later(wait, self._broadcast_presence)

    def _broadcast_presence(self, leaving_out: TableClient | None = None) -> None:
        """Send `Presence` to all connections, and announce it to other nodes."""
        self._cancel_presence_timer()
        self._presence_sent = self._services.clock()
        with self._services.tasks.guard("presence", self.table.id):
            seats = "".join(sorted(seat for seat in self._connected_seats if seat))
            self._services.store.announce_presence(self.table.id, seats, self._spectators)
            message = encode(Presence(self.info()))
            for connection in self.connections:
                if connection is not leaving_out:
                    connection.send(message)

    def _cancel_presence_timer(self) -> None:
        if self._presence_timer is not None:
            self._presence_timer.cancel()
            self._presence_timer = None

    @property
    def is_time_up(self) -> bool:
        """Whether the thinking time ran out in this position. Reconnecting does not reset it."""
        return self.timed_out == self.table.position_number

    def goes_on_in(self) -> float | None:
        """Seconds until the table goes on without those who are not ready; None if nobody is ready, or all are."""
        if self.table.phase not in {"between", "over"} or not self._is_someone_ready() or not self.unready():
            return None
        left = self._services.settings.go_on_after - (self._services.clock() - self.ready_began)
        return round(max(0.0, left), 1)

    def unready(self) -> set[str]:
        """The seats of people who are here and not ready to go on."""
        chairs = self.table.chairs
        return {seat for seat in self.present() if chairs[seat].kind == "person" and not chairs[seat].ready}

    def time_left(self, seconds: int) -> float:
        """Seconds left of a turn of this length."""
        return 0.0 if self.is_time_up else max(0.0, seconds - (self._services.clock() - self.turn_began))

    def present(self) -> set[str]:
        """The seats whose players are connected, to any node."""
        here = {seat for seat in self._connected_seats if seat}
        return here | self._present_elsewhere()[0]

    def _present_elsewhere(self) -> tuple[frozenset[str], int]:
        return self._services.store.present_elsewhere(self.table.id)

    ##### Requests #####

    def request(self, decide: Decide, done: Done) -> None:
        """Queue a request. `done` is called when its events are stored and applied, or with the error."""
        self._requests.append((decide, done))
        if not self._busy:
            self._process_requests()

    async def act(self, decide: Decide) -> None:
        """Carry out a request and wait for it; raises the error, as a rule a `Refusal`."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        self.request(decide, lambda kept, error: settle(future, error))
        await future

    async def catch_up(self) -> None:
        """Apply the events that other nodes have stored."""
        self.uncertain = True
        await self.act(lambda table: ())

    def _process_requests(self) -> None:
        """Carry out queued requests in order, until one has to wait for the database."""
        while self._requests and not self._busy:
            if self.uncertain and not self.closed:
                self._busy = True
                self._services.tasks.start("catch-up", self._catch_up, self.table.id)
                return
            try:
                if self.closed:
                    raise Refusal("server-error" if self._broken else "unknown-table")
                events = self._requests[0][0](self.table)
                if events:
                    self._busy = True
                    self._services.store.keep(self._make_append(events), partial(self._on_stored, events))
                    return
            except Exception as error:
                self._busy = False
                self._answer(0, error)
            else:
                self._answer(0)

    def _answer(self, kept: int, error: Exception | None = None) -> None:
        """Finish the first request and call its callback."""
        self._attempts = 0
        done = self._requests.pop(0)[1]
        try:  # not `guard`, which costs a microsecond per move
            done(kept, error)
        except Exception as failure:
            self._services.tasks.failed("answer", failure, self.table.id)

    def _on_stored(self, events: Sequence[StoredEvent], error: Exception | None) -> None:
        """The database has answered: apply the events, or report the error."""
        self._busy = False
        if error is None:
            self._services.metrics.counts[EVENTS] += len(events)
            if self._apply_safely(events):
                self._answer(len(events))
            else:
                self._answer(0, Refusal("server-error"))
        elif isinstance(error, Conflict):
            self.uncertain = True
            self._attempts += 1
            if self._attempts == MAX_ATTEMPTS:
                self._answer(0, Refusal("busy"))
        elif isinstance(error, Gone):
            self._services.drop(self.table.id, "the table was deleted")
        elif isinstance(error, StoreDown):
            self.uncertain = True
            log.error("events could not be stored", extra={"table": self.table.id, "reason": str(error)})
            self._answer(0, Refusal("database-down"))
        else:
            self._answer(0, error)
        self._process_requests()

    async def _catch_up(self) -> None:
        try:
            missed = await self._services.store.load(self.table.id, self.table.number)
            self.uncertain = False
            if missed:
                self._apply_safely([decode_event(body) for body in missed])
        except StoreDown:
            self._answer(0, Refusal("database-down"))
        except Damaged as damage:
            self._answer(0, self._services.refuse_damaged(self.table.id, damage))
        except Exception as error:
            self._answer(0, error)
        finally:
            self._busy = False
        self._process_requests()

    def _apply_safely(self, events: Sequence[StoredEvent]) -> bool:
        """Apply stored events. If that fails, memory may differ from the database: close the table."""
        try:
            self._apply_and_broadcast(events)
        except Exception as error:
            self._services.tasks.failed("table", error, self.table.id)
            self._broken = True
            self.close()
            # After the request is answered.
            asyncio.get_running_loop().call_soon(self._services.drop, self.table.id, "server error", 1011)
        return not self._broken

    def _make_append(self, events: Sequence[StoredEvent]) -> Append:
        """The events to store, with the summary and the record of an ended game."""
        table = self.table
        summary = ended = None
        if table.phase == "open":  # the list of tables has only these
            summary = self._summary(events)
        elif type(last := events[-1]) is MoveMade:
            record = table.record_after(last.move)
            ended = EndedGame(table.game, str(record)) if record is not None else None
        return Append(
            table.id,
            table.number + 1,
            self._services.settings.sources.date(),
            list(map(encode_event, events)),
            summary,
            ended,
        )

    def _apply_and_broadcast(self, events: Sequence[StoredEvent]) -> None:
        """Apply stored events and send everyone an update."""
        table = self.table
        phase, position = table.phase, table.position_number
        was_ready = phase != "playing" and self._is_someone_ready()
        self._log = None
        shown_events: list[Event | Made] = []
        forgotten: list[int] = []
        for event in events:
            shown = table.apply(event)
            if shown is not None:
                shown_events.append(shown)
                if self._log_visibility.forgets:
                    forgotten += self._log_visibility.follow(self._written(shown), table.position)
        if table.position_number != position:
            self.turn_began = self._services.clock()
        self._resumed = False
        if table.phase == phase and len(events) == 1 and type(events[0]) is MoveMade:
            self._broadcast(shown_events, None, forgotten)
        elif not all(isinstance(event, QUIET) for event in events):
            if not was_ready and self._is_someone_ready():
                self.ready_began = self._services.clock()
            self._update_connected_seats()
            self._broadcast(shown_events, self.info(), forgotten)
        self.on_change()

    def _is_someone_ready(self) -> bool:
        return any(chair.ready for chair in self.table.chairs.values())

    def _summary(self, events: Sequence[StoredEvent]) -> Summary:
        """The entry in the list of tables after these events, which are not applied yet."""
        after = self.table.copy()
        for event in events:
            after.apply(event)
        info = _encode(table_info(after, frozenset(), frozenset(), 0))
        return Summary(after.options.public, after.phase, info)

    ##### Messages #####

    def info(self) -> TableInfo:
        here, stand_ins = self.host_here, self.played_for()
        return table_info(
            self.table,
            self.present(),
            stand_ins,
            self.spectators,
            host_here=here,
            stand_in_offers=self.stand_in_offers,
            goes_on_in=self.goes_on_in(),
        )

    def _welcome(self, connection: TableClient, last: int | None) -> Welcome:
        table = self.table
        fresh = last is None or not table.dealt_number or not table.dealt_number <= last <= table.number
        log = self._log_shown()
        known = -1 if fresh or last is None else last
        gone = [
            event.number
            for event in log
            if isinstance(event, Moved) and event.move is None and event.number <= known
        ]
        return Welcome(
            PROTOCOL,
            __version__,
            connection.seat,
            connection.key == table.host,
            fresh,
            [event for event in log if event.number > known],
            self._states(frozenset([connection.seat]), self.info(), gone)[connection.seat],
            table.deals[-1].commitment if table.deals else None,
        )

    def _log_shown(self) -> list[Event]:
        """The log of this round as clients may see it; cached while there are many connections."""
        if self._log is None:
            log, self._log_visibility = visible_log(self.table.round_log(), self.table.options.memory)
            if len(self.connections) < LOG_CACHE_THRESHOLD:
                return log
            self._log = log
        return self._log

    def _broadcast(
        self, shown_events: list[Event | Made], info: TableInfo | None, forgotten: list[int]
    ) -> None:
        """Send every connection an `Update`; without `info` it is a plain move."""
        options = self.table.options
        if info is None and not forgotten and not options.seconds and type(made := shown_events[0]) is Made:
            messages = self._services.writer.write_updates(made, options.memory, self._connected_seats)
        else:
            written: list[Any] = list(map(self._written, shown_events))
            states = self._states(self._connected_seats, info, forgotten)
            messages = {seat: encode(Update(written, state)) for seat, state in states.items()}
        for connection in self.connections:
            connection.send(messages[connection.seat])

    def _written(self, shown: Event | Made) -> Event | Raw:
        """An event as it goes into a message."""
        return Raw(self._services.writer.write_moved(shown)) if isinstance(shown, Made) else shown

    def _states(
        self, seats: frozenset[str | None], info: TableInfo | None, forgotten: list[int]
    ) -> dict[str | None, State]:
        """The `State` of each of these seats; None is a spectator."""
        table = self.table
        number, made, turn = table.number, table.position_number, table.turn
        shuffle = shuffle_shown(table.shuffle) if table.shuffle is not None else None
        if table.position is None:
            return dict.fromkeys(seats, State(number, table=info, shuffle=shuffle))
        views, moves = self._services.writer.write_views(table.position, table.options.memory, seats)
        clock = self._clock_shown() if table.options.seconds else None
        result = self._result_shown() if turn is None else None
        states = {}
        for seat, view in views.items():
            own = moves if seat == turn else []
            states[seat] = State(number, made, info, view, own, clock, result, forgotten, shuffle)
        return states

    def _result_shown(self) -> RoundResult | None:
        """The result of the round, cached: every update until the next deal contains it."""
        if self._result[0] != self.table.position_number:
            self._result = self.table.position_number, result_of(self.table)
        return self._result[1]

    def _clock_shown(self) -> Clock | None:
        seconds = self.table.options.seconds
        if seconds is None or self.table.turn is None or self.table.chairs[self.table.turn].kind != "person":
            return None
        return Clock(seconds, round(self.time_left(seconds), 1))

    def close(self) -> None:
        self.closed = True
        self.on_change()
        self._cancel_presence_timer()
        self._services.store.announce_presence(self.table.id, "", 0)


def _ignore() -> None:
    """The change listener of a table without a scheduler."""


@cache
def _shared(seats: frozenset[str | None]) -> frozenset[str | None]:
    """Share equal sets between tables, to save memory."""
    return seats
