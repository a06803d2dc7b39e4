"""People at tables, in a process of their own: they move, are cut off, come back, and remember all that they were told.

This is a client like any other. It knows the protocol and nothing of the server's code.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
from collections import Counter
from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass, field
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any, Final

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

SEATS: Final = "ABCDE"
FIRST_PAUSE: Final = 0.05
LONGEST_PAUSE: Final = 0.5
PING_EVERY: Final = 2.5
LINE_TROUBLE: Final = (OSError, TimeoutError, WebSocketException, EOFError)


@dataclass(slots=True)
class Intent:
    """A move that someone decided on: in one position there is one, however often it is sent."""

    table: str
    seat: str
    position: int
    move: str
    number: int | None = None
    """The number under which it was acknowledged."""


@dataclass(slots=True)
class Report:
    """What the people of one process have done and seen."""

    intents: list[Intent] = field(default_factory=list)
    seen: dict[str, dict[int, str]] = field(default_factory=dict)
    """By table, what anyone was shown as the event with a number."""
    finished: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def see(self, table: str, event: dict[str, Any]) -> None:
        number = event["number"]
        shown = f"{event['seat']} {event['move']}" if event["type"] == "moved" else event["type"]
        before = self.seen.setdefault(table, {}).setdefault(number, shown)
        if before != shown:
            self.problems.append(f"{table}: event {number} was {before}, and then {shown}")

    def write(self, path: Path) -> None:
        content = {
            "intents": [[i.table, i.seat, i.position, i.move, i.number] for i in self.intents],
            "seen": self.seen,
            "finished": self.finished,
            "problems": self.problems,
            "counts": self.counts,
        }
        path.write_text(json.dumps(content))


@dataclass(slots=True)
class World:
    """What all people of a process share."""

    addresses: Sequence[str]
    chance: random.Random
    progress: MutableSequence[int]
    """For each place where a table stands, how many moves were acknowledged there."""
    finish: Event
    report: Report = field(default_factory=Report)
    web: httpx.AsyncClient = field(default_factory=lambda: httpx.AsyncClient(timeout=20))

    async def post(self, path: str, body: object) -> dict[str, Any]:
        """Ask any server until one answers."""
        pause = FIRST_PAUSE
        while True:
            self.web.cookies.clear()  # everyone here is someone else
            try:
                answer = await self.web.post(f"http://{self.chance.choice(self.addresses)}{path}", json=body)
                if answer.status_code != 503:
                    content: dict[str, Any] = answer.json()
                    return content
                self.report.counts["told to wait"] += 1
            except httpx.HTTPError:
                self.report.counts["cut off"] += 1
            await asyncio.sleep(pause * self.chance.uniform(0.5, 1))
            pause = min(2 * pause, LONGEST_PAUSE)


class Person:
    """One person in one seat, who plays until the game is over."""

    def __init__(self, world: World, place: int, joined: dict[str, Any]) -> None:
        self._world = world
        self._report = world.report
        self._place = place
        self._table: str = joined["table"]["id"]
        self._seat: str = joined["seat"]
        self._token: str = joined["token"]
        self._last = 0
        self._pending: Intent | None = None
        self._decided = 0
        self._state: dict[str, Any] = {}
        self._info: dict[str, Any] = joined["table"]

    async def play(self) -> None:
        pause = FIRST_PAUSE
        while self._info["phase"] != "over":
            address = self._world.chance.choice(self._world.addresses)
            try:
                async with connect(
                    f"ws://{address}/socket",
                    compression=None,
                    open_timeout=10,
                    ping_interval=None,
                    proxy=None,
                ) as socket:
                    await self._talk(socket)
                    pause = FIRST_PAUSE
            except LINE_TROUBLE:
                self._report.counts["cut off"] += 1
                await asyncio.sleep(pause * self._world.chance.uniform(0.5, 1))
                pause = min(2 * pause, LONGEST_PAUSE)

    async def _talk(self, socket: ClientConnection) -> None:
        hello = {"type": "hello", "protocol": 1, "table": self._table, "token": self._token}
        await _send(socket, hello | ({"last": self._last} if self._last else {}))
        while self._info["phase"] != "over":
            try:
                text = await asyncio.wait_for(socket.recv(), PING_EVERY)
            except TimeoutError:
                await _send(socket, {"type": "ping"})
                continue
            await self._hear(socket, json.loads(text))

    async def _hear(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        match message["type"]:
            case "welcome":
                if message["state"]["number"] < self._last:
                    self._problem(f"event {self._last} was seen, and then only {message['state']['number']}")
                self._take_in(message["log"], message["state"])
                if self._pending is not None:
                    self._report.counts["sent again"] += 1
                    await self._send_move(socket, self._pending)
                else:
                    await self._act(socket)
            case "update":
                self._take_in(message["events"], message["state"])
                for event in message["events"]:
                    pending = self._pending
                    if (
                        pending
                        and event["type"] == "moved"
                        and event["seat"] == self._seat
                        and event["number"] > pending.position
                    ):
                        if event["move"] != pending.move:
                            self._problem(f"{pending.move} became {event['move']}")
                        self._acknowledged(event["number"])
                await self._act(socket)
            case "accepted":
                self._report.counts["was kept already"] += 1
                if self._pending is not None and message["ref"] == self._pending.position:
                    self._acknowledged(message["number"])
                    await self._act(socket)
            case "presence":
                self._info = message["table"]
            case "refused":
                await self._refused(socket, message)

    def _take_in(self, events: list[dict[str, Any]], state: dict[str, Any]) -> None:
        for event in events:
            self._report.see(self._table, event)
        self._last = max(self._last, state["number"])
        self._state = state
        self._info = state.get("table", self._info)

    async def _act(self, socket: ClientConnection) -> None:
        """Do what is to be done in the state that was last shown."""
        state, info = self._state, self._info
        seats = {seat["seat"]: seat for seat in info["seats"]}
        if info["phase"] == "open":
            taken = all(seat["kind"] != "open" for seat in info["seats"])
            if taken and seats[self._seat]["host"]:
                await _send(socket, {"type": "start"})
        elif info["phase"] == "between":
            if not seats[self._seat]["ready"]:
                await _send(socket, {"type": "ready"})
        elif state.get("moves") and self._pending is None and self._decided < state["position"]:
            self._decided = state["position"]
            move = _choose(self._world.chance, [move["move"] for move in state["moves"]])
            self._pending = Intent(self._table, self._seat, state["position"], move)
            self._report.intents.append(self._pending)
            await self._send_move(socket, self._pending)

    async def _send_move(self, socket: ClientConnection, intent: Intent) -> None:
        position = intent.position
        await _send(socket, {"type": "move", "position": position, "move": intent.move, "ref": position})

    def _acknowledged(self, number: int) -> None:
        assert self._pending is not None
        self._pending.number = number
        self._pending = None
        self._world.progress[self._place] += 1

    async def _refused(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        self._report.counts[message["code"]] += 1
        if message["code"] == "database-down":
            await asyncio.sleep(0.1)
            if self._pending is not None:
                await self._send_move(socket, self._pending)
            else:
                await self._act(socket)
        elif message["code"] == "stale":  # the round it was made in is over
            if self._pending is not None and message["ref"] == self._pending.position:
                self._pending = None
                await self._act(socket)
        elif message["code"] not in ("game-begun", "round-not-over"):  # someone else has started or dealt
            self._problem(message["sentence"])

    def _problem(self, sentence: str) -> None:
        self._report.problems.append(f"{self._table} {self._seat}: {sentence}")


async def _send(socket: ClientConnection, message: dict[str, Any]) -> None:
    await socket.send(json.dumps(message))


def _choose(chance: random.Random, moves: list[str]) -> str:
    """Mostly the move that gets rid of most cards, so that games end."""
    plays = [move for move in moves if move.startswith("play")]
    if plays and chance.random() < 0.8:
        return max(plays, key=len)
    return chance.choice(moves)


async def _play_at(world: World, place: int) -> None:
    """Play one table after the other until it is time to finish."""
    while not world.finish.is_set():
        people = world.chance.choice((2, 2, 2, 3))
        bots = 1 if place % 4 == 0 else 0
        options = {"players": people + bots}
        wanted = {SEATS[people]: "easy"} if bots else {}
        joined = [await world.post("/api/tables", {"options": options, "name": "Ada", "bots": wanted})]
        table = joined[0]["table"]["id"]
        for name in ("Björn", "Cem")[: people - 1]:
            joined.append(await world.post(f"/api/tables/{table}/seats", {"name": name}))
        if not all("token" in one for one in joined):
            world.report.counts["tables given up"] += (
                1  # a seat was taken, and its token lost with the answer
            )
            continue
        await asyncio.gather(*(Person(world, place, one).play() for one in joined))
        world.report.finished.append(table)


async def _leave_with(parent: int) -> None:
    """End this process when its parent is gone."""
    while os.getppid() == parent:
        await asyncio.sleep(1)
    os._exit(1)


def play(
    addresses: Sequence[str],
    places: range,
    seed: int,
    progress: MutableSequence[int],
    finish: Event,
    report: str,
) -> None:
    """Play at these places until it is time to finish, then write the report; what a process of players runs."""

    async def all_places() -> None:
        world = World(addresses, random.Random(seed), progress, finish)
        watch = asyncio.create_task(_leave_with(os.getppid()))
        async with world.web:
            await asyncio.gather(*(_play_at(world, place) for place in places))
        watch.cancel()
        world.report.write(Path(report))

    asyncio.run(all_places())
