"""A match, judged: every decision by what its player could know, and where the match was won."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dnup.records.record import Record
from dnup.study.account import Account
from dnup.study.judgment import WRONG, Judgment
from dnup.study.rating import Rating
from dnup.thinking import judging
from dnup.thinking.tree import Rates

Rows = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Review:
    """A match, judged. Chances are of 1.

    >>> record = dnup.play_match(["easy", "hard"], seed=1)
    >>> review = dnup.study.review(record, effort=200)
    >>> worst = review.moments("A")[0]
    >>> worst.seat, worst.loss > 0, worst.best != worst.made
    ('A', True, True)
    """

    record: Record
    seed: int
    effort: int
    judgments: tuple[Judgment, ...]
    openings: Rows
    """Of each round, what every seat's hand was worth to it when it was dealt."""
    doubts: Rows
    """The standard errors of `openings`."""
    worth: Rows
    """What the score was worth to every seat, before each round and at the end."""
    said: Rates
    """The judgments as the kernel writes them."""

    @property
    def seats(self) -> tuple[str, ...]:
        """Who played, A first."""
        return tuple("ABCDE"[: len(self.record.players)])

    def moments(self, seat: str | None = None) -> list[Judgment]:
        """The moves that mattered, of one seat or of all: what cost most first, then the only good moves found.

        Between them is what was wrong only by what others' moves told.
        """
        own = [one for one in self.judgments if seat in (None, one.seat)]
        wrong = sorted((one for one in own if one.mark in WRONG), key=lambda one: -one.loss)
        told = sorted((one for one in own if one.verdict == "told"), key=lambda one: -one.against.loss)
        return wrong + told + [one for one in own if one.only_move and one.verdict != "told"]

    def rating(self, seat: str) -> Rating:
        """How well a seat played."""
        rating = np.zeros(judging.RATING, np.float64)
        judging.rate_play(self.said, self.seats.index(seat), len(self.seats), rating)
        return Rating.of(seat, rating)

    def chances(self, seat: str) -> list[float]:
        """The chance of a seat to win the match after every move and at the end, as it could know it."""
        mine = self.seats.index(seat)
        line = np.zeros(len(self.judgments), np.float64)
        judging.follow_chances(self.said, self._tables[0], mine, line)
        return [*line.tolist(), self.worth[-1][mine]]

    def account(self, seat: str) -> Account:
        """What was luck for a seat, and what was not."""
        account = np.zeros(judging.ACCOUNT, np.float64)
        judging.account_for(self.said, *self._tables, self.seats.index(seat), account)
        return Account(seat, *account.tolist())

    @cached_property
    def _tables(self) -> tuple[Rates, Rates, Rates]:
        return np.array(self.openings), np.array(self.doubts), np.array(self.worth)

    def to_json(self) -> dict[str, Any]:
        """Everything, as JSON data."""
        return {
            "format": "dnup-review",
            "version": 1,
            "seed": self.seed,
            "effort": self.effort,
            "players": list(self.record.players),
            "worth": [list(row) for row in self.worth],
            "openings": [list(row) for row in self.openings],
            "doubts": [list(row) for row in self.doubts],
            "chances": [self.chances(seat) for seat in self.seats],
            "moves": [one.to_json() for one in self.judgments],
            "accounts": [self.account(seat).to_json() for seat in self.seats],
            "ratings": [self.rating(seat).to_json() for seat in self.seats],
        }
