"""What makes a table comfortable: tips in the first games, and the look that a player has chosen."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browsing import Browsing, Visit

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "reduced_motion": "reduce",
}
CLOTH = "getComputedStyle(document.documentElement).getPropertyValue('--mat').trim()"


def start(visit: Visit) -> None:
    visit.open("/")
    visit.page.locator("#go").click()
    visit.page.wait_for_url("**/table/*")
    visit.sees("dnup-table.my-turn")


def test_a_tip_comes_once_and_tips_can_be_turned_off(browsing: Browsing) -> None:
    visit = browsing.visit(locale="en-GB", **PHONE)
    page = visit.page
    start(visit)
    visit.sees(".tip", "Tap cards that show the same value")
    visit.hears("Tap cards that show the same value")
    visit.axe()
    page.locator(".hand button.card:not(.dimmed)").last.tap()
    visit.gone(".tip")
    # In another game it does not come again, and what else is told can be turned off.
    page.evaluate("localStorage.setItem('tips-seen', '')")
    start(visit)
    page.locator(".tip .tool").tap()
    visit.gone(".tip")
    assert page.evaluate("localStorage.getItem('tips')") == "off"
    page.evaluate("localStorage.setItem('tips-seen', '')")
    start(visit)
    expect(page.locator(".hint").first).to_be_visible()
    visit.gone(".tip")


@pytest.mark.parametrize("side", ["light", "dark"])
def test_the_look_of_the_table_is_chosen_and_kept(browsing: Browsing, side: str) -> None:
    visit = browsing.visit(locale="en-GB", color_scheme=side, **PHONE)
    page = visit.page
    visit.open("/")
    before = page.evaluate(CLOTH)
    page.locator("[data-settings]").first.tap()
    for name, value in (("table", "linen"), ("cards", "large"), ("contrast", "high")):
        page.locator(f"dialog label:has(input[name={name}][value={value}])").tap()
    expect(page.locator("html")).to_have_attribute("data-look", "linen large contrast")
    visit.axe()
    page.locator("dialog .tool").tap()
    start(visit)
    expect(page.locator("html")).to_have_attribute("data-look", "linen large contrast")
    assert page.evaluate(CLOTH) != before
    visit.fits()
    visit.axe()


def test_the_page_can_be_installed_where_the_browser_offers_it(browsing: Browsing) -> None:
    visit = browsing.visit(locale="en-GB", **PHONE)
    page = visit.page
    visit.open("/")
    visit.gone(".install")
    page.evaluate(
        """() => dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
            prompt() { document.documentElement.dataset.asked = 'yes'; },
        }))"""
    )
    visit.sees(".also .install", "Install dnup")
    visit.fits()
    page.locator(".also .install").tap()
    expect(page.locator("html")).to_have_attribute("data-asked", "yes")
    visit.gone(".install")
