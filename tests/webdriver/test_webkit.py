"""The page in WebKit, the engine of Safari."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from tests.need import need_program
from tests.webdriver.driver import webkit
from tests.webdriver.visiting import POINT_OF, SEEN, UP, Player, Visit, move
from tools import ROOT
from tools.page.demo.serving import serving

WEB = ROOT / "src" / "dnup" / "web"
GOLDEN = ROOT / "tests" / "data" / "golden.jsonl"
LANGUAGES = ("en", "it", "nb", "fi")
PAGES = ("/", "/daily/", "/puzzles/", "/review/", "/learn/", "/rules/")
LOG = "return [...document.querySelectorAll('.log li.moved')].map((line) => line.textContent)"
HAND = "return [...document.querySelectorAll('.hand button.card')].map((card) => card.dataset.card)"


def start(visit: Visit, **settings: str) -> Player:
    """A game against bots on the device, begun with the big button."""
    visit.open("/")
    visit.set(**settings)
    visit.open("/")
    visit.press("#go")
    visit.comes_to("/table/#local-")
    return Player(visit)


def test_a_round_by_mouse(visit: Visit) -> None:
    player = start(visit, players="2", motion="none")
    assert player.play_round() > 1
    visit.sees("dialog.result h2", "round")
    visit.press("dialog.result [data-do=ready]")
    visit.sees("#round", "Round 2")


def test_a_round_by_keyboard(visit: Visit) -> None:
    visit.open("/")
    visit.set(players="3", motion="none")
    visit.open("/")
    for _ in range(20):
        visit.key("Tab")
        if visit.run("return document.activeElement?.id === 'go'"):
            break
    visit.key("Enter")
    visit.comes_to("/table/#local-")
    player = Player(visit, keys=True)
    assert player.play_round() > 1
    assert visit.run("return document.activeElement.closest('dialog.result') !== null")


def test_motion(visit: Visit) -> None:
    """Cards fly, and arrive."""
    player = start(visit, players="2", motion="fast")
    visit.run(
        "window.flown = 0; new MutationObserver((all) => all.forEach(({ addedNodes }) => addedNodes.forEach((node) => {"
        " if (node.matches?.('.flyer')) window.flown += 1; }))).observe(document, { childList: true, subtree: true })"
    )
    for _ in range(2):
        assert player.wait_for_turn() == "turn"
        player.make_move()
    player.wait_for_turn()
    player.wait_for_rest()
    assert visit.run("return window.flown") > 0
    visit.gone(".flyer, .arriving")


def test_a_drag(visit: Visit) -> None:
    """What is dragged is under the pointer; the hand is put into another order, and a set is played."""
    player = start(visit, players="3", motion="none")
    assert player.wait_for_turn() == "turn"
    player.wait_for_rest()
    visit.wait("return !document.querySelector('.hand button.card:not(:has(.other))')")
    held = visit.run(HAND)
    start_at = visit.wait(POINT_OF, ".hand button.card", 0)
    visit.drag(start_at, (600, 350), drop=False)
    x, y, width, height = visit.run("""const ghost = document.querySelector('.ghost');
      const { x, y, width, height } = ghost.getBoundingClientRect();
      return [x + width / 2, y + height / 2, ghost.offsetWidth, ghost.offsetHeight];""")
    assert (x, y) == pytest.approx((600, 350), abs=1)
    size = visit.run(
        "const card = document.querySelector('.hand button.card'); return [card.offsetWidth, card.offsetHeight]"
    )
    assert (width, height) == pytest.approx(size, abs=1)
    last = visit.run(
        "const { right, top, height } = [...document.querySelectorAll('.hand button.card')].at(-1)"
        ".getBoundingClientRect(); return [Math.round(right) - 4, Math.round(top + height / 2)]"
    )
    visit.point(move(last[0], last[1], 100), UP)
    visit.wait(f"return (() => {{ {HAND} }})().join() === arguments[0]", ",".join([*held[1:], held[0]]))
    for _ in range(30):
        assert player.wait_for_turn() == "turn"
        player.wait_for_rest()
        if player.select() and "Play" in visit.run(
            "return document.querySelector('[data-do=first]').textContent"
        ):
            break
        visit.key("Escape")
        player.make_move()
    before = player.last_move()
    goal = visit.run(
        "const { x, y, width, height } = document.querySelector('.centre .place').getBoundingClientRect();"
        " return [Math.round(x + width * .8), Math.round(y + height / 2)]"
    )
    visit.drag(visit.wait(POINT_OF, ".hand .selected", 0), goal)
    visit.wait(
        "return Number(document.querySelector('.log .moved.mine')?.dataset.number ?? 0) > arguments[0]",
        before,
    )
    visit.sees(".log .moved.mine", "You played")


def test_a_lesson(visit: Visit) -> None:
    lesson = json.loads((WEB / "learn" / "lessons.json").read_text(encoding="utf-8"))[0]
    words = json.loads((WEB / "learn" / "words" / "en.json").read_text(encoding="utf-8"))["learn"]
    visit.open(f"/learn/#{lesson['id']}")
    visit.sees("h1", words[lesson["id"]]["title"])
    player = Player(visit)
    for step in lesson["steps"]:
        visit.sees(".task")
        visit.sees(".hand button.card")
        for card in step["goal"][0].split()[1:]:
            player.choose(f'.hand [data-card="{card}"]:not(.selected)')
            visit.sees(f'.hand .selected[data-card="{card}"]')
        player.confirm()
        visit.sees(".panel.good")
        visit.press(".panel .first")
    visit.gone(".panel.good")
    assert visit.count(".dots .done") == 1


def test_a_puzzle(visit: Visit) -> None:
    puzzles = json.loads((WEB / "puzzles" / "puzzles.json").read_text(encoding="utf-8"))
    puzzle = next(one for one in puzzles if one["answer"].startswith("play "))
    number = puzzle["number"]
    visit.open(f"/puzzles/#{number}")
    visit.sees("#which", f"Puzzle {number}")
    visit.sees(".hand button.card")
    player = Player(visit)
    for card in puzzle["answer"].split()[1:]:
        player.choose(f'.hand [data-card="{card}"]:not(.selected)')
    player.confirm()
    visit.sees(".task .kicker", "Solved")
    visit.sees(".rank .pct", "±")


def test_a_review(visit: Visit, tmp_path: Path) -> None:
    """A file is opened, gone through by keys, judged on the device, and the address has the game in it."""
    lines = GOLDEN.read_text(encoding="utf-8").strip().split("\n")
    two = next(line for line in lines if len(json.loads(line)["players"]) == 2)
    file = tmp_path / "game.jsonl"
    file.write_text(two + "\n", encoding="utf-8")
    visit.open("/review/")
    visit.wait("return Boolean(document.querySelector('#file'))")
    visit.wire.upload(visit.run("return document.querySelector('#file')"), file)
    visit.sees("dnup-table .hand .card")
    visit.key("ArrowRight", "ArrowRight")
    visit.wait("return /#r1m2(~|$)/.test(location.href)")
    visit.sees(".rating h2")
    visit.sees(".graph .ln")
    address = visit.where()
    visit.wire.navigate(address.replace("/#", "/?again#"))
    visit.sees("dnup-table .hand .card")
    visit.wait("return /#r1m2(~|$)/.test(location.href)")


def test_friends(visit: Visit) -> None:
    """At one table with somebody who has Chromium: both see the same."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=need_program("chromium"), args=["--no-sandbox"])
        page = chromium.new_page(
            locale="en-GB", reduced_motion="reduce", viewport={"width": 1280, "height": 800}
        )
        page.set_default_timeout(180_000)
        page.goto(visit.address)
        page.locator("#friends").click()
        page.locator("input[name=name]").fill("Ilse")
        page.locator(".create label", has_text="2").first.click()
        page.locator(".create .first").click()
        link = page.locator(".invite input").input_value()
        visit.open("/")
        visit.set(motion="none")
        visit.wire.navigate(link)
        visit.type("#name", "Ada")
        visit.press(".lobby form .first")
        visit.sees(".seats li.mine", "Ada")
        page.locator(".seats li.person:not(.mine)", has_text="Ada").wait_for()
        page.locator(".foot .first").click()
        ada = Player(visit)
        visit.sees("dnup-table .hand")
        mine = page.locator("dnup-table.my-turn")
        for number in range(1, 5):
            end = time.monotonic() + 180
            while not mine.count() and not visit.count("dnup-table.my-turn"):
                assert time.monotonic() < end, "it is nobody's turn"
                page.wait_for_timeout(50)
            if mine.count():
                page.keyboard.press("r")
                page.keyboard.press("r")
            else:
                ada.make_move()
            page.wait_for_function(
                "(n) => document.querySelectorAll('.log li.moved').length >= n", arg=number
            )
            visit.wait("return document.querySelectorAll('.log li.moved').length >= arguments[0]", number)
        sets = """return [...document.querySelectorAll('.set')].map((set) => `${set.dataset.slot} `
          + [...set.querySelectorAll('[data-card]')].map((card) => card.dataset.card)).sort()"""
        assert visit.run(sets) == page.evaluate(f"() => {{ {sets} }}")
        chromium.close()


