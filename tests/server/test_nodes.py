"""Many nodes: one is killed, the database is restarted, and every game comes to its end."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from dnup.records.shuffle import promise
from dnup.server.store.postgres import PostgresStore
from tests.server.client import Message
from tests.server.running import PATIENCE, QUICK, Running, people, running, with_sources
from tools.torture.crowd import Crowd
from tools.torture.database import Database
from tools.torture.killing import FINISH_WITHIN, OPTIONS, records_are_right
from tools.torture.ledger import compare
from tools.torture.servers import Nursery, Server

TABLES = 100
MOST_WATCHING = 30


@pytest.mark.compiled
def test_three_nodes_play_on_when_one_dies_and_the_database_restarts(tmp_path: Path) -> None:
    with Database() as database, Nursery() as nursery, contextlib.ExitStack() as stack:
        nodes = [Server(nursery, database.address, tmp_path, *OPTIONS) for _ in range(3)]
        for node in nodes:  # all at once, so that they make the tables in the database at once
            node.start()
        for node in nodes:
            node.wait()
        crowd = Crowd([node.address for node in nodes], TABLES, 2, tmp_path, seed=3)
        stack.callback(crowd.close)
        crowd.wait_for_all(moves=2)
        nodes[0].kill()
        crowd.wait_for_all(moves=2)
        database.restart()
        crowd.wait_for_all(moves=2)
        nodes[0].start()
        reports = crowd.finish(FINISH_WITHIN)
        assert [node.stop() for node in nodes] == [0, 0, 0]
        verdict = compare(reports, database.kept())
        assert verdict.lost == []
        assert verdict.doubled == []
        assert verdict.problems == []
        assert verdict.games >= TABLES
        (ended,) = database.fetch("SELECT count(*) FROM games")
        assert ended[0] == verdict.games
        assert records_are_right(database.address, tmp_path)
        assert [node.complaints(but_for="events could not be stored") for node in nodes] == [[], [], []]


class Calendar:
    """The time of day as both nodes have it; a test may set it forward."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        return time.time() + self.ahead


@pytest.fixture(scope="module")
def calendar() -> Calendar:
    return Calendar()


@pytest.fixture(scope="module")
def two_nodes(
    tmp_path_factory: pytest.TempPathFactory, calendar: Calendar
) -> Iterator[tuple[Running, Running]]:
    settings = replace(QUICK, bot_pause=0.02, max_spectators=MOST_WATCHING)
    settings = with_sources(settings, date=calendar)
    folder = tmp_path_factory.mktemp("nodes")
    with (
        Database() as database,
        running(folder, settings, store=PostgresStore(database.address)) as first,
        running(folder, settings, store=PostgresStore(database.address)) as second,
    ):
        yield first, second


def test_people_at_different_nodes_shuffle_together(two_nodes: tuple[Running, Running]) -> None:
    first, second = two_nodes
    joined = first.create(players=2)
    table = joined["table"]["id"]
    ada = first.client(table, joined["token"])
    bea = second.client(table, second.sit(table, "Bea")["token"])
    bits = {"A": "aa" * 32, "B": "bb" * 32}
    for client, own in zip((ada, bea), bits.values(), strict=True):
        client.send("commit", commitment=promise(own))
        client.until("committed")
    ada.send("start")
    for client, own in zip((ada, bea), bits.values(), strict=True):
        client.until("update", test=lambda message: "shuffle" in message["state"])
        client.send("reveal", bits=own)
    for client in (ada, bea):
        client.until(
            "update", test=lambda message: message["events"] and "dealt" in message["events"][-1]["type"]
        )
        assert {one["seat"]: one["bits"] for one in client.log[-1]["shuffle"]["people"]} == bits


def test_people_at_different_nodes_play_at_one_table(two_nodes: tuple[Running, Running]) -> None:
    first, second = two_nodes
    joined = first.create(players=2)
    table = joined["table"]["id"]
    ada = first.client(table, joined["token"])
    bea = second.client(table, second.sit(table, "Bea")["token"])
    for client in (ada, bea):
        while not all(seat["here"] for seat in client.table["seats"]):
            client.receive()
    ada.send("start")
    for client in (ada, bea):
        while not client.view:
            client.receive()
    for _ in range(6):
        mover = ada if ada.in_turn else bea
        mover.move(mover.moves[0]["move"])
        ada.until_number(mover.number)
        bea.until_number(mover.number)
    assert ada.log[-7:] == bea.log, "the deal and six moves"
    assert ada.view["table"] == bea.view["table"]


def test_who_comes_to_another_node_in_the_middle_of_a_turn_sees_the_time_that_is_left(
    two_nodes: tuple[Running, Running], calendar: Calendar
) -> None:
    first, second = two_nodes
    table, everyone = people(first, 2, seconds=600)
    everyone[0].ask("start")
    everyone[1].until("update")
    mover, other = sorted(everyone, key=lambda client: not client.in_turn)
    calendar.ahead += 100
    for token in (mover.token, other.token, ""):
        clock = second.client(table, token).clock
        assert clock is not None
        assert clock["seconds"] == 600
        assert 300 < clock["left"] <= 500


