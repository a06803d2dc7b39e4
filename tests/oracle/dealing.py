"""From the box to the hands: R1 to R4."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tests.oracle.cards import REMOVED, Card, DeckCard


class Dealing:
    """The steps of a deal, each for a mutant to override."""

    @classmethod
    def printed(cls, deck: Sequence[DeckCard]) -> Sequence[DeckCard]:
        """R1: the deck as it comes out of the box."""
        return deck

    @classmethod
    def star_card(cls, deck: Sequence[DeckCard]) -> Card:
        """R2: the one card with the star."""
        return next(entry.card for entry in deck if entry.star)

    @classmethod
    def cards_in_use(cls, deck: Sequence[DeckCard], players: int) -> list[Card]:
        """R3: the cards whose symbol does not leave at this number of players."""
        return [entry.card for entry in deck if entry.symbol not in REMOVED[players]]

    @classmethod
    def dealt_way_up(cls, card: Card, rng: random.Random) -> Card:
        """R4: each way up is equally likely."""
        return card.turned if rng.random() < 0.5 else card

    @classmethod
    def hand_out(cls, cards: Sequence[Card], players: int, first: int) -> list[list[Card]]:
        """R4: one card at a time in deal order, so the first seats get one more when it does not divide."""
        hands: list[list[Card]] = [[] for _ in range(players)]
        for number, card in enumerate(cards):
            hands[(first + number) % players].append(card)
        return hands
