"""Games against bots on the player's own device, without a server or a network."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import expect

from tests.server.client import SERVER_VALIDATORS
from tests.web.browsing import OLD, Browsing
from tests.web.one_device import KEEP, TABLE, events
from tests.web.playing import Keyboard, Player, Pointer
from tests.web.test_review import PHONE

DESK: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 800},
    "locale": "en-GB",
    "reduced_motion": "reduce",
}
LISTEN = """() => {
  window.heard = [];
  const Plain = Worker;
  window.Worker = class extends Plain {
    constructor(...how) {
      super(...how);
      window.table = this;
      this.addEventListener('message', ({ data: { event, data } }) => event === 'message' && window.heard.push(data));
    }
  };
}"""


def test_a_whole_game_without_a_network(browsing: Browsing) -> None:
    """Messages are those of the protocol, the deal is the device's, and nothing is shown that needs others."""
    visit = browsing.visit(**DESK)
    page = visit.page
    page.add_init_script(f"({LISTEN})()")
    visit.open("/")
    page.evaluate("localStorage.setItem('players', '2'); localStorage.setItem('level', 'easy')")
    page.reload()
    player = Player(visit, Keyboard(page))
    page.locator("#go").click()
    player.wait_for_turn()
    assert "/table/#local-" in page.url
    page.locator("#menu").click()
    visit.sees("[data-do=rename]")
    visit.gone("[data-do=lobby]")
    assert {"H", "Z"} <= set(page.locator("dialog kbd").all_text_contents())
    visit.axe()
    page.keyboard.press("Escape")
    page.wait_for_function(  # what follows when there is time
        "() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/aid.js'))"
    )
    page.wait_for_load_state("networkidle")
    missed: list[str] = []
    page.on("requestfailed", lambda request: missed.append(request.url.rpartition("/")[2]))
    page.context.set_offline(True)
    player.play_game()
    visit.sees("dialog.result h2", "game")
    page.locator("details.proof summary").click()
    visit.sees(".verdict", "Your device dealt the cards, and none was changed")
    expect(page.locator("#line")).to_be_hidden()
    expect(page.locator("#react")).to_be_hidden()
    player.way.press("[data-do=ready]")
    visit.gone("dialog.result")
    visit.sees("#round", "Round 1")
    messages = [json.loads(text) for text in page.evaluate("window.heard")]
    for message in messages:
        SERVER_VALIDATORS[message["type"]].validate(message)
    assert {message["type"] for message in messages} == {"welcome", "update"}
    # The browser itself may want to show the icon of the site; here, nothing is kept for later.
    assert set(missed) <= {"icon.svg"}
    assert all("ERR_INTERNET_DISCONNECTED" in line for line in browsing.console)


def test_experts_think_beside_the_page_and_a_game_that_is_opened_again_goes_on(browsing: Browsing) -> None:
    """With two trees. It is opened while a bot thinks, or has just done so."""
    visit = browsing.visit(**DESK)
    page = visit.page
    page.add_init_script("Object.defineProperty(navigator, 'hardwareConcurrency', { value: 3 })")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    visit.open("/")
    page.evaluate("localStorage.setItem('level', 'expert')")
    page.reload()
    page.locator("#go").click()
    player = Player(visit, Pointer(page))
    for _ in range(2):
        if player.wait_for_turn() == "result":
            break
        before = player.last_move()
        player.make_move()
        player.moved_on(before)
    page.reload()
    assert player.wait_for_turn() in ("turn", "result")
    # Two thinkers for each time the table was opened, unless nobody had to think.
    assert sum("/bot-pool.js" in url for url in asked) == 2
    if browsing.engine.name == "firefox":  # Chromium does not tell what workers of a worker ask for
        assert sum("/bot-worker.js" in url for url in asked) in (2, 4)
    assert not browsing.console


def test_where_neither_browser_nor_server_can_play_a_sentence_says_so(browsing: Browsing) -> None:
    visit = browsing.visit(**DESK)
    page = visit.page
    page.add_init_script(OLD)

    def nowhere(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("hasServer = true", "hasServer = false"))

    page.route("**/shared/urls*.js", nowhere)
    visit.open("/")
    page.locator("#go").click()
    visit.sees("#problem", "The bots cannot run in this browser")
    expect(page.locator("#go")).to_be_enabled()


def test_a_draw_says_why_and_a_rematch_follows(browsing: Browsing) -> None:
    """Three rounds in a row are stopped (D2); on a phone all of the result is in its place."""
    visit = browsing.visit(**PHONE | {"locale": "it-IT"})
    page = visit.page
    visit.open("/")
    table = events(["Ada", None, None], None, ["1/5*", "1/6", "2/4", "2/6", "3/4", "3/5"])
    table[0]["stall_limit"] = 3
    for _ in range(3):
        table.append({"type": "round-dealt", "hands": ["2/4 2/6", "1/5 1/6", "3/4 3/5"], "salt": "00"})
        for seat, by in (("B", "bot"), ("C", "bot"), ("A", "person")):
            table.append({"type": "move-made", "seat": seat, "move": "rotate", "by": by})
    page.evaluate(KEEP.replace("seat: null", "seat: 'A'"), [TABLE, table[:-1]])
    page.goto(f"{visit.address}/table/#{TABLE}")
    player = Player(visit, Pointer(page, touch=True))
    player.wait_for_turn()
    player.way.rotate()
    visit.sees("dialog.result h2", "La partita è finita in parità")
    visit.sees("dialog.result h2 + .note", "Tre round di fila")
    visit.axe()
    for width, height in ((360, 640), (390, 844), (844, 390), (667, 375)):
        visit.resize(width, height)
        visit.fits()
        cut = page.locator(".result .foot .btn").evaluate_all(
            "(buttons) => buttons.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
        )
        assert cut == [], f"{width} x {height}"
        foot, inner = (
            page.locator(part).evaluate("(one) => one.getBoundingClientRect().height")
            for part in (".result .foot", "dialog.result")
        )
        assert foot <= inner / 3 or width > height, f"{width} x {height}"
    page.locator("dialog.result [data-do=ready]").tap()
    visit.sees("#round", "Round 1")
    visit.gone("dialog.result")
    expect(page.locator(".hand .card")).to_have_count(2)
