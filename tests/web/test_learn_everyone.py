"""Lessons, rules and player aid for everyone: axe-core finds nothing, every language fits, every rule can be linked."""

import json
from importlib.resources import files

import pytest

from tests.web.browsing import Browsing
from tests.web.test_everyone import DESK, LANGUAGES, PHONE, both_sides, everything_fits, fits_on_every_screen

LESSONS_FILE = files("dnup") / "web" / "learn" / "lessons.json"
LESSONS = [lesson["id"] for lesson in json.loads(LESSONS_FILE.read_text(encoding="utf-8"))]

HEIGHT_WHEN_PAINTED = """() => new Promise((done) => {
  const measure = () => done(document.documentElement.scrollHeight);
  requestAnimationFrame(() => requestAnimationFrame(measure));
})"""
"""How high the page is in a frame that a person sees: between two frames the panel may have its former height."""


class TestAxe:
    def test_lessons_in_every_state(self, browsing: Browsing) -> None:
        visit = browsing.visit(**PHONE)
        visit.open("/learn#golden")
        visit.sees(".panel .first")
        both_sides(visit)  # others are to move
        visit.page.locator(".panel .first").click()
        visit.sees(".says")
        visit.page.locator(".panel .first").click()
        visit.sees(".task")
        both_sides(visit)  # the task
        visit.page.keyboard.press("4")
        visit.page.keyboard.press("6")
        both_sides(visit)  # something is selected
        visit.page.keyboard.press("6")
        visit.page.keyboard.press("Enter")
        visit.sees(".panel.good")
        both_sides(visit)  # done
        visit.open("/learn#play")
        visit.sees(".task")
        visit.page.keyboard.press("5")
        visit.sees(".hint.reason")
        both_sides(visit)  # not possible
        visit.open("/learn#end")
        visit.sees(".end")
        both_sides(visit)

    def test_player_aid(self, browsing: Browsing) -> None:
        visit = browsing.visit(**DESK)
        visit.open("/learn#two")
        visit.sees(".task")
        both_sides(visit)
        visit.page.keyboard.press("?")
        visit.sees("dialog .aid")
        both_sides(visit)

    def test_rules(self, browsing: Browsing) -> None:
        visit = browsing.visit(**DESK)
        visit.open("/rules#R15")
        visit.sees("#R15.marked")
        both_sides(visit)


@pytest.mark.parametrize("language", LANGUAGES)
class TestLanguages:
    def test_lessons_fit(self, browsing: Browsing, language: str) -> None:
        visit = browsing.visit(**PHONE, locale=language)
        for lesson in LESSONS:
            visit.open(f"/learn#{lesson}")
            visit.sees(f'.dots [href="#{lesson}"][aria-current]')
            fits_on_every_screen(visit)
            visit.resize(360, 640)
            high = visit.page.evaluate(HEIGHT_WHEN_PAINTED)
            assert high <= 640, f"{lesson} is {high} px high: words and table fit on a small phone"
        visit.page.keyboard.press("?")
        visit.sees("dialog .aid")
        fits_on_every_screen(visit)
        assert not browsing.console

    def test_every_rule_has_an_address(self, browsing: Browsing, language: str) -> None:
        visit = browsing.visit(**PHONE, locale=language)
        visit.open("/rules#R11")
        visit.sees("#R11.marked")
        assert visit.page.evaluate("document.documentElement.lang") == language
        top = visit.page.evaluate("document.getElementById('R11').getBoundingClientRect().top / innerHeight")
        assert 0 <= top < 0.5, "the rule that the address names is in sight"
        numbers = visit.page.locator(".rule > a").all_inner_texts()
        assert numbers == [*(f"R{n}" for n in range(1, 28)), *(f"D{n}" for n in range(1, 6))]
        assert visit.page.locator(".all .card").count() == 40
        everything_fits(visit)
        assert not browsing.console


def test_the_language_of_the_rules_can_be_switched(browsing: Browsing) -> None:
    visit = browsing.visit(**DESK, locale="en-GB")
    visit.open("/rules")
    visit.sees("h1", "Rules")
    visit.page.locator("[data-settings]").click()
    visit.page.locator("dialog label", has_text="Suomi").click()
    visit.sees("h1", "Säännöt")
    visit.open("/learn")
    visit.sees("h1", "Kortit ja sarjat")


def test_text_at_twice_its_size_still_fits(browsing: Browsing) -> None:
    """WCAG 1.4.4: a window zoomed to 200 % is half as wide and high."""
    visit = browsing.visit(viewport={"width": 640, "height": 400}, reduced_motion="reduce", locale="nb")
    for path in ("/learn#add", "/learn#two", "/rules"):
        visit.open(path)
        visit.sees("h1")
        everything_fits(visit)