def test_offline(display: dict[str, str]) -> None:
    """After one visit the server goes away: every page opens, and a game begins."""
    with webkit(display) as wire:
        with serving() as address:
            visit = Visit(wire, address)
            visit.open("/")
            visit.wait("return navigator.serviceWorker.controller !== null")
        for path in PAGES:
            visit.open(path)
        visit.open("/")
        visit.set(players="2", motion="none")
        visit.press("#go")
        visit.comes_to("/table/#local-")
        player = Player(visit)
        assert player.wait_for_turn() == "turn"
        player.make_move()


def test_back_and_forward(visit: Visit) -> None:
    player = start(visit, players="2", motion="none")
    assert player.wait_for_turn() == "turn"
    player.make_move()
    table = visit.where().partition("#")[2]
    visit.wire.back()
    visit.sees(f"#games [data-game={table}]")
    visit.wire.forward()
    visit.comes_to(f"#{table}")
    assert player.wait_for_turn() == "turn"
    assert player.last_move() > 0
    player.make_move()


def test_four_languages(visit: Visit) -> None:
    """Each page speaks each language, at a desk and in the narrowest window, and nothing is wider than that."""
    visit.open("/")
    for language in LANGUAGES:
        visit.set(language=language)
        words = json.loads((WEB / "locales" / f"{language}.json").read_text(encoding="utf-8"))
        for size in ((1280, 900), (390, 844)):
            visit.wire.resize(*size)
            for path in PAGES:
                visit.open(path)
                assert visit.run("return document.documentElement.lang") == language
                visit.fits()
        visit.open("/")
        visit.sees("#go", words["home"]["play"])


def test_what_webkit_draws_in_its_own_way(visit: Visit) -> None:
    """No frame around the title of a dialog, which has the focus; the mat of two players has its round corners."""
    visit.open("/")
    visit.press("[data-settings]")
    visit.sees("dialog h2")
    style: Any = visit.run("""const title = document.querySelector('dialog h2');
      return [document.activeElement === title, getComputedStyle(title).outlineStyle]""")
    assert style == [True, "none"]
    start(visit, players="2", motion="none").wait_for_turn()
    corners = visit.run("""const of = (name) => getComputedStyle(document.querySelector(name)).borderBottomLeftRadius;
      return [of('.mat'), of('.half-tone')]""")
    assert corners[0] == corners[1] != "0px"
    assert visit.run(f"{SEEN} return getComputedStyle(find('.half-tone')).overflowX") == "hidden"
