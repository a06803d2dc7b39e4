"""Puzzles on the page: today's, another one, and a mistake of one's own that has come back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

import dnup
from tests.web.browsing import Browsing, Visit
from tests.web.playing import Pointer
from tests.web.test_review import DESK, PHONE

KEEP = """(mistake) => new Promise((done) => {
    const request = indexedDB.open('dnup-study', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('mistakes', { keyPath: 'id' });
    request.onsuccess = () => {
        const all = request.result.transaction('mistakes', 'readwrite');
        all.objectStore('mistakes').put(mistake);
        all.oncomplete = () => { request.result.close(); done(); };
    };
})"""
DUE = """() => new Promise((done) => {
    const request = indexedDB.open('dnup-study', 1);
    request.onsuccess = () => {
        const all = request.result.transaction('mistakes').objectStore('mistakes').getAll();
        all.onsuccess = () => { request.result.close(); done(all.result.map(({ due, box }) => [due, box])); };
    };
})"""


def puzzle(seed: int, players: int) -> dict[str, object]:
    """A puzzle to the page, whatever its answer is worth: play some cards of a fresh deal."""
    round = dnup.Round.deal(players=players, seed=seed)
    answer = next(move for move in round.legal_moves if move.verb == "play")
    found = {"easy": 0, "medium": 2, "hard": 15, "expert": 20}
    return {"position": str(round), "answer": str(answer), "lead": 0.2, "themes": ["take"], "found": found}


PUZZLES = [puzzle(1, 3), puzzle(2, 2)]


@pytest.fixture(autouse=True)
def no_complaints(browsing: Browsing) -> Iterator[None]:
    yield
    assert not browsing.console


def begin(visit: Visit, path: str) -> Page:
    def fulfil(route: Route) -> None:
        route.fulfill(json=PUZZLES)

    visit.page.context.route("**/puzzles.json", fulfil)
    visit.page.clock.set_fixed_time("2026-01-01T12:00:00")
    visit.open(path)
    visit.page.locator("dnup-table .hand .card").first.wait_for()
    return visit.page


def play(page: Page, move: str) -> None:
    way = Pointer(page)
    for card in move.split()[1:]:
        way.choose(page.locator(f".hand [data-card='{card}']:not(.selected)").first)
    way.confirm()


def test_today_and_the_next(browsing: Browsing) -> None:
    visit = browsing.visit(**DESK)
    page = begin(visit, "/puzzles/")
    visit.sees("#which", "Puzzle 1")
    visit.sees(".kicker", "Today")
    visit.sees(".facts", "Hard finds it")
    visit.axe()
    # Another move is not it, and leaves the table as it is.
    page.keyboard.press("r")
    page.keyboard.press("r")
    visit.sees(".actions .hint", "there is something better")
    play(page, str(PUZZLES[0]["answer"]))
    visit.sees(".task .kicker", "Solved, 0 in a row")
    visit.sees(".theme", "Take")
    visit.sees(".rank .pct", "±")
    expect(page.locator(".rank .meter")).to_have_count(page.locator(".rank .cell").count())
    visit.axe()
    page.locator("#next").click()
    visit.sees("#which", "Puzzle 2")
    play(page, str(PUZZLES[1]["answer"]))
    visit.sees(".task .kicker", "Solved, 1 in a row")
    page.locator("#all").click()
    page.locator("dialog select[name=players]").select_option("2")
    visit.sees("dialog .note", "1 puzzle, 1 solved")
    visit.axe()


def test_an_own_mistake_comes_back(browsing: Browsing) -> None:
    visit = browsing.visit(**PHONE)
    page = begin(visit, "/puzzles/")
    mistake = {**PUZZLES[1], "made": "rotate", "id": "x", "due": "2026-01-01", "box": 0}
    page.evaluate(KEEP, mistake)
    page.reload()
    page.locator("a[href='#mine']").tap()
    visit.sees(".kicker", "Your own mistake")
    visit.fits()
    page.locator("#tell").tap()
    visit.sees(".task .kicker", "The answer")
    expect(page.locator(".rank .cell").first).to_be_visible()
    assert page.evaluate(DUE) == [["2026-01-04", 0]]
    visit.axe()
