"""One game between bots, and what came of it."""

from __future__ import annotations

import functools
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from dnup.arena.lineups import Fixture
from dnup.arena.settings import Settings
from dnup.arena.times import MoveTimes
from dnup.bots import Bot, get
from dnup.bots.external import ExternalBot
from dnup.bots.registry import bot_name
from dnup.game.match import Match
from dnup.game.seats import seat_names
from dnup.records.record import Record
from dnup.study.review import Reviewing


class Stopped(Exception):
    """The game was left because nobody waits for it any more."""


@dataclass(frozen=True)
class Result:
    """What came of a game: lists have an entry for each seat.

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
    """How much of a match was luck, cards included, if that was looked at."""

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
    def from_json(cls, data: Mapping[str, Any]) -> Result:
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


@dataclass(frozen=True)
class Venue:
    """Where games are played; sent to other processes with each fixture.

    `stop` names a file: once it exists, games are left where they are.
    """

    settings: Settings
    recording: bool = False
    stop: str | None = None

    def play(self, fixture: Fixture) -> tuple[Result, str]:
        """A game's result, and its record as a line if that is wanted."""
        warm_up(self.settings)
        bots = [self.settings.new_bot(bot, fixture.game, seat) for seat, bot in enumerate(fixture.bots)]
        times = [MoveTimes() for _ in bots]
        try:
            match = self._play(self._new_match(fixture.deal), bots, times)
        finally:
            for bot in bots:
                bot.close()
        result = _result(self.settings, fixture, match, bots, times)
        return replace(result, luck=self._luck(match)), self._record(fixture, match)

    def _luck(self, match: Match) -> tuple[float, ...]:
        """How much of a match was luck for each seat, if that is wanted."""
        tries = self.settings.luck_tries
        if not tries:
            return ()
        reviewing = Reviewing(Record.of(match, match.round.seats))
        reviewing.think_of_luck(tries)
        judged = reviewing.review()
        return tuple(account.cards + account.luck for account in map(judged.account, judged.seats))

    def _new_match(self, deal: int) -> Match:
        settings = self.settings
        match = Match.new(
            settings.players,
            settings.deal_seed(deal),
            deck=settings.deck,
            turn_limit=settings.turn_limit,
            stall_limit=settings.stall_limit,
        )
        # Without its seed a match ends with its round: nothing is dealt.
        return replace(match, seed=None) if settings.rounds else match

    def _play(self, match: Match, bots: list[Bot], times: list[MoveTimes]) -> Match:
        stop = None if self.stop is None else Path(self.stop)
        seats = {seat: (bots[number], times[number]) for number, seat in enumerate(match.round.seats)}
        while (seat := match.round.turn) is not None:
            if stop is not None and stop.exists():
                raise Stopped
            bot, clock = seats[seat]
            view = match.round.view(seat)
            started = time.perf_counter()
            decision = bot.choose(view)
            clock.add(time.perf_counter() - started)
            match = match.apply(decision.move)
        return match

    def _record(self, fixture: Fixture, match: Match) -> str:
        if not self.recording:
            return ""
        names = [bot_name(self.settings.bots[bot]) for bot in fixture.bots]
        arena = {"seed": self.settings.seed, "game": fixture.game, "deal": fixture.deal}
        return f"{Record.of(match, names, bots=match.round.seats, arena=arena)}\n"


def _result(
    settings: Settings, fixture: Fixture, match: Match, bots: list[Bot], times: list[MoveTimes]
) -> Result:
    seats = seat_names(settings.players)
    first = [played.finish[0] for played in match.rounds if played.finish]
    programs = [bot if isinstance(bot, ExternalBot) else None for bot in bots]
    return Result(
        game=fixture.game,
        deal=fixture.deal,
        bots=fixture.bots,
        result=(match.round.ending or "") if settings.rounds else match.result,
        winner=(first[0] if first else None) if settings.rounds else match.winner,
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


def warm_up(settings: Settings) -> None:
    """Have everything compiled or loaded, so that no bot's first move takes the blame."""
    _play_through(settings.players, "search:1" if settings.searching else "random")


@functools.cache  # once in a process
def _play_through(players: int, name: str) -> None:
    bots = {seat: get(name) for seat in seat_names(players)}
    match = replace(Match.new(players, 0), seed=None)
    while (seat := match.round.turn) is not None:
        match = match.apply(bots[seat].choose(match.round.view(seat)).move)
    for bot in bots.values():
        bot.close()
