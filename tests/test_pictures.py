"""Pictures: whole and clean SVG, drawn as the page draws, and with nothing in them that a seat may not know."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree as Xml

import pytest

import dnup
from dnup.pictures.drawing import _art
from tests.need import need_program
from tests.random_play import DECKS, Play
from tools import card_art

SVG = "{http://www.w3.org/2000/svg}"
PLAYS = [Play(deck, players, seed=players, length=9 * players) for deck in DECKS for players in (2, 3, 5)]


def pictures() -> Iterator[tuple[str, str]]:
    for play in PLAYS:
        for round in (play.deal(), play.last):
            for thing in (round, round.view("A"), round.view()):
                yield play.deck, thing._repr_html_()
                yield play.deck, thing._repr_svg_()
        yield play.deck, play.last.playout(1).svg()
    for deck in DECKS.values():
        yield deck.name, deck._repr_html_()
        yield deck.name, deck._repr_svg_()
    for card in (dnup.Card(3, 6), dnup.Card(15, 1)):
        yield str(card), card._repr_html_()
        yield str(card), card._repr_svg_()


def test_the_page_draws_cards_as_python_does() -> None:
    need_program("node")
    assert card_art.TARGET.read_text(encoding="utf-8") == card_art.card_art(), (
        "card_art.json is not as the page draws: run `make docs`"
    )


def test_pictures_are_whole_and_need_nothing_from_elsewhere() -> None:
    for name, picture in pictures():
        root = Xml.fromstring(picture)
        assert root.tag == f"{SVG}svg", name
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        assert max(Counter(ids).values()) == 1
        used = set(re.findall(r'(?:href="|url\()#([\w-]+)', picture))
        assert used <= set(ids), "all that is referred to is there"
        tags = {element.tag.removeprefix(SVG) for element in root.iter()}
        assert not tags & {"script", "image", "foreignObject", "a"}
        assert not re.search(r"(?<!xmlns=.)https?:|@import|@font-face|\bon\w+=", picture)
        title = root.find(f"{SVG}title")
        assert title is not None
        assert title.text == root.get("aria-label")
        assert len(picture) < 60_000


def test_everything_is_inside_the_picture() -> None:
    deck = dnup.Deck.of(["1/2 star", *(f"{low}/{low + 4}" for low in range(1, 12) for _ in range(5))], "many")
    for round in (dnup.Round.deal(2, 1, deck=deck), dnup.Round.deal(5, 1, deck=deck)):
        for picture in (round.svg(), round.svg("B")):
            root = Xml.fromstring(picture)
            width, height = float(root.get("width", 0)), float(root.get("height", 0))
            cards = re.findall(
                r'transform="translate\(([-\d.]+) ([-\d.]+)\)[^"]*scale\((0?\.\d+)\)"><rect y="3"', picture
            )
            assert len(cards) == sum(round.sizes)
            for x, y, scale in cards:
                assert 0 <= float(x) <= width - 100 * float(scale)
                assert 0 <= float(y) <= height - 150 * float(scale)


def faces(picture: str) -> Counter[tuple[str, str]]:
    """The cards that a picture shows, as active and inactive values."""
    return Counter(
        re.findall(r'href="#dn-(?:small|large)-on(\d+)"/><use href="#dn-(?:small|large)-off(\d+)"', picture)
    )


def shown(cards: Iterator[dnup.Card] | list[dnup.Card]) -> Counter[tuple[str, str]]:
    return Counter((str(card.active), str(card.inactive)) for card in cards)


@pytest.mark.parametrize("play", PLAYS, ids=lambda play: f"{play.deck}-{play.players}")
def test_a_picture_shows_what_is_known_and_nothing_else(play: Play) -> None:
    round = play.last
    table = [card for cards in round.table.values() for card in cards]
    assert faces(round.svg()) == shown([*table, *(card for hand in round.hands for card in hand)])
    for seat in (*round.seats, None):
        view = round.view(seat)
        own = -1 if seat is None else round.seats.index(seat)
        known = [card for number, hand in enumerate(view.known) if number != own for card in hand]
        assert faces(view.svg()) == shown([*table, *view.hand, *known])
        backs = view.svg().count('href="#dn-small_back"')
        assert backs == sum(view.sizes) - len(view.hand) - len(known)
        # What the seat cannot know changes nothing.
        other = view.sample(seed=4)
        assert other.view(seat).svg() == view.svg() == (round.svg(seat) if seat else view.svg())


def test_light_and_dark_are_in_one_picture() -> None:
    light, dark = (colour for colour, _ in _art()["colours"]["mat"])
    alone, inline = dnup.Round.deal(3, 1).svg(), dnup.Round.deal(3, 1)._repr_html_()
    for picture in (alone, inline):
        assert f'stop-color="{light}" class="dnup-stop-color-mat"' in picture, "where no style is understood"
        assert f"light-dark({light}ff,{dark}ff)" in picture
    assert "color-scheme:light dark" in alone
    assert "color-scheme:light dark" not in inline, "a white page stays white"


def test_pictures_on_one_page_stand_for_themselves() -> None:
    first, second = (dnup.Round.deal(3, seed)._repr_html_() for seed in (1, 2))
    ids = [set(re.findall(r'id="([\w-]+)"', picture)) for picture in (first, second)]
    assert len(ids[0]) > 20
    assert not ids[0] & ids[1]


def test_a_picture_of_a_seat_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="'D' is not a seat; with 3 players it is one of A, B, C"):
        dnup.Round.deal(3, 1).svg("D")
