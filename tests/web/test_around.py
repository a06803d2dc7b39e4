"""Around the table: the first page, my games, settings, sound, the lobby, names, the clock, and how to leave."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.browsing import Browsing, Visit
from tests.web.playing import IN_TURN, Player, Pointer, wait_for_rest
from tests.web.test_together import one_in_turn, sits_down

DESK: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 800},
    "locale": "en-GB",
    "reduced_motion": "reduce",
}
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "locale": "en-GB",
    "reduced_motion": "reduce",
    "has_touch": True,
}

COVERED = """(selector) => {
  const one = document.querySelector(selector).getBoundingClientRect(), bad = [];
  for (const other of document.querySelectorAll('a, button, summary, p, small, b')) {
    if (other.closest(selector) || !other.checkVisibility()) continue; // what is folded away has a place, too
    if (!other.textContent.trim() && !other.matches('.tool')) continue;
    const { left, right, top, bottom, width } = other.getBoundingClientRect();
    const apart = right <= one.left || left >= one.right || bottom <= one.top || top >= one.bottom;
    if (width && !apart) bad.push(other.textContent);
  }
  return bad;
}"""

LINES_BEFORE = """(last) => [...document.querySelectorAll('.log li.moved')]
  .filter((line) => Number(line.dataset.number) < last).map((line) => line.textContent)"""

COUNT_SOUNDS = """
  window.sounds = 0;
  for (const kind of [AudioBufferSourceNode, OscillatorNode]) {
    const start = kind.prototype.start;
    kind.prototype.start = function (...when) { window.sounds++; return start.apply(this, when); };
  }
"""

# No time between two keys, as on a slow device: what the first would sound comes after the second.
PRESS_AT_ONCE = """keys => {
  for (const key of keys) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
}"""

RAISE = "card => getComputedStyle(card).getPropertyValue('--raise')"

# A context that is made before the system's sound is there keeps the page waiting for it.
NOTE_WAKING = """
  window.woken = [];
  // The page does not wait for ever: how long the system takes is its own affair.
  if (window.MediaDevices) MediaDevices.prototype.enumerateDevices = async () => {
    await null;
    window.woken.push('awake');
    return [];
  };
  window.AudioContext = class extends AudioContext {
    constructor(...all) { super(...all); window.woken.push('used'); }
  };
"""


@pytest.fixture(autouse=True)
def no_complaints(browsing: Browsing) -> Iterator[None]:
    yield
    missing = "the server responded with a status of 404"
    assert [line for line in browsing.console if missing not in line] == []


def create(visit: Visit, **options: Any) -> str:
    """A table of this visitor's, whose cookie the browser then has; its address."""
    body = {"name": "Ilse", "options": options, "start": options.pop("start", False)}
    answer = visit.page.request.post(f"{visit.address}/api/tables", data=body)
    assert answer.ok, answer.text()
    return f"/table/{answer.json()['table']['id']}"


def stored(page: Page, key: str) -> str | None:
    found: str | None = page.evaluate("(key) => localStorage.getItem(key)", key)
    return found


##### The first page #####


GAP = """([above, below]) => document.querySelector(below).getBoundingClientRect().top
    - document.querySelector(above).getBoundingClientRect().bottom"""


def test_the_fan_of_the_first_page_shows_one_to_ten(browsing: Browsing) -> None:
    """On phones too the outermost values, 1 and 10, are between the edges."""
    visit = browsing.visit(**PHONE)
    visit.open("/")
    expect(visit.page.locator(".near .card")).to_have_count(10)
    for width in (320, 360, 390, 430, 1280):
        visit.resize(width, 800)
        seen = visit.page.locator(".near .card").evaluate_all(
            """(cards) => cards.map((card) => {
              const half = card.querySelector('.half.on');
              const { left, right } = half.querySelector('.num.big').getBoundingClientRect();
              return [half.getAttribute('class'), left >= 0 && right <= innerWidth];
            })"""
        )
        values = [int(re.findall(r"\bv(\d+)", name)[0]) for name, inside in seen if inside]
        assert values == list(range(1, 11)), f"{width} px wide: {seen}"


