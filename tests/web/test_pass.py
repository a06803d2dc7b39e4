"""Pass and play: one device goes round, and nobody sees another's hand. Tried by friends, also by hostile ones."""

from __future__ import annotations

import contextlib
import io
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import expect

from tests.web.browsing import PATIENCE, Browsing, Visit
from tests.web.engines import Engine
from tests.web.one_device import AWAKE, CURTAIN, DECK, HANDS, OPEN, PAINTED, TABLE, Around, events
from tests.web.playing import AT_REST, IN_TURN, Keyboard, Pointer
from tests.web.test_layout import BROKEN
from tests.web.test_review import DESK, PHONE

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

OTHER = ["1/5 8/4 6/2", "2/5 1/6 6/4", "5/3 1/7 3/4"]
"""As HANDS, with everything changed that is never shown: who holds it, and which way up."""

PLACES = """() => ({
    markup: document.documentElement.outerHTML,
    log: document.querySelector('.log').innerHTML,
    spoken: document.querySelector('#say').innerHTML,
    title: document.title,
    labels: [...document.querySelectorAll('*')].flatMap((one) => [...one.attributes].map(({ name, value }) =>
        `${name}=${value}`)),
})"""
"""Where a hand could be read while the curtain hangs."""

HIDE = """(hidden) => {
    const facts = { hidden, visibilityState: hidden ? 'hidden' : 'visible' };
    for (const [name, value] of Object.entries(facts))
        Object.defineProperty(document, name, { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
}"""
LEAKS = """() => {
    window.leaks = [];
    const note = () => {
        const cards = document.querySelectorAll('dnup-table [data-card], dnup-table .card, .log [data-number]');
        if (document.querySelector('.curtain:not([hidden]):not(.up)') && cards.length)
            leaks.push([...cards].map((card) => card.outerHTML.slice(0, 80)));
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
"""Notes what is drawn of the table while the curtain hangs."""
OVERLAPS = """() => {
    const all = [...document.querySelectorAll('.since, .plate, .hand > .card')].filter((one) => one.checkVisibility());
    const overlap = (one, other) => {
        const [a, b] = [one, other].map((element) => element.getBoundingClientRect());
        return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
            && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    };
    return all.flatMap((one, i) => all.slice(i + 1)
        .filter((other) => !(one.matches('.card') && other.matches('.card')) && overlap(one, other))
        .map((other) => `${one.className} lies over ${other.className} ${other.textContent}`));
}"""
"""What happened, plates and cards of the hand that lie over each other; cards overlap as in a hand."""
IN_SIGHT = """() => [...document.querySelectorAll('.standings li')].map((line) => {
    const { x, y, width, height } = line.getBoundingClientRect();
    return line.contains(document.elementFromPoint(x + width / 2, y + height / 2));
})"""
PAIR_DECK = ["1/5*", "1/6", "2/4", "2/6", "3/4", "3/5"]
PAIR = ["1/5 1/6 2/4", "3/4 3/5 2/6"]
WIDE = "W" * 24
ROUNDING = 4  # of 256 levels; a card changes a pixel by a hundred
DRUM = """(curtain) => {
    window.presses = [];
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (message, ...rest) {
        if (message.method === 'openHand') window.opened ??= performance.now();
        postMessage.call(this, message, ...rest);
    };
    window.painted = new Promise((done) => {
        const look = () => document.querySelector(curtain) ? requestAnimationFrame(() => done(performance.now()))
            : requestAnimationFrame(look);
        look();
    });
    const press = () => {
        const button = document.querySelector('[data-do=open-hand]');
        const { x, y, width, height } = button.getBoundingClientRect();
        const at = { bubbles: true, clientX: x + width / 2, clientY: y + height / 2, detail: 1 };
        button.dispatchEvent(new PointerEvent('pointerdown', at));
        button.dispatchEvent(new PointerEvent('pointerup', at));
        button.dispatchEvent(new MouseEvent('click', at));
        window.presses.push(performance.now());
    };
    const drum = () => {
        if (document.querySelector(curtain)) press();
        if (window.opened === undefined) setTimeout(drum, 5);
    };
    drum();
}"""
"""Drums on the button of the curtain from before it is there, and notes when it is painted and when it opens."""


@pytest.fixture(autouse=True)
def no_complaints(browsing: Browsing) -> Iterator[None]:
    yield
    assert not browsing.console


def tree(page: Page) -> list[tuple[str, str, str]]:
    """The accessibility tree, as developer tools show it: role, name and value of every node."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()

    def of(node: dict[str, Any], what: str) -> str:
        return str(node.get(what, {}).get("value", ""))

    return [(of(node, "role"), of(node, "name"), of(node, "value")) for node in nodes]


