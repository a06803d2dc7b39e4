"""Where things lie: nothing covers anything else or leaves the window, and the hand stays where it is."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browsing import Browsing, Visit
from tests.web.playing import READY, Keyboard, Player, edge_of, wait_for_rest

DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
SIZES = (
    (360, 640),
    (390, 844),
    (844, 390),
    (915, 412),
    (932, 430),
    (768, 1024),
    (1024, 768),
    (1280, 800),
    (1920, 1080),
)
VIEWS = {2: (13, 14, 15, 16), 3: (1, 2, 12), 4: (4, 5, 7, 8), 5: (11,)}
LONG_NAME = "Maximilian Featherstonew"

MUDDLE = """() => {
  const bad = [];
  const name = (element) => element.dataset.slot ?? element.dataset.area ?? (element.className || element.tagName);
  const all = (selector) => [...document.querySelectorAll(selector)].map((element) => (
    { element, box: element.getBoundingClientRect(), name: `${name(element)} (${selector})` }))
    .filter(({ element, box }) => box.width && box.height && getComputedStyle(element).visibility !== 'hidden');
  const things = [
    '.plate', '.set:not(.empty) > .spread', '.area', '.pile', '.slot i', '.spot small', '.hand > .card',
    '.actions > .btn', '.actions .more > .btn', '.actions > .hint'].flatMap(all);
  const place = ({ element }) => element.closest('.hand, .place, .area');
  // Cards of a hand overlap; a set and an outline lie in an area or in the place for both.
  const together = (one, other) => (place(one) && place(one) === place(other))
    || one.element.contains(other.element) || other.element.contains(one.element);
  things.forEach((one, i) => {
    const { left, top, right, bottom } = one.box;
    if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) {
      bad.push(`${one.name} leaves the window: ${[left, top, right, bottom].map(Math.round)}`);
    }
    for (const other of things.slice(i + 1)) {
      const across = Math.min(right, other.box.right) - Math.max(left, other.box.left);
      const down = Math.min(bottom, other.box.bottom) - Math.max(top, other.box.top);
      if (across > 1 && down > 1 && !together(one, other)) {
        bad.push(`${one.name} and ${other.name} overlap by ${across.toFixed()} x ${down.toFixed()}`);
      }
    }
  });
  for (const { element, box } of ['.plate .name', '.plate .who span', '.actions .btn', '.hint'].flatMap(all)) {
    if (element.closest('.sr, .wide')) continue;
    const wide = element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline';
    const tall = element.matches('.btn') && [...element.children].some((part) => {
      const inner = part.getBoundingClientRect();
      return !part.matches('.wide') && (inner.top < box.top - 0.5 || inner.bottom > box.bottom + 0.5);
    });
    if (wide || tall) bad.push(`${element.textContent} is cut`);
  }
  return bad;
}"""


def show_view(visit: Visit, number: int) -> None:
    visit.page.locator("#views").select_option(str(number))
    visit.sees(".hand .card")


@pytest.mark.parametrize("language", ["en", "fi"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nothing_covers_anything(browsing: Browsing, players: int, language: str) -> None:
    """With as many players as there can be, on every screen; once with the longest names there can be."""
    visit = browsing.visit(**DESK, locale=language)
    if language == "fi":
        visit.page.route(
            "**/demo.json", lambda route: route.fulfill(body=with_long_names(route.fetch().text()))
        )
    visit.open("/demo")
    muddle = []
    for number in VIEWS[players][: 4 if language == "en" else 2]:
        show_view(visit, number)
        for width, height in SIZES:
            visit.resize(width, height)
            found = visit.page.evaluate(MUDDLE)
            muddle += [f"view {number}, {width}x{height}: {one}" for one in found]
    assert muddle == []


def test_nothing_covers_anything_at_a_table_in_play(browsing: Browsing) -> None:
    """Two players, as a phone on its side has the least room for them; marks and cards are where a game puts them."""
    visit = browsing.visit(**DESK, locale="en-GB")
    page = visit.page
    visit.open("/")
    page.evaluate("localStorage.setItem('players', '2')")
    page.reload()
    page.locator("#go").click()
    player = Player(visit, Keyboard(page))
    muddle = []
    for _ in range(3):
        assert player.wait_for_turn() == "turn"
        wait_for_rest(page)
        for width, height in SIZES:
            visit.resize(width, height)
            muddle += [f"{width}x{height}: {one}" for one in page.evaluate(MUDDLE)]
        before = player.last_move()
        player.make_move()
        player.moved_on(before)
    assert muddle == []


COVERED = """() => {
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => (
    one.getClientRects().length && !one.closest('.sr, .wide') && getComputedStyle(one).visibility !== 'hidden'));
  const bad = [];
  for (const mark of shown('.last-flag, .returns')) {
    for (const told of shown('.plate .name, .plate .who > *, .plate .score')) {
      const one = mark.getBoundingClientRect(), other = told.getBoundingClientRect();
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (across > 0.5 && down > 0.5) bad.push(`${mark.textContent} ${mark.className} on ${told.className}`);
    }
  }
  return bad;
}"""
PHONES = ((360, 640), (375, 667), (390, 844))


def test_marks_of_a_move_leave_the_plates_to_be_read(browsing: Browsing) -> None:
    """What moved last and what came back is told beside a plate, however small the phone is."""
    visit = browsing.visit(**DESK, locale="en-GB")
    visit.open("/demo")
    covered = []
    for number in (4, 11, 13, 18, 19):
        show_view(visit, number)
        for width, height in (*PHONES, (1280, 800)):
            visit.resize(width, height)
            covered += [f"view {number}, {width}x{height}: {one}" for one in visit.page.evaluate(COVERED)]
    assert covered == []


OUTLINED = """() => [...document.querySelectorAll('.set.beaten .spread')].flatMap((spread) => {
  const { outlineOffset, outlineWidth } = getComputedStyle(spread);
  const room = parseFloat(outlineOffset) + parseFloat(outlineWidth), box = spread.getBoundingClientRect();
  return [...document.querySelectorAll('.plate')].filter((plate) => {
    const { left, right, top, bottom } = plate.getBoundingClientRect();
    const across = Math.min(right, box.right + room) - Math.max(left, box.left - room);
    return across > 0 && Math.min(bottom, box.bottom + room) - Math.max(top, box.top - room) > 0.5;
  }).map((plate) => plate.textContent);
})"""


def test_the_outline_of_a_set_stays_clear_of_the_plates(browsing: Browsing) -> None:
    """What would be beaten or taken has an outline, in low windows too."""
    visit = browsing.visit(**DESK, locale="en-GB")
    visit.open("/demo")
    under = []
    for number in (2, 4, 7):
        show_view(visit, number)
        for width, height in (*PHONES, (667, 375), (640, 400), (844, 390)):
            visit.resize(width, height)
            found = visit.page.evaluate(OUTLINED)
            under += [f"view {number}, {width}x{height}: {one}" for one in found]
    assert under == []


LARGE_TEXT = ("175%", "200%")
BROKEN = """() => [...document.querySelectorAll('.plate .name')].filter((name) => {
  const range = document.createRange();
  range.selectNodeContents(name);
  const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
  return tops.size > 1 && !name.textContent.includes(' ');
}).map((name) => name.textContent)"""


def test_large_text_breaks_no_name_and_cuts_no_button(browsing: Browsing) -> None:
    visit = browsing.visit(**DESK, locale="en-GB")
    page = visit.page
    visit.open("/demo")
    bad = []
    for size in LARGE_TEXT:
        page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", size)
        for number in (1, 4, 11, 13):
            show_view(visit, number)
            for width, height in (*PHONES, (667, 375)):
                visit.resize(width, height)
                found = [*page.evaluate(BROKEN), *page.evaluate(MUDDLE)]
                bad += [f"view {number}, {size}, {width}x{height}: {one}" for one in found]
    assert bad == []


AIR = """() => {
  const boxes = [...document.querySelectorAll('.hand > .card.selected')].map((one) => one.getBoundingClientRect());
  return Math.min(...boxes.flatMap(({ left, right }) => [left, innerWidth - right]));
}"""
RING = 3.5  # px around a selected card


def test_a_selected_card_at_the_end_of_the_hand_stays_off_the_edge(browsing: Browsing) -> None:
    visit = browsing.visit(**DESK, locale="en-GB")
    page = visit.page
    visit.open("/demo")
    for number in (1, 4, 14):
        for width, height in PHONES:
            visit.resize(width, height)
            show_view(visit, number)
            page.evaluate("document.querySelector('dnup-table').clear()")
            ends = page.evaluate(
                "[...document.querySelectorAll('.hand > .card')].sort((a, b) => a.style.zIndex - b.style.zIndex)"
                ".map((one) => one.dataset.id)"
            )
            page.mouse.click(*edge_of(page.locator(f'.hand > [data-id="{ends[-1]}"]')))
            visit.sees(".hand .selected")
            assert page.evaluate(AIR) >= RING + 2, f"view {number} at {width}x{height}"


PLACES = """() => Object.fromEntries(['.seat .plate', '.area', '.place', '.hand', '[data-do=peek]', '.plate.me']
  .flatMap((name) => [...document.querySelectorAll(name)].map((one, i) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [`${name} ${i}`, [x, y, width, height].map(Math.round).join(' ')];
  })))"""


@pytest.mark.parametrize("language", ["it", "fi"])
def test_nothing_moves_when_the_turn_passes(browsing: Browsing, language: str) -> None:
    """Whatever stands on the plates, and whether one peeks or not: everything stays where it is."""
    visit = browsing.visit(**DESK, locale=language)
    page = visit.page
    visit.open("/demo")
    for mine, theirs in ((14, 15), (3, 10)):
        for width, height in ((360, 640), (390, 844), (1280, 800)):
            visit.resize(width, height)
            show_view(visit, theirs)
            before = page.evaluate(PLACES)
            show_view(visit, mine)
            page.evaluate("document.querySelector('dnup-table').clear()")
            assert page.evaluate(PLACES) == before, f"{width}x{height}"
            page.locator("[data-do=peek]").click()
            expect(page.locator(".hand.peeking")).to_be_visible()
            assert page.evaluate(PLACES) == before, f"peeking at {width}x{height}"


def with_long_names(views: str) -> str:
    """The canned views with people of long names instead of bots."""
    return re.sub(r'"name": "(Ada|Bo|Cleo|Dag|Elio)"', f'"name": "{LONG_NAME}"', views)


HAND = """() => Object.fromEntries([...document.querySelectorAll('.hand > .card')].map((card) => {
  const { x, y, width, height } = card.getBoundingClientRect();
  return [card.dataset.id, [x, y, width, height]];
}))"""

# Whatever moves a card by half a pixel in any picture until it is told to stop.
WATCH_HAND = f"""() => {{
  const boxes = {HAND}, first = boxes();
  window.strayed = [];
  window.watching = true;
  const look = () => {{
    const now = boxes();
    for (const [id, box] of Object.entries(now)) {{
      const card = document.querySelector(`.hand [data-id="${{id}}"]`);
      const still = box.every((one, i) => Math.abs(one - first[id][i]) <= 0.5);
      if (!still && !card.matches('.selected')) window.strayed.push(`${{card.dataset.card}} to ${{box}}`);
    }}
    if (window.watching) requestAnimationFrame(look);
  }};
  look();
}}"""
COUNT_MOVES = """() => {
  window.moves = [];
  document.querySelector('dnup-table').addEventListener('move', (event) => window.moves.push(event.detail));
}"""


@pytest.mark.chromium_only("Playwright has no fingers for Firefox; see tests/webdriver")
def test_the_hand_never_moves_and_a_second_tap_plays_nothing(browsing: Browsing) -> None:
    """A finger that taps low on a card, twice, finds the card both times."""
    visit = browsing.visit(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    page = visit.page
    visit.open("/demo")
    page.evaluate(COUNT_MOVES)
    for width, height in ((390, 844), (360, 640), (768, 1024), (844, 390), (1280, 800)):
        visit.resize(width, height)
        for number in (3, 14, 11):
            show_view(visit, number)
            page.evaluate("document.querySelector('dnup-table').clear()")
            card = page.locator(".hand button.card:not(.dimmed)").last
            x, middle = edge_of(card)
            box = card.bounding_box()
            assert box
            y = middle + box["height"] * 0.38
            page.evaluate(WATCH_HAND)
            page.touchscreen.tap(x, y)
            visit.sees(".hand .selected")
            page.wait_for_function(READY)
            page.evaluate("window.watching = false")
            assert page.evaluate("window.strayed") == [], f"view {number} at {width}x{height}"
            page.touchscreen.tap(x, y)
            page.touchscreen.tap(x, y)
            assert page.evaluate("window.moves") == []


def test_a_button_that_has_just_appeared_takes_no_press(browsing: Browsing) -> None:
    """For 300 ms, however it is pointed at; the keyboard need not wait, but a key that is held counts once."""
    visit = browsing.visit(**DESK, locale="en-GB")
    page = visit.page
    page.clock.install()
    visit.open("/demo?view=3")
    visit.sees(".hand .card")
    page.evaluate(COUNT_MOVES)
    page.clock.pause_at("2100-01-01")
    page.keyboard.press("8")
    box = page.locator("[data-do=first]").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(x, y)
    page.clock.run_for(299)
    page.mouse.click(x, y)
    assert page.evaluate("window.moves") == []
    # Pressed too early, let go later: no press either.
    page.mouse.down()
    page.clock.run_for(2)
    page.mouse.up()
    assert page.evaluate("window.moves") == []
    page.mouse.click(x, y)
    assert page.evaluate("window.moves") == ["play 8/4"]
    show_view(visit, 3)
    page.locator("#views").blur()
    page.evaluate("window.moves = []")
    page.keyboard.press("8")
    page.keyboard.press("Enter")
    assert page.evaluate("window.moves") == ["play 8/4"]
    show_view(visit, 3)
    page.evaluate("window.moves = []; document.querySelector('.hand [data-card=\"8/4\"]').focus()")
    page.keyboard.down("Enter")
    for _ in range(3):
        page.keyboard.down("Enter")  # the same press, held: the browser repeats it
    page.keyboard.up("Enter")
    visit.sees(".hand .selected")
    assert page.evaluate("window.moves") == []


def test_what_cannot_be_part_of_a_move_is_dim_and_nothing_else(browsing: Browsing) -> None:
    visit = browsing.visit(**DESK, locale="en-GB")
    page = visit.page
    visit.open("/demo?view=5")
    visit.sees(".hand .card")
    page.keyboard.press("Escape")
    dimmed = "[...document.querySelectorAll('.hand .dimmed')].map((card) => card.dataset.card)"
    at_first = page.evaluate(dimmed)
    legal = [
        card
        for card in page.locator(".hand button.card").all()
        if card.get_attribute("data-card") not in at_first
    ]
    for card in legal:
        page.mouse.click(*edge_of(card))
        visit.sees(".hand .selected")
        value = str(card.get_attribute("data-card"))[0]
        others = [one for one in page.evaluate(dimmed) if one not in at_first]
        assert all(one[0] == value for one in others), "only what would join in vain"
    assert at_first, "an illegal card is there to be picked"
    page.mouse.click(*edge_of(page.locator(f'.hand [data-card="{at_first[0]}"]')))
    visit.sees(f'.hand .selected[data-card="{at_first[0]}"]')
    assert set(page.evaluate(dimmed)) <= set(at_first)


def test_a_card_that_cannot_join_a_set_never_offers_to_take_it(browsing: Browsing) -> None:
    visit = browsing.visit(viewport={"width": 390, "height": 844}, reduced_motion="reduce", locale="en-GB")
    page = visit.page
    visit.open("/learn#add")
    visit.sees(".task")
    page.locator(".hand button.card").first.wait_for()
    page.mouse.click(*edge_of(page.locator('.hand [data-card^="3/"]')))
    page.locator("button.set[data-slot=B]").click()
    visit.sees(".hint.reason")
    offered = page.locator(".actions .btn.first:visible, .actions .more .btn:visible")
    assert not [text for text in offered.all_inner_texts() if "Take" in text]
