"""Mutants of the decisions: D1 to D4."""

from __future__ import annotations

from collections.abc import Iterable

from tests.mutants.registry import breaks
from tests.oracle import Card, OracleMatch, OracleRound


@breaks("D1")
class EmptyOnlyAfterTheReturn(OracleRound):
    def go_out(self, seat: str) -> None:
        if not self.hands[seat]:
            super().go_out(seat)


@breaks("D2")
class RoundsGoOnForEver(OracleRound):
    def limit_reached(self) -> bool:
        return False


@breaks("D2")
class LimitIsOneActionLater(OracleRound):
    def limit_reached(self) -> bool:
        return self.actions > self.turn_limit


@breaks("D2")
class AbandonedEvenIfEnded(OracleRound):
    def end_of_action(self) -> None:
        if self.limit_reached():
            self.ending = "abandoned"
        super().end_of_action()


@breaks("D2")
class AbandonedRoundScoresNothing(OracleRound):
    def abandon(self) -> None:
        super().abandon()
        self.points = dict.fromkeys(self.seats, 0)


@breaks("D2")
class TwoAbandonedRoundsDraw(OracleMatch):
    def is_drawn(self) -> bool:
        return self.abandoned_in_a_row == 2


@breaks("D2")
class FourAbandonedRoundsDraw(OracleMatch):
    def is_drawn(self) -> bool:
        return self.abandoned_in_a_row == 4


@breaks("D2")
class AbandonedRoundsNeedNotBeInARow(OracleMatch):
    def count_abandoned(self) -> None:
        self.abandoned_in_a_row += self.round.ending == "abandoned"


@breaks("D3")
class ShownCardsAreForgotten(OracleRound):
    def remember(self, seat: str, card: Card) -> None:
        pass


@breaks("D3")
class RotationLosesTrack(OracleRound):
    def rotate(self) -> None:
        known = self.public[self.mover()]
        super().rotate()
        self.public[self.mover()] = known


@breaks("D3")
class PlayedCardsAreStillSoughtInTheHand(OracleRound):
    def forget(self, seat: str, card: Card) -> None:
        pass


@breaks("D3")
class DiscardsAreUnseen(OracleRound):
    def unseen(self, seat: str) -> list[Card]:
        return sorted(super().unseen(seat) + [card.upright for card in self.discards])


@breaks("D3")
class StarIsAnybodys(OracleRound):
    def star_seat(self) -> str | None:
        return None


@breaks("D3")
class StarIsNeverForgotten(OracleRound):
    def star_seat(self) -> str | None:
        return self.starter


@breaks("D3")
class EverybodySeesEverything(OracleRound):
    def known(self, seat: str) -> list[Card]:
        return self.hands[seat]


@breaks("D4")
class CopiesAreTwoMoves(OracleRound):
    def distinct(self, choices: Iterable[tuple[Card, ...]]) -> Iterable[tuple[Card, ...]]:
        return list(choices)

    def distinct_texts(self, texts: list[str]) -> Iterable[str]:
        return texts


@breaks("D4")
class CopiesAreOneMoveEitherWayUp(OracleRound):
    def playable(self) -> list[Card]:
        hand = super().playable()
        return [card for card in hand if card == card.upright or card.upright not in hand]


@breaks("D4")
class UnknownCopyLeavesFirst(OracleRound):
    def forget(self, seat: str, card: Card) -> None:
        if self.hands[seat].count(card) < self.public[seat].count(card):
            super().forget(seat, card)


@breaks("D4")
class KnownCopyLeavesEitherWayUp(OracleRound):
    def forget(self, seat: str, card: Card) -> None:
        super().forget(seat, card if card in self.public[seat] else card.turned)
