"""The report of an arena: results of each bot with confidence intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from dnup.arena.game import GameResult
from dnup.arena.intervals import Interval, control_variate, ratio, share
from dnup.arena.lineups import seatings_per_deal
from dnup.arena.rating import Rating, rate
from dnup.arena.settings import Settings
from dnup.arena.times import MoveTimes
from dnup.game.seats import SEATS


@dataclass(frozen=True)
class BotReport:
    """The results of one bot. A bot with several seats of a game counts once for each of them.

    `won` is the share of games won, in an arena of rounds that of rounds in which it was out first. `alone` is the
    same over the games in which it was alone against another bot on all the other seats, with two bots and more
    seats; `head_to_head` is its share of the games that one of two bots won.

    >>> import dnup.arena
    >>> settings = dnup.arena.Settings.of(["greedy", "random"], players=2, single_rounds=True, seed=1)
    >>> best = dnup.arena.run(settings, games=40, workers=1).bots[0]
    >>> best.name, best.seats, best.won.mean > 0.5
    ('greedy', 40, True)
    """

    name: str
    seats: int
    wins: int
    won: Interval | None
    points: Interval | None
    alone: Interval | None
    head_to_head: Interval | None
    rating: Rating
    times: MoveTimes
    faults: Counter[str]
    last_words: str
    without_luck: Interval | None = None
    """The share won with luck as a control variate, if luck was estimated."""

    def to_json(self) -> dict[str, Any]:
        """This bot's part of the report as JSON data."""
        times = self.times
        return {
            "bot": self.name,
            "seats": self.seats,
            "wins": self.wins,
            "won": _interval(self.won),
            "points_a_round": _interval(self.points),
            "alone": _interval(self.alone),
            "head_to_head": _interval(self.head_to_head),
            "rating": asdict(self.rating),
            "moves": times.moves,
            "seconds_a_move": {
                "mean": times.mean,
                "p95": times.quantile(0.95),
                "longest": times.longest,
            },
            "faults": dict(self.faults),
            "last_words": self.last_words,
            **({} if self.without_luck is None else {"without_luck": _interval(self.without_luck)}),
        }


@dataclass(frozen=True)
class Report:
    """The whole arena; the best rating comes first. As a text it is the table of `dnup arena`, in a notebook, too.

    With three and more bots, `payoffs` says how each did against each: in row i and column j the share of games that
    bot i won, of those that one of bots i and j won and both played. It has the order of `bots`, and None where two
    have not met.

    >>> import dnup.arena
    >>> settings = dnup.arena.Settings.of(["greedy", "random"], players=2, single_rounds=True, seed=1)
    >>> report = dnup.arena.run(settings, games=40, workers=1)
    >>> report.games, report.deals, [bot.name for bot in report.bots]
    (40, 20, ['greedy', 'random'])
    >>> print(report)
    40 rounds of 2 players
    ...
    """

    settings: Settings
    games: int
    deals: int
    rounds: int
    drawn: int
    abandoned: int
    bots: tuple[BotReport, ...]
    payoffs: tuple[tuple[Interval | None, ...], ...] = ()

    @classmethod
    def of(cls, settings: Settings, results: Sequence[GameResult]) -> Report:
        """The report on these games, as far as their deals have been played with all seatings."""
        size = seatings_per_deal(*settings.shape, settings.alone)
        results = results[: len(results) // size * size]
        ratings = rate(len(settings.bots), results)
        bots = [_Count(settings, results, bot).report(rating) for bot, rating in enumerate(ratings)]
        order = sorted(range(len(bots)), key=lambda bot: -bots[bot].rating.mu)
        return cls(
            settings=settings,
            games=len(results),
            deals=len(results) // size,
            rounds=sum(result.rounds for result in results),
            drawn=sum(result.result == "drawn" for result in results),
            abandoned=sum(result.abandoned for result in results),
            bots=tuple(bots[bot] for bot in order),
            payoffs=_payoffs(results, order) if len(bots) > 2 else (),
        )

    def to_json(self) -> dict[str, Any]:
        """This report as JSON data; see docs/arena.md."""
        return {
            **self.settings.to_json(),
            "games": self.games,
            "deals": self.deals,
            "rounds": self.rounds,
            "drawn": self.drawn,
            "abandoned": self.abandoned,
            "ranking": [bot.to_json() for bot in self.bots],
            **({"payoffs": [list(map(_interval, row)) for row in self.payoffs]} if self.payoffs else {}),
        }

    def __str__(self) -> str:
        from dnup.arena.output import as_text  # imported late: output imports this module

        return as_text(self)

    def _repr_html_(self) -> str:
        from dnup.arena.output import as_html

        return as_html(self)


class _Count:
    """The counts of one bot, by deal."""

    def __init__(self, settings: Settings, results: Sequence[GameResult], bot: int) -> None:
        self.name = settings.names[bot]
        self.pair = len(settings.bots) == 2
        deals = max((result.deal for result in results), default=-1) + 1
        self.seats, self.wins, self.points, self.rounds, self.alone, self.alone_wins, self.decided = (
            [0] * deals for _ in range(7)
        )
        self.luck = [0.0] * deals
        self.has_luck = False
        self.times = MoveTimes()
        self.faults: Counter[str] = Counter()
        self.last_words = ""
        for result in results:
            self._add(result, bot)

    def _add(self, result: GameResult, bot: int) -> None:
        deal = result.deal
        winner = None if result.winner is None else SEATS.index(result.winner)
        won = winner is not None and result.bots[winner] == bot
        self.decided[deal] += winner is not None
        self.wins[deal] += won
        if result.bots.count(bot) == 1:
            self.alone[deal] += 1
            self.alone_wins[deal] += won
        for seat in (seat for seat, at in enumerate(result.bots) if at == bot):
            self.seats[deal] += 1
            self.points[deal] += result.points[seat]
            if result.luck:
                self.has_luck = True
                self.luck[deal] += result.luck[seat]
            self.rounds[deal] += result.rounds
            self.times.merge(result.times[seat])
            self.faults.update(result.faults[seat])
            self.last_words = result.last_words[seat] or self.last_words

    def report(self, rating: Rating) -> BotReport:
        crowded = self.pair and sum(self.alone) < sum(self.seats)
        return BotReport(
            name=self.name,
            seats=sum(self.seats),
            wins=sum(self.wins),
            won=share(self.wins, self.seats),
            points=ratio(self.points, self.rounds),
            alone=share(self.alone_wins, self.alone) if crowded else None,
            head_to_head=share(self.wins, self.decided) if self.pair else None,
            rating=rating,
            times=self.times,
            faults=self.faults,
            last_words=self.last_words,
            without_luck=ratio(control_variate(self.wins, self.luck), self.seats) if self.has_luck else None,
        )


def _payoffs(results: Sequence[GameResult], order: Sequence[int]) -> tuple[tuple[Interval | None, ...], ...]:
    """The results of each bot against each other one, in this order.

    A bot with several seats would win more: a win counts once for every seat of the other bot.
    """
    deals = max((result.deal for result in results), default=-1) + 1
    wins = np.zeros((len(order), len(order), deals), np.int64)
    for result in results:
        if result.winner is None:
            continue
        winner = result.bots[SEATS.index(result.winner)]
        for other in set(result.bots) - {winner}:
            wins[winner, other, result.deal] += result.bots.count(other)
    return tuple(
        tuple(
            None
            if one == other
            else share(wins[one, other].tolist(), (wins[one, other] + wins[other, one]).tolist())
            for other in order
        )
        for one in order
    )


def _interval(interval: Interval | None) -> dict[str, float | None] | None:
    return None if interval is None else asdict(interval)
