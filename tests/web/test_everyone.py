"""For everyone: axe-core finds nothing on any page or state, and every language fits on every screen."""

from typing import Any

import pytest

from tests.web.browsing import Browsing, Visit

VIEWS = range(1, 21)
LANGUAGES = ("en", "it", "nb", "fi")
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "reduced_motion": "reduce"}

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


def both_sides(visit: Visit) -> None:
    for side in ("light", "dark"):
        visit.page.emulate_media(color_scheme=side, reduced_motion="reduce")
        visit.axe()


def everything_fits(visit: Visit) -> None:
    visit.fits()
    assert visit.page.evaluate(CLIPPED) == []


def create_table(visit: Visit) -> None:
    visit.page.locator("#friends").click()
    visit.sees("dialog .create")


class TestAxe:
    def test_every_view_of_the_table(self, browsing: Browsing) -> None:
        visit = browsing.visit(**DESK)
        for number in VIEWS:
            visit.open(f"/demo?view={number}")
            visit.sees(".hand .card, .actions")
            both_sides(visit)

    def test_first_page_options_lobby_menu_and_result(self, browsing: Browsing) -> None:
        visit = browsing.visit(**PHONE)
        visit.open("/")
        visit.sees("#go")
        both_sides(visit)
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

    def test_the_page_for_no_connection(self, browsing: Browsing) -> None:
        visit = browsing.visit(**PHONE)
        visit.open("/web/offline.html")
        visit.sees("#retry", "again")
        both_sides(visit)


@pytest.mark.parametrize("language", LANGUAGES)
class TestLanguages:
    def test_everything_fits(self, browsing: Browsing, language: str) -> None:
        for screen in (PHONE, DESK):
            visit = browsing.visit(**screen, locale=language)
            visit.open("/")
            visit.sees("#go")
            assert visit.page.evaluate("document.documentElement.lang") == language
            everything_fits(visit)
            create_table(visit)
            visit.page.locator(".create summary").click()
            everything_fits(visit)
            for number in (4, 6, 7, 8, 9, 11, 13, 17, 18):
                visit.open(f"/demo?view={number}")
                visit.sees(".hand .card")
                everything_fits(visit)
        assert not browsing.console
