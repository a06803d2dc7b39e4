"""The companion of the printed cards: score pad, set-up, referee. Used as at a table, by finger and by keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.test_review import DESK, PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.browsing import Browsing, Visit

WIDE = "W" * 24
LANGUAGES = {"en": "en-GB", "it": "it-IT", "nb": "nb-NO", "fi": "fi-FI"}
RING = """() => {
    const { activeElement } = document;
    if (!activeElement.closest('.bar')) return -1;
    const { outlineOffset, outlineWidth } = getComputedStyle(activeElement);
    const { top, left } = activeElement.getBoundingClientRect();
    return Math.min(top, left) - parseFloat(outlineOffset) - parseFloat(outlineWidth);
}"""
"""How far the ring around what has the focus, something of the bar, is from the edge of the window."""
PAGES = ("/score/", "/setup/", "/referee/")
CUT = "(parts) => parts.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"
SIZES = ((360, 640), (390, 844), (844, 390), (1280, 800))


@pytest.fixture(autouse=True)
def no_complaints(browsing: Browsing) -> Iterator[None]:
    yield
    assert not browsing.console


def lit(page: Page) -> list[int]:
    """How many letters each player has."""
    rows = page.locator("#players li")
    return [rows.nth(i).locator(".letter.lit").count() for i in range(rows.count())]


def reaches(page: Page, selector: str, height: int) -> None:
    """It is in sight, and nothing lies over it."""
    box = page.locator(selector).bounding_box()
    assert box, selector
    assert 0 <= box["y"] <= height - box["height"], (
        f"{selector} ends at {box['y'] + box['height']} of {height}"
    )
    hit = page.evaluate(
        "([selector, x, y]) => !!document.elementFromPoint(x, y)?.closest(selector)",
        [selector, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2],
    )
    assert hit, f"something lies over {selector}"


def open_pad(visit: Visit, names: list[str]) -> Page:
    page = visit.page
    visit.open("/score/")
    page.locator(f'#many label:has([value="{len(names)}"])').click()
    for i, name in enumerate(names):
        page.locator(f'[data-name="{i}"]').fill(name)
    page.locator("#begin").click()
    page.locator("#players li").first.wait_for()
    return page


def test_a_game_of_four_on_the_pad(browsing: Browsing) -> None:
    """Two taps a round; undo goes back to the first tap; a reload loses nothing; the evening is counted."""
    visit = browsing.visit(**PHONE)
    page = open_pad(visit, ["Ada", "Ada", WIDE, ""])
    names = page.locator("#players .name")
    assert names.all_inner_texts() == ["Ada", "Ada 2", WIDE, "Player 4"]
    visit.fits()
    page.locator('[data-player="0"]').tap()
    visit.sees("#ask", "Who finished second?")
    expect(page.locator('[data-player="0"]')).to_be_disabled()
    visit.hears("Ada: 2 more letters")
    page.locator('[data-player="3"]').tap()
    visit.sees("#round", "Round 2")
    assert lit(page) == [2, 0, 0, 1]
    page.locator('[data-star="2"]').tap()
    visit.sees("#players li:nth-child(3)", "Starts")
    page.reload()
    visit.sees("#round", "Round 2")
    assert lit(page) == [2, 0, 0, 1]
    expect(page.locator('[data-star="2"]')).to_have_attribute("aria-pressed", "true")
    visit.axe()
    # The fourth letter ends the game at once (R20).
    page.locator('[data-player="0"]').tap()
    visit.sees("#ask", "Ada wins!")
    visit.axe()
    for seat in range(4):
        expect(page.locator(f'[data-player="{seat}"]')).to_be_disabled()
    page.locator("#undo").tap()
    visit.sees("#ask", "Who finished first?")
    page.locator('[data-player="0"]').tap()
    page.locator("#another").tap()
    visit.sees("#players li:first-child", "1 game won")
    assert lit(page) == [0, 0, 0, 0]
    expect(page.locator("#undo")).to_be_disabled()
    for seat in (1, 2, 1):
        page.locator(f'[data-player="{seat}"]').tap()
    page.locator("#rounds").tap()
    visit.sees("dialog .rounds", "+2")
    visit.axe()
    visit.fits()
    page.keyboard.press("Escape")
    for _ in range(3):
        page.locator("#undo").tap()
    expect(page.locator("#undo")).to_be_disabled()
    assert lit(page) == [0, 0, 0, 0]


def test_the_last_round_may_be_played_on(browsing: Browsing) -> None:
    visit = browsing.visit(**PHONE)
    page = visit.page
    visit.open("/score/")
    page.locator("#option .switch").tap()
    page.locator("#begin").tap()
    for seat in (0, 1, 0):
        page.locator(f'[data-player="{seat}"]').tap()
    visit.sees("#ask", "Who finished second?")
    page.locator('[data-player="2"]').tap()
    visit.sees("#ask", "Player 1 wins!")
    assert lit(page) == [4, 1, 1, 0]


def test_two_players_count_rounds_by_keys_alone(browsing: Browsing) -> None:
    visit = browsing.visit(**DESK)
    page = open_pad(visit, ["Ilse", "Jon"])
    visit.sees("#ask", "Who won the round?")
    expect(page.locator("#ask")).to_be_focused()
    expect(page.locator("#players li")).to_have_count(2)

    def press(selector: str) -> None:
        page.locator(selector).focus()
        page.keyboard.press("Enter")

    press('[data-player="1"]')
    assert lit(page) == [0, 2]
    press('[data-player="0"]')
    press('[data-player="1"]')
    visit.sees("#ask", "Jon wins!")
    assert lit(page) == [2, 4]
    press("#people")
    visit.sees("#setting", "Start")
    # Other players in the middle of a game: it is asked.
    page.locator("#begin").click()
    press('[data-player="0"]')
    press("#people")
    visit.sees("dialog", "Change the players?")
    visit.axe()
    page.keyboard.press("Escape")
    assert lit(page) == [2, 0]


@pytest.mark.chromium_only("room is taken away by a stand-in of its storage")
def test_a_full_disk_is_said(browsing: Browsing) -> None:
    visit = browsing.visit(**PHONE)
    page = open_pad(visit, ["Ada", "Bea", "Cem"])
    page.evaluate(
        "() => { Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }; }"
    )
    page.locator('[data-player="0"]').tap()
    visit.sees("#scores .no-room", "no space left")
    visit.axe()
    page.locator("#deal-tip").tap()
    visit.sees("dialog .facerow")
    visit.axe()
    assert lit(page) == [2, 0, 0]


def test_the_screen_stays_on(browsing: Browsing) -> None:
    """Asked for while a score is shown, and again when the page comes back."""
    visit = browsing.visit(**PHONE)
    visit.page.add_init_script(
        "window.asked = 0;"
        "Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => { asked++; } } });"
    )
    page = open_pad(visit, ["Ada", "Bea", "Cem"])
    page.wait_for_function("() => window.asked === 1")
    page.locator('[data-player="0"]').tap()
    assert page.evaluate("asked") == 1
    for hidden in ("true", "false"):
        page.evaluate(
            f"() => {{ Object.defineProperty(document, 'hidden', {{ configurable: true, value: {hidden} }});"
            " document.dispatchEvent(new Event('visibilitychange')); }"
        )
    page.wait_for_function("() => window.asked === 2")


def test_setting_up(browsing: Browsing) -> None:
    """How many play says which cards stay in the box, as cards, how many everyone gets and who begins."""
    visit = browsing.visit(**DESK)
    page = visit.page
    visit.open("/setup/")
    steps = page.locator("#steps")
    for players, (out, cards, each) in {
        2: ("14 cards stay", 14, "13 cards each"),
        3: ("10 cards stay", 10, "10 cards each"),
        4: ("4 cards stay", 4, "9 cards each"),
        5: ("All 40 cards", 0, "8 cards each"),
    }.items():
        page.locator(f'#many label:has([value="{players}"])').click()
        expect(steps).to_contain_text(out)
        expect(steps).to_contain_text(each)
        expect(page.locator("#steps .cards .card")).to_have_count(cards)
        expect(page.locator("#steps .two-areas")).to_have_count(1 if players == 2 else 0)
        if players == 2:
            visit.axe()
    visit.axe()
    # The aid in another language than the page.
    page.locator("#aid-language").select_option("fi")
    visit.sees("#aid", "Kultainen sääntö")
    expect(page.locator("#aid")).to_have_attribute("lang", "fi")
    visit.sees("h1", "Set up a round")


@pytest.mark.chromium_only("it alone writes a file of what is printed")
def test_the_aid_is_one_page_of_paper(browsing: Browsing) -> None:
    visit = browsing.visit(**DESK)
    page = visit.page
    visit.open("/setup/")
    for language in LANGUAGES:
        page.locator("#aid-language").select_option(language)
        expect(page.locator("#aid")).to_have_attribute("lang", language)
        for paper in ("A4", "Letter"):
            assert b"/Count 1\n" in page.pdf(format=paper).replace(b"/Count 1>>", b"/Count 1\n"), (
                language,
                paper,
            )
    page.emulate_media(media="print")
    expect(page.locator("#steps")).to_be_hidden()
    expect(page.locator(".bar")).to_be_hidden()


def test_three_taps_for_the_common_question(browsing: Browsing) -> None:
    visit = browsing.visit(**PHONE)
    page = visit.page
    visit.open("/referee/")
    verdict = page.locator("#verdict")
    page.locator('[data-of=set][data-size="2"]').tap()
    page.locator('[data-of=set][data-value="7"]').tap()
    page.locator('[data-of=move][data-value="8"]').tap()
    expect(verdict).to_contain_text("Yes")
    expect(verdict).to_contain_text("go back to that hand")
    expect(verdict.get_by_role("link", name="Rule R15")).to_be_visible()
    visit.axe()
    visit.fits()
    # Which card it was: then it is told what it shows in the hand.
    verdict.locator("select").first.select_option("3")
    expect(verdict.locator(".face:not(.back)")).to_have_count(1)
    page.locator('[data-of=move][data-value="5"]').tap()
    expect(verdict).to_contain_text("No")
    expect(verdict.get_by_role("link", name="Rule R10")).to_have_attribute(
        "href", visit.address + "/rules/#R10"
    )
    page.locator("[data-verb=add]").tap()
    expect(verdict).to_contain_text("It beats nothing")
    page.locator("[data-verb=take]").tap()
    expect(verdict).to_contain_text("go to your hand")
    page.locator("[data-verb=rotate]").tap()
    expect(verdict).to_contain_text("always possible")
    # Two sets of one size are no table.
    page.locator('[data-slot="C"]').tap()
    page.locator('[data-of=set][data-value="9"]').tap()
    expect(verdict).to_contain_text("cannot lie there together")
    visit.axe()
    page.locator("[data-do=clear]").tap()
    expect(verdict).to_contain_text("always possible")


def test_the_referee_by_keys_for_two_players(browsing: Browsing) -> None:
    visit = browsing.visit(**DESK)
    page = visit.page
    visit.open("/referee/")
    page.locator('#count label:has([value="2"])').click()

    def press(selector: str) -> None:
        page.locator(selector).focus()
        page.keyboard.press("Enter")
        expect(page.locator(selector)).to_be_focused()

    press('[data-slot="A2"]')
    press('[data-of=set][data-value="4"]')
    press('[data-of=move][data-value="3"]')
    visit.sees("#verdict", "No")
    press('[data-of=move][data-value="6"]')
    visit.sees("#verdict", "come back to your hand")
    press("[data-verb=take]")
    visit.sees("#verdict", "R26")
    visit.axe()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_fits(browsing: Browsing, language: str) -> None:
    visit = browsing.visit(locale=LANGUAGES[language], reduced_motion="reduce")
    for path in PAGES:
        visit.open(path)
        for width, height in SIZES:
            visit.resize(width, height)
            visit.fits()
        if path == "/score/":
            visit.page.locator('#many label:has([value="5"])').click()
            visit.page.locator('[data-name="4"]').fill("Chiara")
            visit.page.locator("#begin").click()
            visit.page.locator('[data-player="4"]').click()
            for width, height in SIZES:
                visit.resize(width, height)
                visit.fits()
                reaches(visit.page, "#undo", height)
                assert visit.page.locator("#undo > span, #undo small").evaluate_all(CUT) == [], (
                    f"{width} x {height}"
                )
        if path == "/referee/":
            visit.resize(*SIZES[0])
            reaches(visit.page, '[data-of=move][data-value="10"]', SIZES[0][1])
            visit.page.locator('[data-of=set][data-value="7"]').click()
            visit.page.locator('[data-of=move][data-value="8"]').click()
            visit.fits()


def test_the_bar_and_its_focus_stay_off_the_edge(browsing: Browsing) -> None:
    visit = browsing.visit(**PHONE)
    page = visit.page
    visit.resize(360, 640)
    for path in (*PAGES, "/pass/", "/stats/"):
        visit.open(path)
        for _ in range(page.locator(".bar :is(a, button)").count()):
            page.keyboard.press("Tab")
            assert page.evaluate(RING) >= 0, page.evaluate("document.activeElement.outerHTML")
        if path in PAGES:
            assert page.locator(".parts").evaluate("(parts) => parts.getBoundingClientRect().top") >= 4


@pytest.mark.parametrize("side", ["light", "dark"])
def test_no_contrast_is_too_low(browsing: Browsing, side: str) -> None:
    visit = browsing.visit(**PHONE)
    for path in PAGES:
        visit.open(path)
        visit.shade("dark" if side == "dark" else "light")
        visit.axe()


def test_the_first_page_leads_to_it(browsing: Browsing) -> None:
    visit = browsing.visit(**PHONE)
    visit.open("/")
    visit.page.locator("#cards").tap()
    visit.page.wait_for_url("**/score/")
    visit.sees("h1", "Score for your own cards")
    visit.page.get_by_role("link", name="Referee").tap()
    visit.page.wait_for_url("**/referee/")
    visit.sees("#verdict")
