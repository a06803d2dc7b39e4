"""A game seen again: by keys, by mouse, by touch and by link; from this device, from a file, and from the server."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from tests.engine.test_table import evening
from tests.web.browsing import Browsing, Visit
from tests.web.playing import READY, Keyboard, Player, wait_for_rest

GOLDEN = Path(__file__).parents[1] / "data" / "golden.jsonl"
DESK: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 800},
    "locale": "en-GB",
    "reduced_motion": "reduce",
}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "locale": "en-GB",
    "reduced_motion": "reduce",
}
GAME = "local-k7m2q9xw4zap"
KEEP = """([id, events]) => import(new URL('../device/games.js', document.querySelector('script[src*=home]').src))
    .then(({ openGames }) => openGames())
    .then((games) => games.create(id, events, { created: '' }, { seat: 'A', phase: 'over', round: 2, players: 2,
        opponents: [{ seat: 'B', level: 'hard' }], score: [2, 0], result: { winner: 'A', drawn: false } }))"""


@pytest.fixture(autouse=True)
def no_complaints(browsing: Browsing) -> Iterator[None]:
    yield
    assert not browsing.console


def open_file(visit: Visit, lines: list[str]) -> None:
    visit.open("/review/")
    payload: Any = {"name": "games.jsonl", "mimeType": "", "buffer": "\n".join(lines).encode()}
    visit.page.locator("#file").set_input_files(payload)
    visit.page.locator("dnup-table .hand .card").first.wait_for()


def stands_at(page: Page, place: str) -> None:
    """The address says so, and so does the line."""
    expect(page).to_have_url(re.compile(f"#{re.escape(place)}(~|$)"))
    found = re.match(r"r(\d+)m(\d+)", place)
    assert found
    text = re.compile(f"^Round {found[1]}, after {found[2]} of ")
    expect(page.locator(".scrub")).to_have_attribute("aria-valuetext", text)


HOLDS = """(cards) =>
  [...document.querySelectorAll('.hand .card')].map((card) => card.dataset.card).sort().join() === cards"""


def test_from_a_file_by_keys_and_by_mouse(browsing: Browsing) -> None:
    lines = GOLDEN.read_text(encoding="utf-8").strip().split("\n")
    four = next(line for line in lines if len(json.loads(line)["players"]) == 4)
    record = json.loads(four)
    visit = browsing.visit(**DESK)
    page = visit.page
    open_file(visit, [four])
    stands_at(page, "r1m0")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    stands_at(page, "r1m2")
    visit.sees("dnup-table .last-flag:not([hidden])", "Last move")
    expect(page.locator("#say")).not_to_be_empty()
    page.keyboard.press("ArrowLeft")
    stands_at(page, "r1m1")
    page.keyboard.press("ArrowDown")
    stands_at(page, "r2m0")
    # From another seat, and with all hands open: small faces where the backs were.
    page.keyboard.press("v")
    stands_at(page, "r2m0.B")
    page.wait_for_function(HOLDS, arg=",".join(sorted(record["rounds"][1]["deal"][1].split())))
    expect(page.locator(".backs.faces")).to_have_count(0)
    page.keyboard.press("o")
    stands_at(page, "r2m0.B-open")
    expect(page.locator(".backs.faces")).to_have_count(3)
    # Nothing can be played here.
    page.locator(".hand .card").first.click()
    assert not page.locator(".card.selected").count()
    # The line is dragged along, and a move is gone to from the list.
    box = page.locator(".scrub").bounding_box()
    assert box
    page.mouse.move(box["x"] + 2, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"], box["y"] + 10, steps=3)
    page.mouse.up()
    stands_at(page, f"r{len(record['rounds'])}m{len(record['rounds'][-1]['moves'])}.B-open")
    page.locator(".tabs [data-tab=moves]").click()
    page.locator(".moves-list button").nth(4).click()
    stands_at(page, f"r{len(record['rounds'])}m5.B-open")
    # It plays by itself, until somebody steps.
    page.keyboard.press("Home")
    page.locator(".play-it").click()
    page.wait_for_url(re.compile("#r1m2"))
    page.locator("[data-do=next]").click()
    expect(page.locator(".play-it")).to_have_attribute("aria-label", "Play the moves")
    visit.axe()
    # The address has the game in it: it is there again after a reload, in another language, too.
    page.goto(page.url.replace("/#", "/?again#"))
    page.locator("dnup-table .hand .card").first.wait_for()
    expect(page.locator(".backs.faces")).to_have_count(3)
    page.goto(re.sub("#r[^~]*", "#r2m1", page.url))
    stands_at(page, "r2m1")


@pytest.mark.parametrize("width, height", [(360, 640), (390, 844)])
def test_a_hand_of_thirteen_cards_is_shown_on_a_phone(browsing: Browsing, width: int, height: int) -> None:
    """In two rows; every card has its own visible place."""
    lines = GOLDEN.read_text(encoding="utf-8").strip().split("\n")
    record = next(
        line for line in lines if '"deck":"printed"' in line and json.loads(line)["players"][2:] == []
    )
    visit = browsing.visit(
        viewport={"width": width, "height": height}, locale="en-GB", reduced_motion="reduce"
    )
    open_file(visit, [record])
    expect(visit.page.locator("dnup-table .hand .card")).to_have_count(13)
    visit.page.wait_for_function(
        """() => [...document.querySelectorAll('dnup-table .hand .card')].every((card) => {
          const { left, top, width, height } = card.getBoundingClientRect();
          const seen = document.elementFromPoint(left + 12, top + height / 2);
          return width >= 34 && height >= 50 && left >= 0 && left + width <= innerWidth && card.contains(seen);
        })"""
    )
    visit.fits()


SEEN = """() => {
    const [table, panel] = ['.mat', '.panel-box'].map((name) => document.querySelector(name).getBoundingClientRect());
    return [table.top, Math.min(panel.bottom, innerHeight) - panel.top];
}"""


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_table_and_explanation_are_seen_together_on_a_phone(browsing: Browsing, players: int) -> None:
    lines = GOLDEN.read_text(encoding="utf-8").strip().split("\n")
    record = next(
        line for line in lines if '"deck":"printed"' in line and len(json.loads(line)["players"]) == players
    )
    visit = browsing.visit(**PHONE)
    open_file(visit, [record])
    for size, least in (((390, 844), 260), ((360, 640), 90)):
        visit.resize(*size)
        table, panel = visit.page.evaluate(SEEN)
        assert table >= 0
        assert panel >= least, f"{panel} px of the panel are seen at {size}"
        visit.fits()


def test_what_is_no_game_is_refused_in_words(browsing: Browsing) -> None:
    lines = GOLDEN.read_text(encoding="utf-8").strip().split("\n")
    broken = json.loads(lines[0])
    broken["rounds"][0]["moves"][1] = "play 9/9"
    visit = browsing.visit(**DESK)
    page = visit.page
    visit.open("/review/")
    for text, sentence in (
        ("<script>alert(1)</script>", "not a saved dnup game"),
        (json.dumps(broken), "round 1, move 2"),
        ("x" * 8_000_001, "too large"),
    ):
        payload: Any = {"name": "a.jsonl", "mimeType": "", "buffer": text.encode()}
        page.locator("#file").set_input_files(payload)
        visit.sees(".problem", sentence)
    visit.axe()
    page.goto(f"{visit.address}/review/#~AAAA")
    page.reload()
    visit.sees(".problem", "not a saved dnup game")
    page.goto(f"{visit.address}/review/?game=local-nowhere")
    visit.sees(".problem", "nothing to see yet")


OUT_OF_REACH = """() => {
    const buttons = [...document.querySelectorAll('.actions button')].filter((one) => one.checkVisibility());
    return buttons.filter((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        const there = document.elementFromPoint(left + width / 2, top + height / 2);
        return !one.contains(there) || document.querySelector('.mat').getBoundingClientRect().bottom < top + height - 2;
    }).map((one) => one.outerHTML);
}"""
"""Buttons at the table that are covered, or hang out of it."""

TOPS = """() => ['.hand', '.actions', '.transport', '[data-do=next]']
    .map((name) => Math.round(document.querySelector(name).getBoundingClientRect().top))"""


def press_in_place(page: Page, selector: str) -> None:
    """Press where something is; Playwright would first scroll it into the middle of Firefox."""
    box = page.locator(selector).bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_from_my_games_by_touch_and_played_on(browsing: Browsing) -> None:
    events = json.loads(msgspec.json.encode(evening(2, "balanced", 1, games=1)))
    while events[-1]["type"] != "move-made":
        events.pop()
    for event in events:
        if event["type"] == "seated":
            event["key"] = "me"
    visit = browsing.visit(**PHONE)
    page = visit.page
    visit.open("/")
    page.evaluate(KEEP, [GAME, events])
    visit.open("/review/")
    page.locator(".entrance a.btn").tap()
    page.wait_for_url(f"**/review/?game={GAME}*")
    page.locator("dnup-table .hand .card").first.wait_for()
    visit.fits()
    page.locator("[data-do=next]").tap()
    stands_at(page, "r1m1")
    page.locator(".view button").last.tap()
    stands_at(page, "r1m1.open")
    visit.axe()
    page.locator("#share").tap()
    link = page.locator("dialog input").input_value()
    assert re.search(r"/review/#r1m1\.open~[\w-]+$", link)
    page.locator("dialog .tool").tap()
    # Somebody else sees the same.
    other = browsing.visit(**DESK)
    other.page.goto(link)
    other.page.locator("dnup-table .hand .card").first.wait_for()
    stands_at(other.page, "r1m1.open")
    # And it is played on, against bots, from just there.
    page.locator(".play-on").tap()
    page.wait_for_url("**/table/#local-*")
    player = Player(visit, Keyboard(page))
    assert player.wait_for_turn() == "turn"
    expect(page.locator(".log .moved")).not_to_have_count(0)


def test_a_game_of_the_server(browsing: Browsing) -> None:
    """One press after the game, at the address that can be sent to others; nothing of a round that goes on is there."""
    visit = browsing.visit(old=True, **DESK)
    page = visit.page
    visit.open("/")
    page.locator("#go").click()
    page.wait_for_url("**/table/*")
    table = page.url.rsplit("/", 1)[1]
    player = Player(visit, Keyboard(page))
    player.wait_for_turn()
    # No round has ended: there is nothing to see, for anybody.
    other = browsing.visit(**DESK)
    other.page.goto(f"{visit.address}/game/{table}")
    other.sees(".problem", "nothing to see yet")
    browsing.console.clear()  # the browser has told of the 404
    player.play_round()
    page.locator("dialog.result [data-do=review]").wait_for()
    href = page.locator("dialog.result [data-do=review]").get_attribute("href")
    assert href == f"{visit.address}/game/{table}#r1m0"
    other.page.goto(href)
    other.page.reload()
    other.page.locator("dnup-table .hand .card").first.wait_for()
    stands_at(other.page, "r1m0")
    other.page.locator("#share").click()
    expect(other.page.locator("dialog input")).to_have_value(href)


TABLE = (
    """() => [...document.querySelectorAll(".mat [data-card]")].map((card) => card.dataset.card).join(" ")"""
)
"""The cards on the table and in the hand."""


def follow_line(visit: Visit) -> None:
    """What can follow the better move is looked at one by one, then played through; then the moment is there again."""
    page = visit.page
    steps = page.locator(".detail .steps button")
    assert steps.count() > 1
    expect(steps.first.locator("b")).to_have_text("You")
    before = page.evaluate(TABLE)
    seen = {before}
    for step in range(steps.count()):
        steps.nth(step).click()
        expect(steps.nth(step)).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#say")).not_to_be_empty()
        seen.add(page.evaluate(TABLE))
    assert len(seen) > steps.count() / 2
    visit.axe()
    steps.last.click()  # pressed again: back to the moment
    visit.gone(".steps [aria-pressed=true]")
    page.wait_for_function(f"(before) => ({TABLE})() === before", arg=before)
    page.locator(".play-line").click()
    expect(page.locator(".play-line")).to_have_attribute("aria-label", "Pause")
    expect(steps.last).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".play-line")).to_have_attribute("aria-label", "Play the moves")
    page.locator(".choice-seg .best").click()
    visit.gone(".steps [aria-pressed=true]")
    page.wait_for_function(f"(before) => ({TABLE})() === before", arg=before)


def test_the_moments_that_mattered(browsing: Browsing) -> None:
    """Judged on the device: moments, chances, luck; and a better move is looked for before it is shown."""
    events = json.loads(msgspec.json.encode(evening(2, "balanced", 1, games=1)))
    while events[-1]["type"] != "move-made":
        events.pop()
    visit = browsing.visit(thorough=True, **DESK)
    page = visit.page
    visit.open("/")
    page.evaluate(KEEP, [GAME, events])
    page.goto(f"{visit.address}/review/?game={GAME}")
    visit.sees(".rating h2", "You played below Easy level")
    visit.sees(".graph .ln.me")
    expect(page.locator(".fall li")).to_have_count(5)  # once all play has been compared
    page.locator(".judging .btn").click()
    expect(page.locator(".judging .btn")).to_have_text("Continue")
    wrong = page.locator(".moments .rowb:has(.mark:not(.found))")
    assert wrong.count()
    cost = page.locator(".moments .lost:not(.gain)").first.inner_text()
    assert re.match(r"−\d+\.\d ± \d+\.\d$", cost)
    # Jump there by a key: the better move is still to be found, at the table.
    page.keyboard.press("n")
    visit.sees(".moments .open")
    # One with a better move, and no moment right after it: there the next better move would be looked for.
    while True:
        here = page.locator(".moments .open").get_attribute("data-stop") or ""
        follows = page.locator(f".moments [data-stop='{int(here) + 1}']").count()
        if not follows and not page.locator(".moments .open .gain").count():
            break
        page.keyboard.press("n")
        visit.sees(f".moments .open:not([data-stop='{here}'])")
    visit.sees(".find", "There was a better move")
    assert not page.locator(".detail .why").count()
    visit.axe()
    made = page.locator(".moments .open .what").inner_text().split()
    page.locator(".hand .card").first.click()
    visit.sees(".card.selected")
    for width, height in ((390, 844), (844, 390), (1280, 800)):
        visit.resize(width, height)
        wait_for_rest(page)
        page.wait_for_function(READY)
        assert page.evaluate(OUT_OF_REACH) == []
    page.keyboard.press("Escape")
    visit.gone(".hand .card.selected")
    # Stepping on presses the same place again: nothing moves away under the finger.
    for width, height in ((375, 667), (390, 844), (844, 390), (820, 1180), (1280, 800)):
        visit.resize(width, height)
        wait_for_rest(page)
        asked = page.evaluate(TOPS)
        press_in_place(page, "[data-do=next]")
        visit.sees("body:not(.finding)")
        assert page.evaluate(TOPS) == asked
        press_in_place(page, "[data-do=prev]")
        visit.sees("body.finding")
    page.locator("[data-key=reveal]").click()
    visit.sees(".detail .line")
    visit.sees(".choice-seg .best[aria-pressed=true]")
    follow_line(visit)
    page.locator(".choice-seg .made").click()
    did = {"take": "took", "rotate": "rotated", "to": "added"}
    visit.sees(".choice-seg .made[aria-pressed=true]", f"You {did[made[0]] if made else 'played'}")
    visit.axe()
    # All numbers of the drawing, as a table.
    page.locator(".numbers summary").click()
    moves = sum(one["type"] == "move-made" for one in events)
    expect(page.locator(".numbers tbody tr")).to_have_count(moves)
    page.locator(".tabs [data-tab=moves]").click()
    visit.sees(".moves-list li")
    expect(page.locator(".graph-box")).to_be_hidden()
