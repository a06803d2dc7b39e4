"""A card as it is held, with an active and an inactive value (R1), and the text of cards and hands."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from dnup.error_text import quoted
from dnup.inputs import as_int
from dnup.kernel import layout

MAX_VALUE: Final = layout.MAX_VALUE
"""The highest value a card can carry; the lowest is 1."""

_CARD = re.compile(r"([1-9][0-9]?)/([1-9][0-9]?)")


class CardError(ValueError):
    """A text or a pair of values that is not a card; the message says what would be one.

    >>> try:
    ...     dnup.parse_card("3/3")
    ... except dnup.CardError as error:
    ...     print(error)
    '3/3' is not a card; its two values must be different, like 3/6
    """


@dataclass(frozen=True, order=True, slots=True)
class Card:
    """A card held one way up, written `active/inactive`.

    Cards compare by active value, then by inactive value. Copies held the same way up are equal (D4).

    >>> card = dnup.Card(3, 6)
    >>> str(card), str(card.turned), card < card.turned
    ('3/6', '6/3', True)
    """

    active: int
    inactive: int

    def __post_init__(self) -> None:
        for name, value in (("active", self.active), ("inactive", self.inactive)):
            number = as_int(value)
            if number is None or not 1 <= number <= MAX_VALUE:
                raise CardError(
                    f"{quoted(str(self))} is not a card; its values must be whole numbers from 1 to "
                    f"{MAX_VALUE}, like 3/6"
                )
            object.__setattr__(self, name, number)
        if self.active == self.inactive:
            raise CardError(f"{quoted(str(self))} is not a card; its two values must be different, like 3/6")

    @property
    def turned(self) -> Card:
        """This card turned 180°: active and inactive value swap (R1)."""
        return Card(self.inactive, self.active)

    def svg(self) -> str:
        """A picture of this card as the page draws it, a whole SVG document."""
        from dnup.pictures.scenes import draw_card  # pictures are above all that they show

        return draw_card(self)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        from dnup.pictures.scenes import draw_card

        return draw_card(self, on_a_page=True)

    def __str__(self) -> str:
        return f"{self.active}/{self.inactive}"


@functools.cache  # there are few cards
def parse_card(text: str) -> Card:
    """The card that a text like `3/6` names; any other text raises `CardError`.

    >>> dnup.parse_card("3/6")
    Card(active=3, inactive=6)
    """
    match = _CARD.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise CardError(
            f"{quoted(text)} is not a card; write two different values from 1 to {MAX_VALUE} with a slash, "
            "like 3/6"
        )
    return Card(int(match[1]), int(match[2]))


def format_card(card: Card) -> str:
    """The text that `parse_card` reads back.

    >>> dnup.format_card(dnup.Card(3, 6))
    '3/6'
    """
    return str(card)


def parse_hand(text: str) -> tuple[Card, ...]:
    """The cards of a text like `1/5 3/4`, ascending, because a hand has no order (R5).

    An empty text is an empty hand.

    >>> dnup.parse_hand("3/6 3/4")
    (Card(active=3, inactive=4), Card(active=3, inactive=6))
    """
    if not isinstance(text, str):
        raise CardError(f"{quoted(text)} is not a hand; write its cards in one text, like 3/4 3/6")
    return tuple(sorted(parse_card(word) for word in text.split()))


def format_hand(cards: Iterable[Card]) -> str:
    """Cards as text, ascending, with spaces between them; `parse_hand` reads it back.

    >>> dnup.format_hand([dnup.Card(3, 6), dnup.Card(3, 4)])
    '3/4 3/6'
    """
    return " ".join(format_card(card) for card in sorted(cards))
