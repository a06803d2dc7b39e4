"""A table that someone is at: who is connected, what they are told, and who makes the next move."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw

from dnup.__about__ import __version__
from dnup.server.agenda import Agenda
from dnup.server.events import QUIET, MoveMade, StoredEvent, decode_event, encode_event
from dnup.server.info import result_of, table_info
from dnup.server.memory import Screen, recall
from dnup.server.metrics import EVENTS
from dnup.server.protocol import (
    PROTOCOL,
    Clock,
    Event,
    Moved,
    Presence,
    RoundResult,
    ServerMessage,
    State,
    TableInfo,
    Update,
    Welcome,
)
from dnup.server.refusals import Refusal, unknown_table
from dnup.server.sight import look, write_updates
from dnup.server.store import Append, Conflict, EndedGame, Gone, StoreDown, Summary, settle
from dnup.server.table import Table, shuffle_shown

if TYPE_CHECKING:
    from dnup.server.connection import Connection
    from dnup.server.hub import Hub

log = logging.getLogger(__name__)

ATTEMPTS: Final = 20
"""How often a decision is made anew when other nodes were quicker."""

Decide = Callable[[Table], Sequence[StoredEvent]]
"""What someone wants to do: the events of it, or a `Refusal`."""

Done = Callable[[int, Exception | None], None]
"""Told how many events were kept, or why none were."""

_encode: Final = msgspec.json.Encoder().encode


def encode(message: ServerMessage) -> bytes:
    """A message as it is sent."""
    return _encode(message)


class Room:
    """A table in memory. All changes go through `request`: decide, keep on disk, apply, tell."""

    __slots__ = (
        *("_attempts", "_busy", "_here", "_hub", "_requests", "_result", "_resumed", "_screen"),
        *("agenda", "closed", "connections", "empty_since", "host_seen", "ready_began", "stand_ins", "table"),
        *("turn_began", "uncertain"),
    )

    def __init__(self, table: Table, hub: Hub, thought: float = 0.0) -> None:
        self.table = table
        self.connections: tuple[Connection, ...] = ()
        self._here: frozenset[str | None] = frozenset()
        """The seats of those who are connected to this node, None among them if someone watches."""
        self.empty_since = self.host_seen = hub.clock()
        self._hub = hub
        self._requests: list[tuple[Decide, Done]] = []  # as a rule one: a deque takes ten times the memory
        self._busy = False
        """Whether the first of them waits for the database."""
        self._attempts = 0
        self.turn_began = hub.clock() - thought
        self.ready_began = hub.clock()
        self.stand_ins: frozenset[str] = frozenset()
        self._resumed = table.number > 0
        """Whether the table comes from the database and nothing has happened since."""
        self.uncertain = False
        """Whether the database may have kept more than has happened here."""
        self.closed = False
        self.agenda = Agenda(self, hub)
        self._screen = Screen(table.options.memory)
        self._result: tuple[int, RoundResult | None] = (0, None)
        """The last position of a round, and how it ended."""

    ##### Coming and going #####

    def join(self, connection: Connection, last: int | None) -> None:
        """Someone connects: tell them all they need, and the others that they are here."""
        if self._present_elsewhere()[0]:
            self._resumed = False
        elif not self.connections:
            self.turn_began = self._hub.clock()  # nobody loses time while nobody is there
        self.connections += (connection,)
        self._see_who_is_here()
        if self._resumed and connection.seat == self.table.turn:
            self.turn_began = self._hub.clock()  # nor by coming back last after a restart
            self._resumed = False
        self.presence_changed(leaving_out=connection)
        connection.send(encode(self._welcome(connection, last)))

    def leave(self, connection: Connection) -> None:
        """A connection is gone."""
        if connection in self.connections:
            self.connections = tuple(other for other in self.connections if other is not connection)
            self._see_who_is_here()
            self.empty_since = self._hub.clock()
            if connection.key == self.table.host:
                self.host_seen = self.empty_since
            self.presence_changed()

    @property
    def host_here(self) -> bool:
        """Whether whoever created the table is connected, to any node if they sit here."""
        chair = self.table.chair_of(self.table.host)
        seated = chair is not None and chair.seat in self.present()
        return seated or any(connection.key == self.table.host for connection in self.connections)

    @property
    def host_gone(self) -> bool:
        """Whether they have not been here for so long that others need not wait for them."""
        away = self._hub.clock() - self.host_seen
        return not self.host_here and away >= self._hub.settings.host_gone_after

    def _see_who_is_here(self) -> None:
        for connection in self.connections:
            chair = self.table.chair_of(connection.key)
            connection.seat = chair.seat if chair else None
        self._here = _shared(frozenset(connection.seat for connection in self.connections))

    def presence_changed(self, leaving_out: Connection | None = None) -> None:
        """Tell everyone who is here, other nodes too."""
        seats = "".join(sorted(seat for seat in self._here if seat))
        spectators = sum(connection.seat is None for connection in self.connections)
        self._hub.store.announce_presence(self.table.id, seats, spectators)
        self.tell_presence(leaving_out)

    def tell_presence(self, leaving_out: Connection | None = None) -> None:
        """Tell everyone connected here who is at the table, and let those who are back play themselves."""
        if back := self.stand_ins & self.present():
            self.stand_ins -= back
            if self.table.turn in back:
                self.turn_began = self._hub.clock()
        message = encode(Presence(self.info()))
        for connection in self.connections:
            if connection is not leaving_out:
                connection.send(message)
        self.agenda.update()

    def present(self) -> set[str]:
        """The seats whose people are connected, to any node."""
        here = {seat for seat in self._here if seat}
        return here | self._present_elsewhere()[0]

    def _present_elsewhere(self) -> tuple[frozenset[str], int]:
        return self._hub.store.present_elsewhere(self.table.id)

    ##### What happens #####

    def request(self, decide: Decide, done: Done) -> None:
        """Let someone do something, after what others have asked for before; `done` is told once that is safe."""
        self._requests.append((decide, done))
        if not self._busy:
            self._go_on()

    async def act(self, decide: Decide) -> None:
        """The same for who waits for it; raises what stood in the way, as a rule a `Refusal`."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        self.request(decide, lambda kept, error: settle(future, error))
        await future

    async def catch_up(self) -> None:
        """Take in what other nodes have kept."""
        self.uncertain = True
        await self.act(lambda table: ())

    def _go_on(self) -> None:
        """Take up what was asked for, one after the other; whatever has to wait for the database goes on from there."""
        while self._requests and not self._busy:
            if self.uncertain and not self.closed:
                self._busy = True
                self._hub.spawn(self._catch_up())
                return
            try:
                if self.closed:
                    raise unknown_table()
                events = self._requests[0][0](self.table)
                append = self._append_of(events) if events else None
            except Exception as error:
                self._answer(0, error)
                continue
            if append is None:
                self._answer(0)
                continue
            self._busy = True
            self._hub.store.keep(append, partial(self._kept, events))

    def _answer(self, kept: int, error: Exception | None = None) -> None:
        """The first request is done with."""
        self._attempts = 0
        self._requests.pop(0)[1](kept, error)

    def _kept(self, events: Sequence[StoredEvent], error: Exception | None) -> None:
        """The database has answered: what is safe happens."""
        self._busy = False
        if error is None:
            self._hub.metrics.counts[EVENTS] += len(events)
            try:
                self._happen(events)
            except Exception as failure:
                self._answer(0, failure)
            else:
                self._answer(len(events))
        elif isinstance(error, Conflict):
            self.uncertain = True
            self._attempts += 1
            if self._attempts == ATTEMPTS:
                self._answer(0, Refusal("not-now", "too many want to do something here at once", "try again"))
        elif isinstance(error, Gone):
            self._hub.drop(self.table.id, "the table was deleted")
        elif isinstance(error, StoreDown):
            self.uncertain = True
            log.error("events could not be kept", extra={"table": self.table.id, "reason": str(error)})
            self._answer(0, _database_down())
        else:
            self._answer(0, error)
        self._go_on()

    async def _catch_up(self) -> None:
        try:
            missed = await self._hub.store.load(self.table.id, self.table.number)
            self.uncertain = False
            if missed:
                self._happen([decode_event(body) for body in missed])
        except StoreDown:
            self._answer(0, _database_down())
        except Exception as error:
            self._answer(0, error)
        finally:
            self._busy = False
        self._go_on()

    def _append_of(self, events: Sequence[StoredEvent]) -> Append:
        """What is to be kept. What the rest of the database needs is worked out beforehand."""
        table = self.table
        summary = ended = None
        if table.phase == "open":  # the list of tables shows no others
            summary = self._summary(events)
        elif isinstance(last := events[-1], MoveMade):
            record = table.record_after(last.move)
            ended = EndedGame(table.game, str(record)) if record is not None else None
        return Append(
            table.id,
            table.number + 1,
            self._hub.settings.sources.date(),
            [encode_event(event) for event in events],
            summary,
            ended,
        )

    def _happen(self, events: Sequence[StoredEvent]) -> None:
        """Kept events happen, and everyone is told."""
        table = self.table
        phase, position = table.phase, table.position_number
        told: list[Event | bytes] = []
        forgotten: list[int] = []
        for event in events:
            shown = table.apply(event)
            if shown is not None:
                told.append(shown)
                forgotten += self._screen.follow(shown, table.position)
        if table.position_number != position:
            self.turn_began = self._hub.clock()
        self._resumed = False
        if not told and all(isinstance(event, QUIET) for event in events):
            return  # what comes of it is shown later
        if table.phase != phase or not (len(events) == 1 and isinstance(events[0], MoveMade)):
            self.ready_began = self._hub.clock()
            self._see_who_is_here()
            self._tell(told, self.info(), forgotten)
        else:
            self._tell(told, None, forgotten)
        self.agenda.update()

    def _summary(self, events: Sequence[StoredEvent]) -> Summary:
        """What the list of tables will show; this table stays as it is until the events are safe."""
        after = self.table.copy()
        for event in events:
            after.apply(event)
        info = _encode(table_info(after, frozenset(), frozenset(), 0))
        return Summary(after.options.public, after.phase, info)

    ##### What everyone is told #####

    def info(self) -> TableInfo:
        elsewhere = self._present_elsewhere()[1]
        spectators = sum(connection.seat is None for connection in self.connections) + elsewhere
        here = self.host_here
        return table_info(self.table, self.present(), self.stand_ins, spectators, host_here=here)

    def _welcome(self, connection: Connection, last: int | None) -> Welcome:
        table = self.table
        fresh = last is None or not table.dealt_number or not table.dealt_number <= last <= table.number
        log, self._screen = recall(table.round_log(), table.options.memory)
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

    def _tell(self, events: list[Event | bytes], info: TableInfo | None, forgotten: list[int]) -> None:
        table = self.table
        plain = info is None and not forgotten and not table.options.seconds and len(events) == 1
        if plain and isinstance(event := events[0], bytes) and table.position is not None:
            messages = write_updates(table.position, table.options.memory, self._here, table.number, event)
        else:
            shown: list[Any] = [Raw(event) if isinstance(event, bytes) else event for event in events]
            states = self._states(self._here, info, forgotten)
            messages = {seat: encode(Update(shown, state)) for seat, state in states.items()}
        for connection in self.connections:
            connection.send(messages[connection.seat])

    def _states(
        self, seats: frozenset[str | None], info: TableInfo | None, forgotten: list[int]
    ) -> dict[str | None, State]:
        """What each of these seats is shown, and a spectator if None is among them."""
        table = self.table
        number, made, turn = table.number, table.position_number, table.turn
        shuffle = shuffle_shown(table.shuffle) if table.shuffle is not None else None
        if table.position is None:
            return dict.fromkeys(seats, State(number, table=info, shuffle=shuffle))
        views, moves = look(table.position, table.options.memory, seats)
        clock = self._clock_shown() if table.options.seconds else None
        result = self._result_shown() if turn is None else None
        states = {}
        for seat, view in views.items():
            own = moves if seat == turn else []
            states[seat] = State(number, made, info, view, own, clock, result, forgotten, shuffle)
        return states

    def _result_shown(self) -> RoundResult | None:
        """How the round ended. It is sent again with everything that happens until the next deal."""
        if self._result[0] != self.table.position_number:
            self._result = self.table.position_number, result_of(self.table)
        return self._result[1]

    def _clock_shown(self) -> Clock | None:
        seconds = self.table.options.seconds
        if seconds is None or self.table.turn is None or self.table.chairs[self.table.turn].kind != "person":
            return None
        return Clock(seconds, round(max(0.0, seconds - (self._hub.clock() - self.turn_began)), 1))

    def close(self) -> None:
        self.closed = True
        self.agenda.drop()


@cache
def _shared(seats: frozenset[str | None]) -> frozenset[str | None]:
    """The same for all tables: there are few kinds, and thousands of tables."""
    return seats


def _database_down() -> Refusal:
    return Refusal(
        "database-down", "the server cannot reach its database", "try again in a moment; nothing is lost"
    )
