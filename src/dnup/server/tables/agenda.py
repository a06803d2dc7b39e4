"""What happens at a table by itself: bots move, clocks run out, and the next round is dealt."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Final

from dnup.server.messages.events import By, MoveMade
from dnup.server.messages.protocol import Level
from dnup.server.tables import decisions
from dnup.server.tables.house import House
from dnup.server.tables.room import Room

STAND_IN: Final[Level] = "medium"
"""Who plays for people who are away."""

REVEAL_WITHIN: Final = 3.0
"""So many seconds does a shuffle wait for those who have promised bits; then they have thrown in nothing."""

WATCHED_PAUSE: Final = 4.0
"""Between two rounds of bots alone there is time to look."""

Plan = tuple[int, str, float]
"""What is to happen by itself: in which position, what, and in how many seconds."""


class Agenda:
    """The next thing that is to happen at a table by itself, and the task that sees to it."""

    __slots__ = ("_house", "_plan", "_room", "_task")

    def __init__(self, room: Room, house: House) -> None:
        self._room = room
        self._house = house
        self._plan: Plan | None = None
        self._task: asyncio.Task[None] | None = None
        room.changed = self.update

    def update(self) -> None:
        """See to it that bots move, clocks run out and rounds are dealt, if that is for this node to do."""
        plan = self._next()
        if plan is None and self._task is None:
            return  # nothing is to happen by itself, nor was
        if (
            plan is not None
            and self._plan is not None
            and plan[:2] == self._plan[:2]
            and self._task is not None
        ):
            return  # it is on its way
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
        self._task = None
        self._plan = plan
        if plan is not None:
            work = partial(self._carry_out, plan, self._house.clock() + plan[2])
            self._task = self._house.tasks.start(plan[1], work, self._room.table.id)

    def _next(self) -> Plan | None:
        room, table = self._room, self._room.table
        turn = table.turn
        if (
            turn is not None
            and table.chairs[turn].key is not None
            and turn not in room.stand_ins
            and not table.stand_ins
            and not table.options.seconds
        ):
            return None  # someone thinks, for as long as they like
        if not room.connections or room.closed or self._house.draining:
            return None
        if not self._house.store.has_claimed(table.id):
            return None  # another node sees to it
        if table.shuffle is not None:
            return table.shuffle.number, "end-shuffle", REVEAL_WITHIN
        if table.stand_ins & room.present():
            return table.number, "take-back", 0.0
        if table.phase == "open":
            return None
        return self._next_in_turn(turn) if turn is not None else self._next_round()

    def _next_in_turn(self, turn: str) -> Plan | None:
        room, table = self._room, self._room.table
        if table.chairs[turn].kind == "bot":
            return table.position_number, "bot", 0.0
        # The same plan whether the person is here or not: to come and go does not make the bot begin again.
        if room.is_time_up or turn in room.played_for():
            return table.position_number, "stand-in", 0.0
        if table.options.seconds is not None:
            return table.position_number, "time-up", room.time_left(table.options.seconds)
        return None

    def _next_round(self) -> Plan | None:
        room, table = self._room, self._room.table
        people = {chair.seat for chair in table.chairs.values() if chair.kind == "person"}
        ready = {seat for seat in people if table.chairs[seat].ready}
        if ready and not (people & room.present()) - ready:
            return table.number, "deal", 0.0
        if ready:
            left = self._house.settings.go_on_after - (self._house.clock() - room.ready_began)
            return table.number, "deal-late", max(0.0, left)
        if not people and table.phase == "between":
            return table.number, "deal-watched", WATCHED_PAUSE
        return None

    async def _carry_out(self, plan: Plan, due: float) -> None:
        """Do what is planned when it is due. If it fails it is tried again, unless something else is planned then."""
        if self._plan is not plan:
            return
        number, what, _ = plan
        if (wait := due - self._house.clock()) > 0:
            await self._house.settings.sources.sleep(wait)
        if what.startswith("deal"):
            await self._deal(number)
        elif what == "end-shuffle":
            await self._end_shuffle(number)
        elif what == "time-up":
            self._time_up()
        elif what == "take-back":
            await self._room.act(lambda table: decisions.take_back(table, self._room.present()))
        else:
            await self._bot_move("bot" if what == "bot" else "stand-in")
        if self._plan is plan:
            self._plan = None

    def _time_up(self) -> None:
        """The thinking time is up: a bot makes this move, and all that follow until a person who is away comes back."""
        room, turn = self._room, self._room.table.turn
        room.timed_out = room.table.position_number
        if turn is not None and turn not in room.present():
            room.stand_ins |= {turn}
            room.presence_changed()
        else:
            room.changed()

    async def _deal(self, number: int) -> None:
        """Deal the next round, if nothing else has happened."""
        sources = self._house.settings.sources
        await self._room.act(lambda table: [decisions.deal(table, sources)] if table.number == number else [])

    async def _end_shuffle(self, number: int) -> None:
        """Deal with what was thrown in, for those who are missing have had their time."""
        await self._room.act(
            lambda table: (
                [decisions.finish_shuffle(table, table.shuffle)]
                if table.shuffle is not None and table.shuffle.number == number
                else []
            )
        )

    async def _bot_move(self, by: By) -> None:
        """Whoever is in turn has a bot decide, which takes about as long as a person would."""
        table, position = self._room.table, self._room.table.position
        if position is None or position.turn is None:
            return
        seat, number = position.turn, table.position_number
        began = self._house.clock()
        level = table.chairs[seat].level or STAND_IN
        seed = self._house.settings.sources.seed()
        move = await self._house.thinkers.choose(level, position.view(seat), seed)
        pause = self._house.settings.bot_pause * (0.75 + (seed % 512) / 1024)
        await self._house.settings.sources.sleep(max(0.0, pause - (self._house.clock() - began)))
        event = MoveMade(seat, move, by)
        await self._room.act(lambda table: [event] if table.position_number == number else [])
