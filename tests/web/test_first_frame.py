"""From Play to the first card: every frame shows a whole table or none of it, and nothing changes place."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browsing import Browsing, Visit

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "locale": "en-GB"}
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB"}

RECORD = """(() => {
  window.seenFrames = [];
  const box = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left, top, width, height].map(Math.round).join(' ');
  };
  const isSeen = (element) => element.checkVisibility({ opacityProperty: true });
  const all = (selector) => [...document.querySelectorAll(selector)].filter(isSeen);
  const look = () => {
    if (document.querySelector('#play'))
      window.seenFrames.push({
        mats: all('.mat').map(box),
        line: all('#line').map((element) => element.textContent).join(''),
        names: all('.seat .name').map((element) => element.textContent.trim()),
        places: [...all('.seat'), ...all('.actions')].map(box),
        cards: all('.hand .card').length,
      });
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()"""
"""Notes in every frame of a table's page what can be seen of it."""


def check_frames(visit: Visit, others: int) -> None:
    """Nothing is half built in any frame up to the first card."""
    visit.page.wait_for_function("() => window.seenFrames?.some(({ cards }) => cards)")
    frames = visit.page.evaluate("window.seenFrames")
    first_card = next(number for number, frame in enumerate(frames) if frame["cards"])
    frames = frames[: first_card + 1]
    assert {tuple(frame["mats"]) for frame in frames} == {(frames[0]["mats"][0],)}, (
        "one mat, always in one place"
    )
    assert {frame["line"] for frame in frames} == {""}, "no word about a connection"
    assert {len(frame["names"]) for frame in frames} <= {0, others}, "all plates at once"
    assert all(name for frame in frames for name in frame["names"]), "no plate without a name"
    places = {tuple(frame["places"]) for frame in frames} - {()}
    assert len(places) == 1, "plates and buttons stay where they are"
    assert next(iter(places)), "plates and buttons were there before the first card"


@pytest.mark.parametrize("screen, slow", [(PHONE, 4), (DESK, 1)], ids=["phone at a quarter", "desk"])
@pytest.mark.chromium_only("its driver makes the processor slow")
def test_a_game_on_the_device_starts_whole(browsing: Browsing, screen: dict[str, Any], slow: int) -> None:
    visit = browsing.visit(**screen)
    page = visit.page
    page.add_init_script(RECORD)
    visit.open("/")
    page.evaluate("localStorage.setItem('players', '3')")
    page.reload()
    page.locator("html[data-words]").wait_for()
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slow})
    page.locator("#go").click()
    check_frames(visit, 2)
    page.reload()  # a game that goes on
    check_frames(visit, 2)