def traces(page: Page) -> dict[str, Any]:
    """All five places in which something of a hand could be: markup, accessible names, log, title, picture."""
    page.evaluate("() => document.activeElement.blur()")
    return {**page.evaluate(PLACES), "tree": tree(page), "picture": page.screenshot(animations="disabled")}


def look_alike(one: bytes, other: bytes) -> bool:
    """Whether two pictures are the same, but for the rounding of colors in a gradient."""
    pictures = [Image.open(io.BytesIO(picture)).convert("RGB") for picture in (one, other)]
    extremes = ImageChops.difference(*pictures).getextrema()
    return all(int(highest) <= ROUNDING for _, highest in extremes)


@pytest.mark.chromium_only("the accessibility tree comes from its developer tools")
def test_nothing_of_a_hand_is_behind_the_curtain(browsing: Browsing) -> None:
    """What nobody has seen is changed: behind the curtain every byte stays as it was.

    At the moment of the move, of hiding the page, and of coming back; also with cards selected and a question asked.
    """
    seen: list[list[dict[str, Any]]] = []
    for hands in (HANDS, OTHER):
        visit = browsing.visit(**PHONE)
        page = visit.page
        around = Around(visit, Pointer(page, touch=True))
        around.keep(events(["Ada", "Bea", "Cem"], hands, DECK))
        around.waits_for("Ada")
        found = [traces(page)]
        around.open()
        page.locator("dnup-table.my-turn").wait_for()
        # Cards are chosen, the rotated hand is looked at, and the page is hidden: in the same task all of it is gone.
        page.keyboard.press("r")
        page.locator(".hand.peeking").wait_for()
        found.append(page.evaluate(f"() => {{ ({HIDE})(true); return ({PLACES})(); }}"))
        found.append(traces(page))
        page.evaluate(HIDE, False)
        around.waits_for("Ada")
        found.append(traces(page))
        around.open()
        page.locator('.hand [data-card="1/5"]').tap()
        page.locator("#cover").tap()
        around.waits_for("Ada")
        found.append(traces(page))
        around.open()
        # The move, and the curtain of the next person.
        page.locator('.hand [data-card="1/5"]').tap()
        page.wait_for_function("() => !document.querySelector('.actions.fresh')")
        page.locator("[data-do=first]").tap()
        around.waits_for("Bea")
        found.append(traces(page))
        around.open()
        page.evaluate("() => dispatchEvent(new Event('blur'))")
        around.waits_for("Bea")
        found.append(traces(page))
        page.reload()
        around.waits_for("Bea")
        found.append(traces(page))
        seen.append(found)
    first, second = seen
    for number, (one, other) in enumerate(zip(first, second, strict=True)):
        for place in one:
            same = look_alike(one[place], other[place]) if place == "picture" else one[place] == other[place]
            assert same, f"the {place} tells of a hand, at moment {number}"
    assert any("Ada" in name for _, name, _ in first[0]["tree"])
    assert not any("peeking" in found["markup"] for found in first)


