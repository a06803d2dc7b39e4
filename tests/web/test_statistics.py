"""*My play*: statistics of the games of this browser, reviewed in the background, saved, brought elsewhere, deleted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

import dnup
from tests.web.one_device import events
from tests.web.test_companion import LANGUAGES, SIZES
from tests.web.test_review import DESK, PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.browsing import Browsing, Visit

KEEP = """([id, events]) => import(new URL('../device/games.js', document.querySelector('script[src*=stats]').src))
    .then(({ openGames }) => openGames())
    .then((games) => games.create(id, events, { created: '' }, { seat: 'A', phase: 'over', round: 4 }))"""
"""Puts a game of this device into the browser."""
SUMMARY = json.loads((Path(__file__).parents[1] / "data" / "statistics.json").read_text())["games"]


@pytest.fixture(autouse=True)
def no_complaints(browsing: Browsing) -> Iterator[None]:
    yield
    assert not browsing.console


def entries(count: int, *, reviewed: bool, people: int = 1) -> list[dict[str, Any]]:
    """Games against bots, as another device has saved them."""
    found = []
    for number in range(count):
        record = dnup.play_match(["easy", "medium"], seed=number % 3).to_json()
        record["players"] = ["Ada", "hard" if number % 2 else "medium"]
        record["bots"] = ["B"]
        names = {"A": "Ada", "B": "Bea"}
        found.append(
            {
                "format": "dnup-my-play",
                "version": 1,
                "key": f"local-other{number}#1",
                "at": 1_760_000_000_000 + 86_400_000 * number,
                "seat": "A" if people == 1 else None,
                "people": dict(list(names.items())[:people]),
                "record": json.dumps(record),
                "review": SUMMARY[number % len(SUMMARY)]["review"] if reviewed else None,
            }
        )
    return found


def write(folder: Path, games: list[dict[str, Any]]) -> Path:
    file = folder / "games.jsonl"
    file.write_text("".join(f"{json.dumps(game)}\n" for game in games), encoding="utf-8")
    return file


def add(visit: Visit, file: Path, told: str) -> None:
    page = visit.page
    page.locator("#keep").click()
    page.set_input_files("#games-file", file)
    expect(page.locator("dialog [role=status]")).to_contain_text(told)
    expect(page.locator("#save-games")).to_be_visible(visible="added" in told)
    page.keyboard.press("Escape")


def wait_for_reviews(page: Page) -> None:
    expect(page.locator("#progress")).to_be_hidden()


@pytest.mark.compiled
def test_from_nothing_to_few_games(browsing: Browsing, tmp_path: Path) -> None:
    """No games, then some: reviewed in the background, honest about how little they say, brought once."""
    visit = browsing.visit(**PHONE)
    page = visit.page
    visit.open("/stats/")
    visit.sees(".none", "Finish a game")
    visit.axe()
    visit.fits()
    file = write(tmp_path, entries(2, reviewed=False))
    add(visit, file, "2 new games were added")
    wait_for_reviews(page)
    visit.sees("h1", "Too early to tell")
    visit.sees(".hero .note", "After 8 more games")
    visit.sees(".kinds", "This needs ten reviewed games")
    visit.sees(".wins h2", "of 2")
    visit.axe()
    visit.fits()
    add(visit, file, "0 new games were added")
    page.reload()
    visit.sees("h1", "Too early to tell")
    wait_for_reviews(page)


@pytest.mark.compiled
def test_many_games_saved_and_deleted(browsing: Browsing, tmp_path: Path) -> None:
    visit = browsing.visit(**DESK)
    page = visit.page
    visit.open("/stats/")
    add(visit, write(tmp_path, entries(23, reviewed=True)), "23 new games were added")
    visit.sees("h1", "You play")
    visit.sees(".hero .note", "In your first ten it was")
    visit.sees(".luck-block .note", "Chance alone explains up to")
    expect(page.locator("#trend .pt")).to_have_count(23)
    visit.axe()
    # Any game of the chart is told about: by a tap on it, and by keys.
    visit.sees("#picked", "lost per decision")
    page.locator("#pick").focus()
    page.keyboard.press("Home")
    expect(page.locator("#trend .pt").first).to_have_class("pt picked")
    first = page.locator("#picked").inner_text()
    expect(page.locator("#pick")).to_have_attribute("aria-valuetext", first)
    box = page.locator("#trend .pt").nth(11).bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#trend .pt").nth(11)).to_have_class("pt picked")
    assert page.locator("#picked").inner_text() != first
    # All games are of two players and with one deck: of that there is nothing to choose.
    expect(page.locator(".filters select")).to_have_count(1)
    page.locator("#filter-level").focus()
    page.locator("#filter-level").select_option("hard")
    expect(page.locator("#filter-level")).to_be_focused()
    expect(page.locator("#trend .pt")).to_have_count(11)
    page.locator("#filter-level").select_option("")
    # A kind of decision leads to its puzzles.
    href = page.locator('[data-kind="hold_back"]').get_attribute("href") or ""
    assert href.endswith("puzzles/?theme=hold%20back%20a%20set")
    page.locator(".games summary").click()
    expect(page.locator(".games li")).to_have_count(23)
    visit.axe()
    # What is saved is what was brought.
    page.locator("#keep").click()
    visit.axe()
    with page.expect_download() as download:
        page.locator("#save-games").click()
    saved = [json.loads(line) for line in Path(download.value.path()).read_text().splitlines()]
    assert saved == entries(23, reviewed=True)
    page.locator("#delete-games").click()
    visit.sees("dialog", "Delete 23 games?")
    visit.axe()
    page.locator("#delete-now").click()
    visit.sees(".none")
    page.reload()
    visit.sees(".none")


@pytest.mark.compiled
def test_games_of_several_people_count_for_who_says_so(browsing: Browsing, tmp_path: Path) -> None:
    visit = browsing.visit(**PHONE)
    page = visit.page
    visit.open("/stats/")
    add(visit, write(tmp_path, entries(2, reviewed=False, people=2)), "2 new games were added")
    visit.sees("h1", "Nothing to show yet")
    visit.sees(".wins h2", "of 0")
    page.locator("#whose summary").click()
    visit.axe()
    visit.fits()
    page.locator("[data-whose]").first.select_option("A")
    visit.sees(".wins h2", "of 1")
    page.locator("[data-whose]").select_option("A")  # the other one is still in sight
    visit.sees(".wins h2", "of 2")
    visit.gone("#whose")
    wait_for_reviews(page)
    visit.sees("h1", "Too early to tell")


@pytest.mark.compiled
def test_reviews_can_be_stopped(browsing: Browsing, tmp_path: Path) -> None:
    """Stopped it stays, also after a reload; while a game is open in another tab it waits."""
    visit = browsing.visit(**PHONE)
    page = visit.page
    visit.open("/stats/")
    page.evaluate("() => localStorage.setItem('reviews in the background', 'no')")
    page.reload()
    visit.sees(".none")
    add(visit, write(tmp_path, entries(2, reviewed=False)), "2 new games were added")
    visit.sees("#progress", "2 games are not reviewed")
    page.reload()
    visit.sees("#progress", "2 games are not reviewed")
    visit.axe()
    page.evaluate(
        "() => { navigator.locks.request('dnup local-open', () => new Promise((done) => { window.close = done; })); }"
    )
    page.locator("#pause").tap()
    visit.sees("#progress", "when nothing else is going on")
    page.evaluate("() => window.close()")
    wait_for_reviews(page)
    visit.sees("h1", "Too early to tell")


@pytest.mark.compiled
def test_a_game_of_this_device_counts_until_it_is_deleted(browsing: Browsing) -> None:
    visit = browsing.visit(**PHONE)
    page = visit.page
    visit.open("/stats/")
    visit.sees(".none")
    table = events(["Ada", None], None, ["1/5*", "1/6", "2/4", "2/6", "3/4", "3/5"])
    for _ in range(2):
        table.append({"type": "round-dealt", "hands": ["1/5 1/6 2/4", "3/4 3/5 2/6"], "salt": "00"})
        table += [
            {"type": "move-made", "seat": seat, "move": move, "by": by}
            for seat, move, by in (
                ("A", "play 1/5 1/6", "person"),
                ("B", "rotate", "bot"),
                ("B", "rotate", "bot"),
                ("A", "play 2/4", "person"),
            )
        ]
    page.evaluate(KEEP, ["local-k7m2q9xw4zap", table])
    page.reload()
    visit.sees(".wins h2", "Won 1 of 1")
    wait_for_reviews(page)
    visit.sees("h1", "Too early to tell")
    page.locator(".games summary").tap()
    href = page.locator(".games li a").get_attribute("href") or ""
    assert href.endswith("review/?game=local-k7m2q9xw4zap&n=1")
    page.evaluate(
        "() => import(new URL('../device/games.js', document.querySelector('script[src*=stats]').src))"
        ".then(({ openGames }) => openGames()).then((games) => games.remove('local-k7m2q9xw4zap'))"
    )
    page.reload()
    visit.sees(".none")


@pytest.mark.compiled
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_fits(browsing: Browsing, tmp_path: Path, language: str) -> None:
    visit = browsing.visit(locale=LANGUAGES[language], reduced_motion="reduce")
    visit.open("/stats/")
    page = visit.page
    page.locator("#keep").click()
    page.set_input_files("#games-file", write(tmp_path, entries(12, reviewed=True)))
    expect(page.locator("dialog [role=status]")).to_contain_text("12")
    page.keyboard.press("Escape")
    page.locator("#trend .pt").first.wait_for()
    for width, height in SIZES:
        visit.resize(width, height)
        visit.fits()
    visit.shade("dark")
    visit.axe("color-contrast")


def test_bad_files_are_refused(browsing: Browsing, tmp_path: Path) -> None:
    visit = browsing.visit(**PHONE)
    visit.open("/stats/")
    file = tmp_path / "bad.jsonl"
    for text in ("nonsense", '{"format":"dnup-record"}', '{"format":"dnup-my-play","version":1,"key":"a"}'):
        file.write_text(text, encoding="utf-8")
        add(visit, file, "no games of “My play”")
    visit.page.locator("#keep").click()
    visit.page.set_input_files("#games-file", file)
    visit.sees("dialog [role=status]", "no games of “My play”")
    visit.axe()


def test_puzzles_of_a_theme(browsing: Browsing) -> None:
    visit = browsing.visit(**DESK)
    visit.open("/puzzles/?theme=endgame")
    visit.page.locator("#all").click()
    expect(visit.page.locator("dialog select").first).to_have_value("endgame")