def test_nothing_covers_anything_on_the_first_page_of_a_small_phone(browsing: Browsing) -> None:
    visit = browsing.visit(**PHONE)
    visit.open("/")
    visit.sees("#strip", "New here?")
    assert visit.page.evaluate(COVERED, "#strip") == []
    assert visit.page.evaluate(COVERED, ".corner") == []
    assert visit.page.evaluate(GAP, [".date", "#daily b"]) >= 3
    assert visit.page.evaluate(GAP, ["#strip", ".credit"]) >= 8
    visit.page.locator("#against summary").tap()
    visit.sees("#against legend >> nth=1", "Level")
    visit.page.locator("#against label", has_text="Hard").tap()
    visit.sees("#against summary", "2 opponents · Hard")
    visit.fits()
    visit.page.locator("#not-now").tap()
    expect(visit.page.locator("#strip")).to_be_hidden()


def test_play_can_be_pressed_again_after_a_refusal_and_on_the_way_back(browsing: Browsing) -> None:
    visit = browsing.visit(old=True, **PHONE)
    refusal = {"type": "refused", "code": "draining", "sentence": "never shown", "facts": {}}

    def answer(route: Route) -> None:
        if route.request.method == "GET":  # the list of tables, whenever the page asks for it
            route.fulfill(json={"tables": []})
        else:
            route.fulfill(status=503, json=refusal)

    visit.page.route("**/api/tables", answer)
    visit.open("/")
    go = visit.page.locator("#go")
    go.tap()
    visit.sees("#problem", "The server is about to stop. Please try again in a moment.")
    expect(go).to_be_enabled()
    expect(go.locator("svg")).to_be_visible()
    # As a browser brings back a page that it has kept: as it was left, with cards being dealt.
    go.evaluate("(go) => { go.disabled = true; go.textContent = 'Dealing'; }")
    visit.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(go).to_be_enabled()
    expect(go).to_have_text("Play")
    browsing.console.clear()  # the refusal itself


def test_an_unknown_address_is_a_page_with_a_way_home(browsing: Browsing) -> None:
    visit = browsing.visit(**PHONE)
    visit.open("/no/such/page")
    visit.sees("h1", "Page not found")
    visit.axe()
    visit.fits()
    visit.page.locator("main .first").tap()
    visit.sees("#go")


def test_my_games_are_listed_and_lead_back(browsing: Browsing) -> None:
    visit = browsing.visit(old=True, **PHONE)
    player = Player(visit, Pointer(visit.page, touch=True))
    tables = []
    for _ in range(2):
        visit.open("/")
        player.way.press("#go")
        visit.page.wait_for_url("**/table/*")
        assert player.wait_for_turn() == "turn"
        tables.append(visit.page.url.rsplit("/", 1)[1])
    # What another device, or a server that forgets, has done meanwhile.
    kept = json.loads(stored(visit.page, "games") or "")
    assert [game["id"] for game in kept] == tables[::-1]
    over = {**kept[0], "id": "long2ago", "phase": "over", "winner": "A", "score": [4, 1, 2], "at": 1}
    wrong = [{**kept[0], "turn": "B"}, {**kept[0], "id": "nosuchtable1"}, over]
    visit.page.evaluate("(games) => localStorage.setItem('games', JSON.stringify(games))", wrong)
    # Earlier versions knew one table, and no seat.
    visit.page.evaluate("(table) => localStorage.setItem('table', table)", tables[0])
    visit.open("/")
    expect(visit.page.locator("#games li.mine")).to_have_count(2)
    visit.sees("#games li", "2 opponents · Medium")
    visit.sees("#games li", "Your turn")
    visit.sees("#games .all", "Show all 3")
    assert stored(visit.page, "table") is None
    assert visit.page.locator("#strip").is_hidden(), "who has played is not new here"
    visit.fits()
    visit.axe()
    visit.page.locator("#games .all").tap()
    lines = visit.page.locator("dialog .games li")
    expect(lines).to_have_count(3)
    expect(lines.last).to_contain_text("You won · You 4, Cleo 2, Bo 1 · Jan 1970")
    lines.first.locator("a").tap()
    visit.page.wait_for_url(f"**/table/{tables[0]}")
    assert player.wait_for_turn() == "turn"


##### Settings and sound #####