@pytest.mark.parametrize("after", [0, 40, 250])
def test_a_motion_that_is_covered_draws_nothing_more(browsing: Browsing, after: int) -> None:
    """The first of two moves is under way, and the window loses the focus: nothing of it goes on behind the curtain."""
    visit = browsing.visit(**DESK | {"reduced_motion": "no-preference"})
    page = visit.page
    around = Around(visit)
    around.keep(events(["Ilse", "Jon"], PAIR, PAIR_DECK))
    around.open()
    around.player.make_move()  # the star has one turn (R24)
    around.waits_for("Jon")
    around.open()
    page.locator("dnup-table.my-turn").wait_for()
    visit.sees("dnup-table .plate.me .name", "Jon")
    page.evaluate(LEAKS)
    page.evaluate(
        """(after) => document.querySelector('dnup-table').addEventListener('move', () =>
            setTimeout(() => dispatchEvent(new Event('blur')), after))""",
        after,
    )
    around.way.rotate()
    around.waits_for("Jon")
    page.wait_for_function("() => !document.getAnimations().length")
    assert page.evaluate("leaks") == []
    around.open()
    visit.sees(".hand button.card")


def test_a_double_tap_on_play_opens_nothing(browsing: Browsing) -> None:
    """Presses count from half a second after the first painted frame, on a slow phone, too; a held key never."""
    visit = browsing.visit(**PHONE)
    page = visit.page
    around = Around(visit, Pointer(page, touch=True))
    around.keep(events(["Ada", "Bea", "Cem"], HANDS, DECK))
    around.open()
    if browsing.engine.name == "chromium":
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 6})
    page.evaluate(DRUM, CURTAIN)
    page.locator('.hand [data-card="1/5"]').tap()
    page.wait_for_function("() => !document.querySelector('.actions.fresh')")
    page.locator("[data-do=first]").tap()
    page.locator(CURTAIN).wait_for()
    page.locator(CURTAIN).wait_for(state="hidden")
    painted, presses, opened = page.evaluate(
        "async () => [await window.painted, window.presses, window.opened]"
    )
    assert opened - painted >= 500, f"it opened {opened - painted:.0f} ms after its first frame"
    assert sum(when < painted + 500 for when in presses) > 3, "nobody drummed on it"


def test_a_key_that_is_held_opens_nothing(browsing: Browsing) -> None:
    visit = browsing.visit(**DESK)
    page = visit.page
    around = Around(visit)
    around.keep(events(["Ada", "Bea", "Cem"], HANDS, DECK))
    around.open()
    page.keyboard.press("1")
    page.keyboard.down("Enter")
    around.waits_for("Bea")
    page.evaluate(AWAKE)
    for _ in range(5):
        page.keyboard.down("Enter")  # held: the key repeats
    around.waits_for("Bea")
    page.keyboard.up("Enter")
    page.keyboard.press("Enter")
    page.locator(CURTAIN).wait_for(state="hidden")
    visit.hears("Your turn")


def test_an_evening_for_four_with_a_bot(browsing: Browsing) -> None:
    """By finger on a phone: names are filled in once, and the second evening is one tap."""
    visit = browsing.visit(**PHONE)
    page = visit.page
    around = Around(visit, Pointer(page, touch=True))
    around.sit_down(["Ada", None, "Ada", WIDE])
    visit.sees("#deal", "Deal for four")
    visit.fits()
    visit.axe()
    around.deal()
    page.locator(CURTAIN).wait_for()
    visit.axe()
    visit.fits()
    plates = page.locator(".stand li > b").all_inner_texts()
    assert plates == ["Ada", "Bo", "Ada 2", WIDE]
    assert around.play_round() > 4
    visit.sees("dialog.result .everyone", "Everyone can look now")
    visit.sees("dialog.result .hands[open] .hand-row")
    expect(page.locator("dialog.result .standings .name")).to_have_count(4)
    standings = page.locator("dialog.result .standings").inner_text()
    assert "You" not in standings
    assert "finished second" in standings
    for name in page.locator("dialog.result .standings .name").all_inner_texts():
        assert f"{name} finished" not in standings
    visit.axe()
    page.get_by_text("Back to the table").tap()
    visit.gone("dialog[open]")
    assert not [line for line in page.locator(".log li").all_text_contents() if line.startswith("You")]
    visit.axe()
    page.locator(".actions").get_by_text("Result").tap()
    page.locator("dialog.result [data-do=ready]").tap()
    page.locator(CURTAIN).wait_for()
    visit.sees(".curtain .rd", "Round 2")
    around.open()
    # The next evening.
    visit.open("/")
    visit.sees("#games li:first-child", "Ada 2")
    visit.open("/pass/")
    assert [page.locator(f'[data-name="{i}"]').input_value() for i in (0, 2, 3)] == ["Ada", "Ada", WIDE]
    around.deal()
    page.locator(CURTAIN).wait_for()
    assert page.locator(".stand li > b").all_inner_texts() == plates


