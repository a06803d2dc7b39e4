"""A match looked over: every decision judged by what its player could know, and where the match was won.

It is gone through several times, each time more closely where it matters: so there is something to see at once, and it
becomes more exact. It depends on the record, the seed and the effort alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from dnup.game.move import Move
from dnup.game.round import Round
from dnup.game.view import View
from dnup.kernel.chance import new_stream, split
from dnup.records.positions import RecordedPosition
from dnup.records.record import Record
from dnup.study.account import Account
from dnup.study.appraisal import Appraisal, Worth
from dnup.thinking import appraisal as at
from dnup.thinking.stakes import match_stakes, score_index
from dnup.thinking.tree import NODE_WORDS, RATES

NORMAL: Final = 8000
"""How many tries a decision gets at most unless said: moves in worlds."""

FIRST_LOOK: Final = 8
"""At the first look everything gets an eighth of the tries."""

BRIEFEST: Final = 250
"""With a time to keep, every decision gets so many tries at first, then twice as many, and so on."""

NO_DECISION: Final = 0.01
"""Where all moves are within a point of each other, there was nothing to decide."""

MARKS: Final = ("inaccuracy", "mistake", "blunder")
LIMITS: Final = {2: (0.05, 0.10, 0.15)}
LIMITS_OF_MANY: Final = (0.04, 0.08, 0.12)
"""What a move must cost to get a mark; with more than two players there is less to lose."""

LOSSES: Final = {
    2: {"expert": 0.007, "hard": 0.018, "medium": 0.026, "easy": 0.055, "random": 0.061},
    4: {"expert": 0.004, "hard": 0.010, "medium": 0.020, "easy": 0.040, "random": 0.055},
}
"""What our bots lose a decision, with two players and with more; see docs/study.md."""

Tell = Callable[["Review", float], object]
"""Told how it stands, and which part of the work is done."""


@dataclass(frozen=True, slots=True)
class Judgment:
    """What there is to say of one move.

    >>> record = dnup.play_match(["easy", "hard"], seed=1)
    >>> first = dnup.study.review(record, effort=200).judgments[0]
    >>> first.round_number, first.number, first.seat, str(first.made)
    (1, 1, 'B', 'play 3/6')
    >>> len(first.worths) == len(first.view.legal_moves)
    True
    """

    round_number: int
    number: int
    """Which move of its round it was, from 1 on."""
    seat: str
    made: Move
    worths: tuple[Worth, ...]
    """Of every legal move, the best one first."""
    loss: float
    error: float
    """What the move cost, and the standard error of that."""
    before: tuple[float, ...]
    after: tuple[float, ...]
    """Everyone's chance to win the match with the best move, and with the move made, as who moved could know it."""
    view: View
    tries: int

    @property
    def best(self) -> Move:
        """What was to be done: the move made, if none was better for sure."""
        return self.worths[0].move if self.loss else self.made

    @property
    def is_decision(self) -> bool:
        """Whether it mattered what was done."""
        return len(self.worths) > 1 and self.worths[0].more - self.worths[-1].more > NO_DECISION

    @property
    def mark(self) -> str:
        """`best`, `fine`, `inaccuracy`, `mistake` or `blunder`; `forced` where there was nothing to decide."""
        if not self.is_decision:
            return "forced"
        limits = LIMITS.get(len(self.before), LIMITS_OF_MANY)
        reached = sum(self.loss >= limit for limit in limits)
        return MARKS[reached - 1] if reached else "fine" if self.loss else "best"

    @property
    def only_move(self) -> bool:
        """Whether it was the one good move among several, and it was found."""
        limits = LIMITS.get(len(self.before), LIMITS_OF_MANY)
        others = [worth.more + 2 * worth.error for worth in self.worths if worth.move != self.made]
        return bool(others) and not self.loss and max(others) < -limits[1]

    def to_json(self) -> dict[str, Any]:
        """Everything but the view, as JSON data."""
        return {
            "round": self.round_number,
            "move": self.number,
            "seat": self.seat,
            "made": str(self.made),
            "best": str(self.best),
            "mark": self.mark,
            "only_move": self.only_move,
            "loss": self.loss,
            "error": self.error,
            "before": list(self.before),
            "after": list(self.after),
            "moves": [
                {
                    "move": str(worth.move),
                    "chance": worth.chance,
                    "more": worth.more,
                    "error": worth.error,
                }
                for worth in self.worths
            ],
            "tries": self.tries,
        }


