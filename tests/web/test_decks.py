"""Custom decks: made from the printed list, kept, played alone and with friends, shared as link and file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from dnup import load_deck
from tests.web.browsing import Browsing, Visit

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "locale": "en-GB",
    "reduced_motion": "reduce",
}
SMALL = ["1/5", "1/6 star", "2/4", "2/10", "3/9", "4/8", "5/7 happy", "6/7 sad"]
KEEP = "(deck) => localStorage.setItem('decks', JSON.stringify([deck]))"


def open_decks(browsing: Browsing, hash: str = "", **options: Any) -> Visit:  # noqa: A002
    visit = browsing.visit(**{**PHONE, **options})
    visit.open(f"/decks/{hash}")
    visit.sees(".group .card")
    return visit


def press(visit: Visit, name: str) -> None:
    visit.page.locator(f"[data-do={name}]").click()


def change(visit: Visit, card: str, *, high: str = "", mark: str = "") -> None:
    """Press a card, change it, and say that it is done."""
    visit.page.locator(f'.all [data-card="{card}"]').first.click()
    if high:
        visit.page.locator("dialog [name=high]").select_option(high)
    if mark:
        visit.page.locator(f"dialog label:has([value={mark}])").click()
    press(visit, "done")


def problem(visit: Visit, text: str) -> None:
    expect(visit.page.locator("#problem")).to_contain_text(text)


def cards(visit: Visit) -> list[str]:
    found: list[str] = visit.page.locator(".all .card").evaluate_all(
        "(all) => all.map((one) => one.dataset.card)"
    )
    return found


def test_all_cards_are_shown_with_the_faces_they_leave_by(browsing: Browsing) -> None:
    visit = open_decks(browsing)
    page = visit.page
    page.locator("#which").select_option("printed")
    expect(page.locator(".all .card")).to_have_count(40)
    counts = [group.locator(".card").count() for group in page.locator(".group").all()]
    assert counts == [26, 4, 6, 4]
    assert sorted(cards(visit)) == sorted(one.replace("*", " star") for one in load_deck("printed").texts())
    visit.sees(".state", "the publisher has not confirmed it")
    visit.sees(".sizes", "26 cards, 13 each")
    visit.fits()
    visit.axe()
    visit.open("/rules/#deck")
    assert page.locator("figure.deck .card").count() == 40
    assert page.locator("figure.deck .card .hub .setup").first.is_visible(), "the face is on the card"
    page.locator('a[href$="decks/"]').click()
    visit.sees(".group .card")
    visit.open("/decks/#deck=balanced")
    expect(page.locator("#which")).to_have_value("balanced")
    assert sorted(cards(visit)) == sorted(one.replace("*", " star") for one in load_deck("balanced").texts())


def test_a_deck_is_made_kept_and_played_alone(browsing: Browsing) -> None:
    """A card is changed, one removed, one added, and the star moves; after a reload it is there, and it is dealt."""
    visit = open_decks(browsing)
    page = visit.page
    page.locator("#which").select_option("printed")
    expect(page.locator(".all .card")).to_have_count(40)
    change(visit, "6/7", high="9", mark="star")
    expect(page.locator('.all [data-card="6/9 star"]')).to_be_focused()
    expect(page.locator('.all [data-card="1/5"]')).to_have_count(1)
    page.locator('.all [data-card="2/4"]').first.click()
    press(visit, "remove")
    expect(page.locator(".all .card")).to_have_count(39)
    page.locator("[data-add=happy]").click()
    page.locator("dialog [name=low]").select_option("8")
    page.locator("dialog [name=high]").select_option("10")
    press(visit, "done")
    expect(page.locator('.all [data-card="8/10 happy"]')).to_have_count(1)
    visit.sees(".sizes", "25 cards, 12–13 each")
    page.locator("#title").fill("Ada’s box")
    press(visit, "keep")
    visit.sees(".state", "Saved")
    made = cards(visit)
    page.reload()
    page.locator("#which").select_option("own:Ada’s box")
    expect(page.locator('.all [data-card="8/10 happy"]')).to_have_count(1)
    assert cards(visit) == made
    press(visit, "play-3")
    page.wait_for_url("**/table/**")
    expect(page.locator(".hand button.card")).to_have_count(10)
    visit.open("/")
    page.locator("#against summary").click()
    expect(page.locator("#against select[name=deck]")).to_have_value("own:Ada’s box")
    assert not browsing.console


@pytest.mark.parametrize(
    "entries, sentence",
    [
        ("1/5.1/6", "No card has the ★"),
        ("1/5*.1/6*.1/7", "Two cards have the ★, 1/5 and 1/6"),
        ("1/5*.5/1", "There is a second 1/5"),
        ("1/5*.3/3", "3/3 has the same value twice"),
        ("1/5*.2/99", "2/99: values go from 1 to 15"),
        ("1/5*.2/0", "0/2: values go from 1 to 15"),
        ("1/5*" + ".7/8" * 13, "7/8 is one card too many with the value 7; at most 12"),
        ("1/5*" + ".2/3" * 60, "The deck has 61 cards; at most 56 are allowed"),
        ("1/5*.1/6s", "only 1 cards are in play"),
        ("1/5*.<b>x</b>", "Card 2, “<b>x</b>”, cannot be read"),
        (".".join(["1/6"] * 9999), "There are 9999 cards in this list"),
    ],
)
def test_a_deck_that_cannot_be_played_says_what_is_wrong_with_which_card(
    browsing: Browsing, entries: str, sentence: str
) -> None:
    visit = open_decks(browsing, f"#cards={entries}&title=x")
    problem(visit, sentence)
    if "cannot be read" not in sentence and "9999" not in sentence:
        for name in ("keep", "share", "file", "play-2", "friends"):
            expect(visit.page.locator(f"[data-do={name}]")).to_be_disabled()
    assert not browsing.console


def test_a_title_is_one_line_and_nobody_elses(browsing: Browsing) -> None:
    visit = open_decks(browsing, "#cards=1/5*.1/6&title=bell%07")
    problem(visit, "Give the deck a name of 1 to 80 characters")
    visit.page.locator("#title").fill("printed")
    visit.page.locator("#title").blur()
    problem(visit, "“printed” is the name of a deck that comes with dnup")
    visit.page.locator("#title").fill("Bo’s <b>box</b>")
    visit.page.locator("#title").blur()
    expect(visit.page.locator("#problem")).to_be_hidden()
    press(visit, "keep")
    visit.sees(".state", "Saved")
    assert visit.page.locator("#which option", has_text="Bo’s <b>box</b>").count() == 1


def test_a_deck_goes_into_a_file_that_dnup_reads_and_comes_back(browsing: Browsing, tmp_path: Path) -> None:
    visit = open_decks(browsing)
    page = visit.page
    page.evaluate(KEEP, {"title": "Ada’s box", "cards": SMALL})
    page.reload()
    page.locator("#which").select_option("own:Ada’s box")
    expect(page.locator(".all .card")).to_have_count(8)
    saved = visit.saves(lambda: press(visit, "file"))
    file = tmp_path / saved.name
    file.write_text(saved.text, encoding="utf-8")
    deck = load_deck(file)
    assert (file.name, deck.title) == ("ada-s-box.toml", "Ada’s box")
    assert sorted(one.replace("*", " star") for one in deck.texts()) == sorted(SMALL)
    press(visit, "forget")
    expect(page.locator("#which option", has_text="Ada’s box")).to_have_count(0)
    page.locator("#file").set_input_files(file)
    expect(page.locator(".all .card")).to_have_count(8)
    expect(page.locator("#title")).to_have_value("Ada’s box")
    broken = tmp_path / "broken.toml"
    broken.write_text('cards = ["1/5 star", "seven"]\n', encoding="utf-8")
    page.locator("#file").set_input_files(broken)
    problem(visit, "Card 2, “seven”, cannot be read")
    broken.write_text("x" * 200_000, encoding="utf-8")
    page.locator("#file").set_input_files(broken)
    problem(visit, "too large")


def test_a_link_shows_the_deck_to_somebody_else(browsing: Browsing) -> None:
    host = open_decks(browsing, permissions=["clipboard-read", "clipboard-write"])
    host.page.evaluate(KEEP, {"title": "Ada’s box", "cards": SMALL})
    host.page.reload()
    host.page.locator("#which").select_option("own:Ada’s box")
    expect(host.page.locator(".all .card")).to_have_count(8)
    host.page.evaluate("delete Navigator.prototype.share")
    press(host, "share")
    host.sees("#notice, .notice", "Copied")
    link = host.page.evaluate("navigator.clipboard.readText()")
    friend = browsing.visit(**PHONE)
    friend.page.goto(link)
    expect(friend.page.locator(".all .card")).to_have_count(8)
    expect(friend.page.locator("#title")).to_have_value("Ada’s box")
    press(friend, "keep")
    friend.sees(".state", "Saved")


def test_friends_play_with_the_deck_of_the_host_and_need_no_file(browsing: Browsing) -> None:
    host = open_decks(browsing)
    host.page.evaluate(KEEP, {"title": "Ada’s box", "cards": SMALL})
    host.page.reload()
    host.page.locator("#which").select_option("own:Ada’s box")
    expect(host.page.locator(".all .card")).to_have_count(8)
    press(host, "friends")
    host.page.locator("dialog input[name=name]").fill("Ada")
    host.page.locator("dialog label:has(input[name=players][value='2'])").click()
    expect(host.page.locator("dialog select[name=deck]")).to_have_value("own:Ada’s box")
    host.page.locator("dialog .first").click()
    host.page.wait_for_url("**/table/**")
    host.sees(".lobby .facts", "Ada’s box")
    friend = browsing.visit(**PHONE)
    friend.page.goto(host.page.url)
    friend.sees(".lobby .facts", "Ada’s box")
    friend.page.locator("#name").fill("Bo")
    friend.page.locator(".lobby form .first").click()
    host.sees(".seats li.person:not(.mine)", "Bo")
    host.page.locator("[data-key=start]").click()
    for visit in (host, friend):
        expect(visit.page.locator(".hand button.card")).to_have_count(3)
    hands = [
        visit.page.locator(".hand button.card").evaluate_all("(all) => all.map((one) => one.dataset.card)")
        for visit in (host, friend)
    ]
    dealt = sorted("/".join(sorted(card.split("/"), key=int)) for hand in hands for card in hand)
    assert dealt == ["1/5", "1/6", "2/10", "2/4", "3/9", "4/8"]
    assert not browsing.console


@pytest.mark.parametrize("language", ["it", "nb", "fi"])
def test_the_page_speaks_every_language_and_fits(browsing: Browsing, language: str) -> None:
    visit = open_decks(browsing, "#cards=1/5.1/6&title=x", locale=language)
    words = json.loads(
        (Path(__file__).parents[2] / f"src/dnup/web/decks/words/{language}.json").read_text(encoding="utf-8")
    )["decks"]
    visit.sees("h1", words["title"])
    problem(visit, words["fault"]["no_star"])
    visit.fits()
    visit.page.locator(".all .card").first.click()
    visit.sees("dialog", words["mark_star"])
    visit.fits()
    visit.axe()
