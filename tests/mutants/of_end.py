"""Mutants of the end of a round and of the game: R17 to R21."""

from __future__ import annotations

from tests.adapters import OracleRules
from tests.mutants.registry import MUTANTS, Mutant, breaks
from tests.oracle import Card, OracleMatch, OracleRound, letters


@breaks("R17")
class FirstOutScoresThree(OracleRound):
    def points_for_place(self, place: int) -> int:
        return 3 if place == 1 else super().points_for_place(place)


@breaks("R17")
class WhoIsOutKeepsTakingTurns(OracleRound):
    def takes_turns(self, seat: str) -> bool:
        return True


@breaks("R17")
class SetOfWhoIsOutGoesAtOnce(OracleRound):
    def go_out(self, seat: str) -> None:
        super().go_out(seat)
        self.discard(seat)


@breaks("R17")
class SetOfWhoIsOutStays(OracleRound):
    def start_turn(self, slot: str) -> None:
        if self.takes_turns(self.owner(slot)):
            super().start_turn(slot)


@breaks("R17")
class NobodyGoesOutByAdding(OracleRound):
    def add(self, card: Card, slot: str) -> None:
        finish, points = list(self.finish), dict(self.points)
        super().add(card, slot)
        self.finish, self.points, self.ending = finish, points, None


@breaks("R18")
class BeatenSetOfWhoIsOutReturns(OracleRound):
    def beaten(self, slot: str) -> None:
        self.into_hand(self.owner(slot), self.pick_up(slot))


@breaks("R18")
class SetOfWhoIsOutCannotBeTaken(OracleRound):
    def takeable(self) -> list[str]:
        return [slot for slot in super().takeable() if self.owner(slot) not in self.finish]


@breaks("R18")
class SetOfWhoIsOutCannotBeAddedTo(OracleRound):
    def addable(self) -> list[str]:
        return [slot for slot in super().addable() if self.owner(slot) not in self.finish]


@breaks("R18")
class SetOfWhoIsOutDoesNotConflict(OracleRound):
    def rivals(self, size: int, besides: str | None) -> list[str]:
        return [slot for slot in super().rivals(size, besides) if self.owner(slot) not in self.finish]


@breaks("R19")
class SecondOutScoresNothing(OracleRound):
    def points_for_place(self, place: int) -> int:
        return 0 if place == 2 else super().points_for_place(place)


@breaks("R19")
class RoundGoesOnAfterTheSecond(OracleRound):
    def places(self) -> int:
        return len(self.seats)


@breaks("R20")
class FivePointsWin(OracleRound):
    def wins_the_match(self, seat: str) -> bool:
        return self.score[seat] + self.points[seat] >= 5


@breaks("R20")
class ThreePointsWin(OracleRound):
    def wins_the_match(self, seat: str) -> bool:
        return self.score[seat] + self.points[seat] >= 3


@breaks("R20")
class WonOnlyAtTheEndOfARound(OracleRound):
    def wins_the_match(self, seat: str) -> bool:
        return False


@breaks("R20")
class RoundsAreAlwaysPlayedOn(OracleRound):
    def is_played_on(self) -> bool:
        return True


@breaks("R20")
class RoundsAreNeverPlayedOn(OracleRound):
    def is_played_on(self) -> bool:
        return False


@breaks("R20")
class SecondToFourPointsWins(OracleMatch):
    def in_order(self) -> list[str]:
        return self.round.finish[::-1]


@breaks("R20")
class MatchGoesToThreePoints(OracleMatch):
    def target(self) -> int:
        return 3


@breaks("R20")
class MatchGoesToFivePoints(OracleMatch):
    def target(self) -> int:
        return 5


def _all_alike(points: int, players: int) -> tuple[int, int]:
    return letters(points, 3)


def _no_surplus(points: int, players: int) -> tuple[int, int]:
    return letters(points, players)[0], 0


MUTANTS.append(Mutant("R21", "one letter a won round", OracleRules(count_letters=_all_alike)))
MUTANTS.append(Mutant("R21", "the fifth point is lost", OracleRules(count_letters=_no_surplus)))
