"""The tutorial to its end, by mouse, by keyboard alone and by touch, in a real browser with the real engine."""

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from tests.web.browsing import Browsing, Visit
from tests.web.playing import Keyboard, Pointer

WEB = files("dnup") / "web"
LESSONS: list[dict[str, Any]] = json.loads((WEB / "learn" / "lessons.json").read_text(encoding="utf-8"))


def texts(language: str) -> Any:
    """What the pages of lessons and rules say."""
    folders = WEB / "locales", WEB / "learn" / "words"
    all_texts = [json.loads((folder / f"{language}.json").read_text(encoding="utf-8")) for folder in folders]
    return {name: text for texts in all_texts for name, text in texts.items()}


class Pointing(Pointer):
    """With a mouse or a finger."""

    def select(self, move: str) -> None:
        """Choose what a move is made of."""
        self.page.locator("dnup-table .hand").wait_for()
        verb, *rest = move.split()
        if self.page.locator("[data-do=clear]").is_visible():
            self.press("[data-do=clear]")
        if verb == "rotate":
            self.press("[data-do=peek]")
            return
        for card in cards_of(verb, rest):
            self.choose(self.page.locator(f'.hand [data-card="{card}"]'))
        if verb != "play":
            self.press(f'button.set[data-slot="{rest[-1]}"]')


class Typing(Keyboard):
    """With the keyboard alone."""

    def select(self, move: str) -> None:
        """Choose what a move is made of."""
        self.page.locator("dnup-table .hand").wait_for()
        verb, *rest = move.split()
        if verb == "rotate":
            self.page.keyboard.press("r")
            return
        self.page.keyboard.press("Escape")
        for card in cards_of(verb, rest):
            self.choose(self.page.locator(f'.hand [data-card="{card}"]'))
        if verb != "play":
            self.page.keyboard.press("ArrowUp")
            for _ in range(4):
                if self.page.locator(f'button.set[data-slot="{rest[-1]}"]:focus').count():
                    break
                self.page.keyboard.press("ArrowRight")
            self.page.keyboard.press("Space")


def cards_of(verb: str, rest: list[str]) -> list[str]:
    """The cards of the hand that a move uses."""
    return {"play": rest, "add": rest[:1]}.get(verb, [])


FRAMES = """() => {
  window.seenFrames = [];
  const look = () => {
    window.seenFrames.push({
      top: Math.round(document.querySelector('dnup-table').getBoundingClientRect().top),
      flies: document.querySelector('.flyer') !== null,
      good: document.querySelector('.panel.good') !== null,
    });
    requestAnimationFrame(look);
  };
  look();
}"""
"""Notes in every frame where the table is, whether a card flies, and whether the text tells the result."""


def learn(visit: Visit, way: Pointing | Typing, language: str) -> None:
    """All lessons, each with what it warns of first."""
    said = texts(language)["learn"]
    visit.open("/learn")
    for lesson in LESSONS:
        visit.sees("h1", said[lesson["id"]]["title"])
        for number, step in enumerate(lesson["steps"], 1):
            tops: list[Any] = []
            for name, _ in zip(("Bo", "Cleo"), step.get("before", []), strict=False):
                visit.sees(".panel .first", name)
                tops.append(visit.page.locator(".panel .first").bounding_box())
                way.press(".panel .first")
                visit.sees(".panel .says")
            assert all(top == tops[0] for top in tops), "who watches presses the same place again"
            visit.sees(".task")
            visit.fits()
            for wrong in step.get("wrong", []):
                if wrong["code"] != "mixed-values":  # another value starts a new selection
                    way.select(wrong["move"])
                    visit.sees(".hint.reason .rule")
            way.select(step["goal"][0])
            visit.gone(".hint.reason")
            way.confirm()
            done = said[lesson["id"]][f"done{number}"]
            visit.sees(".panel.good", plain(done))
            visit.hears(re.sub(r"\{v(\d)\}", r"\1", done))
            visit.fits()
            way.press(".panel .first")
    visit.sees("h1", said["end"]["title"])
    assert visit.page.locator(".dots .done").count() == len(LESSONS)
    way.press(".end .first")
    visit.page.wait_for_url("**/table/*")
    visit.sees(".hand .card")


def plain(text: str) -> str:
    """The first words of a text, up to a value that is drawn."""
    return text.split("{", maxsplit=1)[0].strip()


@pytest.fixture
def no_complaints(browsing: Browsing) -> Iterator[None]:
    """To try what is not legal is part of a lesson, and no error."""
    yield
    assert not browsing.console


