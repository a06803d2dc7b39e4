"""Mutants of the game for two: R22 to R27."""

from __future__ import annotations

from tests.mutants.registry import breaks
from tests.oracle import Card, OracleMatch, OracleRound


@breaks("R22")
class OneSetAPlayer(OracleRound):
    def start_turn(self, slot: str) -> None:
        for other in self.slots:
            if self.owner(other) == self.owner(slot):
                self.discard(other)


@breaks("R22")
class AreaTwoIsToTheRight(OracleRound):
    def slot_names(self) -> list[str]:
        return ["A2", "A1", "B2", "B1"] if len(self.seats) == 2 else super().slot_names()


@breaks("R23")
class PlayersTakeSingleTurns(OracleRound):
    def following(self, slot: str) -> str:
        return {"A1": "B1", "B1": "A2", "A2": "B2", "B2": "A1"}[slot]


@breaks("R23")
class TheOtherAreaIsDiscarded(OracleRound):
    def start_turn(self, slot: str) -> None:
        self.discard(slot.translate({ord("1"): "2", ord("2"): "1"}))


@breaks("R23")
class SetsGoIntoAreaOne(OracleRound):
    def play(self, cards: list[Card]) -> None:
        self.put(cards, self.mover() + "1")


@breaks("R24")
class StarterBeginsWithAreaOne(OracleRound):
    def first_slot(self) -> str:
        return super().first_slot().replace("2", "1")


@breaks("R25")
class OwnSetsDoNotConflict(OracleRound):
    def rivals(self, size: int, besides: str | None) -> list[str]:
        return [slot for slot in super().rivals(size, besides) if self.owner(slot) != self.mover()]


@breaks("R25")
class OwnBeatenSetIsDiscarded(OracleRound):
    def beaten(self, slot: str) -> None:
        if self.owner(slot) == self.mover():
            self.discard(slot)
        else:
            super().beaten(slot)


@breaks("R26")
class OwnSetsMayBeTaken(OracleRound):
    def takeable(self) -> list[str]:
        return [slot for slot, cards in self.slots.items() if cards]


@breaks("R26")
class OwnSetsMayBeAddedTo(OracleRound):
    def addable(self) -> list[str]:
        return [slot for slot, cards in self.slots.items() if cards]


@breaks("R26")
class OnlyAreaOneCanBeReached(OracleRound):
    def opponents_sets(self) -> list[str]:
        return [slot for slot in super().opponents_sets() if slot.endswith("1")]


@breaks("R27")
class RoundForTwoGoesOn(OracleRound):
    def places(self) -> int:
        return 2


@breaks("R27")
class WonRoundCountsTwo(OracleRound):
    def points_for_place(self, place: int) -> int:
        return 2


@breaks("R27")
class OneWonRoundIsEnough(OracleMatch):
    def target(self) -> int:
        return 1


@breaks("R27")
class ThreeWonRoundsAreNeeded(OracleMatch):
    def target(self) -> int:
        return 3
