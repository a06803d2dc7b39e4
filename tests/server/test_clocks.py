"""Three clocks: is the line alive, who is here, whose time is it. And the rhythm of bots."""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from dnup import Round
from dnup.bots.champion import ChampionBot
from dnup.bots.levels import EXPERT_SECONDS
from dnup.server.tables.bot_pool import LEAST_EFFORT, BotPool
from tests.server.client import Client, Message, play_round
from tests.server.no_network import place
from tests.server.running import PATIENCE, QUICK, Running, people, running
from tests.server.time_machine import Time

SECONDS = 5
"""The shortest thinking time there is."""


@dataclass(frozen=True)
class Timed:
    """A server whose time passes when a test says so."""

    server: Running
    time: Time

    def pass_by(self, seconds: float) -> None:
        self.server.do(lambda: self.time.pass_by(seconds, self.server))


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Timed]:
    """One that the tests share."""
    time = Time()
    with running(tmp_path_factory.mktemp("timed"), time.of(QUICK)) as server:
        yield Timed(server, time)


@pytest.fixture
def start_timed(tmp_path: Path) -> Iterator[Callable[..., Timed]]:
    """Starts one with settings for a test."""
    with ExitStack() as stack:

        def start(**settings: Any) -> Timed:
            time = Time()
            server = stack.enter_context(running(tmp_path, time.of(replace(QUICK, **settings))))
            return Timed(server, time)

        yield start


def moved(message: Message) -> bool:
    return any(event["type"] == "moved" for event in message["events"])


def turn(clients: list[Client]) -> Client:
    for client in clients:
        client.sync()
    return next(client for client in clients if client.in_turn)


def wait_until(test: object) -> None:
    """Wait for something that will be true; what takes longer is stuck."""
    assert callable(test)
    end = time.monotonic() + PATIENCE
    while not test():
        assert time.monotonic() < end, "it has not become true"
        time.sleep(0.02)


##### Whose time it is #####


def test_when_time_is_up_a_bot_makes_the_move(timed: Timed) -> None:
    _table, clients = people(timed.server, 2, seconds=SECONDS)
    clients[0].ask("start")
    slow = turn(clients)
    assert slow.clock == {"seconds": SECONDS, "left": SECONDS}
    number = slow.number
    timed.pass_by(SECONDS - 0.1)
    slow.sync()
    assert slow.number == number, "not a moment too soon"
    timed.pass_by(0.1)
    event = slow.until("update", test=moved)["events"][0]
    assert (event["seat"], event["by"]) == (slow.seat, "stand-in")
    assert not any(seat["stand_in"] for seat in slow.table["seats"]), "who is there goes on playing"


def test_who_is_away_past_the_time_is_played_for_until_they_come_back(timed: Timed) -> None:
    server = timed.server
    table, clients = people(server, 3, seconds=SECONDS)
    clients[0].ask("start")
    gone = turn(clients)
    rest = [client for client in clients if client is not gone]
    watcher = server.client(table)
    gone.close()
    seat = gone.seat
    watcher.until("presence", test=lambda message: not seat_info(watcher, seat)["here"])
    assert not is_stood_in(watcher, seat)
    timed.pass_by(SECONDS)
    watcher.until("presence", test=lambda message: is_stood_in(watcher, seat))
    event = watcher.until("update", test=moved)["events"][0]
    assert (event["seat"], event["by"]) == (seat, "stand-in")
    made = 0
    while made < 2 and watcher.phase == "playing":
        for client in rest:
            client.sync()
        mover = next((client for client in rest if client.in_turn), None)
        if mover is not None:
            mover.move(mover.moves[-1]["move"])
        event = watcher.until("update", test=moved)["events"][0]
        made += (event["seat"], event["by"]) == (seat, "stand-in")
    assert made == 2
    back = server.client(table, gone.token, gone.number)
    assert back.seat == seat
    assert not is_stood_in(back, seat)
    watcher.until("presence", test=lambda message: not is_stood_in(watcher, seat))


def seat_info(client: Client, seat: str | None) -> Message:
    return next(dict(info) for info in client.table["seats"] if info["seat"] == seat)


def is_stood_in(client: Client, seat: str | None) -> bool:
    return bool(seat_info(client, seat)["stand_in"])


def test_a_table_that_everyone_has_left_rests_and_nobody_loses_time(timed: Timed) -> None:
    server = timed.server
    table, clients = people(server, 2, seconds=SECONDS)
    clients[0].ask("start")
    mover = turn(clients)
    timed.pass_by(SECONDS - 1)
    mover.sync()
    number = mover.number
    for client in clients:
        client.close()
    wait_until(lambda: not server.hub.live_tables[table].connections)
    timed.pass_by(SECONDS)  # nobody is there for as long as a turn may take
    back = server.client(table, mover.token, number)
    assert back.welcome["log"] == [], "nothing has happened"
    assert back.clock == {"seconds": SECONDS, "left": SECONDS}, "the turn begins again"
    assert back.move(back.moves[0]["move"])["type"] == "update"


def test_without_thinking_time_there_is_no_clock(server: Running) -> None:
    _table, clients = people(server, 2)
    clients[0].ask("start")
    assert turn(clients).clock is None


def test_a_resignation_does_not_give_others_more_time(timed: Timed) -> None:
    _table, clients = people(timed.server, 3, seconds=3600)
    clients[0].ask("start")
    mover = turn(clients)
    other = next(client for client in clients if client is not mover)
    timed.pass_by(600)
    other.ask("resign")
    mover.sync()
    assert mover.clock == {"seconds": 3600, "left": 3000}


##### Who is here #####


