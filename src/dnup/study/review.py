"""A review in the making.

The match is gone through several times, each time more closely where it matters: so there is something to see at once,
and it becomes more exact. What comes out depends on the record, the seed and the effort alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Final

import numpy as np

from dnup.bots.believing import imagine
from dnup.game.round import Round
from dnup.kernel.chance import new_stream, split
from dnup.kernel.layout import Words
from dnup.records.record import Record
from dnup.study.appraisal import Appraisal, Comparison, HandAppraisal, telling, true_worlds
from dnup.study.judgment import Believed, Judgment
from dnup.study.manners import Manners
from dnup.study.summary import Review
from dnup.thinking import judging
from dnup.thinking.stakes import match_stakes, score_index

NORMAL: Final = 8000
"""How many tries a decision gets at most unless said: moves in worlds."""

FIRST_LOOK: Final = 8
"""At the first look everything gets an eighth of the tries."""

BRIEFEST: Final = 250
"""With a time to keep, every decision gets so many tries at first, then twice as many, and so on."""

Tell = Callable[[Review, float], object]
"""Told how it stands, and which part of the work is done."""


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
        self._deals: list[Round] = []
        self._appraisals: list[Appraisal] = []
        self._opened: list[Appraisal] = []
        self._comparisons: list[Comparison] = []
        self._places: list[tuple[int, int]] = []
        number, end = 0, None
        for position in record.positions():
            end = position.round
            if position.round_number > len(self._deals):
                self._deals.append(end)
                number = 0
            if position.move is not None:
                number += 1
                view, at = position.view(position.turn), len(self._appraisals)
                self._appraisals.append(Appraisal(view, position.move, _seed_of(seed, at)))
                drawn, truth = _seed_of(seed, judging.OPENED + at), true_worlds(view, end)
                self._opened.append(Appraisal(view, position.move, drawn, truth))
                weighed = _seed_of(seed, judging.WEIGHED + at)
                self._comparisons.append(Comparison(view, position.move, weighed))
                self._places.append((position.round_number, number))
        self._hands = [
            HandAppraisal(deal.view(seat), _seed_of(seed, judging.OPENINGS + len(deal.seats) * at + index))
            for at, deal in enumerate(self._deals)
            for index, seat in enumerate(deal.seats)
        ]
        decisions = range(len(self._appraisals))
        self._manners = Manners(
            [one.view for one in self._appraisals],
            [one.made for one in self._appraisals],
            [one.worlds[0] for one in self._opened],
            [number for number, _ in self._places],
            [_seed_of(seed, judging.MANNERED + at) for at in decisions],
        )
        self._believed: list[Believed | None] = [None] * len(self._appraisals)
        self._worth = [match_worth(deal) for deal in self._deals]
        self._worth.append(_result(record, end))

    def think(self, effort: int, *, verdicts: bool = True) -> Iterator[float]:
        """Give every decision so many tries, after a first look at them all; yields how far it has come.

        Without `verdicts` moves are judged by what could be known only, and all else is the same.
        """
        first = -(-effort // FIRST_LOOK)
        steps = (6 if verdicts else 4) * len(self._appraisals) + 2 * len(self._hands)
        parts = (
            self._go_through(first),
            self._weigh(effort),
            self._go_through(effort),
            self._judge_again(first) if verdicts else iter(()),
        )
        for done, _ in enumerate(chain(*parts), 1):
            yield done / steps

    def think_of_luck(self, effort: int) -> None:
        """Find out only what the account needs, as well as `think` would: quicker by far."""
        for hand in self._hands:
            hand.think(effort)
        for _ in self._weigh(effort):
            pass

    def think_for(self, seconds: float) -> Iterator[float]:
        """Think for so long, at least once about everything."""
        began, tries = time.perf_counter(), BRIEFEST
        while True:
            for _ in chain(self._go_through(tries), self._weigh(tries)):
                spent = (time.perf_counter() - began) / seconds
                yield min(1.0, spent)
                if spent >= 1.0 and self.effort:
                    return
            tries *= 2

    def _go_through(self, tries: int) -> Iterator[None]:
        """Bring everything to so many tries, what seems to have cost most first."""
        order = self._appraisals
        if self.effort:
            order = sorted(self._appraisals, key=lambda one: -one.lead)
        for appraisal in order:
            appraisal.think(tries)
            yield
        for hand in self._hands:
            hand.think(tries)
            yield
        self.effort = tries

    def _weigh(self, tries: int) -> Iterator[None]:
        """Compare everything with usual play, in the worlds that moves of just these others speak for."""
        yield from self._manners.look(-(-tries // judging.TRIES_A_LOOK))
        for at, comparison in enumerate(self._comparisons):
            worlds = self._manners.imagine(at, _seed_of(self.seed, judging.IMAGINED + at))
            comparison.think(-(-tries // judging.WORLDS_A_TRY), worlds)
            yield

    def _judge_again(self, tries: int) -> Iterator[None]:
        """Judge everything with all cards open, and by what could be read from the others' moves."""
        for at, opened in enumerate(self._opened):
            opened.think(tries)
            yield
            self._believed[at] = self._believe(at, tries)
            yield

    def _believe(self, at: int, tries: int) -> Believed | None:
        """What a move cost to who reads the others' moves; if it seems wrong only so, that is looked at closely."""
        plain, worlds = self._appraisals[at], self._imagined(at)
        if not len(worlds):
            return None
        appraisal = Appraisal(plain.view, plain.made, _seed_of(self.seed, judging.BELIEVED + at), worlds)
        appraisal.think(tries)
        if not appraisal.is_wrong or plain.is_wrong:
            return Believed.of(appraisal)
        appraisal.think(FIRST_LOOK * tries)
        said = Believed.of(appraisal)
        if not appraisal.is_wrong:
            return said
        told = telling(plain.view, plain.made, said.best, _seed_of(self.seed, judging.BELIEVED + at))
        history = plain.view.history
        return (
            said
            if told is None or history is None
            else replace(said, told=history[told], told_number=told + 1)
        )

    def _imagined(self, at: int) -> Words:
        """The worlds that the others' moves speak for, at a decision."""
        return imagine(self._appraisals[at].view, new_stream(_seed_of(self.seed, judging.IMAGINED + at)))

    def review(self) -> Review:
        """As far as it has come."""
        judgments = tuple(
            Judgment.of(appraisal, *place, opened, believed)
            for appraisal, place, opened, believed in zip(
                self._appraisals, self._places, self._opened, self._believed, strict=True
            )
        )
        said = np.array([one.judgment for one in self._appraisals]).reshape(-1, judging.JUDGMENT)
        for row, comparison in zip(said, self._comparisons, strict=True):
            judging.judge_usual(comparison.trial, len(self.record.players), row)
        said[:, judging.ROUND] = [number - 1 for number, _ in self._places]
        players = len(self.record.players)
        chances = [hand.chance for hand in self._hands]
        errors = [hand.error for hand in self._hands]
        rows = range(0, len(self._hands), players)
        return Review(
            self.record,
            self.seed,
            self.effort,
            judgments,
            tuple(tuple(chances[row : row + players]) for row in rows),
            tuple(tuple(errors[row : row + players]) for row in rows),
            tuple(self._worth),
            said,
        )


def _seed_of(seed: int, number: int) -> int:
    return int(split(np.uint64(seed), number))


def match_worth(round: Round) -> tuple[float, ...]:
    """What the score is worth to every seat, with the points of this round."""
    return tuple(match_stakes(round.players)[score_index(round._words)].tolist())


def _result(record: Record, end: Round | None) -> tuple[float, ...]:
    if record.winner is not None or end is None:
        return tuple(float("ABCDE"[seat] == record.winner) for seat in range(len(record.players)))
    return match_worth(end)
