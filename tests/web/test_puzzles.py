"""Puzzles on the page: today's, another one, and an own mistake that has come back."""

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
        all.onsuccess = () => { request.result.close(); done(all.result.map(({ due, card }) => [due, card.lapses])); };
    };
})"""


def puzzle(seed: int, players: int, *past: str) -> dict[str, object]:
    """A puzzle to the page, whatever its answer is worth: play some cards of a fresh deal."""
    position = dnup.Round.deal(players=players, seed=seed)
    answer = next(move for move in position.legal_moves if move.verb == "play")
    found = {"easy": 0, "medium": 2, "hard": 15, "expert": 20}
    told = {"lead": 0.2, "themes": ["take"], "found": found, "past": list(past)}
    return {"position": str(position), "answer": str(answer), **told}


PUZZLES = [
    puzzle(4, 3, "B play 3/4", "C take B", "A rotate"),
    puzzle(16, 2, "A play 6/2", "A rotate", "B take A1"),
]
# Of the first two of these moves none is better by more than a point; the last is better than `play 5/3` alone.
AS_GOOD = ["play 8/1 8/4 8/5", "play 1/6", "play 3/9"]
AS_GOOD_IN = str(dnup.Round.deal(players=2, seed=67))


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


def mistake(**more: object) -> dict[str, object]:
    """A mistake that is due when a visit begins."""
    return {**PUZZLES[1], "made": "rotate", "id": "x", "due": "2026-01-01", **more}


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
    visit.sees(".facts", "Hard bots find it")
    visit.sees(".facts", "Printed deck")
    before = page.locator(".before li")
    expect(before).to_have_text(["Bo played .", "Cleo took Bo’s , now .", "You rotated your hand."])
    visit.axe()
    # What everyone has seen is a press away, as in a game.
    page.locator("[data-pile]").click()
    visit.sees("dialog h2", "Discarded")
    page.keyboard.press("Escape")
    page.locator("[data-person='B']").click()
    visit.sees("dialog h2", "Bo")
    page.keyboard.press("Escape")
    visit.gone("dialog[open]")
    # Another move is not it, and leaves the table as it is.
    page.keyboard.press("r")
    page.keyboard.press("r")
    visit.sees(".actions .hint", "with the best move")
    play(page, str(PUZZLES[0]["answer"]))
    expect(page.locator(".task .kicker")).to_have_text("Solved")
    visit.sees(".theme", "Take")
    visit.sees(".rank .pct", "±")
    expect(page.locator(".task h1")).to_be_focused()
    expect(page.locator(".rank .meter")).to_have_count(page.locator(".rank .cell").count())
    visit.axe()
    # What was looked at in the list and not started changes nothing.
    page.locator("#all").click()
    page.locator("dialog select[name=players]").select_option("4")
    expect(page.locator("dialog .btn.first")).to_be_disabled()
    page.locator("dialog header .tool").click()
    page.locator("#next").click()
    visit.sees("#which", "Puzzle 2")
    expect(before).to_have_text(["Ada played .", "Ada rotated their hand.", "You took Ada’s , now ."])
    expect(page.locator(".task h1")).to_be_focused()
    play(page, str(PUZZLES[1]["answer"]))
    visit.sees(".task .kicker", "Solved, 1 in a row")
    # Nothing new is left: it says so, and one can choose.
    page.locator("#next").click()
    visit.sees("dialog .note", "You have seen all of these")
    page.locator("dialog select[name=players]").select_option("2")
    visit.sees("dialog .note", "1 puzzle, 1 solved")
    visit.axe()


def test_a_link_to_a_puzzle_of_the_first_series(browsing: Browsing) -> None:
    visit = browsing.visit(**PHONE)
    kept = '{"solved":[322],"seen":[322,7],"row":1}'
    visit.page.add_init_script(f"localStorage.setItem('puzzles', '{kept}')")
    page = begin(visit, "/puzzles/#322")
    visit.sees("#which", "Puzzle 322")
    visit.sees(".facts", "Balanced deck")
    # What has been solved stays, and counts among its own.
    page.locator("#all").click()
    visit.sees("dialog .note", "2 puzzles, 0 solved")
    page.locator("dialog .btn.first").click()
    visit.sees("#which", "Puzzle 1")
    assert page.evaluate("localStorage.getItem('puzzles')") == kept


def test_an_own_mistake_comes_back(browsing: Browsing) -> None:
    visit = browsing.visit(**PHONE)
    page = begin(visit, "/puzzles/")
    page.evaluate(KEEP, mistake())
    page.reload()
    page.locator("a[href='#mine']").tap()
    visit.sees(".kicker", "A mistake of yours")
    visit.sees(".task p", "You gave away chances here")
    visit.gone("a[href='#mine'].btn:visible")
    visit.fits()
    page.locator("#tell").tap()
    visit.sees(".task .kicker", "The solution")
    expect(page.locator(".rank .cell").first).to_be_visible()
    ((due, lapses),) = page.evaluate(DUE)
    assert due > "2026-01-01"  # it was not due again on the same day
    assert lapses == 1
    visit.axe()
    # None is left.
    page.reload()
    visit.sees(".entrance .note", "None of your mistakes is due")


def test_a_move_as_good_as_the_answer_solves_a_mistake(browsing: Browsing) -> None:
    visit = browsing.visit(viewport={"width": 360, "height": 640})
    page = begin(visit, "/puzzles/")
    answer, other, worse = AS_GOOD
    page.evaluate(KEEP, mistake(position=AS_GOOD_IN, past=[], answer=answer, made="play 5/3"))
    page.goto(f"{visit.address}/puzzles/#mine")
    page.reload()
    visit.sees(".kicker", "A mistake of yours")
    play(page, worse)
    visit.sees(".actions .hint", "Better than what was played")
    play(page, other)
    expect(page.locator(".task .kicker")).to_have_text("Solved")
    visit.sees(".task h1", "Play")
    expect(page.locator(".rank .meter:not(.plain)")).to_have_count(2)
    expect(page.locator("#next")).to_be_in_viewport(ratio=1)


def test_training_begins_with_a_question(browsing: Browsing) -> None:
    visit = browsing.visit(viewport={"width": 360, "height": 640})
    visit.page.context.route("**/red-herrings.json", lambda route: route.fulfill(json=[]))
    page = begin(visit, "/puzzles/#train")
    visit.sees("h1", "Is there one move here?")
    expect(page.locator("#several")).to_be_in_viewport(ratio=1)
    visit.fits()
    visit.axe()
    page.locator("#several").click()
    visit.sees("#say", "One move is clearly better. Find it.")
    visit.sees("h1", "Find the best move")
    page.locator("#tell").click()
    visit.sees(".task .kicker", "The solution")
    page.locator("#next").click()
    visit.sees("h1", "Is there one move here?")


def test_a_red_herring_has_several_moves(browsing: Browsing) -> None:
    visit = browsing.visit(**PHONE)
    herring = {"position": PUZZLES[0]["position"], "fine": [PUZZLES[0]["answer"], "rotate"]}
    visit.page.context.route("**/red-herrings.json", lambda route: route.fulfill(json=[herring]))
    visit.page.add_init_script("Math.random = () => 0")
    page = begin(visit, "/puzzles/#train")
    visit.sees("h1", "Is there one move here?")
    page.locator("#one").tap()
    visit.sees("h1", "Several moves are fine here")
    visit.sees(".task .kicker", "The solution")
    visit.fits()
