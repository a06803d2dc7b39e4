"""A crowd comes to one table: what it costs grows with its number, and those who play are not held up."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from dataclasses import replace
from typing import Any

from tests.server.client import Client, play_round
from tests.server.conftest import Start
from tests.server.running import QUICK, Running, people

CROWD = 1000
AT_ONCE = 50
CLOSE = 8
PATIENCE = 180.0
SILENT = replace(QUICK, stale_after=600.0, hello_within=600.0, request_within=600.0)
"""Their hello may be late on a busy machine; then they say nothing, however long it takes until all are there."""


class Spectator(asyncio.Protocol):
    """Someone who watches, as light as can be: a thousand of them are to cost less than what they are shown."""

    def __init__(self, crowd: Crowd) -> None:
        self._crowd = crowd
        self._data = b""
        self._upgraded = False
        self.answered = asyncio.get_running_loop().create_future()
        self.gone = asyncio.get_running_loop().create_future()

    def data_received(self, data: bytes) -> None:
        self._data += data
        if not self._upgraded:
            head, end, rest = self._data.partition(b"\r\n\r\n")
            if not end:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self._data, self._upgraded = rest, True
            self.transport.write(self._crowd.hello)
        while (frame := self._frame()) is not None:
            code, content = frame
            if code == CLOSE:
                self._crowd.closed[int.from_bytes(content[:2], "big")] += 1
            else:
                self._crowd.hear(content)
                if not self.answered.done():
                    self.answered.set_result(None)

    def _frame(self) -> tuple[int, bytes] | None:
        """The next whole frame; those of a server have no mask."""
        size, start = self._data[1:2], 2
        if size == b"\x7e":
            size, start = self._data[2:4], 4
        assert size != b"\x7f", "no message is that long"
        end = start + int.from_bytes(size, "big")
        if len(self._data) < max(end, 2):
            return None
        frame = self._data[0] & 15, self._data[start:end]
        self._data = self._data[end:]
        return frame

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self._crowd.handshake)

    def connection_lost(self, exc: Exception | None) -> None:
        self.gone.set_result(None)
        if not self.answered.done():
            self.answered.set_exception(exc or ConnectionError("hung up before an answer"))


class Crowd:
    """People who watch a table, as many as come; all that they are told is counted by type."""

    def __init__(self, server: Running, table: str) -> None:
        self._port = server.port
        self.handshake = (
            f"GET /socket HTTP/1.1\r\nHost: {server.address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
        text = json.dumps({"type": "hello", "protocol": 1, "table": table}).encode()
        self.hello = bytes((0x81, 0x80 | len(text), 0, 0, 0, 0)) + text
        self._doors = asyncio.Semaphore(AT_ONCE)
        self._people: list[Spectator] = []
        self.told: Counter[str] = Counter()
        self.refusals: set[str] = set()
        self.closed: Counter[int] = Counter()
        self.spectators = 0
        """How many watch, as they were told last."""

    async def come(self, number: int) -> None:
        """A crowd comes, a few at a time; each is there when it has been answered."""
        await asyncio.gather(*(self._come() for _ in range(number)))

    async def _come(self) -> None:
        async with self._doors:
            loop = asyncio.get_running_loop()
            _, person = await loop.create_connection(lambda: Spectator(self), "127.0.0.1", self._port)
            self._people.append(person)
            await person.answered

    def hear(self, text: bytes) -> None:
        kind = text.split(b'"', 4)[3].decode()
        self.told[kind] += 1
        if kind == "refused":
            self.refusals.add(json.loads(text)["code"])
        if kind == "presence":
            self.spectators = json.loads(text)["table"]["spectators"]

    async def leave(self) -> None:
        for person in self._people:
            person.transport.close()
        await asyncio.gather(*(person.gone for person in self._people))


async def processor_time() -> float:
    """Of the thread that serves, which asks itself."""
    return time.thread_time()


def test_a_thousand_spectators_cost_a_thousand_times_one_and_hold_nobody_up(start: Start) -> None:
    server = start(replace(SILENT, max_spectators=2 * CROWD))
    table, clients = people(server, 2)
    clients[0].ask("start")
    play_round(clients, random.Random(5), longest=10)
    for client in clients:
        client.sync()

    async def all_come() -> Crowd:
        crowd = Crowd(server, table)
        coming = asyncio.create_task(crowd.come(CROWD))
        moves = 0
        while not coming.done():  # those who play go on all the while
            if moves < 20:  # each is told to all who are there: more would measure how slow the machine is
                moves += await asyncio.to_thread(one_move, clients)
            else:
                await asyncio.sleep(0.01)
        await coming
        assert moves > 3, "moves go through while a crowd arrives"
        async with asyncio.timeout(PATIENCE):
            while crowd.spectators != CROWD:  # the last of them is told of as well
                await asyncio.sleep(0.01)
        return crowd

    with asyncio.Runner() as runner:
        before, began = server.do(processor_time), time.monotonic()
        crowd = runner.run(all_come())
        spent, took = server.do(processor_time) - before, time.monotonic() - began
        assert crowd.told["welcome"] == CROWD
        # Four times a second; had everyone been told of each who came, it would have been half a million.
        assert crowd.told["presence"] <= (took / server.hub.settings.presence_pause + 2) * CROWD
        assert spent < 5, "it was 10 s, and is 1"
        runner.run(crowd.leave())
    clients[0].until("presence", test=lambda message: message["table"]["spectators"] == 0)


def one_move(clients: list[Client]) -> int:
    """The next move of a round that goes on and on; how many were made."""
    for client in clients:
        client.sync()
    mover = next((client for client in clients if client.in_turn), None)
    if mover is None:
        for client in clients:
            client.ask("ready")
        clients[0].until("update", test=lambda update: update["state"].get("view"))
        return 0
    assert mover.move("rotate" if can_rotate(mover) else mover.moves[0]["move"])["type"] == "update"
    return 1


def can_rotate(client: Client) -> bool:
    return any(move["move"] == "rotate" for move in client.moves)


def test_so_many_may_watch_and_the_rest_are_told_so(start: Start) -> None:
    server = start(SILENT)
    joined = server.create(players=2)
    table = joined["table"]["id"]
    most = server.hub.settings.max_spectators

    async def all_come() -> Crowd:
        crowd = Crowd(server, table)
        await crowd.come(CROWD)
        async with asyncio.timeout(PATIENCE):
            while sum(crowd.closed.values()) < CROWD - most:
                await asyncio.sleep(0.01)
        return crowd

    with asyncio.Runner() as runner:
        crowd = runner.run(all_come())
        assert most == 200
        assert (crowd.told["welcome"], crowd.told["refused"]) == (most, CROWD - most)
        assert crowd.refusals == {"too-many-spectators"}
        assert crowd.closed == {1008: CROWD - most}
        assert server.api.get(f"/api/tables/{table}").json()["spectators"] == most
        # Players and the host are still admitted.
        bea = server.sit(table, "Bea")
        assert server.client(table, bea["token"]).seat == "B"
        ada = server.client(table, joined["token"])
        ada.ask("free", seat="A")
        ada.close()
        host = server.client(table, joined["token"])
        assert (host.seat, host.welcome["host"]) == (None, True)
        runner.run(crowd.leave())
    host.until("presence", test=lambda message: message["table"]["spectators"] == 1)
    assert server.client(table).seat is None, "there is room again"


def test_an_arrival_is_told_of_at_once_and_those_right_after_it_together(start: Start) -> None:
    server = start(replace(QUICK, presence_pause=1000.0))
    joined = server.create(players=2)
    table = joined["table"]["id"]
    ada = server.client(table, joined["token"])
    assert ada.welcome["state"]["table"]["seats"][0]["here"]
    others = [server.client(table) for _ in range(5)]
    ada.sync()
    told = [message["table"]["spectators"] for message in ada.messages if message["type"] == "presence"]
    assert told == [], "ada's own arrival was the one that was told of at once"
    assert others[-1].table["spectators"] == 5, "who comes is told how it is"
    ada.ask("fill", seat="B", level="easy")
    assert ada.table["spectators"] == 5, "as is everyone when something happens"

    quick = server.create(players=2)
    host = server.client(quick["table"]["id"], quick["token"])

    async def a_while_ago() -> None:
        server.hub.live_tables[quick["table"]["id"]]._presence_sent -= 2000

    server.do(a_while_ago)
    server.client(quick["table"]["id"])
    assert host.until("presence")["table"]["spectators"] == 1
