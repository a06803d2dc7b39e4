"""Whole games against bots in a real browser: by mouse, by keyboard alone, by touch on a small phone."""

import json
from collections.abc import Iterator

import pytest

from tests.web.browsing import Browsing
from tests.web.playing import PATIENCE, Keyboard, Player, Pointer


@pytest.fixture(autouse=True)
def no_complaints(browsing: Browsing) -> Iterator[None]:
    yield
    assert not browsing.console


def test_by_mouse(browsing: Browsing) -> None:
    visit = browsing.visit(viewport={"width": 1280, "height": 800}, locale="en-GB", reduced_motion="reduce")
    player = Player(visit, Pointer(visit.page))
    visit.open("/")
    player.way.press("#go")
    visit.page.wait_for_url("**/table/*", timeout=PATIENCE)
    rounds = player.play_game()
    visit.sees("dialog.result h2", "game")
    with visit.page.expect_download() as saved:
        player.way.press("dialog.result a[download]")
    record = json.loads(saved.value.path().read_text(encoding="utf-8"))
    assert len(record["rounds"]) == rounds
    visit.page.locator("details.proof summary").click()
    visit.sees(".verdict", "Yes")
    player.way.press("[data-do=ready]")
    visit.gone("dialog.result")
    assert player.wait_for_turn() == "turn"
    visit.sees("#round", "Round 1")


def test_by_keyboard(browsing: Browsing) -> None:
    visit = browsing.visit(viewport={"width": 1280, "height": 800}, locale="en-GB", reduced_motion="reduce")
    player = Player(visit, Keyboard(visit.page))
    visit.open("/")
    visit.sees("#go")
    player.way.press("#go")
    visit.page.wait_for_url("**/table/*", timeout=PATIENCE)
    player.play_game()
    visit.sees("dialog.result h2", "game")


def test_by_touch_on_a_small_phone(browsing: Browsing) -> None:
    visit = browsing.visit(
        viewport={"width": 360, "height": 640},
        has_touch=True,
        is_mobile=True,
        locale="en-GB",
        reduced_motion="reduce",
    )
    player = Player(visit, Pointer(visit.page, touch=True))
    visit.open("/")
    player.way.press("#go")
    visit.page.wait_for_url("**/table/*", timeout=PATIENCE)
    player.play_game()
    visit.fits()


def test_dragging_plays_a_card_and_reorders_the_hand(browsing: Browsing) -> None:
    visit = browsing.visit(viewport={"width": 1280, "height": 800}, locale="en-GB")
    player = Player(visit, Pointer(visit.page))
    visit.open("/")
    player.way.press("#go")
    player.wait_for_turn()
    page, mouse = visit.page, visit.page.mouse
    page.wait_for_timeout(1500)  # the deal is over
    held = [card.get_attribute("data-card") for card in page.locator(".hand button.card").all()]
    first = page.locator(".hand button.card").first.bounding_box()
    last = page.locator(".hand button.card").last.bounding_box()
    assert first
    assert last
    mouse.move(first["x"] + 20, first["y"] + 60)
    mouse.down()
    mouse.move(last["x"] + 100, last["y"] + 60, steps=6)
    mouse.up()
    now = [card.get_attribute("data-card") for card in page.locator(".hand button.card").all()]
    assert now == [*held[1:], held[0]]
    usable = page.locator(".hand button.card:not(.dimmed)").last
    box, slot = usable.bounding_box(), page.locator(".centre .place").bounding_box()
    assert box
    assert slot
    before, card = player.position(), usable.get_attribute("data-card")
    x, y = (box["x"] + 18, box["y"] + 50)
    mouse.move(x, y)
    mouse.down()
    mouse.move(slot["x"] + slot["width"] / 2, slot["y"] + 40, steps=6)
    mouse.up()
    player.moved_on(before)
    assert str(card) in player.position()
