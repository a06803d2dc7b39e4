"""Where things lie: nothing covers anything else or leaves the window, and the hand stays where it is."""

import re
from typing import Any

import pytest

from tests.web.browsing import Browsing, Visit
from tests.web.playing import edge_of

DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
SIZES = ((360, 640), (390, 844), (844, 390), (915, 412), (932, 430), (768, 1024), (1280, 800), (1920, 1080))
VIEWS = {2: (13, 14, 15, 16), 3: (1, 2, 12), 4: (4, 5, 7, 8), 5: (11,)}
LONG_NAME = "Maximilian Featherstonew"

MUDDLE = """() => {
  const bad = [], window = { left: -0.5, top: -0.5, right: innerWidth + 0.5, bottom: innerHeight + 0.5 };
  const name = (element) => element.dataset.slot ?? element.dataset.area ?? (element.className || element.tagName);
  const all = (selector) => [...document.querySelectorAll(selector)]
    .map((element) => ({ element, box: element.getBoundingClientRect(), name: `${name(element)} (${selector})` }))
    .filter(({ element, box }) => box.width && box.height && getComputedStyle(element).visibility !== 'hidden');
  const things = [...all('.plate'), ...all('.set:not(.empty) > .spread'), ...all('.area'), ...all('.pile'), ...all('.slot'), ...all('.spot small'),
    ...all('.hand > .card'), ...all('.actions > .btn'), ...all('.actions .more > .btn'), ...all('.actions > .hint')];
  const inHand = ({ element }) => element.parentElement.matches('.hand');
  things.forEach((one, i) => {
    const { left, top, right, bottom } = one.box;
    if (left < window.left || top < window.top || right > window.right || bottom > window.bottom) {
      bad.push(`${one.name} leaves the window: ${[left, top, right, bottom].map(Math.round)}`);
    }
    for (const other of things.slice(i + 1)) {
      // Cards of a hand overlap; a set and an outline lie in an area or in the place for both.
      if ((inHand(one) && inHand(other)) || one.element.contains(other.element) || other.element.contains(one.element)) continue;
      if (one.element.closest('.place, .area') && one.element.closest('.place, .area') === other.element.closest('.place, .area')) continue;
      const across = Math.min(right, other.box.right) - Math.max(left, other.box.left);
      const down = Math.min(bottom, other.box.bottom) - Math.max(top, other.box.top);
      if (across > 1 && down > 1) bad.push(`${one.name} and ${other.name} overlap by ${across.toFixed()} x ${down.toFixed()}`);
    }
  });
  for (const element of document.querySelectorAll('.plate .name, .plate .who span, .actions .btn, .hint')) {
    const box = element.getBoundingClientRect();
    if (!box.width || element.closest('.sr, .wide')) continue;
    if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline') bad.push(`${name(element)} is cut`);
    for (const part of element.matches('.btn') ? element.children : []) {
      const inner = part.getBoundingClientRect();
      if (!part.matches('.wide') && (inner.top < box.top - 0.5 || inner.bottom > box.bottom + 0.5)) bad.push(`${element.textContent} does not fit its button`);
    }
  }
  return bad;
}"""


def show_view(visit: Visit, number: int) -> None:
    visit.page.locator("#views").select_option(str(number))
    visit.sees(".hand .card")


@pytest.mark.parametrize("language", ["en", "fi"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nothing_covers_anything(browsing: Browsing, players: int, language: str) -> None:
    """With as many players as there can be, on every screen; once with the longest names there can be."""
    visit = browsing.visit(**DESK, locale=language)
    if language == "fi":
        visit.page.route("**/demo.json", lambda route: route.fulfill(body=with_long_names(route.fetch().text())))
    visit.open("/demo")
    muddle = []
    for number in VIEWS[players]:
        show_view(visit, number)
        for width, height in SIZES:
            visit.resize(width, height)
            found = visit.page.evaluate(MUDDLE)
            muddle += [f"view {number}, {width}x{height}: {one}" for one in found]
    assert muddle == []


def with_long_names(views: str) -> str:
    """The canned views with people of long names instead of bots."""
    return re.sub(r'"name": "(Ada|Bo|Cleo|Dag|Elio)"', f'"name": "{LONG_NAME}"', views)