def test_bots_go_on_at_another_node_when_everyone_has_left_the_first(
    two_nodes: tuple[Running, Running],
) -> None:
    first, second = two_nodes
    table = first.create(name=None, players=3, start=True)["table"]["id"]
    there = first.client(table)
    here = second.client(table)
    here.until_number(here.number + 3)
    assert first.hub.store.has_claimed(table)
    there.close()
    here.until("update", test=lambda _: second.hub.store.has_claimed(table))
    here.until_number(here.number + 3)
    assert not first.hub.store.has_claimed(table)


def test_a_stand_in_called_at_one_node_plays_and_goes_when_its_person_comes_to_the_other(
    two_nodes: tuple[Running, Running],
) -> None:
    one, other = two_nodes
    joined = one.create(players=2)
    table, tokens = joined["table"]["id"], {"A": joined["token"]}
    tokens["B"] = one.sit(table, "Bea")["token"]
    client = one.client(table, tokens["A"])
    client.ask("start")
    gone = one.hub.live_tables[table].table.turn
    assert gone is not None
    here = other.client(table, tokens["B" if gone == "A" else "A"])
    client.close()

    def info(message: Message) -> dict[str, Any]:
        return next(dict(seat) for seat in here.table["seats"] if seat["seat"] == gone)

    def waits() -> None:
        live = other.hub.live_tables[table]
        live._away_since[gone] = live._services.clock() - 1000.0

    here.until("presence", test=lambda message: not info(message)["here"])
    waits()
    here.until("presence", test=lambda message: info(message)["stand_in_offered"])
    here.send("stand-in", seat=gone)
    moved = here.until("update", test=lambda message: message["events"])
    assert (moved["events"][0]["seat"], moved["events"][0]["by"]) == (gone, "stand-in")
    back = one.client(table, tokens[gone])
    here.until("presence", "update", test=lambda message: not info(message)["stand_in"])
    end = time.monotonic() + PATIENCE
    while any(node.hub.live_tables[table].table.stand_ins for node in two_nodes):
        assert time.monotonic() < end
        time.sleep(0.02)
    back.sync()


def test_a_table_deleted_at_one_node_is_gone_at_the_other(two_nodes: tuple[Running, Running]) -> None:
    first, second = two_nodes
    joined = first.create(players=2)
    table = joined["table"]["id"]
    here = second.client(table, second.sit(table, "Bea")["token"])
    headers = {"Authorization": f"Bearer {joined['token']}"}
    assert first.api.delete(f"/api/tables/{table}", headers=headers).status_code == 204
    closed = here.until_closed()
    assert (closed.code, closed.reason) == (1008, "the table was deleted")
    for node in two_nodes:
        assert node.api.get(f"/api/tables/{table}").status_code == 404


def test_a_link_opened_at_one_node_counts_at_the_other(two_nodes: tuple[Running, Running]) -> None:
    first, second = two_nodes
    joined = first.create(players=2)
    table = joined["table"]["id"]
    second.client(table)  # which has the table in memory, then
    cookie = httpx.get(joined["link"], timeout=PATIENCE).headers["set-cookie"].partition(";")[0]
    for node in (second, first):
        client = node.silent(additional_headers={"Cookie": cookie})
        client.hello(table)
        assert (client.seat, client.welcome["host"]) == ("A", True)


def test_a_crowd_at_one_node_is_told_of_at_the_other_and_counts_there(
    two_nodes: tuple[Running, Running],
) -> None:
    first, second = two_nodes
    joined = first.create(players=2)
    table = joined["table"]["id"]
    ada = second.client(table, joined["token"])
    crowd = [first.client(table) for _ in range(MOST_WATCHING)]
    ada.until("presence", test=lambda message: message["table"]["spectators"] == MOST_WATCHING)
    late = second.silent()
    late.send("hello", protocol=1, table=table)
    assert late.until("refused")["code"] == "too-many-spectators"
    crowd[0].close()
    ada.until("presence", test=lambda message: message["table"]["spectators"] == MOST_WATCHING - 1)
    assert second.client(table).seat is None


def test_a_node_that_fails_to_talk_to_the_others_tries_again(
    two_nodes: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = two_nodes
    store = first.hub.store
    assert isinstance(store, PostgresStore)

    def fail() -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(store, "_forget_the_silent", fail)
        while 'dnup_failures_total{task="nodes"}' not in first.api.get("/metrics").text:
            time.sleep(0.05)
    joined = first.create(players=2)
    table = joined["table"]["id"]
    ada = first.client(table, joined["token"])
    second.client(table, second.sit(table, "Bea")["token"])
    ada.until("presence", test=lambda message: message["table"]["seats"][1]["here"])
