"""Nobody spoils it for others, as people see it: who is away, and who is there too often."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.running import QUICK, Running, running
from tests.web.browsing import Browsing, Visit
from tests.web.engines import Engine

DESK: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 800},
    "locale": "en-GB",
    "reduced_motion": "reduce",
}
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "locale": "en-GB",
    "reduced_motion": "reduce",
}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """Two minutes are a moment here."""
    with running(tmp_path, replace(QUICK, stand_in_after=0.5, presence_pause=0.0)) as here:
        yield here


@pytest.fixture
def people(engine: Engine, server: Running) -> Iterator[Browsing]:
    browsing = Browsing(engine, server.url)
    yield browsing
    browsing.close()


def two_at_a_table(server: Running, people: Browsing) -> tuple[Visit, Visit, dict[str, str]]:
    """The player in turn on a phone, the other at a desk, and the links of both, by seat."""
    ada = server.create(players=2)
    table = ada["table"]["id"]
    links = {"A": ada["link"], "B": server.sit(table, "Bea")["link"]}
    program = server.client(table, ada["token"])
    program.ask("start")
    program.close()
    turn = server.hub.live_tables[table].table.turn
    assert turn is not None
    first, other = people.visit(**PHONE), people.visit(**DESK)
    for visit, seat in ((first, turn), (other, "B" if turn == "A" else "A")):
        visit.page.goto(links[seat])
        visit.sees("dnup-table .hand")
    return first, other, links | {"turn": turn}


def test_a_bot_plays_for_who_is_away_if_someone_presses_and_until_they_are_back(
    server: Running, people: Browsing
) -> None:
    first, other, links = two_at_a_table(server, people)
    name = {"A": "Ada", "B": "Bea"}[links["turn"]]
    expect(other.page.locator(".stand-in")).to_be_hidden()
    first.page.goto("about:blank")
    other.sees(".stand-in", f"Let a bot play until {name} is back")
    other.sees(".actions .hint", f"{name} has been away for two minutes.")
    other.hears(f"{name} has been away for two minutes.")
    other.axe()
    other.resize(360, 640)
    other.fits()
    assert other.page.locator(".log li.moved").count() == 0, "nothing happens unless someone presses"
    other.page.locator(".stand-in").click()
    other.sees(".seat .who", "A bot is playing")
    other.page.locator(".log li.moved").first.wait_for(state="attached")
    expect(other.page.locator(".log li.moved").first).to_contain_text("(played by a bot)")
    expect(other.page.locator(".stand-in")).to_be_hidden()
    first.page.goto(links[links["turn"]])
    first.sees("dnup-table .hand")
    expect(other.page.locator(".seat .who.away")).to_have_count(0)


def test_a_link_to_another_seat_asks_before_it_changes_anything(server: Running, people: Browsing) -> None:
    joined = server.create(players=3)
    table = joined["table"]["id"]
    link = server.sit(table, "Bartholomew the Great")["link"]
    visit = people.visit(**PHONE)
    visit.page.goto(joined["link"])
    visit.sees(".seats li.mine", "Ada")
    visit.page.goto(link)
    visit.sees("#facts", "At this table you are Ada. This link is for Bartholomew the Great’s seat.")
    visit.fits()
    visit.axe()
    visit.page.locator("#stay").click()
    visit.sees(".seats li.mine", "Ada")
    for language in ("it", "nb", "fi"):
        visit.page.evaluate("(language) => localStorage.setItem('language', language)", language)
        visit.page.goto(link)
        visit.sees("#switch", "Bartholomew the Great")
        visit.fits()
    visit.page.locator("#switch").click()
    visit.page.wait_for_url(f"**/table/{table}")
    visit.sees(".seats li.mine", "Bartholomew")
    assert not people.console


def test_a_damaged_table_says_so(server: Running, people: Browsing, tmp_path: Path) -> None:
    joined = server.create(players=2, bots={"B": "easy"}, start=True)
    table = joined["table"]["id"]

    async def forget() -> None:
        server.hub.drop(table)
        await server.hub.store.load(table)  # has everything written to its place

    server.do(forget)
    with closing(sqlite3.connect(tmp_path / "games.sqlite3", isolation_level=None)) as file:
        file.execute("UPDATE events SET number = 65 WHERE table_id = ?", (table,))
    visit = people.visit(**PHONE)
    visit.open(f"/table/{table}")
    visit.sees(".lobby", "This table is damaged")
    visit.fits()
    visit.page.wait_for_timeout(1000)
    assert server.hub.metrics.counts["messages", "hello"] == 0
    assert server.hub.metrics.counts["refusals", "damaged-table"] == 1, (
        "the page does not ask again and again"
    )


def test_a_seat_that_is_open_too_often_says_so_where_it_is_let_go(server: Running, people: Browsing) -> None:
    joined = server.create(players=2, bots={"B": "easy"}, start=True)
    table, token = joined["table"]["id"], joined["token"]
    visit = people.visit(**PHONE)
    visit.page.goto(joined["link"])
    visit.sees("#line.ok")
    clients = [server.client(table, token) for _ in range(server.hub.settings.max_sockets)]
    visit.sees("#line", "Your seat is open in more than eight places.")
    visit.fits()
    clients[0].sync()
    visit.page.wait_for_timeout(1500)
    clients[0].sync()  # the page does not come back by itself, which would let another one go
    visit.page.locator("#line button", has_text="Continue here").click()
    visit.sees("#line.ok")
    assert clients[0].until_closed().reason == "too-many-sockets"