def test_two_players_through_a_whole_match_by_keys_alone(browsing: Browsing) -> None:
    """Two turns in a row are one opening, the star has one; then the result, the rematch and the review."""
    visit = browsing.visit(**DESK)
    page = visit.page
    visit.open("/pass/")
    keys = Keyboard(page)
    keys.focus('[data-name="0"]')
    page.keyboard.type("Ilse")
    keys.focus('[data-name="1"]')
    page.keyboard.type("Jon")
    keys.press("#deal")
    page.wait_for_url("**/table/#local-*")
    around = Around(visit)
    around.waits_for("")
    expect(page.locator(OPEN)).to_be_focused()
    starter = page.locator("#whose").inner_text()
    around.open()
    visit.sees(".area.now .flag")
    around.player.make_move()
    page.locator(CURTAIN).wait_for()  # with the star there is one turn only (R24)
    assert page.locator("#whose").inner_text() != starter
    around.open()
    visit.axe()
    before = around.position()
    around.player.make_move()
    page.wait_for_function(
        "(before) => document.querySelector('.log li[data-number]').dataset.number !== before", arg=before
    )
    assert around.state() == "turn"
    visit.sees(".actions .hint", "Still you")
    visit.sees("dnup-table .plate.me .name", "Ilse" if "Jon" in starter else "Jon")
    visit.hears("Still you: keep the device")
    # The first of the two can be undone.
    keys.focus("#undo", back=True)
    page.keyboard.press("Enter")
    visit.sees(".actions .hint", "Taken back")
    for _ in range(12):
        around.play_round()
        page.locator("dialog.result [data-do=ready]").wait_for()
        if page.locator("html[data-phase=over]").count():
            break
        keys.press("dialog.result [data-do=ready]")
        page.locator(CURTAIN).wait_for()
    visit.sees("dialog.result h2", "wins the game!")
    visit.axe()
    href = page.locator("dialog.result [data-do=review]").get_attribute("href")
    keys.press("dialog.result [data-do=ready]")
    visit.sees(".curtain .rd", "Round 1")
    # Looked at again from each seat.
    assert href
    page.goto(href)
    page.locator("dnup-table .hand .card").first.wait_for()
    seats = page.locator(".transport select, select").filter(has_text="Jon").first
    expect(seats.locator("option")).to_have_count(2)
    for name in ("Jon", "Ilse"):
        seats.select_option(label=name)
        visit.sees("dnup-table .plate.me .name", name)
    assert len(page.url) < 200, "a game of this device does not go into the address"


def test_undo_while_nobody_has_seen_anything_new(browsing: Browsing) -> None:
    visit = browsing.visit(**PHONE)
    page = visit.page
    around = Around(visit)
    around.keep(events(["Ada", "Bea", "Cem"], HANDS, DECK))
    around.open()
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    around.waits_for("Bea")
    visit.sees(".story", "Ada played")
    visit.sees("[data-do=undo]", "Undo Ada’s move")
    visit.axe()
    page.reload()  # it is kept that nobody has looked
    around.waits_for("Bea")
    page.locator("[data-do=undo]").tap()
    around.waits_for("Ada")
    expect(page.locator("[data-do=undo]")).to_have_count(0)
    around.open()
    expect(page.locator(".hand button.card")).to_have_count(3)
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    around.waits_for("Bea")
    around.open()
    page.locator("#cover").tap()
    around.waits_for("Bea")
    visit.sees(".curtain .to", "It is the turn of")
    expect(page.locator("[data-do=undo]")).to_have_count(0)


