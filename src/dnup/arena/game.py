"""One game between bots, and its result."""

from __future__ import annotations

import functools
import time
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Any

from dnup.arena.lineups import Fixture
from dnup.arena.settings import Settings
from dnup.arena.times import MoveTimes
from dnup.bots import Bot, Decision
from dnup.bots.external import ExternalBot
from dnup.bots.match_play import play_to_end
from dnup.bots.registry import bot_name
from dnup.game.match import Match
from dnup.game.seats import seat_names
from dnup.game.view import View
from dnup.records.record import Record
from dnup.review.reviewer import Reviewer


@dataclass(frozen=True)
class GameResult:
    """The result of a game; lists have an entry for each seat.

    `winner` is the seat that won the match, in an arena of rounds the one that was out first; None if there is none.
    `first_out` counts the rounds in which a seat was out first.
    """

    game: int
    deal: int
    bots: tuple[int, ...]
    result: str
    winner: str | None
    points: tuple[int, ...]
    rounds: int
    first_out: tuple[int, ...]
    abandoned: int
    times: tuple[MoveTimes, ...]
    faults: tuple[Mapping[str, int], ...]
    last_words: tuple[str, ...]
    luck: tuple[float, ...] = ()
    """The luck of each seat, cards included, if it was estimated."""

    def to_json(self) -> dict[str, Any]:
        """This result as JSON data, in the order of docs/arena.md."""
        return {
            "game": self.game,
            "deal": self.deal,
            "bots": list(self.bots),
            "result": self.result,
            "winner": self.winner,
            "points": list(self.points),
            "rounds": self.rounds,
            "first_out": list(self.first_out),
            "abandoned": self.abandoned,
            "times": [times.to_json() for times in self.times],
            "faults": [dict(faults) for faults in self.faults],
            "last_words": list(self.last_words),
            **({"luck": list(self.luck)} if self.luck else {}),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> GameResult:
        return cls(
            game=int(data["game"]),
            deal=int(data["deal"]),
            bots=tuple(map(int, data["bots"])),
            result=str(data["result"]),
            winner=None if data["winner"] is None else str(data["winner"]),
            points=tuple(map(int, data["points"])),
            rounds=int(data["rounds"]),
            first_out=tuple(map(int, data["first_out"])),
            abandoned=int(data["abandoned"]),
            times=tuple(map(MoveTimes.from_json, data["times"])),
            faults=tuple(dict(faults) for faults in data["faults"]),
            last_words=tuple(map(str, data["last_words"])),
            luck=tuple(map(float, data.get("luck", ()))),
        )


class _TimedBot:
    """A bot whose moves are timed."""

    def __init__(self, bot: Bot, times: MoveTimes) -> None:
        self.name = bot.name
        self.close = bot.close
        self._choose, self._times = bot.choose, times

    def choose(self, view: View) -> Decision:
        started = time.perf_counter()
        decision = self._choose(view)
        self._times.add(time.perf_counter() - started)
        return decision


@dataclass(frozen=True)
class GameRunner:
    """Plays games; pickled and sent to worker processes with each fixture."""

    settings: Settings
    recording: bool = False

    def play(self, fixture: Fixture) -> tuple[GameResult, str]:
        """The result of a game, and its record as a line if records are wanted."""
        compile_for(self.settings)
        bots = [self.settings.new_bot(bot, fixture.game, seat) for seat, bot in enumerate(fixture.bots)]
        times = [MoveTimes() for _ in bots]
        match = self._new_match(fixture.deal)
        with ExitStack() as stack:
            for bot in bots:
                stack.callback(bot.close)
            match = play_to_end(match, dict(zip(match.round.seats, map(_TimedBot, bots, times), strict=True)))
        result = _result(self.settings, fixture, match, bots, times)
        return replace(result, luck=self._luck(match)), self._record(fixture, match)

    def _luck(self, match: Match) -> tuple[float, ...]:
        """The luck of each seat, if it is to be estimated."""
        tries = self.settings.luck_tries
        if not tries:
            return ()
        reviewer = Reviewer(Record.of(match, match.round.seats))
        reviewer.estimate_luck(tries)
        review = reviewer.review()
        return tuple(account.cards + account.luck for account in map(review.account, review.seats))

    def _new_match(self, deal: int) -> Match:
        settings = self.settings
        match = Match.new(
            settings.players,
            settings.deal_seed(deal),
            deck=settings.deck,
            turn_limit=settings.turn_limit,
            stall_limit=settings.stall_limit,
            finish_round=settings.finish_round,
        )
        # Without a seed a match ends with its first round.
        return replace(match, seed=None) if settings.single_rounds else match

    def _record(self, fixture: Fixture, match: Match) -> str:
        if not self.recording:
            return ""
        names = [bot_name(self.settings.bots[bot]) for bot in fixture.bots]
        arena = {"seed": self.settings.seed, "game": fixture.game, "deal": fixture.deal}
        return f"{Record.of(match, names, bots=match.round.seats, arena=arena)}\n"


def _result(
    settings: Settings, fixture: Fixture, match: Match, bots: list[Bot], times: list[MoveTimes]
) -> GameResult:
    seats = seat_names(settings.players)
    first = [played.finish[0] for played in match.rounds if played.finish]
    programs = [bot if isinstance(bot, ExternalBot) else None for bot in bots]
    return GameResult(
        game=fixture.game,
        deal=fixture.deal,
        bots=fixture.bots,
        result=(match.round.ending or "") if settings.single_rounds else match.result,
        winner=(first[0] if first else None) if settings.single_rounds else match.winner,
        points=match.score,
        rounds=len(match.rounds),
        first_out=tuple(first.count(seat) for seat in seats),
        abandoned=sum(played.ending == "abandoned" for played in match.rounds),
        times=tuple(times),
        faults=tuple({} if program is None else dict(program.faults) for program in programs),
        last_words=tuple(
            program.last_words if program is not None and program.faults else "" for program in programs
        ),
    )


def compile_for(settings: Settings) -> None:
    """Compile or load what bots need, so that it does not count as time of a first move."""
    _play_round(settings.players, "search:1" if settings.searching else "random")


@functools.cache  # once in a process
def _play_round(players: int, bot: str) -> None:
    replace(Match.new(players, 0), seed=None).play(bot, seed=0)