def test_settings_are_the_same_sheet_on_every_page(browsing: Browsing) -> None:
    visit = browsing.visit(**PHONE)
    page = visit.page
    visit.open("/")
    page.locator("[data-settings]").tap()
    page.locator("dialog label", has_text="Norsk").tap()
    visit.sees("dialog h2", "Innstillinger")
    visit.sees("#go", "Spill")
    expect(page.locator("meta[name=description]")).to_have_attribute("content", re.compile("^Spill dnup"))
    page.locator("dialog label", has_text="Mørkt").tap()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.locator("dialog label", has_text="Raske").tap()
    visit.fits()
    visit.axe()
    assert stored(page, "motion") == "fast"
    for path in ("/learn", "/rules", "/no/such/page"):
        visit.open(path)
        page.locator("[data-settings]").tap()
        expect(page.locator("dialog input[name=motion]:checked")).to_have_value("fast")
        expect(page.locator("dialog input[name=theme]:checked")).to_have_value("dark")
        visit.fits()
    page.locator("dialog label", has_text="Som enheten").tap()
    expect(page.locator("html")).not_to_have_attribute("data-theme", "dark")


def test_at_the_table_the_order_of_the_hand_changes_at_once_and_sound_is_heard_after_a_press(
    browsing: Browsing,
) -> None:
    visit = browsing.visit(**DESK)
    visit.page.add_init_script(COUNT_SOUNDS + NOTE_WAKING)
    visit.open(create(visit, players=2, start=True))
    page, player = visit.page, Player(visit, Pointer(visit.page))
    player.wait_for_turn()
    assert page.evaluate("sounds") == 0, "nothing is heard before anything was pressed"
    wait_for_rest(page)
    player.way.choose(page.locator(".hand button.card").first)
    page.wait_for_function("() => sounds > 0")
    # Only Chromium has to be woken.
    assert page.evaluate("woken") == (["awake", "used"] if browsing.engine.name == "chromium" else ["used"])
    heard = page.evaluate("sounds")
    page.evaluate(PRESS_AT_ONCE, ["Escape", "m"])
    visit.sees(".notice", "Sound off")
    player.way.choose(page.locator(".hand button.card").first)
    expect(page.locator(".hand .selected")).to_have_count(1)
    assert page.evaluate("sounds") == heard, "M turns it off"
    cards = page.locator(".hand button.card")
    cards.last.hover()
    assert cards.last.evaluate(RAISE) != "", "the player in turn sees which card is pointed at"
    in_order = [card.get_attribute("data-card") for card in cards.all()]
    page.keyboard.press("Shift+ArrowRight")
    expect(cards.nth(1)).to_have_attribute("data-card", str(in_order[0]))
    page.locator("#menu").click()
    page.locator("[data-do=settings]").click()
    expect(page.locator("dialog input[name=order]:checked")).to_have_value("own")
    expect(page.locator("dialog input[name=sound]")).not_to_be_checked()
    page.locator("dialog label", has_text="Always sorted").click()
    expect(cards.first).to_have_attribute("data-card", str(in_order[0]))


##### The lobby #####


def test_a_guest_on_a_phone_finds_name_and_seat_first_and_no_two_have_the_same_name(
    browsing: Browsing,
) -> None:
    host, guest, other = browsing.visit(**DESK), browsing.visit(**PHONE), browsing.visit(**DESK)
    host.open("/")
    host.page.locator("#friends").click()
    made_up = host.page.locator(".create input[name=name]").input_value()
    assert made_up, "a person without a name gets one"
    host.page.locator(".create summary").click()
    host.page.locator("select[name=seconds]").select_option("60")
    host.page.locator("select[name=memory]").select_option("table")
    host.page.locator(".create .first").click()
    host.sees(".lobby .facts", "1 minute")
    link = host.page.locator(".invite input").input_value()
    guest.page.goto(link)
    guest.sees("#name")
    for selector in ("#name", ".lobby form .first", ".seats li.open button"):
        box = guest.page.locator(selector).first.bounding_box()
        assert box
        assert box["y"] + box["height"] < 640, f"{selector} is in sight"
    guest.sees(".facts", "Only what is on the table")
    expect(guest.page.locator(".facts a")).to_have_attribute("href", re.compile("decks/#deck=printed$"))
    expect(guest.page.locator(".qr")).to_be_hidden()
    guest.fits()
    guest.axe()
    guest.page.locator("#name").fill(made_up)
    sits_down(other, link, "Eva")
    guest.sees(".seats li.person >> nth=1", "Eva")
    expect(guest.page.locator("#name")).to_have_value(made_up)
    guest.page.locator(".lobby form .first").tap()
    guest.sees(".seats li.mine", f"{made_up} 2")
    guest.page.locator(".fold summary").tap()
    guest.sees(".qr")
    guest.page.locator("[data-key=rename]").tap()
    guest.page.locator("dialog input").fill("Ada")
    guest.page.locator("dialog .first").tap()
    host.sees(".seats li.person >> nth=2", "Ada")
    # The host goes, and after a while anyone who sits there can start.
    expect(guest.page.locator("[data-key=start]")).to_have_count(0)
    host.page.close()
    guest.sees("[data-key=start]")
    guest.sees(".foot", f"{made_up} is not here")
    guest.page.locator("[data-key=start]").tap()
    for visit in (guest, other):
        visit.sees("dnup-table .hand")