def test_undo_by_key_and_the_list_of_keys(browsing: Browsing) -> None:
    """Z undoes on the curtain and between the two turns of one player; keys that do nothing here are not listed."""
    visit = browsing.visit(**DESK)
    page = visit.page
    around = Around(visit)
    around.keep(events(["Ilse", "Jon"], PAIR, PAIR_DECK))
    around.open()
    dealt = around.position()
    page.keyboard.press("z")  # nothing to undo, and no complaint about it
    around.player.make_move()
    around.waits_for("Jon")
    page.keyboard.press("z")
    around.waits_for("Ilse")
    around.open()
    visit.sees(IN_TURN)
    assert around.position() == dealt
    page.locator("#menu").click()
    page.locator("dialog summary", has_text="Keys").click()
    listed = page.locator("dialog kbd").all_inner_texts()
    assert listed.count("Z") == 1
    assert "H" not in listed
    visit.sees("dialog .keys", "undo your move while nobody has seen anything new")
    page.keyboard.press("Escape")
    visit.gone("dialog[open]")
    around.player.make_move()
    around.waits_for("Jon")
    around.open()
    visit.sees(IN_TURN)
    before = around.position()
    around.way.rotate()
    visit.sees(".actions .hint", "Still you")
    page.keyboard.press("z")
    visit.sees(".actions .hint", "Taken back")
    assert around.position() == before


def test_what_happened_lies_beside_the_hand_of_two_players(browsing: Browsing) -> None:
    """All cards can be seen while it is told what happened."""
    visit = browsing.visit(**PHONE)
    page = visit.page
    around = Around(visit, Pointer(page, touch=True))
    around.sit_down(["Ilse", "Jon"])
    around.deal()
    for _ in range(4):
        if page.locator(".since").count():
            break
        if around.state() == "curtain":
            around.open()
        if page.locator(".since").count():
            break
        position = around.position()
        around.player.make_move()
        page.wait_for_function(
            "([position, curtain]) => document.querySelector(curtain)"
            " || document.querySelector('.log li[data-number]')?.dataset.number !== position",
            arg=[position, CURTAIN],
        )
    visit.sees(".since", "Since your last turn")
    for width, height in ((390, 844), (360, 640), (1280, 800)):
        visit.resize(width, height)
        told = page.locator(".since").bounding_box()
        assert told
        tops = page.locator(".hand button.card").evaluate_all(
            "(cards) => cards.map((card) => card.getBoundingClientRect().top)"
        )
        assert told["y"] + told["height"] <= min(tops) + 1, f"it covers cards at {width} x {height}"


def test_what_happened_covers_no_card_and_no_plate_is_too_wide(browsing: Browsing) -> None:
    """With four players, on every screen; names of six or seven letters stay whole."""
    visit = browsing.visit(**PHONE)
    page = visit.page
    around = Around(visit, Pointer(page, touch=True))
    deck = ["1/5*", "1/6", "1/7", "2/5", "2/6", "3/4", "3/5", "4/6", "4/8", "5/7", "5/8", "6/7"]
    hands = ["1/5 1/6 3/4", "2/5 2/6 3/5", "1/7 4/6 4/8", "5/7 5/8 6/7"]
    table = events(["Bea", "Chiara", "Matthew", "Jan"], hands, deck)
    for seat, move in (("A", "play 1/5"), ("B", "play 2/5"), ("C", "play 4/6"), ("D", "play 5/7")):
        table.append({"type": "move-made", "seat": seat, "move": move, "by": "person"})
    around.keep(table)
    around.waits_for("Bea")
    around.open()
    visit.sees(".since li >> nth=2", "Jan")
    expect(page.locator(".count[data-more]")).to_have_count(2)
    visit.axe()
    for width, height in ((360, 640), (390, 844), (844, 390), (667, 375), (1280, 800)):
        visit.resize(width, height)
        page.wait_for_function(AT_REST)
        visit.fits()
        assert page.evaluate(OVERLAPS) == [], f"at {width} x {height}"
        assert page.evaluate(BROKEN) == [], f"at {width} x {height}"