@dataclass(frozen=True, slots=True)
class Rating:
    """How well a seat played: the chance to win the match that it lost, a decision.

    >>> record = dnup.play_match(["random", "hard"], seed=1)
    >>> rating = dnup.study.review(record, effort=200).rating("A")
    >>> rating.decisions > 10, rating.per_decision > 0.02
    (True, True)
    """

    seat: str
    decisions: int
    lost: float
    marks: dict[str, int]
    players: int

    @property
    def per_decision(self) -> float:
        """What it lost a decision."""
        return self.lost / self.decisions if self.decisions else 0.0

    @property
    def like(self) -> str:
        """Which of our bots loses as much."""
        losses = LOSSES[2 if self.players == 2 else 4]
        return min(losses, key=lambda level: abs(losses[level] - self.per_decision))


@dataclass(frozen=True, slots=True)
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
    openings: tuple[tuple[float, ...], ...]
    """Of each round, what every seat's hand was worth to it when it was dealt."""
    worth: tuple[tuple[float, ...], ...]
    """What the score was worth to every seat, before each round and at the end."""

    @property
    def seats(self) -> tuple[str, ...]:
        """Who played, A first."""
        return tuple("ABCDE"[: len(self.record.players)])

    def moments(self, seat: str | None = None) -> list[Judgment]:
        """The moves that mattered, of one seat or of all: what cost most first, then the only good moves found."""
        own = [one for one in self.judgments if seat in (None, one.seat)]
        wrong = sorted((one for one in own if one.mark in MARKS), key=lambda one: -one.loss)
        return wrong + [one for one in own if one.is_decision and one.only_move]

    def rating(self, seat: str) -> Rating:
        """How well a seat played."""
        own = [one for one in self.judgments if one.seat == seat and one.is_decision]
        marks = dict.fromkeys(("best", "fine", *MARKS), 0)
        for one in own:
            marks[one.mark] += 1
        return Rating(seat, len(own), sum(one.loss for one in own), marks, len(self.seats))

    def chances(self, seat: str) -> list[float]:
        """The chance of a seat to win the match after every move and at the end, as it could know it."""
        mine = self.seats.index(seat)
        chances: list[float] = []
        now, number = self.openings[0][mine], 1
        for one in self.judgments:
            if one.round_number != number:
                number = one.round_number
                now = self.openings[number - 1][mine]
            if one.seat == seat:
                now = one.after[mine]
            chances.append(now)
        return [*chances, self.worth[-1][mine]]

    def account(self, seat: str) -> Account:
        """What was luck for a seat, and what was not."""
        mine = self.seats.index(seat)
        cards = decisions = gifts = luck = 0.0
        for number, (opening, before) in enumerate(zip(self.openings, self.worth, strict=False), 1):
            cards += opening[mine] - before[mine]
            now, given = opening[mine], 0.0
            for one in self.judgments:
                if one.round_number != number:
                    continue
                if one.seat != seat:
                    given += one.after[mine] - one.before[mine]
                    continue
                luck += one.before[mine] - now - given
                gifts += given
                decisions += one.after[mine] - one.before[mine]
                now, given = one.after[mine], 0.0
            luck += self.worth[number][mine] - now - given
            gifts += given
        fair = self.worth[0][mine]
        return Account(seat, fair, cards, decisions, gifts, luck, self.worth[-1][mine])

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
            "moves": [one.to_json() for one in self.judgments],
            "accounts": [self.account(seat).to_json() for seat in self.seats],
            "ratings": [
                {
                    "seat": seat,
                    "decisions": rating.decisions,
                    "lost": rating.lost,
                    "per_decision": rating.per_decision,
                    "like": rating.like,
                    "marks": rating.marks,
                }
                for seat in self.seats
                for rating in [self.rating(seat)]
            ],
        }


def review(record: Record, *, effort: int = NORMAL, seed: int = 0, tell: Tell | None = None) -> Review:
    """Judge every move of a match; `tell` hears of it on the way.

    >>> record = dnup.play_match(["easy", "hard"], seed=1)
    >>> review = dnup.study.review(record, effort=200)
    >>> round(review.account("A").result), round(review.account("B").result)
    (0, 1)
    """
    reviewing = Reviewing(record, seed)
    for done in reviewing.think(effort):
        if tell is not None:
            tell(reviewing.review(), done)
    return reviewing.review()


