"""Three clocks: is the line alive, who is here, whose time is it. And the rhythm of bots."""

from __future__ import annotations

import asyncio
import itertools
import random
import statistics
import time
from dataclasses import replace

import pytest

from dnup import Round
from dnup.bots.champion import ChampionBot
from dnup.bots.levels import EXPERT_SECONDS
from dnup.server.tables.thinkers import LEAST_EFFORT, Thinkers
from tests.server.client import Client, Message, play_round
from tests.server.conftest import Start
from tests.server.running import PATIENCE, QUICK, Running, people

SECONDS = 5
"""The shortest thinking time there is."""


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


def test_when_time_is_up_a_bot_makes_the_move(server: Running) -> None:
    _table, clients = people(server, 2, seconds=SECONDS)
    clients[0].ask("start")
    slow = turn(clients)
    assert slow.clock is not None
    assert slow.clock["seconds"] == SECONDS
    assert SECONDS - 1 < slow.clock["left"] <= SECONDS
    event = slow.until("update", test=moved)["events"][0]
    assert (event["seat"], event["by"]) == (slow.seat, "stand-in")
    assert not any(seat["stand_in"] for seat in slow.table["seats"]), "who is there goes on playing"


def test_who_is_away_past_the_time_is_played_for_until_they_come_back(server: Running) -> None:
    table, clients = people(server, 3, seconds=SECONDS)
    clients[0].ask("start")
    gone = turn(clients)
    rest = [client for client in clients if client is not gone]
    watcher = server.client(table)
    gone.close()
    seat = gone.seat
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


def is_stood_in(client: Client, seat: str | None) -> bool:
    return bool(next(info for info in client.table["seats"] if info["seat"] == seat)["stand_in"])


def test_a_table_that_everyone_has_left_rests_and_nobody_loses_time(server: Running) -> None:
    table, clients = people(server, 2, seconds=SECONDS)
    clients[0].ask("start")
    mover = turn(clients)
    time.sleep(1.2)  # some of the time is used up
    number = mover.number
    for client in clients:
        client.close()
    time.sleep(SECONDS)  # nobody is there for as long as a turn may take
    back = server.client(table, mover.token, number)
    assert back.welcome["log"] == [], "nothing has happened"
    assert back.clock is not None
    assert back.clock["left"] > SECONDS - 1.1, "the turn begins anew"
    assert back.move(back.moves[0]["move"])["type"] == "update"


def test_without_thinking_time_there_is_no_clock(server: Running) -> None:
    _table, clients = people(server, 2)
    clients[0].ask("start")
    assert turn(clients).clock is None


def test_a_resignation_does_not_give_others_more_time(server: Running) -> None:
    _table, clients = people(server, 3, seconds=3600)
    clients[0].ask("start")
    mover = turn(clients)
    other = next(client for client in clients if client is not mover)
    time.sleep(1.1)
    other.ask("resign")
    mover.sync()
    assert mover.clock is not None
    assert mover.clock["left"] < 3600 - 1


##### Who is here #####


def test_a_silent_line_is_taken_for_dead_and_one_that_pings_is_not(start: Start) -> None:
    server = start(replace(QUICK, stale_after=5.0, hello_within=3.0))
    _table, (ada, bea) = people(server, 2)
    mute = server.silent()
    alive = True
    while alive:  # bea says nothing
        ada.send("ping", ref=1)
        message = ada.until("pong", "presence")
        alive = message["type"] != "presence" or message["table"]["seats"][1]["here"]
        time.sleep(0.05)
    assert bea.until_closed().code == 1001
    assert mute.until_closed().code == 1001
    ada.sync()


def test_a_table_that_nobody_is_at_leaves_memory_and_is_there_again(start: Start) -> None:
    server = start(replace(QUICK, idle_after=0.1))
    table, clients = people(server, 2)
    clients[0].ask("start")
    play_round(clients, random.Random(1), longest=3)
    number = max(client.number for client in clients)
    for client in clients:
        client.close()
    wait_until(lambda: table not in server.hub.rooms)
    assert server.client(table, clients[0].token, number).number == number


##### Going on #####


def test_after_a_while_the_table_goes_on_without_who_is_not_ready(start: Start) -> None:
    server = start(replace(QUICK, go_on_after=0.3))
    _table, clients = people(server, 3)
    clients[0].ask("start")
    play_round(clients, random.Random(2))
    clients[1].send("ready")
    clients[2].until("update", test=lambda message: message["state"]["table"]["seats"][1]["ready"])
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


def test_bots_alone_play_for_who_watches(start: Start) -> None:
    server = start()
    table = server.create(name=None, players=3, start=True, bots={"A": "easy"})["table"]["id"]
    assert server.api.get(f"/api/tables/{table}").json()["phase"] == "playing"
    number = server.hub.rooms[table].table.number
    time.sleep(0.3)
    assert server.hub.rooms[table].table.number == number, "while nobody watches, nothing happens"
    watcher = server.client(table)
    play_round([watcher], random.Random(1))
    assert watcher.result is not None


##### Bots #####


def test_bots_take_their_time(start: Start) -> None:
    server = start(replace(QUICK, bot_pause=0.4))
    began = time.monotonic()
    joined = server.create(name=None, players=2, start=True)
    watcher = server.client(joined["table"]["id"])
    times = []
    for moves in range(1, 5):
        watcher.until("update", test=moved)
        times.append(time.monotonic())
        assert times[-1] - began > moves * 0.4 * 0.75
    # What is read late makes the pause after it look shorter than it was: most of them are as they should be.
    pauses = [later - earlier for earlier, later in itertools.pairwise([began, *times])]
    assert statistics.median(pauses) > 0.4 * 0.75 - 0.1


def test_effort_shrinks_when_many_wait() -> None:
    pool = Thinkers(2)
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
        pool = Thinkers(2)
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
