"""Mutants of a turn: R8 to R16."""

from __future__ import annotations

from collections.abc import Iterable

from tests.mutants.registry import breaks
from tests.oracle import Card, OracleRound


@breaks("R8")
class OwnSetStays(OracleRound):
    def start_turn(self, slot: str) -> None:
        pass


@breaks("R8")
class OwnSetReturnsToTheHand(OracleRound):
    def start_turn(self, slot: str) -> None:
        self.into_hand(self.owner(slot), self.pick_up(slot))


@breaks("R9")
class PassIsAllowed(OracleRound):
    def moves(self) -> list[str]:
        return [*super().moves(), "pass"]

    def other_action(self, verb: str, words: list[str]) -> None:
        pass


@breaks("R9")
class RotateOnlyWhenNothingElseIsPossible(OracleRound):
    def rotations(self) -> list[str]:
        return [] if self.plays() or self.takes() else ["rotate"]


@breaks("R9")
class TwoActionsATurn(OracleRound):
    def next_turn(self) -> None:
        if self.actions % 2 == 0:
            super().next_turn()


@breaks("R10")
class EqualValueBeats(OracleRound):
    def beats(self, value: int, rival: str) -> bool:
        return value >= self.set_value(self.slots[rival])


@breaks("R10")
class LowerValueBeats(OracleRound):
    def beats(self, value: int, rival: str) -> bool:
        return value < self.set_value(self.slots[rival])


@breaks("R10")
class AllCardsOfAValueMustBePlayed(OracleRound):
    def play_sizes(self, held: int) -> Iterable[int]:
        return [held]


@breaks("R10")
class SetsOfEverySizeMatter(OracleRound):
    def rivals(self, size: int, besides: str | None) -> list[str]:
        if besides is None:  # when a play is judged
            return [slot for slot, cards in self.slots.items() if cards]
        return super().rivals(size, besides)


@breaks("R11")
class AnyCardMayBeAdded(OracleRound):
    def matches(self, card: Card, slot: str) -> bool:
        return True


@breaks("R11")
class GrownSetNeedNotBeatAnything(OracleRound):
    def fits_grown(self, value: int, size: int, slot: str) -> bool:
        return True


@breaks("R11")
class GrownSetMayBeEqual(OracleRound):
    def fits_grown(self, value: int, size: int, slot: str) -> bool:
        return all(value >= self.set_value(self.slots[rival]) for rival in self.rivals(size, slot))


@breaks("R11")
class GrownSetBelongsToTheAdder(OracleRound):
    def add(self, card: Card, slot: str) -> None:
        self.slots[self.turn or ""] = self.pick_up(slot)
        super().add(card, self.turn or "")


@breaks("R12")
class OneCardIsTaken(OracleRound):
    def take(self, slot: str) -> None:
        self.into_hand(self.mover(), [self.slots[slot].pop()])


@breaks("R12")
class OnlyTheNextPlayersSetIsTaken(OracleRound):
    def takeable(self) -> list[str]:
        return [slot for slot in super().takeable() if slot == self.following(self.turn or "")]


@breaks("R13")
class OneCardIsRotated(OracleRound):
    def rotate(self) -> None:
        hand = self.hands[self.mover()]
        hand[0] = hand[0].turned


@breaks("R13")
class EverybodyRotates(OracleRound):
    def rotate(self) -> None:
        for seat in self.seats:
            self.hands[seat] = [card.turned for card in self.hands[seat]]


@breaks("R14")
class BeatenSetGoesToTheWinner(OracleRound):
    def beaten_goes_to(self, slot: str) -> str:
        return self.mover()


@breaks("R14")
class BeatenSetGoesToWhoAdded(OracleRound):
    adder: str | None = None

    def add(self, card: Card, slot: str) -> None:
        self.adder = self.mover()
        super().add(card, slot)

    def beaten_goes_to(self, slot: str) -> str:
        return self.adder or self.owner(slot)


@breaks("R15")
class CardsAreNotTurned(OracleRound):
    def golden(self, card: Card) -> Card:
        return card


@breaks("R15")
class TakenCardsAreNotTurned(OracleRound):
    def take(self, slot: str) -> None:
        self.into_hand(self.mover(), [card.turned for card in self.pick_up(slot)])


@breaks("R15")
class BeatenCardsAreNotTurned(OracleRound):
    def beaten(self, slot: str) -> None:
        self.into_hand(self.owner(slot), [card.turned for card in self.pick_up(slot)])


@breaks("R16")
class BeatenSetsStay(OracleRound):
    def beaten(self, slot: str) -> None:
        pass
