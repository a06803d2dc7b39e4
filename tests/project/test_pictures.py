"""Pictures: whole and clean SVG, drawn as the page draws, and with nothing in them that a seat may not know."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from xml.etree import ElementTree as Xml

import pytest

import dnup
from dnup.cards.deck import load_deck
from dnup.pictures.drawing import Drawing, _art
from dnup.pictures.scenes import draw_table
from tests.need import need_program
from tests.random_play import DECKS, Play
from tools.page import card_art

SVG = "{http://www.w3.org/2000/svg}"
PLAYS = [Play(deck, players, seed=players, length=9 * players) for deck in DECKS for players in (2, 3, 5)]


def pictures() -> Iterator[tuple[str, str]]:
    for play in PLAYS:
        for position in (play.deal(), play.last):
            for thing in (position, position.view("A"), position.view()):
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
    for position in (dnup.Round.deal(2, 1, deck=deck), dnup.Round.deal(5, 1, deck=deck)):
        for picture in (position.svg(), position.svg("B")):
            root = Xml.fromstring(picture)
            width, height = float(root.get("width", 0)), float(root.get("height", 0))
            cards = re.findall(
                r'transform="translate\(([-\d.]+) ([-\d.]+)\)[^"]*scale\((0?\.\d+)\)"><rect y="3"', picture
            )
            assert len(cards) == sum(position.sizes)
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
    position = play.last
    table = [card for cards in position.table.values() for card in cards]
    assert faces(position.svg()) == shown([*table, *(card for hand in position.hands for card in hand)])
    for seat in (*position.seats, None):
        view = position.view(seat)
        own = -1 if seat is None else position.seats.index(seat)
        known = [card for number, hand in enumerate(view.known) if number != own for card in hand]
        assert faces(view.svg()) == shown([*table, *view.hand, *known])
        backs = view.svg().count('href="#dn-small_back"')
        assert backs == sum(view.sizes) - len(view.hand) - len(known)
        # What the seat cannot know changes nothing.
        other = view.sample(seed=4)
        assert other.view(seat).svg() == view.svg() == (position.svg(seat) if seat else view.svg())


def test_light_and_dark_are_in_one_picture() -> None:
    light, dark = (color for color, _ in _art()["colors"]["mat"])
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


@pytest.mark.parametrize("cards", [13, 16, 20, 25])
def test_every_value_of_a_large_hand_can_be_read(cards: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next card covers at most what is beside a numeral, which is 46 % of a card wide."""
    texts = [str(card.card) for card in load_deck("printed").cards if card.symbol is None]
    hand, rest = texts[:cards], texts[cards:]
    discards = ",".join(rest[1:]) or "-"
    position = f"printed A1 9/500 0,0 - A {','.join(hand)}|{rest[0]} -|-|-|- {discards}"
    placed: list[tuple[float, float, float]] = []

    def note(_self: Drawing, _active: int, _inactive: int, place: str, width: float, **_more: object) -> None:
        found = re.match(r"translate\(([\d.]+) ([\d.]+)\)", place)
        assert found
        placed.append((round(float(found[2])), float(found[1]), width))

    monkeypatch.setattr(Drawing, "card", note)
    draw_table(dnup.parse_position(position).view("A"))
    assert len(placed) == cards
    least = 0.46 if cards <= 20 else 0.4
    for (row, left, width), (next_row, next_left, _) in pairwise(sorted(placed)):
        assert row != next_row or next_left - left >= least * width
