"""Large hands and copies: every card can be read and hit, the one that was chosen goes, and nothing jumps."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.web.browsing import Browsing, Visit
from tests.web.playing import edge_of, wait_for_rest
from tools.page.demo.views import TARGET

PHONES = ((360, 640), (390, 844), (844, 390), (667, 375))
SIZES = (*PHONES, (768, 1024), (1280, 800))
CARDS = [
    *("1/9", "2/4", "2/4", "2/6", "2/9", "3/5", "4/3", "4/8", "5/2", "6/1", "6/1", "6/3", "10/2"),
    *("1/7", "3/7", "3/8", "7/5", "8/1", "8/4", "10/3", "2/7", "5/8", "9/1", "1/8"),
]
"""Of the printed deck, copies and 10s among them."""
THUMB, ROOM = 44, 24
"""What a finger needs of a card, in pixels: height and width."""
ENOUGH, MOST = 20, 24
"""Up to how many cards a thumb has all that room, and how many are tried."""
COUNTS = (*range(8, ENOUGH + 1), MOST)
FEW = (8, 10, 11, 15, ENOUGH, MOST)
"""The smallest, before and after a second row begins, one with every screen, and the largest."""
VIEW_OF = {2: 13, 3: 1, 4: 3, 5: 11}
"""The canned view of a table with this number of players, somebody's turn."""


def by_value(cards: list[str]) -> list[str]:
    return sorted(cards, key=lambda card: tuple(map(int, card.split("/"))))


def canned(players: int, cards: list[str], *, turn: bool = True) -> dict[str, Any]:
    """A canned view of the demo with another hand, every card of which can be played."""
    view: dict[str, Any] = json.loads(TARGET.read_text(encoding="utf-8"))[VIEW_OF[players] - 1]
    view["ui"] = {}
    view["name"] = f"{len(cards)} cards"
    state = view["message"]["state"]
    state["view"]["hand"] = " ".join(by_value(cards))
    state["view"]["sizes"][0] = len(cards)
    moves = [{"move": f"play {card}", "effects": {}} for card in dict.fromkeys(cards)]
    state["moves"] = [*moves, {"move": "rotate", "effects": {}}] if turn else []
    return view


def show(browsing: Browsing, views: list[dict[str, Any]], **options: Any) -> Visit:
    settings: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "locale": "en-GB", **options}
    visit = browsing.visit(**settings)
    body = json.dumps(views)
    visit.page.route("**/demo.json", lambda route: route.fulfill(body=body, content_type="application/json"))
    visit.open("/demo")
    visit.sees(".hand .card")
    return visit


FREE = """(high) => { const area = (shape) => {
  const { x, y, width, height } = shape.getBBox(), onScreen = shape.getScreenCTM();
  const corners = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]].map(
    ([x, y]) => new DOMPoint(x, y).matrixTransform(onScreen));
  const [left, top] = ['x', 'y'].map((axis) => Math.min(...corners.map((corner) => corner[axis])));
  const [right, bottom] = ['x', 'y'].map((axis) => Math.max(...corners.map((corner) => corner[axis])));
  return { left, top, width: right - left, height: bottom - top };
};
return [...document.querySelectorAll('.hand > .card')].map((card) => {
  const { left, top, right, bottom, height } = card.getBoundingClientRect();
  const free = (x, y) => document.elementFromPoint(x, y)?.closest('.hand > .card') === card;
  // The longest row of free points, which are STEP apart, from one place to another, or the first that is long enough.
  const STEP = 2;
  const longest = (from, to, isFree, enough = Infinity) => {
    let [best, run] = [{ length: 0, end: from }, 0];
    for (let at = from; at <= to && best.length < enough; at += STEP) {
      run = isFree(at) ? run + STEP : 0;
      if (run > best.length) best = { length: run, end: at };
    }
    return best;
  };
  const across = longest(left, right, (x) => free(x, top + height / 2));
  const x = across.end - across.length / 2;
  const down = longest(top, bottom, (y) => free(x, y), high);
  // The whole numeral of the active value is seen: both digits of a 10.
  // Not its client rectangle, to which Firefox adds the stroke.
  const numeral = area(card.querySelector('.face:not(.other) .half.on .num.big'));
  const covered = [0.04, 0.5, 0.96].some(
    (part) => !free(numeral.left + numeral.width * part, numeral.top + numeral.height / 2));
  const outside = left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
  return { card: card.dataset.card, across: across.length, down: down.length, covered, outside };
}); }"""


