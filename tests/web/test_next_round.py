"""Between two rounds everyone sees who is ready and when the table goes on, and an open result stays open."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.client import play_round
from tests.server.running import QUICK, Running, running
from tests.web.browsing import Browsing
from tests.web.engines import Engine


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path, replace(QUICK, go_on_after=3600.0, presence_pause=0.0)) as here:
        yield here


@pytest.fixture
def people(engine: Engine, server: Running) -> Iterator[Browsing]:
    browsing = Browsing(engine, server.url)
    yield browsing
    browsing.close()


def test_who_is_ready_can_be_seen_and_a_result_that_is_read_stays(server: Running, people: Browsing) -> None:
    ada = server.create(players=2)
    table = ada["table"]["id"]
    bea = server.sit(table, "Bea")
    clients = [server.client(table, ada["token"]), server.client(table, bea["token"])]
    clients[0].ask("start")
    play_round(clients, random.Random(1))
    visit = people.visit(
        viewport={"width": 360, "height": 640}, has_touch=True, locale="en-GB", reduced_motion="reduce"
    )
    visit.page.goto(ada["link"])
    visit.sees("dialog.result h2")
    expect(visit.page.locator(".readiness")).to_have_count(0)
    clients[1].send("ready")
    visit.sees(".readiness .ready", "Bea")
    visit.sees(".readiness .awaited", "You")
    visit.sees(".readiness .in", "Continues in")
    visit.fits()
    visit.axe()
    clients[0].send("ready")  # on another device
    visit.sees("dialog.result .foot [role=status]", "The next round has begun.")
    visit.sees("dialog.result h2")
    visit.page.locator("dialog.result .foot .first").click()
    visit.gone("dialog.result")
    visit.sees(".hand .card")
    assert not people.console
