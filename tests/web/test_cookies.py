"""A browser that has played a lot, a link for another one, and a table that too many watch."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import expect

from tests.server.running import QUICK, running
from tests.web.browsing import PATIENCE, Browsing, Visit
from tests.web.playing import Player, Pointer
from tests.web.test_together import DESK, PHONE

OLD = 200
"""More than Chromium keeps for a site, and more than a handshake takes."""


def cookies_of(visit: Visit) -> list[str]:
    return [cookie.get("name", "") for cookie in visit.page.context.cookies()]


def create(address: str) -> dict[str, Any]:
    body = {"name": "Ada", "options": {"players": 2}}
    joined: dict[str, Any] = httpx.post(
        f"{address.rstrip('/')}/api/tables", json=body, timeout=PATIENCE / 1000
    ).json()
    return joined


def test_a_browser_full_of_old_cookies_gets_in_and_plays(browsing: Browsing) -> None:
    joined = create(browsing.address)
    table = joined["table"]["id"]
    visit = browsing.visit(**DESK)
    tokens = {f"oldtable{number:04}": "x" * 32 for number in range(OLD)} | {table: joined["token"]}
    address = browsing.address.rstrip("/")
    visit.page.context.add_cookies(
        [{"name": f"dnup-{name}", "value": token, "url": address} for name, token in tokens.items()]
    )
    assert len(cookies_of(visit)) > 158, "too many for a handshake"
    visit.open(f"/table/{table}")
    visit.sees("#line.ok")
    visit.sees(".seats li.mine", "Ada")
    for _ in range(4):
        visit.open(f"/table/{table}")
    visit.sees(".seats li.mine", "Ada")
    end = time.monotonic() + PATIENCE / 1000
    while (left := cookies_of(visit)) != ["dnup"]:  # Firefox deletes them a moment after the answer has come
        assert time.monotonic() < end, f"these are still there: {left}"
        visit.page.wait_for_timeout(50)
    visit.page.locator(".foot .first").click()
    player = Player(visit, Pointer(visit.page))
    player.wait_for_turn()
    before = player.last_move()
    player.make_move()
    player.moved_on(before)


def test_ones_own_link_opens_the_seat_in_another_browser(browsing: Browsing) -> None:
    joined = create(browsing.address)
    desk, phone = browsing.visit(**DESK), browsing.visit(**PHONE)
    for visit in (desk, phone):
        visit.page.goto(joined["link"])
        visit.sees("#line.ok")
        visit.sees(".seats li.mine", "Ada")
        assert joined["token"] not in visit.page.url
        assert cookies_of(visit) == ["dnup"]
    keys = {visit.page.context.cookies()[0].get("value") for visit in (desk, phone)}
    assert len(keys) == 2, "each has its own key"
    phone.page.locator(".foot .first").click()
    for visit in (desk, phone):
        visit.sees("dnup-table .hand")


def test_a_spectator_too_many_is_told_so(browsing: Browsing, tmp_path: Path) -> None:
    with running(tmp_path, replace(QUICK, max_spectators=1)) as server:
        joined = server.create(players=2)
        table = joined["table"]["id"]
        watcher = server.client(table)
        visit = browsing.visit(**DESK)
        visit.page.clock.install()
        visit.page.goto(f"{server.url}/table/{table}")
        visit.sees(".lobby h2", "too many spectators")
        expect(visit.page.locator("#line")).to_be_hidden()
        visit.hears("too many spectators")
        watcher.close()
        visit.page.clock.run_for(60_000)
        visit.sees("#line.ok")
        visit.sees(".lobby .seats")
        visit.page.context.close()
