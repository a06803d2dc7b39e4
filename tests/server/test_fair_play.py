"""Nobody can spoil it for others: neither by coming and going, nor by asking for too much, nor from another page."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from dnup.server.messages.events import MoveMade
from dnup.server.runtime.hosts import own_hosts
from dnup.server.runtime.settings import Settings
from dnup.server.tables import decisions
from dnup.server.tables.live_table import REACTION_BURST, LiveTable
from dnup.server.transport.http_protocol import MAX_REQUEST
from tests.chance import seeded
from tests.server.client import Client
from tests.server.conftest import Start
from tests.server.no_network import Line, Place, place
from tests.server.raw import TEXT, UPGRADE, dial, frame, upgraded
from tests.server.running import PATIENCE, QUICK, Running, people
from tests.server.time_machine import Time

PATIENT = seeded(
    Settings(bot_pause=1.0, stale_after=1e9, idle_after=1e9, messages_per_second=1e9, presence_pause=0.0)
)
SECONDS = 5
"""The shortest thinking time there is."""


class Table:
    """A table without a network, with a person in each seat."""

    def __init__(self, here: Place, time: Time, identity: str, tokens: list[str]) -> None:
        self.here, self.time, self.id, self._tokens = here, time, identity, tokens
        self.lines: dict[str, Line] = {}

    @property
    def live_table(self) -> LiveTable:
        return self.here.hub.live_tables[self.id]

    async def come(self, seat: str) -> dict[str, Any]:
        """The person of a seat connects, and is welcomed."""
        self.lines[seat] = await self.here.line(self.id, self._tokens["ABCDE".index(seat)])
        messages = map(json.loads, self.lines[seat].texts)
        return dict(next(message for message in messages if message["type"] == "welcome"))

    async def leave(self, seat: str) -> None:
        await self.lines.pop(seat).leave()

    def heard(self, seat: str) -> dict[str, Any]:
        """The last message that was sent to the person of a seat."""
        return dict(json.loads(self.lines[seat].texts[-1]))

    async def wait(self, seconds: float) -> None:
        await self.time.pass_by(seconds, self.here)

    async def play_round(self) -> None:
        """To its end, by moves that are made for everyone."""
        while self.live_table.table.turn is not None:
            await self.make_move()

    async def make_move(self) -> None:
        """The last legal move, for the seat in turn."""
        if (seat := self.live_table.table.turn) is not None and self.live_table.table.position is not None:
            move = str(self.live_table.table.position.legal_moves[-1])
            await self.live_table.act(lambda table, seat=seat, move=move: [MoveMade(seat, move, "person")])  # type: ignore[misc]


@asynccontextmanager
async def table_of(players: int, settings: Settings = PATIENT, **options: Any) -> AsyncIterator[Table]:
    """A table at which everyone is, with the first round dealt."""
    time = Time()
    async with place(time.of(settings)) as here:
        post = here.api.post
        body = {"name": "Ada", "options": {"players": players, **options}}
        joined = (await post("/api/tables", json=body)).json()
        here.api.cookies.clear()
        identity, tokens = joined["table"]["id"], [joined["token"]]
        for name in ("Bea", "Cem", "Dag", "Eva")[: players - 1]:
            seated = await post(f"/api/tables/{identity}/seats", json={"name": name})
            here.api.cookies.clear()
            tokens.append(seated.json()["token"])
        table = Table(here, time, identity, tokens)
        for seat in "ABCDE"[:players]:
            await table.come(seat)
        await table.lines["A"].say("start")
        yield table


##### The thinking clock #####


def test_who_leaves_before_the_time_is_up_and_comes_back_does_not_hold_the_turn() -> None:
    """Away when the clock runs out, back before the stand-in has moved: that gave the whole time, again and again."""

    async def attack() -> None:
        async with table_of(2, seconds=SECONDS) as table:
            held, seat, position = 0.0, table.live_table.table.turn, table.live_table.table.position_number
            assert seat is not None
            while table.live_table.table.position_number == position and held < 60:
                await table.wait(SECONDS - 0.3)
                await table.leave(seat)
                await table.wait(0.4)
                held += SECONDS + 0.1
                if table.live_table.table.position_number == position:
                    assert seat in table.live_table.stand_ins
                    clock = (await table.come(seat))["state"]["clock"]
                    assert clock == {"seconds": SECONDS, "left": 0.0}, "time that ran out stays out"
                    assert seat not in table.live_table.stand_ins
            assert held < 2 * SECONDS + 1
            assert table.live_table.table.by[-1:] == b"\x02", "the stand-in's move"

    asyncio.run(attack())


def test_who_flickers_when_the_time_is_up_does_not_make_the_stand_in_begin_again() -> None:
    async def attack() -> None:
        async with table_of(2, seconds=SECONDS) as table:
            seat, position = table.live_table.table.turn, table.live_table.table.position_number
            assert seat is not None
            await table.wait(SECONDS - 0.1)
            await table.leave(seat)
            held = 0.0
            while table.live_table.table.position_number == position and held < 30:
                await table.wait(0.2)
                await table.come(seat)
                await table.wait(0.2)
                await table.leave(seat)
                held += 0.4
            assert held < 2, "a bot takes one and a quarter of a second at most"

    asyncio.run(attack())


def test_who_is_back_has_the_whole_time_from_the_next_turn_on() -> None:
    async def play() -> None:
        async with table_of(3, seconds=SECONDS) as table:
            seat = table.live_table.table.turn
            assert seat is not None
            await table.leave(seat)
            await table.wait(SECONDS)
            await table.come(seat)
            await table.wait(1.5)
            assert table.live_table.table.turn != seat, "this turn was over"
            while table.live_table.table.turn != seat:
                await table.make_move()
            assert table.live_table.time_left(SECONDS) == SECONDS
            await table.wait(SECONDS - 0.1)
            assert table.live_table.table.turn == seat
            assert table.heard(seat)["state"]["clock"]["left"] == SECONDS

    asyncio.run(play())


##### Who is away #####


def seats(message: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """By seat, what a message says of it."""
    info = message.get("table") or message["state"]["table"]
    return {seat["seat"]: seat for seat in info["seats"]}


async def leave_in_turn(table: Table) -> tuple[str, str]:
    """The player in turn leaves; that seat, and another one."""
    gone = table.live_table.table.turn
    assert gone is not None
    await table.leave(gone)
    return gone, next(seat for seat in table.lines if seat != gone)


def test_for_who_is_away_for_two_minutes_a_stand_in_can_be_called() -> None:
    """Without a clock, one who left ended the game for everyone."""

    async def play() -> None:
        async with table_of(3) as table:
            gone, other = await leave_in_turn(table)
            await table.wait(119)
            await table.lines[other].say("stand-in", seat=gone)
            assert table.heard(other)["code"] == "no-stand-in", "it may be a moment"
            await table.wait(2)
            told = table.heard(other)
            assert (told["type"], seats(told)[gone]["stand_in_offered"]) == ("presence", True)
            assert [seat for seat, info in seats(told).items() if info["stand_in_offered"]] == [gone]
            await table.lines[other].say("stand-in", seat=gone)
            assert seats(table.heard(other))[gone]["stand_in"]
            assert not seats(table.heard(other))[gone]["stand_in_offered"]
            number = table.live_table.table.number
            await table.lines[other].say("stand-in", seat=gone)
            assert table.live_table.table.number == number, "said twice, it counts once"
            await table.wait(2)
            assert table.heard(other)["events"][-1]["by"] == "stand-in"
            for _ in range(4):
                if table.live_table.table.turn != gone:
                    await table.make_move()
                await table.wait(2)
            assert table.live_table.table.turn != gone
            assert table.live_table.table.by.count(2) >= 2, "until they come back"

    asyncio.run(play())


def test_nobody_pressing_nothing_changes() -> None:
    async def play() -> None:
        async with table_of(3) as table:
            gone, other = await leave_in_turn(table)
            number = table.live_table.table.number
            await table.wait(3600)
            assert table.live_table.table.number == number
            await table.come(gone)
            assert not seats(table.heard(other))[gone]["stand_in_offered"]
            await table.make_move()
            assert table.live_table.table.number == number + 1

    asyncio.run(play())


def test_who_was_away_has_the_seat_back_at_any_time() -> None:
    async def play() -> None:
        async with table_of(3) as table:
            gone, other = await leave_in_turn(table)
            await table.wait(121)
            await table.lines[other].say("stand-in", seat=gone)
            await table.come(gone)  # before the stand-in has moved
            assert not seats(table.heard(other))[gone]["stand_in"]
            position = table.live_table.table.position_number
            await table.wait(60)
            assert table.live_table.table.position_number == position, (
                "it is theirs to think, for as long as they like"
            )
            await table.lines[gone].say(
                "move",
                position=position,
                move=str(table.live_table.table.position.legal_moves[0]),  # type: ignore[union-attr]
            )
            assert table.live_table.table.by[-1:] == b"\x00"
            await table.leave(gone)
            while table.live_table.table.turn != gone:
                await table.make_move()
            position = table.live_table.table.position_number
            await table.wait(60)
            assert table.live_table.table.position_number == position, "who leaves again is waited for again"

    asyncio.run(play())


def test_a_stand_in_that_was_called_is_still_there_after_a_restart() -> None:
    async def play() -> None:
        async with table_of(3) as table:
            gone, other = await leave_in_turn(table)
            await table.wait(121)
            await table.lines[other].say("stand-in", seat=gone)
            table.here.hub.drop(table.id)
            welcome = await table.come(other)
            assert seats(welcome)[gone]["stand_in"]
            await table.wait(2)
            assert table.live_table.table.by[-1:] == b"\x02"

    asyncio.run(play())


def test_only_who_is_at_the_table_can_call_a_stand_in() -> None:
    async def attack() -> None:
        async with table_of(3) as table:
            gone, other = await leave_in_turn(table)
            await table.wait(121)
            stranger = await table.here.line(table.id)
            await stranger.say("stand-in", seat=gone)
            assert json.loads(stranger.texts[-1])["code"] == "not-your-seat"
            await table.lines[other].say("stand-in", seat=other)
            assert table.heard(other)["code"] == "no-stand-in", "who is here plays"
            assert not table.live_table.table.stand_ins

    asyncio.run(attack())


def test_at_a_table_with_thinking_time_no_stand_in_is_called() -> None:
    async def play() -> None:
        async with table_of(3, seconds=3600) as table:
            gone, other = await leave_in_turn(table)
            await table.wait(121)
            await table.lines[other].say("stand-in", seat=gone)
            assert table.heard(other)["code"] == "no-stand-in"

    asyncio.run(play())


##### A flood of reactions #####

WAVE = frame(TEXT, '{"type":"react","emoji":"👋"}'.encode())


def test_a_seat_has_so_many_sockets_and_the_oldest_goes(server: Running) -> None:
    joined = server.create(players=2)
    table, token = joined["table"]["id"], joined["token"]
    most = server.hub.settings.max_sockets
    clients = [server.client(table, token) for _ in range(most + 2)]
    for client in clients[:2]:
        refused = client.until("refused")
        assert refused["code"] == "too-many-sockets"
        assert "more than 8 places" in refused["sentence"]
        closed = client.until_closed()
        assert (closed.code, closed.reason) == (1008, "too-many-sockets")
    for client in clients[2:]:
        client.sync()
    assert len(server.hub.live_tables[table].connections) == most
    assert clients[-1].table["seats"][0]["here"]
    watchers = [server.client(table) for _ in range(most + 2)]
    for client in watchers:
        client.sync()


def test_a_flood_of_reactions_harms_nobody(start: Start) -> None:
    """Many sockets with one seat's token, each reacting: every one of them was sent what every other one said."""
    server = start(replace(QUICK, reactions_per_second=1.0))
    joined = server.create(players=2)
    table, token = joined["table"]["id"], joined["token"]
    hello = json.dumps({"type": "hello", "protocol": 1, "table": table, "token": token}).encode()
    watcher = server.client(table)
    with ExitStack() as stack:
        lines = [stack.enter_context(upgraded(server.address)) for _ in range(40)]
        for line in lines:
            line.sendall(frame(TEXT, hello))
        began = time.monotonic()
        for _ in range(5):
            for line in lines:
                with suppress(ConnectionError):
                    line.sendall(WAVE)
        stranger = server.client(server.create(players=2)["table"]["id"])
        stranger.sync()
        watcher.until("reaction")
        watcher.sync()
        took = time.monotonic() - began
        reactions = sum(message["type"] == "reaction" for message in watcher.messages)
        assert reactions <= REACTION_BURST + took + 1
        assert len(server.hub.live_tables[table].connections) <= server.hub.settings.max_sockets + 1
        assert server.hub.metrics.counts["refusals", "too-fast"] > 0