##### The expert #####

WITHOUT_NETWORK = "There is no neural network for these cards yet"


def test_the_expert_says_that_it_has_no_network_for_these_cards_and_only_then(browsing: Browsing) -> None:
    """On the first page, before pass and play, and in the lobby.

    The deck `balanced` has networks; `pairs` has them with up to four players, because their cards are the same.
    """
    visit = browsing.visit(**PHONE)
    page = visit.page
    visit.open("/")
    page.locator("#against summary").tap()
    note = page.locator("#against .expert-note")
    expect(note).to_be_hidden()
    page.locator("#against select[name=deck]").select_option("pairs")
    page.locator("#against fieldset label", has_text="4").tap()
    page.locator("#against label", has_text="Expert").tap()
    expect(note).to_be_visible()
    expect(note).to_contain_text(WITHOUT_NETWORK)
    visit.fits()
    page.locator("#against select[name=deck]").select_option("balanced")
    expect(note).to_be_hidden()
    page.locator("#against select[name=deck]").select_option("pairs")
    expect(note).to_be_visible()
    page.locator("#against fieldset label", has_text="3").tap()
    expect(note).to_be_hidden()
    page.locator("#against fieldset label", has_text="4").tap()
    expect(note).to_be_visible()
    page.locator("#against label", has_text="Hard").tap()
    expect(note).to_be_hidden()
    page.locator("#against label", has_text="Expert").tap()

    visit.open("/pass")
    note = page.locator("#terms .expert-note")
    for seat in range(5):
        page.locator(f'[data-seat="{seat}"][data-kind="{"person" if seat < 4 else "bot"}"]').tap()
    page.locator("#terms label", has_text="Expert").tap()
    expect(note).to_contain_text(WITHOUT_NETWORK)
    expect(note).to_be_visible()
    visit.fits()
    page.locator('[data-seat="4"][data-kind="person"]').tap()
    expect(note).to_be_hidden()
    page.locator('[data-seat="3"][data-kind="bot"]').tap()
    expect(note).to_be_visible()
    page.locator('[data-seat="4"][data-kind="nobody"]').tap()
    expect(note).to_be_hidden()

    host = browsing.visit(**DESK)
    host.open(create(host, players=5, deck="pairs"))
    said = host.page.locator(".lobby .expert-note")
    level = host.page.locator("[data-key=levelB]")
    level.select_option("hard")
    host.sees(".seats li.bot", "Hard")
    expect(said).to_be_hidden()
    level.select_option("expert")
    host.sees(".lobby .expert-note", WITHOUT_NETWORK)
    host.axe()


##### Who is who, and leaving #####


