"""Hints against bots: more and more is told, it is counted, and the result says so."""

from __future__ import annotations

import json
import re

import msgspec
from playwright.sync_api import expect

from tests.engine.test_table import evening
from tests.web.browsing import Browsing
from tests.web.playing import Keyboard, Player
from tests.web.test_review import DESK, GAME, KEEP


def test_hints_are_given_step_by_step_and_counted(browsing: Browsing) -> None:
    visit = browsing.visit(**DESK)
    page = visit.page
    visit.open("/")
    page.locator("#go").click()
    page.wait_for_url("**/table/#local-*")
    player = Player(visit, Keyboard(page))
    player.wait_for_turn()
    hint = page.locator(".actions .hint")
    page.locator("#hint").click()
    expect(hint).to_have_text(
        re.compile(
            r"^(((Play|Take) a set|Add a card to a set)\. Ask again to see more\.|.*Chance to win: .*)$"
        )
    )
    # The count survives a reload.
    page.reload()
    player.wait_for_turn()
    assert count(page.evaluate(EVENTS)) == 1
    for _ in range(3):
        told = hint.inner_text()
        page.keyboard.press("h")
        expect(hint).not_to_have_text(told)
        expect(hint).not_to_have_text(re.compile("Thinking"))
        if "% ±" in hint.inner_text():
            break
    expect(hint).to_have_text(re.compile(r"Chance to win: \d+% ± \d+\.$"))
    expect(page.locator("#say")).to_contain_text("Chance to win")
    # There is no more to say: asking again gives the same, and does not count as a hint.
    taken, told = count(page.evaluate(EVENTS)), hint.inner_text()
    page.keyboard.press("h")
    expect(hint).to_have_text(told)
    assert count(page.evaluate(EVENTS)) == taken
    # What was told lies ready to be done.
    visit.sees("[data-do=first]")
    before = player.last_move()
    page.keyboard.press("Enter")
    player.moved_on(before)
    assert not browsing.console


def test_the_result_tells_of_hints(browsing: Browsing) -> None:
    events = json.loads(msgspec.json.encode(evening(2, "balanced", 1, games=1)))
    while events[-1]["type"] != "move-made":
        events.pop()
    events[-1:-1] = [{"type": "hint-taken", "seat": events[-1]["seat"], "depth": depth} for depth in (1, 2)]
    visit = browsing.visit(**DESK)
    visit.open("/")
    visit.page.evaluate(KEEP, [GAME, events])
    visit.page.goto(f"{visit.address}/table/#{GAME}")
    # Two that tell of one decision are one.
    visit.sees("dialog.result .hints", "With 1 hint.")
    visit.sees("dialog.result [data-do=review]")
    visit.axe()
    assert not browsing.console


EVENTS = """() => new Promise((done) => {
    const request = indexedDB.open('dnup');
    request.onsuccess = () => {
        const all = request.result.transaction('events').objectStore('events').getAll();
        all.onsuccess = () => { request.result.close(); done(all.result); };
    };
})"""


def count(events: list[dict[str, object]]) -> int:
    return sum(event["type"] == "hint-taken" for event in events)
