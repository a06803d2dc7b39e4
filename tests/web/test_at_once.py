"""What can be seen or focused has its name in the same frame, and an input is judged when it happens, not later."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.browsing import PATIENCE, Browsing, Visit
from tests.web.playing import GLANCE, Keyboard, Player
from tests.web.test_puzzles import PUZZLES, begin, play
from tests.web.test_review import DESK, GOLDEN, open_file

# Looks at everything after each task that has changed the page; a frame is drawn after a task, never within one.
WATCH = """() => {
  const asked = `button, a[href], summary, select, textarea, input, [tabindex="0"],
    [role=group], [role=img], [role=tablist]`;
  const said = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data.trim();
    if (node.nodeType !== Node.ELEMENT_NODE || node.hidden || node.ariaHidden === 'true') return '';
    return node.ariaLabel?.trim() || node.getAttribute('alt') || [...node.childNodes].map(said).join('');
  };
  const labels = (element) => (element.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean)
    .map((id) => document.getElementById(id));
  const name = (element) => [element, ...labels(element), ...(element.labels ?? [])]
    .map((one) => one && said(one)).join('') || element.title || (element.type === 'submit' ? 'submit' : '');
  const nameless = window.nameless = new Set();
  const look = () => {
    if (document.readyState === 'loading') return;
    for (const element of document.querySelectorAll(asked))
      if (!name(element) && element.checkVisibility({ visibilityProperty: true }))
        nameless.add(element.cloneNode(false).outerHTML);
  };
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(look).observe(document, all);
  document.addEventListener('readystatechange', look);
}"""
NAMELESS = "() => [...window.nameless]"


class Held:
    """Files for which a browser has to wait."""

    def __init__(self, page: Page, pattern: str) -> None:
        self.page = page
        self.pattern = pattern
        self.routes: list[Route] = []
        self.over = False
        page.route(pattern, self.keep)

    def keep(self, route: Route) -> None:
        self.routes.append(route)
        if self.over:
            route.continue_()

    def wait(self) -> None:
        """Wait until they are asked for."""
        for _ in range(PATIENCE // GLANCE):
            if self.routes:
                return
            self.page.wait_for_timeout(GLANCE)
        raise AssertionError(f"the page never asked for {self.pattern}")

    def release(self) -> None:
        self.wait()
        self.over = True
        for route in self.routes:
            route.continue_()


def all_named(page: Page) -> None:
    assert page.evaluate(NAMELESS) == []


@pytest.fixture
def watched(browsing: Browsing) -> Visit:
    visit = browsing.visit(**DESK)
    visit.page.add_init_script(f"({WATCH})()")
    return visit


@pytest.mark.parametrize(
    "path", ["/", "/learn/", "/rules/", "/puzzles/", "/daily/", "/review/", "/table/nowhere", "/x"]
)
def test_a_page_has_its_names_before_it_has_its_words(browsing: Browsing, watched: Visit, path: str) -> None:
    page = watched.page
    words = Held(page, "**/locales/*.json")
    page.goto(watched.address + path, wait_until="commit")
    page.wait_for_function("() => document.readyState !== 'loading'")
    words.wait()
    all_named(page)
    words.release()
    page.locator("html[data-words]").wait_for()
    page.locator("main").wait_for()
    all_named(page)


@pytest.mark.parametrize("players", [2, 4])
def test_a_table_has_its_names_while_it_is_laid(watched: Visit, players: int) -> None:
    page = watched.page
    watched.open("/")
    page.evaluate("(players) => localStorage.setItem('players', String(players))", players)
    watched.open("/")
    page.locator("#go").click()
    page.wait_for_url("**/table/#local-*")
    player = Player(watched, Keyboard(page))
    assert player.wait_for_turn() == "turn"
    expect(page.locator(".seat")).to_have_count(players - 1)
    all_named(page)
    # So it has in another language, and with whatever opens over it.
    page.locator("#menu").click()
    page.locator("[data-do=settings]").click()
    page.locator("dialog select, dialog [value=it]").first.wait_for()
    all_named(page)
    page.keyboard.press("Escape")
    before = player.last_move()
    player.make_move()
    player.moved_on(before)
    all_named(page)


def test_a_table_for_friends_has_its_names(watched: Visit) -> None:
    page = watched.page
    watched.open("/")
    page.locator("#friends").click()
    page.locator("dialog [type=submit], dialog .btn.first").first.click()
    page.wait_for_url("**/table/*")
    watched.sees(".lobby")
    all_named(page)


def test_a_puzzle_and_a_lesson_have_their_names(watched: Visit) -> None:
    page = watched.page
    page.route("**/puzzles.json", lambda route: route.fulfill(json=PUZZLES))
    for path in ("/puzzles/#1", "/learn/"):
        watched.open(path)
        page.locator("dnup-table .hand .card").first.wait_for()
        page.locator("[data-do=peek]").wait_for()
        all_named(page)


def test_a_review_has_its_names(watched: Visit) -> None:
    open_file(watched, GOLDEN.read_text(encoding="utf-8").splitlines()[:1])
    watched.page.keyboard.press("ArrowRight")
    watched.sees("dnup-table .last-flag:not([hidden])")
    all_named(watched.page)


# Everything in one task: nothing else of the page runs between a press and what comes after it.
PRESS_AND_TURN = """(moves) => {
  const table = document.querySelector('dnup-table');
  document.querySelector('[data-do=peek]').click();
  table.show({ ...table.state.game, moves, position: table.state.game.position + 1 });
}"""
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done))))"


def test_a_press_on_rotate_before_the_turn_comes_is_not_carried_out_when_it_has_come(
    browsing: Browsing,
) -> None:
    visit = browsing.visit(**DESK)
    page = visit.page
    visit.open("/demo?view=3")
    expect(page.locator("[data-do=peek]")).to_have_attribute("aria-disabled", "false")
    moves = page.evaluate("() => document.querySelector('dnup-table').state.game.moves")
    visit.open("/demo?view=10")
    rotate = page.locator("[data-do=peek]")
    expect(rotate).to_have_attribute("aria-disabled", "true")
    page.evaluate(PRESS_AND_TURN, moves)
    page.evaluate(SETTLED)
    expect(rotate).to_have_attribute("aria-disabled", "false")
    expect(rotate).to_have_attribute("aria-pressed", "false")
    expect(rotate).to_have_text("Rotate")


def test_a_hint_is_for_the_turn_it_was_asked_in(browsing: Browsing) -> None:
    visit = browsing.visit(**DESK)
    page = visit.page
    visit.open("/")
    page.locator("#go").click()
    page.wait_for_url("**/table/#local-*")
    player = Player(visit, Keyboard(page))
    player.wait_for_turn()
    expect(page.locator("#hint")).to_be_enabled()
    hints = Held(page, "**/play/hints*.js")
    page.keyboard.press("h")
    before = player.last_move()
    player.make_move()
    player.moved_on(before)
    assert player.wait_for_turn() == "turn"
    hints.release()
    page.evaluate("(script) => import(script)", hints.routes[0].request.url)
    page.evaluate(SETTLED)
    expect(page.locator(".actions .hint")).not_to_contain_text("Thinking")
    assert page.evaluate("() => document.querySelector('dnup-table').state.advice") is None


def test_what_is_pressed_twice_while_it_is_on_its_way_opens_once(browsing: Browsing) -> None:
    visit = browsing.visit(**DESK)
    page = visit.page
    for path, pattern, press in (
        ("/", "**/settings/sheet*.js", "[data-settings]"),
        ("/", "**/lobby/create*.js", "#friends"),
    ):
        visit.open(path)
        button = page.locator(press)
        button.wait_for()
        script = Held(page, pattern)
        button.click()
        button.click()
        script.release()
        visit.sees("dialog[open]")
        page.evaluate(SETTLED)
        expect(page.locator("dialog[open]")).to_have_count(1)


# Both presses come before there is an answer to the first.
TWICE = "(button) => { button.click(); button.click(); }"


def test_a_second_press_is_not_kept_for_what_comes_next(browsing: Browsing) -> None:
    visit = browsing.visit(**DESK)
    page = visit.page
    visit.open("/learn/#golden")
    watch = page.locator(".panel .btn.first")
    expect(watch).to_contain_text("Bo")
    watch.evaluate(TWICE)
    expect(watch).not_to_contain_text("Bo")
    page.evaluate(SETTLED)
    expect(watch).to_contain_text("Cleo")


# A card is pressed again and again while the next puzzle is on its way.
PRESS_ON = """([move, next]) => {
  const table = document.querySelector('dnup-table');
  const hand = () => table.state.game.view?.hand;
  const before = hand();
  location.hash = next;
  return new Promise((done) => {
    const press = () => {
      if (hand() !== before) return done();
      table.dispatchEvent(new CustomEvent('move', { detail: move }));
      setTimeout(press);
    };
    press();
  });
}"""


def test_a_move_of_one_puzzle_is_no_try_at_the_next(browsing: Browsing) -> None:
    visit = browsing.visit(**DESK)
    page = begin(visit, "/puzzles/#1")
    expect(page.locator("[data-do=peek]")).to_have_attribute("aria-disabled", "false")
    page.evaluate(PRESS_ON, ["rotate", "#2"])
    visit.sees("#which", "Puzzle 2")
    page.evaluate(SETTLED)
    assert 2 not in page.evaluate("() => JSON.parse(localStorage.getItem('puzzles') ?? '{}').seen ?? []")
    # A player who pressed in between can still play.
    play(page, str(PUZZLES[1]["answer"]))
    expect(page.locator(".task .kicker")).to_contain_text("Solved")
