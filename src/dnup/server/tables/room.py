"""A table that someone is at: who is connected, what they are told, and who makes the next move."""

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
from dnup.server.messages.refusals import Refusal, unknown_table
from dnup.server.store.store import Append, Conflict, Damaged, EndedGame, Gone, StoreDown, Summary, settle
from dnup.server.tables.house import House
from dnup.server.tables.info import result_of, table_info
from dnup.server.tables.recall import Screen, recall
from dnup.server.tables.scribe import Made
from dnup.server.tables.table import Table, shuffle_shown
from dnup.server.upkeep.buckets import Bucket
from dnup.server.upkeep.metrics import EVENTS

log = logging.getLogger(__name__)

ATTEMPTS: Final = 20
"""How often a decision is made anew when other nodes were quicker."""

CROWD: Final = 8
"""With so many at a table, more are expected."""

REACTIONS_AT_ONCE: Final = 5
"""A seat that has not reacted for a while may do so as often as in so many seconds."""

_NOBODY: Final[frozenset[str]] = frozenset()

Decide = Callable[[Table], Sequence[StoredEvent]]
"""What someone wants to do: the events of it, or a `Refusal`."""

Done = Callable[[int, Exception | None], None]
"""Told how many events were kept, or why none were."""

_encode: Final = msgspec.json.Encoder().encode


def encode(message: ServerMessage) -> bytes:
    """A message as it is sent."""
    return _encode(message)


class Guest(Protocol):
    """Someone who is connected, as a table sees them."""

    key: str
    seat: str | None
    heard: float
    """When they last said something."""
    closing: tuple[int, str] | None
    """With what they have been sent away."""
    room: Room | None

    def send(self, text: bytes) -> None:
        """Tell them something, without waiting until they have heard it."""

    def close(self, code: int, reason: str) -> None:
        """Send them away."""


