"""Deals nobody can foresee or change: from the operating system's randomness, committed to before the first move."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Protocol

from dnup.commitment import commitment
from dnup.deck import Deck
from dnup.kernel.layout import CARDS, MAX_CARDS
from dnup.tables import tables_of


@dataclass(frozen=True, slots=True)
class Deal:
    """The hands of a round as texts, seat A's first, and the salt that hides them in their commitment."""

    hands: tuple[str, ...]
    salt: str

    @property
    def commitment(self) -> str:
        """The promise that is shown before the first move."""
        return commitment(self.salt, self.hands)


class Dealer(Protocol):
    """Whoever deals: the operating system's randomness, or in tests a script."""

    def __call__(self, deck: Deck, players: int, first: int) -> Deal: ...


def deal(deck: Deck, players: int, first: int) -> Deal:
    """Shuffle and deal all cards in play, each way up equally likely; seat number `first` gets the first one (R4)."""
    cards = list(deck.in_play(players))
    # One large number for all choices: the system is asked once. No order is more likely than another by more than
    # one in 2**200, as there are fewer than 2**250 orders of 56 cards.
    chance = secrets.randbits(512)
    turned = chance & CARDS
    chance >>= MAX_CARDS
    hands = [0] * players
    for number in range(len(cards)):
        chance, drawn = divmod(chance, len(cards))
        hands[(first + number) % players] |= 1 << cards.pop(drawn)
    tables = tables_of(deck, players)
    return Deal(tuple(tables.text(hand, turned) for hand in hands), secrets.token_hex(32))
