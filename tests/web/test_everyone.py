"""For everyone: axe-core finds nothing on any page or state, and every language fits on every screen."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browsing import Browsing, Visit

VIEWS = range(1, 21)
WORDY_VIEWS = (4, 6, 7, 8, 9, 11, 13, 17, 18)
LANGUAGES = ("en", "it", "nb", "fi")
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "reduced_motion": "reduce"}
SCREENS = ((360, 640), (1280, 800))
OF_COLOUR = ("color-contrast", "link-in-text-block")
"""The rules of axe-core that look at colors: light and dark differ in nothing else."""

CLIPPED = """() => {
  const bad = [];
  const texts = 'button, a, p, h1, h2, h3, li, label, legend, small, summary, .name, .who, .hint, .flag, dt, dd';
  const aside = '.sr, .wide, .backs, .turnable, [hidden]';
  for (const element of document.querySelectorAll(texts)) {
    const box = element.getBoundingClientRect(), style = getComputedStyle(element);
    if (!box.width || !box.height || style.visibility === 'hidden' || element.closest(aside)) continue;
    if (style.clipPath !== 'none' || !element.textContent.trim()) continue;
    const cut = style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
    const outside = box.left < -1 || box.right > innerWidth + 1;
    if (cut || outside) bad.push(`${element.className || element.tagName}: ${element.textContent.trim().slice(0, 60)}`);
  }
  return bad;
}"""

HAS_PLAYED = """() => {
  const date = new Date(), names = { A: 'Ada', B: 'Bo', C: 'Cleo', D: 'Dag' };
  const today = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n) => `${n}`.padStart(2, '0')).join('-');
  const game = { seat: 'A', at: 1e12, phase: 'over', round: 3, turn: null, names, winner: 'B', score: [1, 4, 2, 2] };
  localStorage.setItem('daily', JSON.stringify({ [today]: { game: 'gone', points: [2, 0, 1], par: [1, 0, 2] } }));
  localStorage.setItem('games', JSON.stringify(['one', 'two', 'three'].map((id) => ({ ...game, id }))));
}"""
"""The daily game of today, and three games."""


def both_sides(visit: Visit) -> None:
    visit.shade("light")
    visit.axe()
    visit.shade("dark")
    visit.axe(*OF_COLOUR)


def everything_fits(visit: Visit) -> None:
    visit.fits()
    assert visit.page.evaluate(CLIPPED) == []


def fits_on_every_screen(visit: Visit) -> None:
    for width, height in SCREENS:
        visit.resize(width, height)
        everything_fits(visit)


def show_view(visit: Visit, number: int) -> None:
    """Choose one of the canned views of a table."""
    visit.page.locator("#views").select_option(str(number))
    visit.sees(".hand .card, .actions, dialog")


def create_table(visit: Visit) -> None:
    visit.page.locator("#friends").click()
    visit.sees("dialog .create")


class TestAxe:
    def test_every_view_of_the_table(self, browsing: Browsing) -> None:
        visit = browsing.visit(**DESK)
        visit.open("/demo")
        for number in VIEWS:
            show_view(visit, number)
            both_sides(visit)

    def test_first_page_options_lobby_menu_and_result(self, browsing: Browsing) -> None:
        visit = browsing.visit(**PHONE)
        visit.open("/")
        visit.sees("#go")
        both_sides(visit)
        visit.page.locator("#against summary").click()
        both_sides(visit)
        visit.page.locator("[data-settings]").click()
        both_sides(visit)
        visit.page.keyboard.press("Escape")
        create_table(visit)
        visit.page.locator(".create summary").click()
        both_sides(visit)
        visit.page.locator(".create .first").click()
        visit.sees(".lobby .seats")
        both_sides(visit)
        visit.page.locator(".foot .first").click()
        visit.sees(".hand .card")
        both_sides(visit)
        visit.page.locator("#menu").click()
        visit.page.locator(".keys summary").click()
        both_sides(visit)
        visit.page.keyboard.press("Escape")
        visit.page.locator("#react").click()
        both_sides(visit)
        visit.page.keyboard.press("Escape")
        visit.page.locator(".log-open").click()
        both_sides(visit)


@pytest.mark.parametrize("language", LANGUAGES)
class TestLanguages:
    def test_everything_fits(self, browsing: Browsing, language: str) -> None:
        visit = browsing.visit(**DESK, locale=language)
        visit.open("/")
        assert visit.page.evaluate("document.documentElement.lang") == language
        fits_on_every_screen(visit)
        visit.page.locator("#against summary").click()
        fits_on_every_screen(visit)
        visit.page.locator("[data-settings]").click()
        visit.sees("dialog .sheet")
        fits_on_every_screen(visit)
        visit.page.keyboard.press("Escape")
        create_table(visit)
        visit.page.locator(".create summary").click()
        fits_on_every_screen(visit)
        visit.open("/daily/")
        visit.sees("#play")
        fits_on_every_screen(visit)
        visit.page.evaluate(HAS_PLAYED)
        visit.page.reload()
        visit.sees("#share")
        fits_on_every_screen(visit)
        # All of the first page is in sight, with two games and the credit line.
        visit.open("/")
        visit.sees("#games li >> nth=1")
        for width, height in ((390, 844), (1280, 800)):
            visit.resize(width, height)
            assert visit.page.evaluate("document.documentElement.scrollHeight") <= height
        visit.open("/demo")
        for number in WORDY_VIEWS:
            show_view(visit, number)
            fits_on_every_screen(visit)
        assert not browsing.console


PAGES = (
    "/",
    "/learn/",
    "/learn/#end",
    "/rules/",
    "/puzzles/",
    "/daily/",
    "/review/",
    "/stats/",
    "/decks/",
    "/pass/",
    "/score/",
    "/setup/",
    "/referee/",
    "/nothing-here",
)
PHONE_WIDTHS = (360, 375, 390, 393, 412, 430)
THUMB = 40
"""The least height of a control, in px."""
TOO_LOW = """(thumb) => {
  const controls = 'a, button, summary, label:has(input), select, input:is([type=text], [type=range])';
  const bad = [];
  for (const control of document.querySelectorAll(controls)) {
    const style = getComputedStyle(control), box = control.getBoundingClientRect();
    if (!box.width || !box.height || style.display === 'inline' || style.visibility === 'hidden') continue;
    if (style.pointerEvents === 'none' || control.closest('.sr, .hand, [inert], [aria-hidden=true]')) continue;
    const name = control.textContent.trim() || control.ariaLabel;
    if (box.width < 20) bad.push(`${name}: ${Math.round(box.width)} px wide`);
    if (box.height >= thumb) continue;
    // It may take more than is drawn.
    control.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = control.getBoundingClientRect();
    const hit = [-1, 1].every((side) => document.elementFromPoint(
      x + width / 2, y + height / 2 + side * (thumb / 2 - 1))?.closest(controls) === control);
    if (!hit) bad.push(`${name}: ${Math.round(height)} px high`);
  }
  return bad;
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_is_wider_than_a_phone(browsing: Browsing, language: str) -> None:
    visit = browsing.visit(locale=language, viewport={"width": 360, "height": 740}, reduced_motion="reduce")
    for path in PAGES:
        visit.open(path)
        for width in PHONE_WIDTHS:
            visit.resize(width, 740)
            wide = visit.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, f"{path} is {wide} px wide in {language} on a phone of {width}"


def test_every_control_is_high_enough_for_a_thumb(browsing: Browsing) -> None:
    visit = browsing.visit(locale="en-GB", viewport={"width": 360, "height": 740}, reduced_motion="reduce")
    page = visit.page

    def check(where: str) -> None:
        assert page.evaluate(TOO_LOW, THUMB) == [], where

    for path in PAGES:
        visit.open(path)
        check(path)
    visit.open("/")
    page.locator("#against summary").click()
    check("options of a game")
    page.locator("[data-settings]").click()
    visit.sees("dialog .sheet")
    check("settings")
    page.keyboard.press("Escape")
    page.locator("#go").click()
    visit.sees("dnup-table.my-turn")
    check("table")
    page.locator("#menu").click()
    visit.sees("dialog .keys")
    check("menu")


@pytest.mark.chromium_only("Playwright has no phones for Firefox")
def test_a_phone_is_told_of_no_keys(browsing: Browsing) -> None:
    visit = browsing.visit(
        locale="en-GB",
        viewport={"width": 360, "height": 740},
        reduced_motion="reduce",
        has_touch=True,
        is_mobile=True,
    )
    visit.open("/")
    visit.page.locator("#go").tap()
    visit.sees("dnup-table.my-turn")
    visit.page.locator("#menu").tap()
    visit.sees("dialog [data-do=settings]")
    expect(visit.page.locator("dialog .keys")).to_be_hidden()
