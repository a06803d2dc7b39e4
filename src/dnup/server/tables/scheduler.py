"""Schedules what a table does without a request: bots move, clocks run out, the next round is dealt."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Final

from dnup.server.messages.events import By, MoveMade
from dnup.server.messages.protocol import Level
from dnup.server.tables import decisions
from dnup.server.tables.live_table import LiveTable
from dnup.server.tables.services import TableServices

STAND_IN: Final[Level] = "medium"
"""The level of bots that play for absent players."""

WATCHED_PAUSE: Final = 4.0
"""Seconds between two rounds of bots alone, so that spectators can read the result."""

Plan = tuple[int, str, float]
"""A scheduled action: the position number it is for, its name, and in how many seconds."""


class Scheduler:
    """The next scheduled action of a live table, and its task. It is the change listener of the table."""

    __slots__ = ("_live", "_plan", "_services", "_task")

    def __init__(self, live: LiveTable, services: TableServices) -> None:
        self._live = live
        self._services = services
        self._plan: Plan | None = None
        self._task: asyncio.Task[None] | None = None
        live.on_change = self.update

    def update(self) -> None:
        """Schedule the next action, if this node is responsible for the table."""
        plan = self._next()
        if plan is None and self._task is None:
            return  # nothing is or was scheduled
        if (
            plan is not None
            and self._plan is not None
            and plan[:2] == self._plan[:2]
            and self._task is not None
        ):
            return  # already scheduled
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
        self._task = None
        self._plan = plan
        if plan is not None:
            work = partial(self._carry_out, plan, self._services.clock() + plan[2])
            self._task = self._services.tasks.start(plan[1], work, self._live.table.id)

    def _next(self) -> Plan | None:
        live, table = self._live, self._live.table
        turn = table.turn
        if (
            turn is not None
            and table.chairs[turn].key is not None
            and turn not in live.stand_ins
            and not table.stand_ins
            and not table.options.seconds
        ):
            return None  # a person is in turn, without a clock
        if not live.connections or live.closed or self._services.draining:
            return None
        if not self._services.store.has_claimed(table.id):
            return None  # another node is responsible
        if table.shuffle is not None:
            return table.shuffle.number, "end-shuffle", self._services.settings.reveal_within
        if table.stand_ins & live.present():
            return table.number, "take-back", 0.0
        if table.phase == "open":
            return None
        return self._next_in_turn(turn) if turn is not None else self._next_round()

    def _next_in_turn(self, turn: str) -> Plan | None:
        live, table = self._live, self._live.table
        if table.chairs[turn].kind == "bot":
            return table.position_number, "bot", 0.0
        # The same plan with and without the player: reconnecting does not restart the bot.
        if live.is_time_up or turn in live.played_for():
            return table.position_number, "stand-in", 0.0
        if table.options.seconds is not None:
            return table.position_number, "time-up", live.time_left(table.options.seconds)
        return None

    def _next_round(self) -> Plan | None:
        live, table = self._live, self._live.table
        people = {chair.seat for chair in table.chairs.values() if chair.kind == "person"}
        ready = {seat for seat in people if table.chairs[seat].ready}
        if ready and not live.unready():
            return table.number, "deal", 0.0
        if ready:
            return table.number, "deal-late", live.goes_on_in() or 0.0
        if not people and table.phase == "between":
            return table.number, "deal-watched", WATCHED_PAUSE
        return None

    async def _carry_out(self, plan: Plan, due: float) -> None:
        """Carry out an action when it is due. If it fails, it is retried unless another one is scheduled by then."""
        if self._plan is not plan:
            return
        number, what, _ = plan
        if (wait := due - self._services.clock()) > 0:
            await self._services.settings.sources.sleep(wait)
        if what.startswith("deal"):
            await self._deal(number)
        elif what == "end-shuffle":
            await self._end_shuffle(number)
        elif what == "time-up":
            self._time_up()
        elif what == "take-back":
            await self._live.act(lambda table: decisions.take_back(table, self._live.present()))
        else:
            await self._bot_move("bot" if what == "bot" else "stand-in")
        if self._plan is plan:
            self._plan = None

    def _time_up(self) -> None:
        """The thinking time is up: a bot makes this move, and for an absent player all moves until they are back."""
        live, turn = self._live, self._live.table.turn
        live.timed_out = live.table.position_number
        if turn is not None and turn not in live.present():
            live.stand_ins |= {turn}
            live.presence_changed()
        else:
            live.on_change()

    async def _deal(self, number: int) -> None:
        """Deal the next round, unless the table has changed."""
        sources = self._services.settings.sources
        await self._live.act(lambda table: [decisions.deal(table, sources)] if table.number == number else [])

    async def _end_shuffle(self, number: int) -> None:
        """Deal with the bits that were revealed in time."""
        await self._live.act(
            lambda table: (
                [decisions.finish_shuffle(table, table.shuffle)]
                if table.shuffle is not None and table.shuffle.number == number
                else []
            )
        )

    async def _bot_move(self, by: By) -> None:
        """A bot decides for the seat in turn, in about the time a person would take."""
        table, position = self._live.table, self._live.table.position
        if position is None or position.turn is None:
            return
        seat, number = position.turn, table.position_number
        began = self._services.clock()
        level = table.chairs[seat].level or STAND_IN
        seed = self._services.settings.sources.seed(number)
        move = await self._services.bot_pool.choose(level, position.view(seat), seed)
        pause = self._services.settings.bot_pause * (0.75 + (seed % 512) / 1024)
        await self._services.settings.sources.sleep(max(0.0, pause - (self._services.clock() - began)))
        event = MoveMade(seat, move, by)
        await self._live.act(lambda table: [event] if table.position_number == number else [])
