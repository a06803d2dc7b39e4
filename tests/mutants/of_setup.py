"""Mutants of the cards, the deal and the set: R1 to R7."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tests.mutants.registry import breaks
from tests.oracle import Card, DeckCard, OracleMatch, OracleRound


@breaks("R1")
class CardIsMissing(OracleRound):
    @classmethod
    def printed(cls, deck: Sequence[DeckCard]) -> Sequence[DeckCard]:
        return deck[:-1]


@breaks("R1")
class CardWithEqualValues(OracleRound):
    @classmethod
    def printed(cls, deck: Sequence[DeckCard]) -> Sequence[DeckCard]:
        return [*deck[:-1], DeckCard(Card(9, 9), deck[-1].symbol)]


@breaks("R1")
class TurningSwapsNothing(OracleRound):
    def rotate(self) -> None:
        pass


@breaks("R2")
class StarOnAnotherCard(OracleRound):
    @classmethod
    def star_card(cls, deck: Sequence[DeckCard]) -> Card:
        return Card(1, 6)


@breaks("R2")
class SymbolIsMissing(OracleRound):
    @classmethod
    def printed(cls, deck: Sequence[DeckCard]) -> Sequence[DeckCard]:
        return [*deck[:-1], deck[-1]._replace(symbol="")]


@breaks("R3")
class SadCardsStayWithFour(OracleRound):
    @classmethod
    def cards_in_use(cls, deck: Sequence[DeckCard], players: int) -> list[Card]:
        return super().cards_in_use(deck, 5 if players == 4 else players)


@breaks("R3")
class HappyCardsLeaveBeforeNeutral(OracleRound):
    @classmethod
    def cards_in_use(cls, deck: Sequence[DeckCard], players: int) -> list[Card]:
        if players != 3:
            return super().cards_in_use(deck, players)
        return [entry.card for entry in deck if entry.symbol not in ("sad", "happy")]


@breaks("R4")
class OneCardIsNotDealt(OracleRound):
    @classmethod
    def hand_out(cls, cards: Sequence[Card], players: int, first: int) -> list[list[Card]]:
        spare = next(index for index, card in enumerate(cards) if card.upright != (1, 5))
        return super().hand_out([*cards[:spare], *cards[spare + 1 :]], players, first)


@breaks("R4")
class SpareCardsGoToSeatA(OracleRound):
    @classmethod
    def hand_out(cls, cards: Sequence[Card], players: int, first: int) -> list[list[Card]]:
        return super().hand_out(cards, players, 0)


@breaks("R4")
class DealtLowValueUp(OracleRound):
    @classmethod
    def dealt_way_up(cls, card: Card, rng: random.Random) -> Card:
        return card.upright


@breaks("R4")
class SeatAIsDealtFirstAlways(OracleMatch):
    def first_seat(self, rounds_before: int) -> str:
        return "A"


@breaks("R5")
class SingleCardsMayBeTurned(OracleRound):
    def playable(self) -> list[Card]:
        hand = super().playable()
        return hand + [card.turned for card in hand]


@breaks("R5")
class HandsLieOpen(OracleRound):
    def public_at_start(self, seat: str) -> list[Card]:
        return list(self.hands[seat])


@breaks("R6")
class SeatABegins(OracleRound):
    def find_starter(self) -> str:
        return "A"


@breaks("R6")
class CounterClockwise(OracleRound):
    def following(self, slot: str) -> str:
        names = list(self.slots)
        return names[names.index(slot) - 1]


@breaks("R7")
class SetsShareTheInactiveValue(OracleRound):
    def by_value(self, cards: list[Card]) -> dict[int, list[Card]]:
        groups: dict[int, list[Card]] = {}
        for card in sorted(cards):
            groups.setdefault(card.inactive, []).append(card)
        return groups


@breaks("R7")
class ValueIsTheInactiveOne(OracleRound):
    def set_value(self, cards: Sequence[Card]) -> int:
        return cards[0].inactive
