"""Mutants of the decisions: D1 to D5."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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
    def end_of_action(self, gone: int) -> None:
        if self.limit_reached():
            self.ending = "abandoned"
        super().end_of_action(gone)


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


@breaks("D5")
class CirclesGoOn(OracleRound):
    def in_circles(self) -> bool:
        return False


@breaks("D5")
class CirclesEndOneActionLater(OracleRound):
    def in_circles(self) -> bool:
        return self.stall_limit > 0 and self.stalled > self.stall_limit


@breaks("D5")
class NoLimitEndsAtOnce(OracleRound):
    def in_circles(self) -> bool:
        return self.stalled >= self.stall_limit


@breaks("D5")
class AllPlayersTogetherHaveForty(OracleRound):
    def usual_stall_limit(self) -> int:
        return 40


@breaks("D5")
class StalledActionsNeedNotBeInARow(OracleRound):
    def count_stalled(self, gone: int) -> None:
        before = self.stalled
        super().count_stalled(gone)
        self.stalled = self.stalled or before


@breaks("D5")
class OnlyTheOpeningOfATurnDiscards(OracleRound):
    def end_of_action(self, gone: int) -> None:
        super().end_of_action(self.gone())


@breaks("D5")
class OnlyTheActionDiscards(OracleRound):
    def next_turn(self) -> None:
        before = self.gone()
        super().next_turn()
        self.opened = self.gone() - before

    def count_stalled(self, gone: int) -> None:
        super().count_stalled(gone + self.opened)


@breaks("D5")
class PassingOverDiscardsNothing(OracleRound):
    def gone(self) -> int:
        return super().gone() - len(self.passed_over) if self.finish else super().gone()

    def start_turn(self, slot: str) -> None:
        if self.owner(slot) in self.finish:
            self.passed_over = [*self.passed_over, *self.slots[slot]]
        super().start_turn(slot)

    passed_over: Sequence[Card] = ()


@breaks("D5")
class BeatenSetsCountAsDiscards(OracleRound):
    def beaten(self, slot: str) -> None:
        super().beaten(slot)
        self.beat_one = True

    def count_stalled(self, gone: int) -> None:
        super().count_stalled(gone - self.beat_one)
        self.beat_one = False

    beat_one = False


@breaks("D5")
class CirclesEndWhatHasEnded(OracleRound):
    def end_of_action(self, gone: int) -> None:
        if self.gone() == gone and 0 < self.stall_limit <= self.stalled + 1:
            self.ending = "abandoned"
        super().end_of_action(gone)


@breaks("D5")
class CirclesScoreNothing(OracleRound):
    def abandon(self) -> None:
        super().abandon()
        if self.in_circles():
            self.points = dict.fromkeys(self.seats, 0)


@breaks("D5")
class CirclesDoNotCountAsAbandoned(OracleMatch):
    def count_abandoned(self) -> None:
        if not self.round.in_circles():
            super().count_abandoned()
