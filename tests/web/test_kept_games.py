"""A game on the device is there again: after a reload, in two tabs, on a full disk, without a disk, after a kill."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from playwright.sync_api import expect

from dnup.cli import main
from tests.engine.test_table import evening
from tests.need import need_program
from tests.web.browsing import PATIENCE, Browsing, Visit
from tests.web.engines import Engine
from tests.web.playing import Keyboard, Player
from tools.torture.device import torture_browser

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Route

GAMES = Path(__file__).parents[2] / "src" / "dnup" / "web" / "device" / "games.js"
SMALL = "localStorage.setItem('players', '2'); localStorage.setItem('level', 'easy')"
RESTORED = "addEventListener('pageshow', ({ persisted }) => { window.restored = persisted; })"
LINES = "() => [...document.querySelectorAll('.log li')].map((line) => line.dataset.number)"


@pytest.fixture
def profile(disk: BrowserContext) -> Iterator[BrowserContext]:
    yield disk
    for page in disk.pages[1:]:  # the first keeps the browser open
        page.close()


@pytest.fixture(scope="module")
def disk(engine: Engine, tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserContext]:
    """A browser that keeps things on disk, as a person's does."""
    context = engine.launch_profile(
        tmp_path_factory.mktemp("profile"),
        viewport={"width": 1280, "height": 800},
        locale="en-GB",
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(SMALL)
    yield context
    context.close()


def visit_table(context: BrowserContext, address: str, name: str) -> Visit:
    visit = Visit(context.new_page(), address)
    visit.open(f"/table/#{name}")
    return visit


def begin(visit: Visit) -> str:
    """Press Play; returns what the table is called."""
    visit.open("/")
    visit.page.locator("#go").click()
    visit.page.wait_for_url("**/table/#local-*")
    return visit.page.url.partition("#")[2]


def move(player: Player) -> None:
    before = player.last_move()
    player.make_move()
    player.moved_on(before)


def shows(page: Page, lines: Any) -> None:
    """It comes to show these lines of a log."""
    page.wait_for_function(f"(lines) => JSON.stringify(({LINES})()) === JSON.stringify(lines)", arg=lines)


@pytest.mark.chromium_only("Playwright does not notice that Firefox went back; see tests/webdriver")
def test_whoever_goes_back_and_forth_finds_both_pages_as_they_were_left(engine: Engine, address: str) -> None:
    """Browsers keep pages that were left whole: nothing is loaded, the game is listed, and it goes on."""
    keeping = engine.launch(ignore_default_args=["--disable-back-forward-cache"])
    # The first service worker takes over all pages that there are, and those that were left are gone.
    page = keeping.new_page(locale="en-GB", reduced_motion="reduce", service_workers="block")
    page.set_default_timeout(PATIENCE)
    page.add_init_script(SMALL)
    page.add_init_script(RESTORED)
    visit = Visit(page, address)
    name = begin(visit)
    player = Player(visit, Keyboard(page))
    assert player.wait_for_turn() == "turn"
    move(player)  # and leave while others have not yet answered
    page.go_back(wait_until="commit")
    page.wait_for_function("() => window.restored")
    visit.sees(f"#games [data-game={name}]")
    page.go_forward(wait_until="commit")
    page.wait_for_function("() => window.restored")
    assert player.wait_for_turn() == "turn"
    move(player)
    keeping.close()


def test_after_a_reload_and_in_two_tabs(profile: BrowserContext, address: str) -> None:
    """Both tabs show the same, and in either one can move; one of them plays the bots."""
    visit = Visit(profile.new_page(), address)
    name = begin(visit)
    one = Player(visit, Keyboard(visit.page))
    one.wait_for_turn()
    move(one)
    one.wait_for_turn()
    lines = visit.page.evaluate(LINES)
    visit.page.reload()
    assert one.wait_for_turn() == "turn"
    shows(visit.page, lines)
    second = visit_table(profile, address, name)
    other = Player(second, Keyboard(second.page))
    assert other.wait_for_turn() == "turn"
    move(other)
    other.wait_for_turn()
    shows(one.page, other.page.evaluate(LINES))
    # The tab that has the bots goes, and the other takes them over.
    before = other.last_move()
    move(one)
    one.page.close()
    other.moved_on(before)
    assert other.wait_for_turn() == "turn"
    home = Visit(profile.new_page(), address)
    home.open("/")
    home.sees(f"#games li:first-child[data-game={name}]", "Your turn")
    home.page.locator("#games .all").click()
    home.page.locator(f"dialog [data-game={name}] [data-do=bin]").click()
    home.sees("dialog", "Delete this game?")
    home.page.locator("[data-do=delete]").click()
    home.gone(f"[data-game={name}]")
    # A page that still has it open says so.
    expect(other.page.locator("html[data-line=gone]")).to_have_count(1)


@pytest.mark.chromium_only("room is taken away by its driver")
def test_no_room_for_a_move(profile: BrowserContext, address: str) -> None:
    """It is not made, and a sentence says so; once there is room it can be made."""
    visit = Visit(profile.new_page(), address)
    name = begin(visit)
    player = Player(visit, Keyboard(visit.page))
    player.wait_for_turn()
    page = visit.page
    page.goto("about:blank")
    room = profile.new_cdp_session(page)
    room.send("Storage.overrideQuotaForOrigin", {"origin": address, "quotaSize": 1})
    page.wait_for_timeout(3000)  # Chromium caches the free space for this time
    visit.open(f"/table/#{name}")
    player.wait_for_turn()
    expect(page.locator(".log .moved, .log .dealt")).not_to_have_count(0)
    lines = page.evaluate(LINES)
    player.make_move()
    visit.sees("dnup-table >> text=no space left")
    assert page.evaluate(LINES) == lines
    room.send("Storage.overrideQuotaForOrigin", {"origin": address})
    page.keyboard.press("Escape")
    move(player)


def test_a_browser_that_keeps_nothing(browsing: Browsing) -> None:
    """The game can be played, and a quiet line says how long it lasts."""
    visit = browsing.visit(locale="en-GB", reduced_motion="reduce")
    nowhere = "Object.defineProperty(globalThis, 'indexedDB', { value: undefined });\n"

    def keep_nothing(route: Route) -> None:
        route.fulfill(body=nowhere + GAMES.read_text(encoding="utf-8"), content_type="text/javascript")

    visit.page.context.route("**/device/games.js", keep_nothing)
    visit.page.add_init_script(SMALL)
    begin(visit)
    player = Player(visit, Keyboard(visit.page))
    player.wait_for_turn()
    visit.sees("#line", "is lost when you close the page")
    move(player)


def test_the_record_of_a_game_that_was_kept(profile: BrowserContext, address: str, tmp_path: Path) -> None:
    """From the result and from My games, and `dnup verify` accepts both."""
    events = json.loads(msgspec.json.encode(evening(2, "balanced", 1, games=2)))
    while events[-1]["type"] != "move-made":
        events.pop()
    home = Visit(profile.new_page(), address)
    home.open("/")
    home.page.evaluate(
        "(events) => import(new URL('../device/games.js', document.querySelector('script[src*=home]').src))"
        ".then(({ openGames }) => openGames())"
        ".then((games) => games.create('local-k7m2q9xw4zap', events, { created: '' }))",
        events,
    )
    table = visit_table(profile, address, "local-k7m2q9xw4zap")
    table.sees("dialog.result h2", "game")
    last = table.saves(table.page.locator("dialog.result [data-do=save]").click).text
    home.open("/")
    home.page.locator("#games .all").click()
    home.sees("dialog [data-game=local-k7m2q9xw4zap]", "won")
    home.axe()
    home.resize(360, 740)
    place = home.page.locator("dialog .games b").first.bounding_box()
    assert place
    assert place["width"] > 200, "on a phone the words have the whole width"
    both = home.saves(home.page.locator("dialog [data-game=local-k7m2q9xw4zap] [data-do=save]").click).text
    for name, text in (("last.jsonl", last), ("both.jsonl", both)):
        (tmp_path / name).write_text(text, encoding="utf-8")
        assert main(["verify", str(tmp_path / name)]) == 0
    assert both.split("\n")[1:] == last.split("\n")


@pytest.mark.parametrize("kills, torn", [(3, 1), pytest.param(50, 0.5, marks=pytest.mark.slow)])
def test_a_browser_that_is_killed(tmp_path: Path, kills: int, torn: float) -> None:
    """Everything that was shown is there, and nothing is there twice, even if each kill tears the browser's log."""
    ledger = torture_browser(need_program("chromium"), tmp_path, kills=kills, torn=torn)
    assert ledger.problems == []
    assert ledger.starts == kills + 1
    assert len(ledger.shown) > kills