def test_who_reacts_too_often_is_told_and_stays(start: Start) -> None:
    server = start(replace(QUICK, reactions_per_second=0.001))
    _table, (ada, bea) = people(server, 2)
    assert ada.ask("react", emoji="👋")["type"] == "refused", "a tenth of the burst"
    assert ada.refusal("react", emoji="👋")["code"] == "too-fast"
    ada.sync()
    bea.sync()
    assert not any(message["type"] == "reaction" for message in bea.messages)


##### Going on #####


def test_only_the_first_who_is_ready_sets_when_the_next_round_is_dealt() -> None:
    """Renaming put it off by 45 seconds each time."""

    async def attack() -> None:
        async with table_of(3) as table:
            await table.play_round()
            await table.lines["B"].say("ready")
            for name in ("Ann", "Amy"):
                await table.wait(15)
                await table.lines["A"].say("rename", name=name)
            await table.wait(10)
            await table.lines["A"].say("ready")
            assert table.live_table.table.round_number == 1
            await table.wait(5.5)
            assert table.live_table.table.round_number == 2, "45 seconds after the first"

    asyncio.run(attack())


##### Asking for too much #####


def test_a_host_cannot_change_bots_without_end() -> None:
    async def attack() -> None:
        async with place(Time().of(PATIENT)) as here:
            joined = (await here.api.post("/api/tables", json={"name": "Eve"})).json()
            line = await here.line(joined["table"]["id"], joined["token"])
            live = here.hub.live_tables[joined["table"]["id"]]
            for _ in range(3):
                await line.say("fill", seat="B", level="easy")
            assert live.table.fills == 1, "said twice, it counts once"
            for _ in range(decisions.MAX_FILLS):
                await line.say("fill", seat="B", level="hard")
                await line.say("free", seat="B")
            refused = json.loads(line.texts[-2])
            assert (refused["type"], refused["code"]) == ("refused", "too-many-bot-changes")
            assert live.table.number < 3 * decisions.MAX_FILLS
            await line.say("start")
            assert live.table.phase == "playing"

    asyncio.run(attack())


