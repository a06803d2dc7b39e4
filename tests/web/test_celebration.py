"""The moment a round ends: letters light up one by one, a won game turns the word, and a press ends it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browsing import Browsing

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "locale": "en-GB"}

CELEBRATE = """async (kind) => {
  const page = document.querySelector('script[src*=play]').src;
  const { celebrate } = await import(new URL('../play/celebration.js', page));
  window.seen = [];
  // Every change is seen, not every frame: a busy machine leaves frames out.
  new MutationObserver(() => {
    const moment = document.querySelector('.moment');
    if (moment) window.seen.push([moment.querySelectorAll('g.on').length, moment.querySelector('.turned') !== null]);
  }).observe(document.body, { attributes: true, childList: true, subtree: true });
  const moment = { kind, seat: 'A', before: 0, lit: 4, points: null };
  void celebrate(moment, ['You have won the game'], new AbortController().signal).then(() => { window.isOver = true; });
}"""


@pytest.mark.parametrize("kind", ["game-won", "game-lost"])
def test_letters_light_up_one_by_one(browsing: Browsing, kind: str) -> None:
    visit = browsing.visit(**PHONE)
    visit.open("/")
    visit.page.locator("#go").click()
    visit.sees(".hand .card")
    visit.page.evaluate(CELEBRATE, kind)
    visit.sees(".moment p", "You have won the game")
    visit.page.wait_for_function("() => window.isOver")
    visit.gone(".moment")
    seen = visit.page.evaluate("window.seen")
    lit = [letters for letters, _ in seen]
    assert lit == sorted(lit), "a letter that is lit stays lit"
    assert lit[-1] == 4
    assert seen[-1][1] == (kind == "game-won"), "only a won game turns the word"
    assert not any(turned and letters < 4 for letters, turned in seen), "the word turns when it is whole"


def test_a_press_ends_it(browsing: Browsing) -> None:
    visit = browsing.visit(**PHONE)
    visit.open("/")
    visit.page.locator("#go").click()
    visit.sees(".hand .card")
    # As slow as if nobody pressed for a minute: only the press can end it.
    visit.page.clock.install()
    visit.page.evaluate(CELEBRATE, "game-won")
    visit.sees(".moment")
    visit.page.locator(".moment").tap(force=True)
    visit.gone(".moment")


def test_without_motion_the_result_comes_at_once(browsing: Browsing) -> None:
    visit = browsing.visit(**PHONE, reduced_motion="reduce")
    visit.open("/")
    visit.page.locator("#go").click()
    visit.sees(".hand .card")
    visit.page.evaluate(CELEBRATE, "game-won")
    visit.page.wait_for_function("() => window.isOver")
    assert visit.page.evaluate("window.seen") == []