@pytest.mark.parametrize(
    "counts",
    [
        pytest.param(FEW, id="few"),
        pytest.param([count for count in COUNTS if count not in FEW], id="rest", marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_card_of_a_large_hand_can_be_read_and_hit(
    browsing: Browsing, players: int, counts: Sequence[int]
) -> None:
    """On phones, upright and on their side, with up to 20 cards; with more it still works."""
    visit = show(browsing, [canned(players, CARDS[:count]) for count in counts], reduced_motion="reduce")
    bad = []
    for number, count in enumerate(counts, 1):
        visit.page.locator("#views").select_option(str(number))
        expect(visit.page.locator(".hand > .card")).to_have_count(count)
        for width, height in PHONES if count % 5 else SIZES:
            visit.resize(width, height)
            wide, high = (ROOM, THUMB) if count <= ENOUGH else (20, 40)
            bad += [
                f"{count} cards at {width}x{height}: {card}"
                for card in visit.page.evaluate(FREE, high)
                if card["across"] < wide or card["down"] < high or card["covered"] or card["outside"]
            ]
    assert bad == []


def test_a_hand_in_any_order_can_be_read_and_hit(browsing: Browsing) -> None:
    """As its owner has arranged it: values change from card to card, and 10s stand in the middle."""
    visit = show(browsing, [canned(4, CARDS[:ENOUGH])], reduced_motion="reduce")
    page = visit.page
    page.evaluate(
        """() => {
          const table = document.querySelector('dnup-table');
          table.state.held = table.state.held.map((one, i, all) => all[(i * 7) % all.length]);
          table.state.sorts = false;
          table.settle();
        }"""
    )
    for width, height in SIZES:
        visit.resize(width, height)
        bad = [one for one in page.evaluate(FREE) if one["across"] < ROOM or one["covered"] or one["outside"]]
        assert bad == [], f"{width}x{height}"


IN_ORDER = "[...document.querySelectorAll('.hand > .card')].sort((a, b) => a.style.zIndex - b.style.zIndex)"
"""As they are seen; the order of the elements follows."""
HAND = f"{IN_ORDER}.map((card) => card.dataset.card)"
ROWS = f"""() => {{
  const rows = new Map();
  for (const card of {IN_ORDER}) {{
    const {{ y }} = card.getBoundingClientRect();
    const row = [...rows.keys()].find((at) => Math.abs(at - y) < 20) ?? y;
    rows.set(row, [...(rows.get(row) ?? []), card.dataset.card]);
  }}
  return [...rows].sort(([a], [b]) => a - b).map(([, cards]) => cards);
}}"""
BOXES = """() => Object.fromEntries([...document.querySelectorAll('.hand > .card')].map((card) => {
  const { x, y, width, height } = card.getBoundingClientRect();
  return [card.dataset.id, [x + width / 2, y + height / 2, width]];
}))"""


def card_at(visit: Visit, place: int) -> Locator:
    """The card at a place of the hand, counted from 0."""
    return visit.page.locator(f'.hand > .card[style*="z-index: {place};"]')


def middle_of(card: Locator) -> tuple[float, float]:
    box = card.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(visit: Visit, card: Locator, x: float, y: float) -> None:
    """With the mouse, in steps, and let go."""
    mouse = visit.page.mouse
    mouse.move(*edge_of(card))
    mouse.down()
    mouse.move(x, y, steps=6)
    mouse.up()


def test_cards_are_dragged_within_and_between_the_rows(browsing: Browsing) -> None:
    visit = show(browsing, [canned(2, CARDS[:13])], reduced_motion="reduce")
    page = visit.page
    upper, lower = page.evaluate(ROWS)
    assert len(upper) + len(lower) == 13
    assert abs(len(upper) - len(lower)) <= 4
    # From the lower row between the first two of the upper one.
    x, y = middle_of(card_at(visit, 0))
    drag(visit, page.locator('.hand [data-card="10/2"]'), x + 12, y)
    assert page.evaluate(HAND)[:3] == ["1/9", "10/2", "2/4"]
    assert "10/2" in page.evaluate(ROWS)[0]
    # From the upper row to the end of the lower one.
    last = middle_of(card_at(visit, 12))
    drag(visit, page.locator('.hand [data-card="1/9"]'), last[0] + 14, last[1])
    assert page.evaluate(HAND)[-1] == "1/9"
    assert page.evaluate(ROWS)[1][-1] == "1/9"
    # Within a row.
    first, second = middle_of(card_at(visit, 0)), middle_of(card_at(visit, 1))
    drag(visit, card_at(visit, 0), second[0] + 12, first[1])
    assert page.evaluate(HAND)[:2] == ["2/4", "10/2"]
    assert not page.locator(".makes-room-left, .makes-room-right, .lifted").count()


def test_the_place_between_two_cards_opens_under_a_drag(browsing: Browsing) -> None:
    visit = show(browsing, [canned(2, CARDS[:13])], reduced_motion="reduce")
    page = visit.page
    x, y = middle_of(card_at(visit, 2))
    page.mouse.move(*edge_of(page.locator('.hand [data-card="10/2"]')))
    page.mouse.down()
    page.mouse.move(x + 12, y, steps=4)
    cards = page.evaluate(HAND)
    expect(page.locator(".makes-room-left")).to_have_attribute("data-card", cards[2])
    expect(page.locator(".makes-room-right")).to_have_attribute("data-card", cards[3])
    page.mouse.move(x, 5, steps=4)
    expect(page.locator(".makes-room-left")).to_have_count(0)
    page.mouse.up()


def test_arrows_walk_along_the_rows_and_between_them(browsing: Browsing) -> None:
    visit = show(browsing, [canned(2, CARDS[:13])], reduced_motion="reduce")
    page = visit.page
    upper, lower = page.evaluate(ROWS)
    focused = "document.activeElement.dataset.card"
    card_at(visit, 0).focus()
    for card in [*upper[1:], *lower]:
        page.keyboard.press("ArrowRight")
        assert page.evaluate(focused) == card
    page.keyboard.press("ArrowUp")
    assert page.evaluate(focused) == upper[-1]
    page.keyboard.press("ArrowDown")
    assert page.evaluate(focused) in lower
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.matches('button.set')")


def test_zero_selects_a_ten(browsing: Browsing) -> None:
    visit = show(browsing, [canned(3, CARDS)], reduced_motion="reduce")
    page = visit.page
    selected = "[...document.querySelectorAll('.hand .selected')].map((card) => card.dataset.card)"
    page.keyboard.press("0")
    assert page.evaluate(selected) == ["10/2"]
    page.keyboard.press("0")
    assert page.evaluate(selected) == ["10/2", "10/3"]
    page.keyboard.press("1")
    assert page.evaluate(selected) == ["1/7"]


# What happens at the demo's table is told to it as the server would.
TELL = """([hand, event]) => {
  const table = document.querySelector('dnup-table');
  const before = table.state.game;
  const sizes = [...before.view.sizes];
  sizes[0] = hand.split(' ').length;
  const view = { ...before.view, hand, sizes, table: { ...before.view.table, ...event.table } };
  for (const slot of Object.keys(view.table)) if (!view.table[slot]) delete view.table[slot];
  const number = 200 + before.position;
  const told = { type: 'moved', number, by: 'bot', discarded: [], effects: null, ...event.moved };
  table.show({ ...before, view, position: before.position + 1, moves: event.moves ?? [], last: told }, [told]);
}"""
STOP = """() => {
  for (const one of document.querySelector('.hand').getAnimations({ subtree: true })) {
    one.pause();
    one.currentTime = 0;
  }
}"""
GO_ON = "() => { for (const one of document.querySelector('.hand').getAnimations({ subtree: true })) one.finish(); }"


def beaten(slot: str, cards: str, back: str) -> dict[str, Any]:
    """Someone else's move that sends a set of seat A back to its hand."""
    effects = {"beats": slot, "hand": "A", "returns": back, "out": False}
    move = {"seat": "B", "verb": "play", "move": "play 9/3 9/4", "effects": effects, "gone": ""}
    return {"moved": move, "table": {slot: "", "B": "9/3 9/4"}}


def with_set(view: dict[str, Any], cards: str) -> dict[str, Any]:
    view["message"]["state"]["view"]["table"] = {"A": cards}
    view["message"]["state"]["view"]["turn"] = "B"
    return view


def test_a_hand_that_grows_into_two_rows_slides_there_and_back(browsing: Browsing) -> None:
    """The first picture of the change is the last one before it: ten cards become eleven, and ten again."""
    ten = by_value(CARDS[:10])
    visit = show(browsing, [with_set(canned(3, ten, turn=False), "4/7")])
    page = visit.page
    wait_for_rest(page)
    fan = page.evaluate(BOXES)
    page.evaluate(TELL, [" ".join(by_value([*ten, "7/4"])), beaten("A", "4/7", "7/4")])
    page.evaluate(STOP)
    there = page.evaluate(BOXES)
    for card, box in fan.items():
        assert there[card] == pytest.approx(box, abs=1.5), "no card jumps when the rows begin"
    page.evaluate(GO_ON)
    wait_for_rest(page)
    assert len(page.evaluate(ROWS)) == 2
    rows = page.evaluate(BOXES)
    mine = {"seat": "A", "verb": "play", "move": "play 7/4", "effects": {}, "gone": ""}
    page.evaluate(TELL, [" ".join(ten), {"moved": mine, "table": {"A": "7/4"}}])
    page.evaluate(STOP)
    back = page.evaluate(BOXES)
    assert len(back) == 10
    for card, box in back.items():
        assert box == pytest.approx(rows[card], abs=1.5), "no card jumps when the fan comes back"
    page.evaluate(GO_ON)
    wait_for_rest(page)
    again = page.evaluate(BOXES)
    for card, box in fan.items():
        assert again[card] == pytest.approx(box, abs=1.5)


def test_the_hand_waits_for_a_finger_that_is_on_it(browsing: Browsing) -> None:
    """A set that is beaten comes back when the finger is lifted, and the card that is pressed stays under it."""
    ten = by_value(CARDS[:10])
    visit = show(browsing, [with_set(canned(3, ten, turn=False), "4/7")])
    page = visit.page
    wait_for_rest(page)
    before = page.evaluate(BOXES)
    pressed = card_at(visit, 4)
    page.mouse.move(*edge_of(pressed))
    page.mouse.down()
    page.evaluate(TELL, [" ".join(by_value([*ten, "7/4"])), beaten("A", "4/7", "7/4")])
    page.locator(".flyer").first.wait_for(state="attached")
    page.locator(".flyer").first.wait_for(state="detached")
    assert page.evaluate(BOXES) == before
    page.mouse.up()
    expect(page.locator(".hand > .card")).to_have_count(11)
    wait_for_rest(page)
    assert len(page.evaluate(ROWS)) == 2
    assert page.evaluate(HAND) == by_value([*ten, "7/4"])


COPIES = ["1/9", "5/2", "2/4", "6/1", "3/8", "2/4", "6/1", "5/2"]
ARRANGE = """(cards) => {
  const table = document.querySelector('dnup-table'), left = [...table.state.held];
  table.state.held = cards.map((card) => left.splice(left.findIndex((one) => one.card === card), 1)[0]);
  table.state.sorts = false;
  table.settle();
}"""
# Which card of the hand takes off, and from where: the first picture of what flies.
TAKE_OFF = """() => new Promise((done) => {
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    const flyer = added.find((node) => node.matches?.('.flyer:not(.ghost)'));
    if (!flyer) return;
    const { x, y, width, height } = flyer.getBoundingClientRect();
    done([x + width / 2, y + height / 2]);
  }).observe(document.querySelector('.flyers'), { childList: true });
})"""


def own_slot(players: int) -> str:
    return "A1" if players == 2 else "A"


def with_copies(browsing: Browsing, players: int, table: dict[str, str], **options: Any) -> Visit:
    """A hand that its owner has arranged, with copies apart from each other."""
    view = canned(players, COPIES)
    view["message"]["state"]["view"]["turn"] = own_slot(players)
    view["message"]["state"]["view"]["table"] = table
    visit = show(browsing, [view], **options)
    page = visit.page
    page.evaluate(ARRANGE, COPIES)
    # The demo shows its view again when a move is made; here the test answers as the server would.
    page.evaluate(
        "document.querySelector('dnup-table').addEventListener('move', (e) => e.stopImmediatePropagation(), true)"
    )
    return visit


def ids(visit: Visit) -> list[int]:
    found: list[int] = visit.page.evaluate(f"{IN_ORDER}.map((card) => Number(card.dataset.id))")
    return found


def answer(
    visit: Visit, players: int, move: str, hand: list[str], effects: dict[str, Any], table: dict[str, str]
) -> None:
    """The server takes the move."""
    slot = own_slot(players)
    moved = {"seat": "A", "slot": slot, "verb": "play", "move": move, "effects": effects, "gone": ""}
    table = {slot: move.removeprefix("play "), **table}
    visit.page.evaluate(TELL, [" ".join(hand), {"moved": {**moved, "by": "person"}, "table": table}])


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("place", [1, 7])
@pytest.mark.parametrize("how", ["tap", "drag"])
def test_the_copy_that_was_chosen_leaves_the_hand(
    browsing: Browsing, how: str, place: int, players: int
) -> None:
    """Tapped or dragged, the first of two equal cards or the second: it flies from where it was; the other stays."""
    visit = with_copies(browsing, players, {})
    page = visit.page
    wait_for_rest(page)
    before = ids(visit)
    chosen = card_at(visit, place)
    if how == "tap":
        page.mouse.click(*edge_of(chosen))
        page.wait_for_function("() => !document.querySelector('.actions.fresh')")
        wait_for_rest(page)
        start = middle_of(chosen)
        page.locator("[data-do=first]").click()
    else:
        start = middle_of(chosen)
        own = '.set[data-slot="A1"]' if players == 2 else ".centre .place"
        drag(visit, chosen, *middle_of(page.locator(own)))
    flight = page.evaluate_handle(f"() => {{ window.flight = ({TAKE_OFF})(); }}")
    answer(
        visit, players, "play 5/2", by_value([card for i, card in enumerate(COPIES) if i != place]), {}, {}
    )
    took_off = page.evaluate("() => window.flight")
    flight.dispose()
    assert ids(visit) == [one for one in before if one != before[place]]
    assert took_off[0] == pytest.approx(start[0], abs=12)
    assert not browsing.console


@pytest.mark.parametrize("place", [1, 7])
def test_a_copy_that_ones_own_move_sends_back_is_not_the_one_that_was_played(
    browsing: Browsing, place: int
) -> None:
    """With two players a 5/2 beats one's own 2/5, which comes back as a 5/2: the hand reads as before.

    The one that was chosen has left all the same, the other one stays where it was, and a new one arrives.
    """
    visit = with_copies(browsing, 2, {"A2": "2/5"})
    page = visit.page
    wait_for_rest(page)
    before = ids(visit)
    page.mouse.click(*edge_of(card_at(visit, place)))
    page.wait_for_function("() => !document.querySelector('.actions.fresh')")
    page.locator("[data-do=first]").click()
    effects = {"beats": "A2", "hand": "A", "returns": "5/2", "out": False}
    answer(visit, 2, "play 5/2", by_value(COPIES), effects, {"A2": ""})
    expect(page.locator('.set[data-slot="A2"] .card')).to_have_count(0)
    wait_for_rest(page)
    stayed = [one for one in before if one != before[place]]
    after = ids(visit)
    assert after[: len(stayed)] == stayed
    assert after[len(stayed) :] not in ([], [before[place]])
    assert page.evaluate(HAND) == [*(card for i, card in enumerate(COPIES) if i != place), "5/2"]
    assert not browsing.console


def test_a_copy_that_comes_back_is_not_the_one_that_stayed(browsing: Browsing) -> None:
    """A 2/5 is beaten and comes back as a 5/2, beside two others: those stay, and what flies lands on the new one."""
    view = with_set(canned(3, COPIES, turn=False), "2/5")
    visit = show(browsing, [view])
    page = visit.page
    page.evaluate(ARRANGE, COPIES)
    wait_for_rest(page)
    before = ids(visit)
    page.evaluate(TELL, [" ".join(by_value([*COPIES, "5/2"])), beaten("A", "2/5", "5/2")])
    arriving = page.locator(".hand > .card.arriving")
    expect(arriving).to_have_count(1)
    new = int(arriving.get_attribute("data-id") or 0)
    assert new not in before
    assert ids(visit) == [*before, new]
    wait_for_rest(page)
    expect(page.locator(".hand > .card.last-move")).to_have_attribute("data-id", str(new))
