"""For those who listen: what is chosen, peeked at and discarded is said, and everything has a name."""

from typing import Any

from playwright.sync_api import expect

from tests.web.browsing import Browsing
from tests.web.playing import Keyboard, Player

DESK: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 800},
    "locale": "en-GB",
    "reduced_motion": "reduce",
}


AT_ONCE = """(keys) => {
  for (const key of keys) document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
}"""


def test_choosing_and_peeking_are_said_and_discards_too(browsing: Browsing) -> None:
    visit = browsing.visit(**DESK)
    page = visit.page
    visit.open("/")
    page.locator("#go").click()
    player = Player(visit, Keyboard(page))
    assert player.wait_for_turn() == "turn"
    held = [card.get_attribute("data-card") or "" for card in page.locator(".hand button.card").all()]
    value = held[-1].split("/")[0]
    page.keyboard.press("0" if value == "10" else value)
    visit.hears(f"Selected: {value}.")
    # The focus is where the digit has chosen, and further presses walk along.
    expect(page.locator(".hand .selected")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    turned = sorted((card.split("/")[1] for card in held), key=int)
    visit.hears(f"Rotated, your hand would be: {' '.join(turned)}.")
    # A quick hand presses the next key before there is a button.
    page.keyboard.press("Escape")
    before = player.last_move()
    page.evaluate(AT_ONCE, ["r", "Enter"])
    player.moved_on(before)
    # Whatever lies in front of someone when their turn comes is discarded; sooner or later that happens.
    for _ in range(40):
        if page.locator("#say", has_text="discarded").count():
            break
        if player.wait_for_turn() == "result":
            page.locator("dialog.result [data-do=ready]").click()
            visit.gone("dialog.result")
            continue
        before = player.last_move()
        player.make_move()
        player.moved_on(before)
    else:
        visit.hears("discarded")


def test_the_areas_of_two_players_have_names(browsing: Browsing) -> None:
    visit = browsing.visit(**DESK)
    visit.open("/demo?view=13")
    visit.sees(".area")
    for name in ("Your area 1, Your turn here", "Your area 2", "Ada, area 1", "Ada, area 2"):
        expect(visit.page.get_by_role("group", name=name, exact=True)).to_be_visible()


def test_signs_have_tooltips_and_what_does_nothing_looks_like_it(browsing: Browsing) -> None:
    visit = browsing.visit(**DESK)
    page = visit.page
    visit.open("/")
    page.locator("#go").click()
    visit.sees("dnup-table .hand")
    for sign in page.locator(".bar .tool, .log .tool").all():
        assert sign.get_attribute("title") == sign.get_attribute("aria-label")
        assert sign.get_attribute("title")
    visit.open("/demo?view=10")
    rotate, sort = page.locator("[data-do=peek]"), page.locator("[data-do=sort]")
    expect(rotate).to_have_text("Rotate")
    expect(rotate).to_have_attribute("aria-disabled", "true")
    expect(sort).to_have_attribute("aria-disabled", "true")
    # The click has to have come before there is another view: on a busy machine it may be late.
    page.evaluate(
        "() => { window.clicked = new Promise((done) => addEventListener('click', done, { once: true })); }"
    )
    rotate.click(force=True)
    page.evaluate("() => window.clicked.then(() => {})")
    expect(rotate).to_have_text("Rotate")
    page.locator("#views").select_option("3")
    expect(rotate).to_have_attribute("aria-disabled", "false")
    page.locator(".hand button.card").first.focus()
    page.keyboard.press("Shift+ArrowRight")
    expect(sort).to_have_attribute("aria-disabled", "false")


def test_the_way_back_to_the_result_covers_nothing(browsing: Browsing) -> None:
    visit = browsing.visit(viewport={"width": 390, "height": 844}, locale="en-GB", reduced_motion="reduce")
    page = visit.page
    visit.open("/demo?view=20")
    visit.sees("dialog.result")
    page.locator("dialog.result").get_by_text("Back to the table").click()
    page.locator("dialog.result").wait_for(state="detached")
    for width, height in ((390, 844), (360, 640), (844, 390), (1280, 800)):
        visit.resize(width, height)
        visit.sees(".reopen", "Result")
        covered = page.evaluate(
            """() => {
              const box = document.querySelector('.reopen').getBoundingClientRect();
              return [...document.querySelectorAll('.own, .plate, .pile, .set, .hand')].filter((other) => {
                const { left, top, right, bottom, width } = other.getBoundingClientRect();
                return width && left < box.right && right > box.left && top < box.bottom && bottom > box.top;
              }).map((other) => other.className);
            }"""
        )
        assert covered == []
    page.locator(".reopen").click()
    visit.sees("dialog.result")
