"""The option *finish the round* on the page (R20): where it is chosen, and what a table makes of it."""

from __future__ import annotations

from tests.web.browsing import Browsing
from tests.web.test_kept_games import begin

OPTIONS = """(id) => new Promise((done) => {
  const request = indexedDB.open('dnup');
  request.onsuccess = () => {
    const get = request.result.transaction('events').objectStore('events').get([id, 1]);
    get.onsuccess = () => { request.result.close(); done(get.result.options); };
  };
})"""


def test_it_is_chosen_for_games_against_bots(browsing: Browsing) -> None:
    visit = browsing.visit(viewport={"width": 360, "height": 640}, locale="en-GB")
    visit.open("/")
    visit.page.locator("#against summary").click()
    switch = visit.page.locator("#against .switch")
    switch.click()
    visit.fits()
    name = begin(visit)
    visit.sees("dnup-table .card")
    assert visit.page.evaluate(OPTIONS, name)["finish_round"] is True
    # With two players nobody comes second.
    visit.open("/")
    visit.page.locator("#against summary").click()
    assert visit.page.locator("#against [name=finish]").is_checked()
    visit.page.get_by_role("radio", name="1", exact=True).check(force=True)
    switch.wait_for(state="hidden")
    assert not browsing.console


def test_it_is_chosen_for_a_table_of_friends_and_told_in_the_lobby(browsing: Browsing) -> None:
    visit = browsing.visit(locale="en-GB")
    visit.open("/")
    visit.page.locator("#friends").click()
    visit.page.locator("dialog details summary").click()
    visit.page.locator("dialog .switch", has_text="Finish the last round").click()
    visit.page.locator("dialog button.first").click()
    visit.page.wait_for_url("**/table/*")
    visit.sees(".lobby", "Played to the end")
    assert not browsing.console