def test_a_silent_line_is_taken_for_dead_and_one_that_pings_is_not(
    start_timed: Callable[..., Timed],
) -> None:
    timed = start_timed(stale_after=5.0, hello_within=3.0)
    _table, (ada, bea) = people(timed.server, 2)
    mute = timed.server.silent()
    wait_until(lambda: len(timed.server.hub.connections) == 3)
    while not ada.table["seats"][1]["here"]:
        ada.receive()
    for _ in range(2):
        timed.pass_by(2)
        ada.sync()  # bea says nothing
    assert ada.table["seats"][1]["here"]
    assert mute.until_closed().code == 1001
    timed.pass_by(2)
    ada.until("presence", test=lambda message: not message["table"]["seats"][1]["here"])
    assert bea.until_closed().code == 1001
    timed.pass_by(2)
    ada.sync()


def test_a_table_that_nobody_is_at_leaves_memory_and_is_there_again(
    start_timed: Callable[..., Timed],
) -> None:
    timed = start_timed(idle_after=60.0)
    server = timed.server
    table, clients = people(server, 2)
    clients[0].ask("start")
    play_round(clients, random.Random(1), longest=3)
    number = max(client.number for client in clients)
    for client in clients:
        client.close()
    wait_until(lambda: not server.hub.live_tables[table].connections)
    timed.pass_by(59)
    assert table in server.hub.live_tables
    timed.pass_by(3)
    wait_until(lambda: table not in server.hub.live_tables)
    assert server.client(table, clients[0].token, number).number == number


##### Going on #####


def test_after_a_while_the_table_goes_on_without_who_is_not_ready(
    start_timed: Callable[..., Timed],
) -> None:
    timed = start_timed(go_on_after=60.0)
    _table, clients = people(timed.server, 3)
    clients[0].ask("start")
    play_round(clients, random.Random(2))
    clients[1].send("ready")
    assert clients[2].table["goes_on_in"] is None
    clients[2].until("update", test=lambda message: message["state"]["table"]["seats"][1]["ready"])
    assert clients[2].table["goes_on_in"] == 60
    number = clients[2].number
    timed.pass_by(59)
    clients[2].sync()
    assert clients[2].number == number
    timed.pass_by(1)
    event = clients[2].until("update", test=lambda message: message["events"])["events"][0]
    assert (event["type"], event["round"]) == ("dealt", 2)
    assert not any(seat["ready"] for seat in clients[2].table["seats"])


def test_ready_counts_once_and_only_who_is_there_is_waited_for(server: Running) -> None:
    _table, clients = people(server, 3)
    clients[0].ask("start")
    play_round(clients, random.Random(3))
    number = clients[0].number
    clients[0].send("ready")
    clients[0].send("ready")
    clients[0].sync()
    assert clients[0].number == number + 1
    clients[1].close()
    clients[2].send("ready")
    assert clients[0].until("update", test=lambda message: message["events"])["events"][0]["type"] == "dealt"


def test_bots_alone_play_for_who_watches(timed: Timed) -> None:
    server = timed.server
    table = server.create(name=None, players=3, start=True, bots={"A": "easy"})["table"]["id"]
    assert server.api.get(f"/api/tables/{table}").json()["phase"] == "playing"
    number = server.hub.live_tables[table].table.number
    timed.pass_by(10)
    assert server.hub.live_tables[table].table.number == number, "while nobody watches, nothing happens"
    watcher = server.client(table)
    play_round([watcher], random.Random(1))
    assert watcher.result is not None


##### Bots #####


def test_bots_take_their_time() -> None:
    """From three to five quarters of the pause, drawn by the seed of the move."""
    time = Time()

    async def watch() -> list[float]:
        async with place(time.of(replace(QUICK, bot_pause=4.0))) as here:
            created = await here.api.post("/api/tables", json={"options": {"players": 2}, "start": True})
            line = await here.line(created.json()["table"]["id"])
            moves = [time.now]
            while len(moves) < 6:
                line.texts.clear()
                await time.pass_by(0.1, here)
                if any('"moved"' in text for text in line.texts):
                    moves.append(time.now)
            return [later - earlier for earlier, later in itertools.pairwise(moves)]

    pauses = asyncio.run(watch())
    assert all(3.0 <= pause <= 5.2 for pause in pauses), pauses
    assert len(set(pauses)) > 1


def test_effort_shrinks_when_many_wait() -> None:
    pool = BotPool(2)
    for waiting, effort in ((0, 1.0), (2, 1.0), (8, 0.25), (10_000, LEAST_EFFORT)):
        pool.waiting = waiting
        assert pool.effort() == effort
        bot = pool._bot("expert", 1)
        assert isinstance(bot, ChampionBot)
        assert bot.name == "expert", "however long it thinks"
        assert bot._trees[0]._seconds == pytest.approx(EXPERT_SECONDS * effort)
    assert pool._bot("medium", 1).name == "medium", "the others are quick anyway"
    pool.close()


@pytest.mark.compiled
def test_bots_think_beside_the_server_and_all_get_their_turn() -> None:
    position = Round.deal(3, 1)
    view = position.view(position.turn)

    async def think() -> tuple[list[str], int]:
        pool = BotPool(2)
        thoughts = [asyncio.create_task(pool.choose("expert", view, seed)) for seed in range(30)]
        turns = 0
        while not all(thought.done() for thought in thoughts):
            await asyncio.sleep(0.01)
            turns += 1
        moves = [thought.result() for thought in thoughts]
        assert pool.waiting == 0
        pool.close()
        return moves, turns

    moves, turns = asyncio.run(think())
    assert set(moves) <= set(map(str, view.legal_moves))
    assert turns > 5, "the loop went on meanwhile"