def test_a_phone_that_is_locked_before_the_hand_is_shown(browsing: Browsing) -> None:
    """It was asked for, and nobody looks any more: the hand goes back behind the curtain unseen."""
    visit = browsing.visit(**PHONE)
    page = visit.page
    around = Around(visit, Pointer(page, touch=True))
    table = events(["Ada", "Bea", "Cem"], HANDS, DECK)
    around.keep([*table, {"type": "move-made", "seat": "A", "move": "play 1/5", "by": "person"}])
    around.waits_for("Bea")
    page.evaluate(LEAKS)
    page.evaluate(f"() => document.querySelector('{OPEN}').addEventListener('click', () => ({HIDE})(true))")
    page.evaluate(AWAKE)
    page.locator(OPEN).tap()
    page.wait_for_function("() => document.hidden")
    page.evaluate(PAINTED)
    page.evaluate(HIDE, False)
    around.waits_for("Bea")
    expect(page.locator(".hand button.card")).to_have_count(0)
    assert page.evaluate("leaks") == []
    page.reload()
    around.waits_for("Bea")
    around.open()
    expect(page.locator(".hand button.card")).to_have_count(3)


def test_a_result_breaks_no_name(browsing: Browsing) -> None:
    """What a player did takes two lines before it takes room from a name."""
    visit = browsing.visit(**PHONE | {"locale": "nb-NO"})
    page = visit.page
    around = Around(visit, Pointer(page, touch=True))
    table = events(["Ada", "Chiara", "Matthew"], ["1/5", "2/6", "3/4"], ["1/5*", "2/6", "3/4"])
    around.keep([*table, {"type": "move-made", "seat": "A", "move": "play 1/5", "by": "person"}])
    around.waits_for("Chiara")
    around.open()
    around.player.make_move()
    visit.sees("dialog.result .standings small:not(:empty)", "som nummer to")
    for width, height in ((360, 640), (390, 844)):
        visit.resize(width, height)
        visit.fits()
        assert page.evaluate(BROKEN.replace(".plate", ".standings")) == [], f"{width} px wide"
    for width, height in ((844, 390), (667, 375)):
        visit.resize(width, height)
        assert page.evaluate(IN_SIGHT) == [True] * 3, f"{width} x {height}"


def test_someone_has_to_go(browsing: Browsing) -> None:
    """A bot plays on; when one person is left there is no curtain any more, but it has to be lifted once."""
    visit = browsing.visit(**PHONE)
    page = visit.page
    around = Around(visit)
    around.keep(events(["Ada", "Bea", None], HANDS, DECK))
    around.waits_for("Ada")
    page.locator(".curtain [data-do=menu]").tap()
    visit.sees("dialog", "Someone has to go")
    visit.axe()
    for dialog, text in (("Scores", "No round has ended yet"), ("Settings", "Language")):
        page.locator("dialog button", has_text=dialog).tap()
        visit.sees("dialog", text)
        visit.axe()
        page.keyboard.press("Escape")
        visit.gone("dialog[open]")
        page.locator(".curtain [data-do=menu]").tap()
    visit.sees("dialog", "Someone has to go")
    page.locator("dialog [data-do=go]").tap()
    visit.sees("dialog", "Who is leaving?")
    visit.axe()
    page.locator("dialog [data-goes=A]").tap()
    around.waits_for("Bea")
    expect(page.locator(".hand button.card")).to_have_count(0)
    around.open()
    page.locator("dnup-table.my-turn").wait_for()
    expect(page.locator("#cover")).to_be_hidden()
    expect(page.locator("#hint")).to_be_visible()
    page.evaluate(HIDE, True)
    page.evaluate(HIDE, False)
    page.locator("dnup-table.my-turn").wait_for()
    expect(page.locator(CURTAIN)).to_have_count(0)


