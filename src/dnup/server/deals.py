"""Deals nobody can foresee or change: from the operating system's randomness, committed to before the first move."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Protocol

from dnup.cards import Card, format_hand
from dnup.commitment import commitment
from dnup.deck import Deck


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
    random = secrets.SystemRandom()
    cards = [deck.cards[index] for index in deck.in_play(players)]
    random.shuffle(cards)
    hands: list[list[Card]] = [[] for _ in range(players)]
    for number, card in enumerate(cards):
        face = Card(card.low, card.high)
        hands[(first + number) % players].append(face.turned if random.getrandbits(1) else face)
    return Deal(tuple(map(format_hand, hands)), secrets.token_hex(32))
