"""A match: rounds until somebody has won it, or it is drawn."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tests.oracle.cards import PRINTED, DeckCard
from tests.oracle.round import SEATS, OracleRound


class OracleMatch:
    """A match in progress. `round` is the current round; once it is over `apply` deals the next one."""

    def __init__(
        self,
        players: int,
        rng: random.Random,
        deck: Sequence[DeckCard] = PRINTED,
        *,
        turn_limit: int = 500,
        stall_limit: int | None = None,
        finish_round: bool = False,
        round_class: type[OracleRound] = OracleRound,
    ) -> None:
        self.round_class = round_class
        self.players = players
        self.rng = rng
        self.deck = deck
        self.turn_limit = turn_limit
        self.stall_limit = stall_limit
        self.finish_round = finish_round
        self.score = [0] * players
        self.rounds: list[OracleRound] = []
        self.abandoned_in_a_row = 0
        self.result: str | None = None
        self.winner: str | None = None
        self.round = self.deal()

    def deal(self) -> OracleRound:
        """R4: before every round all cards are shuffled and dealt."""
        return self.round_class.deal(
            self.players,
            self.rng,
            self.deck,
            first=self.first_seat(len(self.rounds)),
            score=self.score,
            turn_limit=self.turn_limit,
            stall_limit=self.stall_limit,
            finish_round=self.finish_round,
        )

    def first_seat(self, rounds_before: int) -> str:
        """R4: deal order starts at A, and one seat further to the left each round."""
        return SEATS[rounds_before % self.players]

    def apply(self, text: str) -> None:
        self.round.apply(text)
        if self.round.ending is not None:
            self.end_round()

    def end_round(self) -> None:
        """Count the points of the round; then the match is over, or the next round is dealt."""
        self.rounds.append(self.round)
        self.score = [
            total + points for total, points in zip(self.score, self.round.points.values(), strict=True)
        ]
        self.count_abandoned()
        for seat in self.in_order():
            if self.result is None and self.score[SEATS.index(seat)] >= self.target():
                self.result, self.winner = "won", seat
        if self.result is None and self.is_drawn():
            self.result = "drawn"
        if self.result is None:
            self.round = self.deal()

    def in_order(self) -> list[str]:
        """R20: who went out first had the points first, whatever the second one makes in a round that is played on."""
        return self.round.finish

    def target(self) -> int:
        """R20: 4 points; R27: with two players 2 won rounds."""
        return 2 if self.players == 2 else 4

    def count_abandoned(self) -> None:
        """D2: in a row."""
        self.abandoned_in_a_row = self.abandoned_in_a_row + 1 if self.round.ending == "abandoned" else 0

    def is_drawn(self) -> bool:
        """D2: three abandoned rounds in a row."""
        return self.abandoned_in_a_row == 3


def letters(points: int, players: int) -> tuple[int, int]:
    """R21: how many letters of the word are lit, and the points beyond it."""
    lit = points * 2 if players == 2 else points
    return min(lit, 4), max(lit - 4, 0)