def test_one_person_needs_no_curtain(browsing: Browsing) -> None:
    visit = browsing.visit(**PHONE)
    around = Around(visit)
    around.sit_down([None, "Ada", None])
    visit.sees("#note", "nothing needs covering")
    around.deal()
    visit.page.locator("dnup-table.my-turn, dialog.result").first.wait_for()
    expect(visit.page.locator(".curtain")).to_have_count(0)
    expect(visit.page.locator("#hint")).to_be_visible()


def test_who_plays_is_chosen_by_finger_and_by_keys(browsing: Browsing) -> None:
    visit = browsing.visit(**DESK)
    page = visit.page
    visit.open("/pass/")
    deal = page.locator("#deal")
    expect(deal).to_have_text("Deal for two")
    page.locator('[data-seat="1"][data-kind=nobody]').click()
    expect(deal).to_have_text("At least two players")
    expect(deal).to_be_disabled()
    for seat in (0, 1):
        page.locator(f'[data-seat="{seat}"][data-kind=bot]').click()
    expect(deal).to_have_text("At least one person")
    page.locator('[data-seat="2"][data-kind=person]').click()
    page.locator('[data-name="2"]').fill("Zoë")
    expect(deal).to_have_text("Deal for three")
    page.locator('[data-grip="2"]').focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator('[data-grip="0"]')).to_be_focused()
    expect(page.locator('[data-name="0"]')).to_have_value("Zoë")
    visit.hears("Zoë now has seat 1")
    box = page.locator('[data-grip="0"]').bounding_box()
    assert box
    page.mouse.move(box["x"] + 10, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 10, box["y"] + 90, steps=8)
    page.mouse.up()
    expect(page.locator('[data-name="1"]')).to_have_value("Zoë")
    visit.axe()