def test_limits_count_networks_of_ipv6() -> None:
    """One household has 2**64 addresses: 300 tables were created from as many of them in a second."""

    async def attack(what: str) -> list[int]:
        async with place(Time().of(Settings(tables_per_minute=10, links_per_minute=10))) as here:
            link = (await here.api.post("/api/tables", json={"name": "Ada"})).json()["link"]
            statuses = []
            for number in range(40):
                transport = httpx.ASGITransport(here.app, client=(f"2001:db8::{number:x}:1", 1))
                async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as api:
                    answer = await (
                        api.post("/api/tables", json={"name": "Eve"}) if what == "tables" else api.get(link)
                    )
                statuses.append(answer.status_code)
            other = httpx.ASGITransport(here.app, client=("2001:db8:0:1::1", 1))
            async with httpx.AsyncClient(transport=other, base_url="http://localhost") as api:
                assert (await api.post("/api/tables", json={"name": "Bea"})).status_code == 201
            return statuses

    assert asyncio.run(attack("tables")) == [201] * 10 + [429] * 30
    assert asyncio.run(attack("links")) == [303] * 10 + [429] * 30


##### From another page #####


def status(address: str, request: str) -> str:
    with dial(address) as line:
        line.sendall(request.encode())
        return line.recv(12).decode().removeprefix("HTTP/1.1 ")


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:1", "127.0.0.1:8000", "[::1]:8000", "play.localhost."]
)
def test_a_server_answers_to_its_own_names(host: str, server: Running) -> None:
    assert status(server.address, f"GET /api/decks HTTP/1.1\r\nHost: {host}\r\n\r\n") == "200"
    assert status(server.address, UPGRADE.format(host, "")) == "101"


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "localhost.evil.example", "6.6.6.6", "[", ""]
)
def test_a_page_whose_name_leads_here_is_refused(host: str, server: Running) -> None:
    """DNS rebinding: such a page would be of our own origin."""
    for path in ("/", "/api/decks", "/health", "/api/tables/x/record"):
        assert status(server.address, f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n") == "421"
    create = f"POST /api/tables HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\n"
    assert status(server.address, f"{create}Content-Length: 2\r\n\r\n{{}}") == "421"
    assert status(server.address, UPGRADE.format(host, f"Origin: http://{host}\r\n")) == "403"


def test_two_host_headers_are_refused(server: Running) -> None:
    twice = "Host: localhost\r\nHost: evil.example\r\n"
    assert status(server.address, f"GET /api/decks HTTP/1.1\r\n{twice}\r\n") == "400"
    assert status(server.address, UPGRADE.format("localhost", "Host: evil.example\r\n")) == "403"


def test_where_a_server_listens_decides_which_addresses_are_its_own() -> None:
    everywhere, one = own_hosts("0.0.0.0"), own_hosts("192.168.1.5")
    assert everywhere.knows("192.168.1.5:8000")
    assert everywhere.knows("[fd00::5]:8000")
    assert not everywhere.knows("evil.example")
    assert one.knows("192.168.1.5")
    assert not one.knows("192.168.1.6")
    assert own_hosts("::", ["club.example:8000"]).knows("club.example")


##### Headers #####


def header_of(size: int) -> bytes:
    """The header of a request with this number of bytes."""
    begin = b"GET /health HTTP/1.1\r\nHost: localhost\r\nX: "
    return begin + b"x" * (size - len(begin) - 4) + b"\r\n\r\n"


@pytest.mark.parametrize("before", [b"", header_of(100)], ids=["first", "second"])
def test_a_header_over_the_limit_is_refused_at_the_limit(before: bytes, server: Running) -> None:
    for size, wanted in ((MAX_REQUEST, b"200"), (MAX_REQUEST + 1, b"431"), (MAX_REQUEST + 10_000, b"431")):
        with dial(server.address) as line:
            if before:
                line.sendall(before)
                answer = b""
                while not answer.endswith(b"}"):
                    answer += line.recv(1000)
            line.sendall(header_of(size))
            assert line.recv(12) == b"HTTP/1.1 " + wanted


##### A process that stands still #####

PROGRAM = """
import asyncio, sys, time
from pathlib import Path
from dnup.server.run import serve
from dnup.server.runtime.listener import listen
from dnup.server.store.sqlite import SqliteStore
from dnup.server.runtime.settings import Settings, Sources

ahead = Path(sys.argv[1]) / "ahead"


def clock():
    return time.monotonic() + (float(ahead.read_text()) if ahead.exists() else 0)


listener = listen("127.0.0.1", 0)
sources = Sources(clock=clock, sleep=lambda seconds: asyncio.sleep(min(seconds, 0.05)))
settings = Settings(stale_after=float(sys.argv[2]), sources=sources)
store = SqliteStore(Path(sys.argv[1]) / "games.sqlite3")
serve(store, settings, listener, started=lambda: print(listener.getsockname()[1], flush=True))
"""
"""A server that looks round often, and whose clock a file sets forward."""


@contextmanager
def serving_with(folder: Path, stale_after: float) -> Iterator[tuple[subprocess.Popen[str], str]]:
    command = [sys.executable, "-c", PROGRAM, str(folder), str(stale_after)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, f"127.0.0.1:{int(process.stdout.readline())}"
        finally:
            process.kill()


@pytest.mark.parametrize("stale_after", [60.0, pytest.param(9.0, marks=pytest.mark.slow)])
def test_nobody_is_thrown_out_because_the_server_stood_still(stale_after: float, tmp_path: Path) -> None:
    """As when a computer sleeps: people were there, and could not be heard. The long form really waits."""
    with serving_with(tmp_path, stale_after) as (process, address):
        joined = httpx.post(f"http://{address}/api/tables", json={"name": "Ada"}, timeout=PATIENCE).json()
        clients = [Client(address) for _ in range(5)]
        for client in clients:
            client.hello(joined["table"]["id"], joined["token"])
        process.send_signal(signal.SIGSTOP)
        if stale_after > 10:
            (tmp_path / "ahead").write_text(str(stale_after + 1.5))
            time.sleep(0.2)  # by then it wants to look round again
        else:
            time.sleep(stale_after + 1.5)
        process.send_signal(signal.SIGCONT)
        for _ in range(8):
            for client in clients:
                client.sync()
            time.sleep(0.05)
        for client in clients:
            client.close()