def test_who_leaves_is_told_so_and_what_they_did_stays_theirs(browsing: Browsing) -> None:
    host, guest = browsing.visit(**DESK), browsing.visit(**PHONE)
    path = create(host, players=2)
    host.open(path)
    link = browsing.address.rstrip("/") + path
    ada, ilse = sits_down(guest, link, "Ada"), Player(host, Pointer(host.page))
    host.page.locator(".foot .first").click()
    for visit in (host, guest):
        visit.sees("dnup-table .hand")
    while not guest.page.locator(IN_TURN).count():
        if host.page.locator(IN_TURN).count():
            before = ilse.last_move()
            ilse.make_move()
            ilse.moved_on(before)
        host.page.wait_for_timeout(50)
    ada.make_move()
    host.sees(".log li.moved >> nth=0", "Ada")
    host.page.locator("#menu").click()
    host.sees("dialog [data-do=rename]")
    assert not {"H", "Z"} & set(host.page.locator("dialog kbd").all_text_contents())
    host.page.locator("[data-do=rename]").click()
    host.page.locator("dialog input").fill("Ilka")
    host.page.keyboard.press("Enter")
    host.sees(".log li.renamed", "You are now called Ilka.")
    guest.sees(".seat .name", "Ilka")
    guest.page.locator("#menu").tap()
    guest.page.locator("[data-do=leave]").tap()
    guest.page.locator("dialog .first").tap()
    guest.sees("dialog h2", "You have left the game")
    guest.axe()
    guest.page.locator("[data-do=watch]").tap()
    guest.gone("dialog")
    guest.sees("#watching", "Watching")
    guest.sees(".plate.me .name", "Ilka")
    guest.sees(".plate.me .score")
    menu = guest.page.locator("#menu").bounding_box()
    assert menu
    assert menu["x"] + menu["width"] <= 360, "nothing is pushed out of the bar"
    assert json.loads(stored(guest.page, "games") or "") == [], "it is no game of theirs any more"
    host.sees(".log li.resigned", "Ada has left")
    host.sees(".seat .name", "Bo")
    # Clients that come later read the same as those that were there.
    late = browsing.visit(**DESK)
    late.open(path)
    late.sees(".log li.resigned", "Ada has left")
    late.sees(".log li.renamed", "Ilse is now called Ilka.")
    number = host.page.locator(".log li.resigned").get_attribute("data-number")
    for visit in (host, guest, late):
        told = visit.page.evaluate(LINES_BEFORE, int(number or 0))
        assert any(line.startswith("Ada") for line in told)
        assert not any("Bo" in line for line in told)
    guest.page.locator("#menu").tap()
    guest.page.locator("dialog a.quiet").tap()
    guest.sees("#go")


##### The clock #####


def test_the_clock_has_a_number_a_cue_and_a_notice_when_time_was_up(browsing: Browsing) -> None:
    visit = browsing.visit(**PHONE)
    visit.page.add_init_script(COUNT_SOUNDS)
    visit.open(create(visit, players=2, seconds=20, start=True))
    visit.page.locator("body").tap(position={"x": 100, "y": 300})
    visit.sees("#time")
    expect(visit.page.locator("#time")).to_have_text(re.compile(r"^\d+$"))
    visit.sees("#time.short.mine")
    heard = visit.page.evaluate("sounds")
    visit.hears("Ten seconds left")
    visit.fits()
    visit.axe("color-contrast", "aria-allowed-role")
    visit.sees(".notice", "Time is up")
    assert visit.page.evaluate("sounds") > heard, "the last seconds are heard"
    visit.page.locator(".log-open").tap()
    visit.sees(".log li.moved.mine", "played by a bot: time was up")


##### The star #####


def test_the_star_is_on_the_card_that_has_it(browsing: Browsing) -> None:
    """With the deck of `conftest`, between two people: who holds it starts."""
    host, guest = browsing.visit(**DESK), browsing.visit(**DESK)
    path = create(host, players=2, deck="starry")
    host.open(path)
    host.sees(".facts", "A starry night")
    sits_down(guest, browsing.address.rstrip("/") + path, "Ada")
    host.sees(".seats li.person:not(.mine)", "Ada")
    host.page.locator(".foot .first").click()
    for visit in (host, guest):
        visit.sees(".hand .card")
    first = one_in_turn(*(Player(visit, Pointer(visit.page)) for visit in (host, guest))).page
    other = guest.page if first is host.page else host.page
    starred = first.locator(".hand button.card:has(.star-hub)")
    expect(starred).to_have_count(1)
    assert starred.get_attribute("data-card") in {"2/7", "7/2"}
    expect(starred).to_have_attribute("aria-label", re.compile("star"))
    expect(first.locator('.hand button[aria-label*="star"]')).to_have_count(1)
    expect(other.locator(".hand .star-hub")).to_have_count(0)