@pytest.fixture
def disk(engine: Engine, tmp_path: Any) -> Iterator[BrowserContext]:
    """A browser that keeps things on disk, as a person's does."""
    context = engine.launch_profile(
        tmp_path, viewport={"width": 1280, "height": 800}, locale="en-GB", reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.mark.chromium_only("room is taken away by its driver")
def test_two_tabs_and_a_full_disk(disk: BrowserContext, address: str) -> None:
    """A second tab opens nobody's hand by itself and follows the first; a full disk shows no hand and makes no move."""
    visit = Visit(disk.new_page(), address)
    around = Around(visit)
    page = around.page
    room = disk.new_cdp_session(page)
    room.send("Storage.overrideQuotaForOrigin", {"origin": address, "quotaSize": 1})
    around.sit_down(["Ada", "Bea"])
    page.locator("#deal").click()
    visit.sees("#problem", "no space for another game")
    room.send("Storage.overrideQuotaForOrigin", {"origin": address})
    around.keep(events(["Ada", "Bea", "Cem"], HANDS, DECK))
    around.open()
    other = Around(Visit(disk.new_page(), address))
    other.visit.open(f"/table/#{TABLE}")
    other.waits_for("Ada")
    expect(other.page.locator(".hand button.card")).to_have_count(0)
    other.open()
    expect(other.page.locator(".hand button.card")).to_have_count(3)
    around.page.bring_to_front()
    if around.state() == "curtain":  # the first tab was hidden meanwhile
        around.open()
    around.page.keyboard.press("1")
    around.page.keyboard.press("Enter")
    around.waits_for("Bea")
    other.waits_for("Bea")
    expect(other.page.locator(".hand button.card")).to_have_count(0)
    other.page.close()
    page.goto("about:blank")
    room.send("Storage.overrideQuotaForOrigin", {"origin": address, "quotaSize": 1})
    page.wait_for_timeout(3000)  # Chromium caches the free space for this time
    visit.open(f"/table/#{TABLE}")
    around.waits_for("Bea")
    page.evaluate(AWAKE)
    page.keyboard.press("Enter")
    visit.sees(".curtain .problem", "no space left")
    visit.axe()
    expect(page.locator(".hand button.card")).to_have_count(0)
    room.send("Storage.overrideQuotaForOrigin", {"origin": address})
    page.keyboard.press("Enter")
    page.locator(CURTAIN).wait_for(state="hidden")
    expect(page.locator(".hand button.card")).to_have_count(3)
    # A move that cannot be kept is not made: the hand stays open, and the device stays with its owner.
    page.goto("about:blank")
    room.send("Storage.overrideQuotaForOrigin", {"origin": address, "quotaSize": 1})
    page.wait_for_timeout(3000)
    visit.open(f"/table/#{TABLE}")
    around.open()  # it is kept already that this hand has been seen
    number = around.position()
    around.player.make_move()
    visit.sees("dnup-table >> text=no space left")
    expect(page.locator(CURTAIN)).to_have_count(0)
    assert around.position() == number
    room.send("Storage.overrideQuotaForOrigin", {"origin": address})


def kill_browser(profile: Path) -> None:
    """Kill the browser with this profile: its main process, and the script that may have started it."""
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it may have ended meanwhile
            command = (process / "cmdline").read_text(errors="replace").split("\0")
            if f"--user-data-dir={profile}" in command and not any("--type=" in part for part in command):
                os.kill(int(process.name), signal.SIGKILL)


@pytest.mark.chromium_only("the main process is found by its command line")
def test_after_a_crash_the_curtain_hangs(engine: Engine, address: str, tmp_path: Path) -> None:
    """A browser dies while a hand is open. What was done is there, no hand is, and nothing can be undone by it."""
    how = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", "reduced_motion": "reduce"}
    context = engine.launch_profile(tmp_path, **how)
    context.set_default_timeout(PATIENCE)
    around = Around(Visit(context.new_page(), address))
    around.keep(events(["Ada", "Bea", "Cem"], HANDS, DECK))
    around.open()
    around.page.keyboard.press("1")
    around.page.keyboard.press("Enter")
    around.waits_for("Bea")
    around.open()
    number = around.position()
    with context.expect_event("close"):
        kill_browser(tmp_path)
    context = engine.launch_profile(tmp_path, **how)
    context.set_default_timeout(PATIENCE)
    around = Around(Visit(context.new_page(), address))
    around.visit.open(f"/table/#{TABLE}")
    around.waits_for("Bea")
    expect(around.page.locator(".hand button.card")).to_have_count(0)
    expect(around.page.locator("[data-do=undo]")).to_have_count(0)
    around.visit.sees(".story", "Ada played")
    around.open()
    expect(around.page.locator(".hand button.card")).to_have_count(3)
    assert around.position() == number
    context.close()


@pytest.mark.chromium_only("Playwright does not notice that Firefox went back")
def test_back_forth_and_on_its_side(engine: Engine, address: str) -> None:
    """A page that comes back from the browser's cache is covered; a device on its side shows all of the curtain."""
    keeping = engine.launch(ignore_default_args=["--disable-back-forward-cache"])
    page = keeping.new_page(
        locale="en-GB",
        reduced_motion="reduce",
        service_workers="block",
        viewport={"width": 390, "height": 844},
    )
    page.set_default_timeout(PATIENCE)
    page.add_init_script("addEventListener('pageshow', ({ persisted }) => { window.restored = persisted; })")
    visit = Visit(page, address)
    around = Around(visit)
    around.keep(events(["Ada", WIDE, "Cem"], HANDS, DECK))
    around.open()
    page.go_back(wait_until="commit")
    page.wait_for_function("() => window.restored !== undefined")
    page.go_forward(wait_until="commit")
    page.wait_for_function("() => window.restored !== undefined")
    around.waits_for("Ada")
    expect(page.locator(".hand button.card")).to_have_count(0)
    around.open()
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    around.waits_for(WIDE)
    for width, height in ((844, 390), (640, 360), (360, 640), (390, 844), (1280, 800)):
        visit.resize(width, height)
        visit.fits()
        for part in ("#whose", ".story li", OPEN):
            box = page.locator(part).first.bounding_box()
            assert box, part
            assert 0 <= box["y"] <= height - box["height"], f"{part} at {width} x {height}"
    keeping.close()
