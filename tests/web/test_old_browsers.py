"""A browser that is too old for the page gets a sentence, and one that is almost too old gets plain colors."""

import json
import re

import pytest
from playwright.sync_api import Route, expect

from dnup.site.files import WEB
from tests.web.browsing import Browsing

PAGES = (
    "/",
    "/daily/",
    "/decks/",
    "/learn/",
    "/pass/",
    "/puzzles/",
    "/referee/",
    "/review/",
    "/rules/",
    "/score/",
    "/setup/",
    "/stats/",
    "/table/",
    "/nowhere/at/all",
)
LANGUAGES = ("en", "it", "nb", "fi")
NO_LIGHT_DARK = """
  const supports = CSS.supports.bind(CSS);
  CSS.supports = (...asked) => !asked.join().includes('light-dark') && supports(...asked);
"""


def test_every_page_has_the_sentence_in_every_language() -> None:
    found = {
        page.name: page.read_text(encoding="utf-8").partition('<div class="stuck">')[2]
        for page in WEB.glob("*.html")
    }
    assert len(set(found.values())) == 1, "the same on every page"
    assert tuple(re.findall(r'<p lang="(\w+)">', found["index.html"])) == LANGUAGES


@pytest.mark.chromium_only("Playwright cannot turn off the scripts of Firefox")
def test_without_scripts_it_is_all_there_is(browsing: Browsing) -> None:
    visit = browsing.visit(java_script_enabled=False, viewport={"width": 360, "height": 640})
    for path in PAGES:
        visit.page.goto(visit.address + path)
        for language in LANGUAGES:
            expect(visit.page.locator(f".stuck [lang={language}]")).to_be_in_viewport(ratio=1)
        expect(visit.page.locator("body > :not(.stuck, script):visible")).to_have_count(0)


def test_where_no_module_runs_it_comes_after_some_seconds(browsing: Browsing) -> None:
    """Whatever the reason: words that a browser does not know, or files that do not arrive."""
    visit = browsing.visit(locale="en-GB")
    visit.page.route(
        "**/*.js", lambda route: route.fulfill(body="not JavaScript", content_type="text/javascript")
    )
    visit.page.goto(visit.address)
    expect(visit.page.locator(".stuck")).to_be_hidden()
    expect(visit.page.locator(".stuck")).to_be_visible()
    expect(visit.page.locator(".stuck")).to_contain_text("dnup needs JavaScript and a browser from 2024")


def test_whoever_can_play_never_sees_it(browsing: Browsing) -> None:
    visit = browsing.visit(locale="en-GB")
    visit.open("/")
    assert visit.page.evaluate("getComputedStyle(document.querySelector('.stuck')).display") == "none"


def test_where_the_games_are_never_answered_for_a_sentence_says_so(browsing: Browsing) -> None:
    """WebKit does it now and then. A new game lasts as long as its page; of others nobody says that they are gone."""

    def never(route: Route) -> None:
        text = route.fetch().text()
        text, opens = re.subn(r"indexedDB\.open\(NAME, [^)]*\)", "Object()", text)
        text, limits = re.subn(r"(ANSWERS_WITHIN = )\d+_000", r"\g<1>300", text)
        assert (opens, limits) == (1, 1)
        route.fulfill(body=text, content_type="text/javascript")

    visit = browsing.visit(locale="en-GB", reduced_motion="reduce")
    page = visit.page
    page.context.route("**/device/games.js", never)
    visit.open("/")
    visit.sees("#games .problem", "The browser cannot read your saved games right now")
    page.locator("#go").click()
    visit.sees("#line.sentence", "this one is lost when you close the page")
    visit.sees("dnup-table.my-turn")
    visit.open("/table/?other#local-abcdefghjkmn")
    visit.sees("#line.sentence", "The browser cannot read your saved games right now")
    visit.sees("#line .btn", "Reload")
    visit.open("/review/")
    visit.sees(".entrance .problem", "The browser cannot read your saved games right now")
    visit.axe()


def test_without_light_dark_the_page_has_the_light_colors(browsing: Browsing) -> None:
    """The same as in a browser that knows it and prefers light, for all that is seen."""
    colors = """() => ['body', '#go', '.door', '.choices label', '.mat', '.plate', '.half-tone::after', '.area', '.btn']
      .flatMap((name) => {
        const [selector, part] = name.split('::'), one = document.querySelector(selector);
        const style = one && getComputedStyle(one, part ? `::${part}` : undefined);
        return style ? [[name, style.color, style.backgroundColor, style.boxShadow]] : [];
      })"""

    def without(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("light-dark(", "unheard-of("))

    old, new = browsing.visit(locale="en-GB"), browsing.visit(locale="en-GB", color_scheme="light")
    old.page.route("**/*.css", without)
    old.page.add_init_script(NO_LIGHT_DARK)
    for path in ("/", "/demo?view=14", "/demo?view=4"):
        seen = []
        for visit in (old, new):
            visit.open(path)
            visit.page.wait_for_load_state("networkidle")
            if path != "/":
                visit.sees(".hand .card")
            else:
                visit.sees(".door")
            seen.append(visit.page.evaluate(colors))
        assert json.dumps(seen[0]) == json.dumps(seen[1])
    # There is no dark side to choose.
    old.open("/")
    old.page.locator("[data-settings]").click()
    old.sees("dialog .choices")
    old.gone("dialog input[name=theme]")