class Reviewing:
    """A review in the making: there is something to see after each step.

    >>> record = dnup.play_match(["easy", "hard"], seed=1)
    >>> reviewing = dnup.study.Reviewing(record, seed=1)
    >>> for done in reviewing.think(100):
    ...     pass
    >>> done, reviewing.review().effort
    (1.0, 100)
    """

    def __init__(self, record: Record, seed: int = 0) -> None:
        self.record = record
        self.seed = seed
        self.effort = 0
        """How many tries every decision has had, unless it was settled sooner."""
        self._positions = list(record.positions())
        self._moves = [position for position in self._positions if position.move is not None]
        self._appraisals = [
            Appraisal(position.view(position.turn), position.move, _seed_of(seed, number))
            for number, position in enumerate(self._moves)
            if position.move is not None
        ]
        self._deals = [
            position.round
            for before, position in zip([None, *self._positions], self._positions, strict=False)
            if before is None or before.round_number != position.round_number
        ]
        self._openings = [match_worth(deal) for deal in self._deals]

    def think(self, effort: int) -> Iterator[float]:
        """Give every decision so many tries, after a first look at them all; yields how far it has come."""
        first, done = -(-effort // FIRST_LOOK), 0
        steps = 2 * (len(self._appraisals) + len(self._deals))
        for tries in (first, effort):
            for _ in self._go_through(tries):
                done += 1
                yield done / steps

    def think_for(self, seconds: float) -> Iterator[float]:
        """Think for so long, at least once about everything."""
        began, tries = time.perf_counter(), BRIEFEST
        while True:
            for _ in self._go_through(tries):
                spent = (time.perf_counter() - began) / seconds
                yield min(1.0, spent)
                if spent >= 1.0 and self.effort:
                    return
            tries *= 2

    def _go_through(self, tries: int) -> Iterator[None]:
        """Bring everything to so many tries, what seems to have cost most first."""
        order = self._appraisals
        if self.effort:
            order = sorted(self._appraisals, key=lambda one: -one.best.more)
        for appraisal in order:
            appraisal.think(tries)
            yield
        for number, deal in enumerate(self._deals):
            self._openings[number] = self._open(deal, number, tries)
            yield
        self.effort = tries

    def _open(self, deal: Round, number: int, tries: int) -> tuple[float, ...]:
        """What the hand of each seat is worth to it."""
        return tuple(
            _worth_of_hand(deal.view(seat), index, tries, _seed_of(self.seed, -1 - 5 * number - index))
            for index, seat in enumerate(deal.seats)
        )

    def review(self) -> Review:
        """As far as it has come."""
        judgments = tuple(
            _judgment(position, appraisal, number)
            for (position, number), appraisal in zip(self._numbered(), self._appraisals, strict=True)
        )
        worth = [match_worth(deal) for deal in self._deals]
        worth.append(_result(self.record, self._positions[-1].round))
        return Review(self.record, self.seed, self.effort, judgments, tuple(self._openings), tuple(worth))

    def _numbered(self) -> Iterator[tuple[RecordedPosition, int]]:
        round_number = number = 0
        for position in self._moves:
            number = number + 1 if position.round_number == round_number else 1
            round_number = position.round_number
            yield position, number


def _judgment(position: RecordedPosition, appraisal: Appraisal, number: int) -> Judgment:
    best = appraisal.best
    return Judgment(
        position.round_number,
        number,
        position.turn or "",
        appraisal.made,
        appraisal.worths,
        appraisal.loss,
        best.error,
        appraisal.chances_at_best,
        appraisal.chances,
        appraisal.view,
        appraisal.tries,
    )


def _seed_of(seed: int, number: int) -> int:
    return int(split(np.uint64(seed), number))


def match_worth(round: Round) -> tuple[float, ...]:
    """What the score is worth to every seat, with the points of this round."""
    return tuple(match_stakes(round.players)[score_index(round._words)].tolist())


def _result(record: Record, end: Round) -> tuple[float, ...]:
    if record.winner is not None:
        return tuple(float("ABCDE"[seat] == record.winner) for seat in range(len(record.players)))
    return match_worth(end)


def _worth_of_hand(view: View, seat: int, tries: int, seed: int) -> float:
    """The chance of a seat to win the match with the hand it was dealt."""
    account = np.zeros(at.ACCOUNT, np.float64)
    tree, rates = np.zeros((4 * tries + 2, NODE_WORDS), np.int64), np.zeros((4 * tries + 2, RATES))
    stakes = match_stakes(view.players)
    at.appraise_view(
        view._packed.words, view._words, new_stream(seed), stakes, tree, rates, 1, account, tries
    )
    return float(account[at.WORTH + seat] / account[at.TRIED])