@pytest.mark.usefixtures("no_complaints")
class TestTutorial:
    def test_by_mouse(self, browsing: Browsing) -> None:
        visit = browsing.visit(locale="nb-NO")
        visit.open("/")
        visit.page.evaluate("localStorage.setItem('motion', 'fast')")
        learn(visit, Pointing(visit.page), "nb")

    def test_by_keyboard_alone(self, browsing: Browsing) -> None:
        visit = browsing.visit(locale="it-IT", reduced_motion="reduce")
        learn(visit, Typing(visit.page), "it")

    @pytest.mark.parametrize("size", [(390, 844), (360, 640)], ids=["390", "360"])
    def test_the_table_stays_and_the_text_waits_for_the_cards(
        self, browsing: Browsing, size: tuple[int, int]
    ) -> None:
        visit = browsing.visit(viewport={"width": size[0], "height": size[1]}, has_touch=True)
        visit.open("/learn#golden")
        visit.sees(".panel .first", "Bo")
        visit.page.evaluate(FRAMES)
        for name in ("Bo", "Cleo"):
            visit.sees(".panel .first", name)
            visit.page.locator(".panel .first").tap()
        visit.sees(".task")
        way = Pointing(visit.page)
        way.select("play 6/3 6/7")
        way.confirm()
        visit.sees(".panel.good")
        frames = visit.page.evaluate("window.seenFrames")
        assert {frame["top"] for frame in frames} == {frames[0]["top"]}, "the table moved"
        assert any(frame["flies"] for frame in frames)
        assert not [frame for frame in frames if frame["flies"] and frame["good"]], (
            "the text told the result first"
        )

    def test_a_legal_move_that_is_not_the_task_is_answered_where_it_can_be_read(
        self, browsing: Browsing
    ) -> None:
        visit = browsing.visit(viewport={"width": 390, "height": 844}, has_touch=True)
        visit.open("/learn#add")
        visit.sees(".task")
        way = Pointing(visit.page)
        way.select("play 5/8")
        visit.page.locator(".actions .first").tap()
        visit.sees(".notice", texts("en")["learn"]["but"])
        assert visit.page.evaluate(
            """() => {
              const words = document.querySelector('.notice').getBoundingClientRect();
              return [...document.querySelectorAll('button')].every((button) => {
                const box = button.getBoundingClientRect();
                return box.bottom < words.top || box.top > words.bottom || !button.closest('dnup-table');
              });
            }"""
        )

    def test_by_touch_on_a_small_phone(self, browsing: Browsing) -> None:
        phone = {"width": 360, "height": 640}
        visit = browsing.visit(
            locale="fi-FI", viewport=phone, has_touch=True, is_mobile=True, reduced_motion="reduce"
        )
        learn(visit, Pointing(visit.page, touch=True), "fi")

    def test_what_is_legal_but_not_the_task_is_said_and_not_done(self, browsing: Browsing) -> None:
        visit = browsing.visit(locale="en-GB")
        way = Pointing(visit.page)
        visit.open("/learn#beat")
        way.select("play 5/7 5/8")
        before = visit.page.locator(".actions .first").bounding_box()
        way.confirm()
        visit.sees(".notice", texts("en")["learn"]["but"])
        visit.sees('.hand [data-card="5/7"]')
        assert visit.page.locator(".actions .first").bounding_box() == before

    def test_a_lesson_has_an_address_and_can_be_done_again(self, browsing: Browsing) -> None:
        visit = browsing.visit(locale="en-GB")
        way = Pointing(visit.page)
        visit.open("/learn#take")
        way.select("take B")
        way.confirm()
        visit.sees(".panel.good")
        way.press(".panel .quiet")
        visit.sees(".task")
        visit.sees('button.set[data-slot="B"] [data-card="2/5"]')
        way.press('.dots a[href="#set"]')
        visit.sees("h1", texts("en")["learn"]["set"]["title"])
        visit.page.go_back()
        visit.sees("h1", texts("en")["learn"]["take"]["title"])

    def test_the_player_aid_is_one_key_away(self, browsing: Browsing) -> None:
        visit = browsing.visit(locale="fi-FI")
        visit.open("/learn")
        visit.sees(".task")
        visit.page.keyboard.press("?")
        visit.sees("dialog h2", texts("fi")["aid"]["title"])
        visit.sees("dialog .golden", texts("fi")["aid"]["goldenText"])
        visit.page.keyboard.press("Escape")
        visit.gone("dialog")


def test_without_a_line_the_lessons_go_on(browsing: Browsing) -> None:
    """The engine of the page answers. Where there is none the server does, and the page says when that is not there."""
    visit, other = (browsing.visit(locale="en-GB") for _ in range(2))
    other.page.route("**/*.wasm", lambda route: route.abort())
    for one in (visit, other):
        one.open("/learn#rotate")
        one.sees(".task")
        one.page.context.set_offline(True)
        Pointing(one.page).select("rotate")
        Pointing(one.page).confirm()
    visit.sees(".panel.good")
    other.sees(".says", texts("en")["learn"]["offline"])
    other.page.context.set_offline(False)
    Pointing(other.page).confirm()
    other.sees(".panel.good")