class Room:
    """A table in memory. All changes go through `request`: decide, keep on disk, apply, tell."""

    __slots__ = (
        *("_attempts", "_away", "_broken", "_buckets", "_busy", "_here", "_house", "_log", "_requests"),
        *("_result", "_resumed", "_screen", "_spectators", "_telling", "_told_presence"),
        *(
            "changed",
            "closed",
            "connections",
            "empty_since",
            "host_seen",
            "offers",
            "ready_began",
            "stand_ins",
            "table",
        ),
        *("timed_out", "turn_began", "uncertain"),
    )

    def __init__(self, table: Table, house: House, thought: float = 0.0) -> None:
        self.table = table
        self.connections: list[Guest] = []
        self._here: frozenset[str | None] = frozenset()
        """The seats of those who are connected to this node, None among them if someone watches."""
        self._spectators = 0
        """How many of them watch."""
        self._told_presence = -math.inf
        self._telling: asyncio.TimerHandle | None = None
        """When everyone was told last who is here, and what will tell them next."""
        self.empty_since = self.host_seen = house.clock()
        self._house = house
        self._requests: list[tuple[Decide, Done]] = []  # as a rule one: a deque takes ten times the memory
        self._busy = False
        """Whether the first of them waits for the database."""
        self._attempts = 0
        self.turn_began = house.clock() - thought
        self.timed_out = -1
        """The number of the last position in which the thinking time ran out."""
        self.ready_began = house.clock()
        """When the first was ready to go on."""
        self.stand_ins: frozenset[str] = frozenset()
        """The seats whose people were away when their time ran out, until they come back."""
        self._away: dict[str, float] = {}
        """The seats whose people are not connected, and since when."""
        self.offers: frozenset[str] = frozenset()
        """Those who have been away for so long that the others can have a bot play for them."""
        self._buckets: dict[str, Bucket] | None = None
        """How often each seat may react."""
        self._resumed = table.number > 0
        """Whether the table comes from the database and nothing has happened since."""
        self.uncertain = False
        """Whether the database may have kept more than has happened here."""
        self.closed = self._broken = False
        self.changed: Callable[[], None] = _nobody_asks
        """Called when something is different, for whoever sees to what happens here by itself."""
        self._screen = Screen(table.options.memory)
        self._log: list[Event] | None = None
        """What a crowd is welcomed with, until something happens."""
        self._result: tuple[int, RoundResult | None] = (0, None)
        """The last position of a round, and how it ended."""

    ##### Coming and going #####

    def join(self, connection: Guest, last: int | None) -> None:
        """Someone connects: tell them all they need, and the others that they are here."""
        chair = self.table.chair_of(connection.key)
        connection.seat = chair.seat if chair else None
        self._need_room_for(connection)
        self._make_way_for(connection)
        if self._present_elsewhere()[0]:
            self._resumed = False
        elif not self.connections:
            self.turn_began = self._house.clock()  # nobody loses time while nobody is there
        self.connections.append(connection)
        self._spectators += connection.seat is None
        self._here = _shared(self._here | {connection.seat})
        if self._resumed and connection.seat == self.table.turn:
            self.turn_began = self._house.clock()  # nor by coming back last after a restart
            self._resumed = False
        self.presence_changed(leaving_out=connection)
        connection.send(encode(self._welcome(connection, last)))

    def leave(self, connection: Guest) -> None:
        """A connection is gone."""
        if connection in self.connections:
            self.connections.remove(connection)
            self._spectators -= connection.seat is None
            if all(other.seat != connection.seat for other in self.connections):
                self._here = _shared(self._here - {connection.seat})
            self.empty_since = self._house.clock()
            if connection.key == self.table.host:
                self.host_seen = self.empty_since
            self.presence_changed()

    def _need_room_for(self, connection: Guest) -> None:
        """Whoever sits here or is the host gets in; spectators as long as there are not too many."""
        most = self._house.settings.max_spectators
        if connection.seat is None and connection.key != self.table.host and self.spectators >= most:
            raise Refusal(
                "too-many-spectators", "as many watch this table as it has room for", "come back later"
            )

    def _make_way_for(self, connection: Guest) -> None:
        """Close the oldest socket of a person who has too many, and say why."""
        if not self.table.knows(connection.key):
            return
        own = [other for other in self.connections if other.key == connection.key]
        for oldest in own[: max(0, len(own) + 1 - self._house.settings.max_sockets)]:
            refusal = _too_many_sockets(self._house.settings.max_sockets)
            self._house.metrics.count("refusals", refusal.code)
            oldest.send(encode(refusal.message()))
            oldest.close(1008, refusal.code)
            self.leave(oldest)

    @property
    def spectators(self) -> int:
        """How many watch, at any node."""
        return self._spectators + self._present_elsewhere()[1]

    @property
    def host_here(self) -> bool:
        """Whether whoever created the table is connected, to any node if they sit here."""
        chair = self.table.chair_of(self.table.host)
        seated = chair is not None and chair.seat in self.present()
        return seated or any(connection.key == self.table.host for connection in self.connections)

    @property
    def host_gone(self) -> bool:
        """Whether they have not been here for so long that others need not wait for them."""
        away = self._house.clock() - self.host_seen
        return not self.host_here and away >= self._house.settings.host_gone_after

    def _see_who_is_here(self) -> None:
        for connection in self.connections:
            chair = self.table.chair_of(connection.key)
            connection.seat = chair.seat if chair else None
        self._spectators = sum(connection.seat is None for connection in self.connections)
        self._here = _shared(frozenset(connection.seat for connection in self.connections))
        self._see_who_is_away()

    def _see_who_is_away(self) -> None:
        now, present = self._house.clock(), self.present()
        self._away = {
            chair.seat: self._away.get(chair.seat, now)
            for chair in self.table.chairs.values()
            if chair.key is not None and chair.seat not in present
        }
        self.offers = self._away_for_long()

    def _away_for_long(self) -> frozenset[str]:
        """The seats whose people have been away for so long that the others need not wait for them."""
        table = self.table
        if table.options.seconds or table.phase != "playing":
            return _NOBODY
        long_ago = self._house.clock() - self._house.settings.stand_in_after
        away = frozenset(seat for seat, since in self._away.items() if since <= long_ago)
        return away - table.stand_ins

    def offer_stand_ins(self) -> None:
        """Tell everyone if someone has been away for so long that a bot can play for them."""
        if self._away and self._away_for_long() != self.offers:
            self.presence_changed()

    def played_for(self) -> frozenset[str]:
        """The seats whose people are away and for whom a bot plays."""
        return (self.stand_ins | self.table.stand_ins) - self.present()

    def react(self, seat: str | None, emoji: Emoji) -> None:
        """Show everyone an emoji of someone who sits here."""
        if seat is None:
            raise Refusal("not-your-seat", "only who sits at the table can react", "sit down")
        rate, now = self._house.settings.reactions_per_second, self._house.clock()
        if self._buckets is None:
            self._buckets = {}
        if not self._buckets.setdefault(seat, Bucket(rate, REACTIONS_AT_ONCE * rate, now)).take(now):
            raise Refusal("too-fast", "too many reactions", "about one a second")
        text = encode(Reaction(seat, emoji))
        for connection in self.connections:
            connection.send(text)

    def presence_changed(self, leaving_out: Guest | None = None) -> None:
        """Someone came or went, here or at another node: let those who are back play themselves, and tell everyone.

        The first is told of at once, those who come or go soon after all together: else a crowd would cost the square
        of its number.
        """
        if self.closed:
            return
        if back := self.stand_ins & self.present():
            self.stand_ins -= back
            if self.table.turn in back:  # time that ran out in this position stays out
                self.turn_began = self._house.clock()
        self._see_who_is_away()
        self.changed()
        wait = self._told_presence + self._house.settings.presence_pause - self._house.clock()
        if wait <= 0:
            self._tell_presence(leaving_out)
        elif self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(wait, self._tell_presence)

    def _tell_presence(self, leaving_out: Guest | None = None) -> None:
        """Tell everyone who is here, other nodes too."""
        self._stop_telling()
        self._told_presence = self._house.clock()
        with self._house.tasks.guard("presence", self.table.id):
            seats = "".join(sorted(seat for seat in self._here if seat))
            self._house.store.announce_presence(self.table.id, seats, self._spectators)
            message = encode(Presence(self.info()))
            for connection in self.connections:
                if connection is not leaving_out:
                    connection.send(message)

    def _stop_telling(self) -> None:
        if self._telling is not None:
            self._telling.cancel()
            self._telling = None

    @property
    def is_time_up(self) -> bool:
        """Whether the thinking time ran out in this position. Nobody gets more by leaving and coming back."""
        return self.timed_out == self.table.position_number

    def time_left(self, seconds: int) -> float:
        """How many of the seconds of a turn are left."""
        return 0.0 if self.is_time_up else max(0.0, seconds - (self._house.clock() - self.turn_began))

    def present(self) -> set[str]:
        """The seats whose people are connected, to any node."""
        here = {seat for seat in self._here if seat}
        return here | self._present_elsewhere()[0]

    def _present_elsewhere(self) -> tuple[frozenset[str], int]:
        return self._house.store.present_elsewhere(self.table.id)

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
                self._house.tasks.start("catch-up", self._catch_up, self.table.id)
                return
            try:
                if self.closed:
                    raise _broken() if self._broken else unknown_table()
                events = self._requests[0][0](self.table)
                if events:
                    self._busy = True
                    self._house.store.keep(self._append_of(events), partial(self._kept, events))
                    return
            except Exception as error:
                self._busy = False
                self._answer(0, error)
            else:
                self._answer(0)

    def _answer(self, kept: int, error: Exception | None = None) -> None:
        """The first request is done with."""
        self._attempts = 0
        done = self._requests.pop(0)[1]
        try:  # not `guard`, which would take a microsecond of every move
            done(kept, error)
        except Exception as failure:
            self._house.tasks.failed("answer", failure, self.table.id)

    def _kept(self, events: Sequence[StoredEvent], error: Exception | None) -> None:
        """The database has answered: what is safe happens."""
        self._busy = False
        if error is None:
            self._house.metrics.counts[EVENTS] += len(events)
            if self._happens(events):
                self._answer(len(events))
            else:
                self._answer(0, _broken())
        elif isinstance(error, Conflict):
            self.uncertain = True
            self._attempts += 1
            if self._attempts == ATTEMPTS:
                self._answer(0, Refusal("not-now", "too many want to do something here at once", "try again"))
        elif isinstance(error, Gone):
            self._house.drop(self.table.id, "the table was deleted")
        elif isinstance(error, StoreDown):
            self.uncertain = True
            log.error("events could not be kept", extra={"table": self.table.id, "reason": str(error)})
            self._answer(0, _database_down())
        else:
            self._answer(0, error)
        self._go_on()

    async def _catch_up(self) -> None:
        try:
            missed = await self._house.store.load(self.table.id, self.table.number)
            self.uncertain = False
            if missed:
                self._happens([decode_event(body) for body in missed])
        except StoreDown:
            self._answer(0, _database_down())
        except Damaged as damage:
            self._answer(0, self._house.refuse_damaged(self.table.id, damage))
        except Exception as error:
            self._answer(0, error)
        finally:
            self._busy = False
        self._go_on()

    def _happens(self, events: Sequence[StoredEvent]) -> bool:
        """Kept events happen. If that fails, memory may not be what was kept: everyone comes back, to what was."""
        try:
            self._happen(events)
        except Exception as error:
            self._house.tasks.failed("table", error, self.table.id)
            self._broken = True
            self.close()
            # Whoever asked is answered before all are sent off.
            asyncio.get_running_loop().call_soon(self._house.drop, self.table.id, "server error", 1011)
        return not self._broken

    def _append_of(self, events: Sequence[StoredEvent]) -> Append:
        """What is to be kept. What the rest of the database needs is worked out beforehand."""
        table = self.table
        summary = ended = None
        if table.phase == "open":  # the list of tables shows no others
            summary = self._summary(events)
        elif type(last := events[-1]) is MoveMade:
            record = table.record_after(last.move)
            ended = EndedGame(table.game, str(record)) if record is not None else None
        return Append(
            table.id,
            table.number + 1,
            self._house.settings.sources.date(),
            list(map(encode_event, events)),
            summary,
            ended,
        )

    def _happen(self, events: Sequence[StoredEvent]) -> None:
        """Kept events happen, and everyone is told."""
        table = self.table
        phase, position = table.phase, table.position_number
        was_ready = phase != "playing" and self._is_someone_ready()
        self._log = None
        told: list[Event | Made] = []
        forgotten: list[int] = []
        for event in events:
            shown = table.apply(event)
            if shown is not None:
                told.append(shown)
                if self._screen.forgets:
                    forgotten += self._screen.follow(self._written(shown), table.position)
        if table.position_number != position:
            self.turn_began = self._house.clock()
        self._resumed = False
        if table.phase == phase and len(events) == 1 and type(events[0]) is MoveMade:
            self._tell(told, None, forgotten)
        elif not all(isinstance(event, QUIET) for event in events):
            if not was_ready and self._is_someone_ready():
                self.ready_began = self._house.clock()
            self._see_who_is_here()
            self._tell(told, self.info(), forgotten)
        self.changed()

    def _is_someone_ready(self) -> bool:
        return any(chair.ready for chair in self.table.chairs.values())

    def _summary(self, events: Sequence[StoredEvent]) -> Summary:
        """What the list of tables will show; this table stays as it is until the events are safe."""
        after = self.table.copy()
        for event in events:
            after.apply(event)
        info = _encode(table_info(after, frozenset(), frozenset(), 0))
        return Summary(after.options.public, after.phase, info)

    ##### What everyone is told #####

    def info(self) -> TableInfo:
        here, stand_ins = self.host_here, self.played_for()
        return table_info(
            *(self.table, self.present(), stand_ins, self.spectators), host_here=here, offers=self.offers
        )

    def _welcome(self, connection: Guest, last: int | None) -> Welcome:
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
        """What screens remember of this round. It is kept for a crowd, which asks for the same again and again."""
        if self._log is None:
            log, self._screen = recall(self.table.round_log(), self.table.options.memory)
            if len(self.connections) < CROWD:
                return log
            self._log = log
        return self._log

    def _tell(self, told: list[Event | Made], info: TableInfo | None, forgotten: list[int]) -> None:
        """Tell everyone what has happened, and what they see then; without `info` that is a move and no more."""
        options = self.table.options
        if info is None and not forgotten and not options.seconds and type(made := told[0]) is Made:
            messages = self._house.scribe.write_updates(made, options.memory, self._here)
        else:
            written: list[Any] = list(map(self._written, told))
            states = self._states(self._here, info, forgotten)
            messages = {seat: encode(Update(written, state)) for seat, state in states.items()}
        for connection in self.connections:
            connection.send(messages[connection.seat])

    def _written(self, shown: Event | Made) -> Event | Raw:
        """What is told of an event, as it goes into a message."""
        return Raw(self._house.scribe.write_moved(shown)) if isinstance(shown, Made) else shown

    def _states(
        self, seats: frozenset[str | None], info: TableInfo | None, forgotten: list[int]
    ) -> dict[str | None, State]:
        """What each of these seats is shown, and a spectator if None is among them."""
        table = self.table
        number, made, turn = table.number, table.position_number, table.turn
        shuffle = shuffle_shown(table.shuffle) if table.shuffle is not None else None
        if table.position is None:
            return dict.fromkeys(seats, State(number, table=info, shuffle=shuffle))
        views, moves = self._house.scribe.look(table.position, table.options.memory, seats)
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
        return Clock(seconds, round(self.time_left(seconds), 1))

    def close(self) -> None:
        self.closed = True
        self.changed()
        self._stop_telling()
        self._house.store.announce_presence(self.table.id, "", 0)


def _nobody_asks() -> None:
    pass


@cache
def _shared(seats: frozenset[str | None]) -> frozenset[str | None]:
    """The same for all tables: there are few kinds, and thousands of tables."""
    return seats


def _broken() -> Refusal:
    return Refusal("server-error", "something went wrong at this table", "come back; nothing is lost")


def _too_many_sockets(most: int) -> Refusal:
    return Refusal(
        "too-many-sockets",
        f"your seat is open in more than {most} places; this was the oldest of them",
        "close some of the others, then come back",
    )


def _database_down() -> Refusal:
    return Refusal(
        "database-down", "the server cannot reach its database", "try again in a moment; nothing is lost"
    )
