"""Taking back against bots: by button and by key, counted in the result, and off in the daily game."""

from __future__ import annotations

import itertools
from typing import Any

import msgspec
from playwright.sync_api import expect

from dnup.server.messages.events import MoveMade
from dnup.server.tables.table import Table
from dnup.server.tables.wire_writer import WireWriter
from tests.engine.test_table import evening
from tests.web.browsing import Browsing
from tests.web.playing import IN_TURN, Keyboard, Player
from tests.web.test_review import DESK, GAME, KEEP

SMALL = """try {
  localStorage.setItem('players', '2');
  localStorage.setItem('level', 'easy');
} catch {} // Firefox runs this in its empty page, too, which has no storage"""
HAND = "() => [...document.querySelectorAll('.hand button.card')].map((card) => card.dataset.card)"
MOVES = "() => document.querySelectorAll('.log .moved').length"


def test_the_last_decision_comes_back(browsing: Browsing) -> None:
    visit = browsing.visit(**DESK)
    page = visit.page
    page.add_init_script(SMALL)
    visit.open("/")
    page.locator("#go").click()
    page.wait_for_url("**/table/#local-*")
    player = Player(visit, Keyboard(page))
    assert player.wait_for_turn() == "turn"
    button = page.locator("#take-back")
    expect(button).to_be_disabled()
    hand, moves = page.evaluate(HAND), page.evaluate(MOVES)
    before = player.last_move()
    player.make_move()
    player.moved_on(before)
    player.hurry_to_turn()
    expect(button).to_be_enabled()
    button.click()
    visit.sees(".actions .hint", "Taken back. Choose again.")
    visit.hears("Taken back. Choose again.")
    page.wait_for_function(f"(moves) => ({MOVES})() === moves", arg=moves)
    assert page.evaluate(HAND) == hand
    expect(button).to_be_disabled()
    visit.axe()
    # It was kept, and the same again by key.
    page.reload()
    visit.sees(IN_TURN)
    assert page.evaluate(HAND) == hand
    player.make_move()
    player.moved_on(0)
    page.keyboard.press("z")
    page.wait_for_function(f"(moves) => ({MOVES})() === moves", arg=moves)
    visit.sees(".actions .hint", "Taken back")
    assert page.evaluate(HAND) == hand
    assert not browsing.console


def evening_with_time_to_rotate(seed: int) -> list[Any] | None:
    """A game up to its last move; None if a rotation instead of it would have ended the round as well (D5)."""
    events = evening(2, "balanced", seed, games=1)
    while not isinstance(last := events[-1], MoveMade):
        events.pop()
    table = Table("local-k7m2q9xw4zap", WireWriter())
    for event in [*events[:-1], MoveMade(last.seat, "rotate", last.by)]:
        table.apply(event)
    if table.phase != "playing":
        return None
    written: list[Any] = msgspec.json.decode(msgspec.json.encode(events))
    return written


def test_the_result_tells_of_it(browsing: Browsing) -> None:
    events = next(filter(None, map(evening_with_time_to_rotate, itertools.count(1))))
    last = events[-1]
    back = {"type": "moves-taken-back", "seat": last["seat"], "moves": 1, "counts": True}
    hint = {"type": "hint-taken", "seat": last["seat"], "depth": 1}
    events[-1:] = [last | {"move": "rotate"}, back, hint, last]
    visit = browsing.visit(**DESK)
    visit.open("/")
    visit.page.evaluate(KEEP, [GAME, events])
    visit.page.goto(f"{visit.address}/table/#{GAME}")
    visit.sees("dialog.result .hints", "With 1 hint. 1 move taken back.")
    visit.axe()
    assert not browsing.console


def test_not_in_the_daily_game(browsing: Browsing) -> None:
    visit = browsing.visit(**DESK)
    page = visit.page
    visit.open("/daily/")
    page.locator("main .btn.first").first.click()
    page.wait_for_url("**/table/#local-*")
    player = Player(visit, Keyboard(page))
    player.wait_for_turn()
    expect(page.locator("#take-back")).to_be_hidden()
    before = player.last_move()
    player.make_move()
    player.moved_on(before)
    page.keyboard.press("z")
    player.hurry_to_turn()
    assert player.last_move() > 0
    assert not browsing.console
