"""The daily game: three rounds for every date, the same for everybody in the world.

docs/daily.md says how they follow from the date, so that anybody could deal them.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from dnup.bots.bot import Bot, BotLike, Decision
from dnup.bots.budget import Budget
from dnup.bots.registry import bot_name, get
from dnup.bots.search import SearchBot
from dnup.cards.deck import Deck, load_deck
from dnup.error_text import quoted
from dnup.game.match import Match, round_seed
from dnup.game.round import Round
from dnup.game.seats import seat_names
from dnup.game.view import View
from dnup.search.daily_seed import FIRST_DAY, PLAYERS, PRINTED_DAY, ROUNDS, SEAT, decision_seed
from dnup.search.levels import EARLIER_HARD_ITERATIONS

FIRST_DATE: Final = datetime.date.fromordinal(FIRST_DAY)
"""No date before has a deal."""

PRINTED_DATE: Final = datetime.date.fromordinal(PRINTED_DAY)
"""From this date on the cards are those of the printed deck, before it those of the balanced one."""

SEATS: Final = seat_names(PLAYERS)
YOURS: Final = SEATS[SEAT]
"""The seat of the person."""

PAR: Final = "hard"
"""The level of the opponents. Its points in your seat are par."""

BARS: Final = "▁▄█"
"""Bars for 0, 1 and 2 points."""


@dataclass(frozen=True, slots=True)
class Daily:
    """The daily game of a date: three rounds of four players, each from 0-0, you in seat A against `hard`.

    Bots answer the same moves in the same way: a decision depends on the date and on what the bot sees, and on nothing
    else. `par` are the points of `hard` in your seat, by round.

    >>> daily = dnup.Daily("2026-11-16")
    >>> dnup.format_hand(daily.matches[0].round.hands[0])
    '1/3 1/9 3/6 4/5 5/6 5/7 8/6 9/7 9/8'
    >>> daily.par, daily.points("medium")
    ((2, 2, 1), (0, 2, 0))
    """

    date: datetime.date

    def __init__(self, date: datetime.date | str) -> None:
        object.__setattr__(self, "date", _read_date(date))
        if self.date < FIRST_DATE:
            raise ValueError(f"the first daily game is that of {FIRST_DATE}, and {self.date} is before it")

    @property
    def deck(self) -> Deck:
        """The cards of this date: `printed` from 1 December 2026 on, `balanced` before."""
        return load_deck("printed" if self.date >= PRINTED_DATE else "balanced")

    @property
    def matches(self) -> tuple[Match, ...]:
        """The three rounds as they are dealt, each as a separate match of one round."""
        seed, deck = self.date.toordinal(), self.deck
        dealt = (
            Round.deal(PLAYERS, round_seed(seed, number), deck=deck, first=SEATS[number % PLAYERS])
            for number in range(ROUNDS)
        )
        return tuple(Match.from_deal(each.hand_texts, deck=deck) for each in dealt)

    def bots(self, number: int, bot: BotLike = PAR) -> dict[str, Bot]:
        """The bots of all seats in a round, numbered from 0, with `bot` in yours.

        A new bot is created for each decision, so `bot` should be a name or a factory.
        """
        day = self.date.toordinal()
        return {seat: self._bot(day, number, bot if seat == YOURS else PAR) for seat in SEATS}

    def _bot(self, day: int, number: int, bot: BotLike) -> _DailyBot:
        earlier = bot == PAR and self.date < PRINTED_DATE
        return _DailyBot(day, number, _EarlierHard if earlier else bot, bot_name(bot))

    def play(self, bot: BotLike = PAR) -> tuple[Match, ...]:
        """The rounds as a bot plays them in your seat, in any form that `dnup.bots.get` takes."""
        return tuple(
            match.play(list(self.bots(number, bot).values())) for number, match in enumerate(self.matches)
        )

    def points(self, bot: BotLike = PAR) -> tuple[int, ...]:
        """The points of a bot in your seat, by round."""
        return tuple(match.score[SEAT] for match in self.play(bot))

    @property
    def par(self) -> tuple[int, ...]:
        """The points of `hard` in your seat, by round."""
        return self.points()

    def line(self, points: Sequence[int], par: Sequence[int]) -> str:
        """The line to share: points by round, and nothing about the cards.

        >>> dnup.Daily("2026-11-16").line((2, 0, 2), (1, 1, 1))
        'dnup 16 Nov 2026: 4, par 3  █ ▁ █'
        """
        bars = " ".join(BARS[made] for made in points)
        return f"dnup {self.date.day} {self.date:%b %Y}: {sum(points)}, par {sum(par)}  {bars}"

    def __repr__(self) -> str:
        return f"Daily({str(self.date)!r})"


class _EarlierHard(SearchBot):
    """The level `hard` as it was until November 2026."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(Budget(iterations=EARLIER_HARD_ITERATIONS), seed, forced_wins=False)


class _DailyBot:
    """A bot whose seed is derived from the date, the round, the seat and the number of actions so far."""

    def __init__(self, day: int, number: int, bot: BotLike, name: str) -> None:
        self.name = name
        self._day = np.uint64(day)
        self._number = number
        self._bot = bot

    def choose(self, view: View) -> Decision:
        assert view.seat is not None
        seed = decision_seed(self._day, self._number, SEATS.index(view.seat), view.actions)
        bot = get(self._bot, seed=int(seed))
        try:
            return bot.choose(view)
        finally:
            bot.close()

    def close(self) -> None:
        pass


def _read_date(date: datetime.date | str) -> datetime.date:
    if isinstance(date, str):
        try:
            return datetime.datetime.strptime(date, "%Y-%m-%d").date()
        except ValueError:
            raise ValueError(f"{quoted(date)} is not a date like 2026-11-16") from None
    if not isinstance(date, datetime.date) or isinstance(date, datetime.datetime):
        raise ValueError(f"a date is a datetime.date or a text like 2026-11-16, not {quoted(date)}")
    return date
