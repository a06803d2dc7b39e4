"""What the cards are: R1, R2 and the data behind R3."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple


class Card(NamedTuple):
    """R1: a card as it lies or is held, with its active and its inactive value."""

    active: int
    inactive: int

    def __str__(self) -> str:
        return f"{self.active}/{self.inactive}"

    @property
    def turned(self) -> Card:
        """R1: turned by 180 degrees, the two values swap."""
        return Card(self.inactive, self.active)

    @property
    def upright(self) -> Card:
        """The card regardless of the way up: the lower value first."""
        return Card(min(self), max(self))


class DeckCard(NamedTuple):
    """R2: a card of the deck, with its set-up symbol ("" when it has none) and its star."""

    card: Card
    symbol: str = ""
    star: bool = False


@cache
def parse_card(text: str) -> Card:
    active, inactive = text.split("/")
    return Card(int(active), int(inactive))


@cache
def cards_text(cards: tuple[Card, ...]) -> str:
    return " ".join(str(card) for card in cards)


def parse_cards(text: str) -> list[Card]:
    return [parse_card(word) for word in text.split()]


def upright_sorted(cards: Iterable[Card]) -> list[Card]:
    return sorted(card.upright for card in cards)


def parse_deck(entries: Iterable[str]) -> tuple[DeckCard, ...]:
    """Entries such as "1/5*" (the star), "1/6" and "1/3 happy" (a set-up symbol)."""
    deck = []
    for entry in entries:
        name, _, symbol = entry.partition(" ")
        deck.append(DeckCard(parse_card(name.rstrip("*")), symbol, name.endswith("*")))
    return tuple(deck)


def _deck(plain: str, **groups: str) -> tuple[DeckCard, ...]:
    entries = plain.split()
    for symbol, names in groups.items():
        entries += [f"{name} {symbol}" for name in names.split()]
    return parse_deck(entries)


PRINTED: Sequence[DeckCard] = _deck(
    "1/5* 1/6 1/6 1/7 1/7 1/8 1/9 2/4 2/4 2/5 2/5 2/6 2/9 2/10 3/4 3/5 3/6 3/7 3/8 3/9 4/6 4/7 4/8 5/7 5/8 6/7",
    happy="1/10 2/8 3/6 4/5",
    neutral="1/8 1/9 2/6 2/7 3/4 3/5",
    sad="3/10 4/9 5/8 6/7",
)
BALANCED: Sequence[DeckCard] = _deck(
    "1/5* 1/6 2/4 2/5 3/4 3/9 6/8 7/8 7/9 1/7 1/8 2/6 2/7 3/5 3/6 4/5 4/9 8/9",
    happy="1/3 1/4 2/3 2/9 4/8 5/7 5/8 6/7 6/9",
    neutral="1/2 1/9 2/8 3/7 3/8 4/6 4/7 5/6 5/9",
    sad="1/9 2/8 3/7 4/6",
)

# R3: the symbols whose cards stay in the box, by number of players.
REMOVED: dict[int, tuple[str, ...]] = {
    5: (),
    4: ("sad",),
    3: ("sad", "neutral"),
    2: ("sad", "neutral", "happy"),
}
