"""The tasks that are games: *head to head*, *table* and *transfer*."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from dnup.arena.game import GameResult, GameRunner, compile_for
from dnup.arena.intervals import Interval, ratio, share
from dnup.arena.lineups import fixtures, seatings_per_deal
from dnup.arena.settings import Settings
from dnup.benchmark.conditions import Conditions
from dnup.benchmark.positions import read_positions
from dnup.benchmark.result import Part, Score
from dnup.bots import BotLike, get
from dnup.bots.budget import Budget
from dnup.bots.external import ExternalBot
from dnup.bots.search import SearchBot
from dnup.cards.deck import DEFAULT_DECK
from dnup.game.seats import seat_names

SEED: Final = 33
"""The seed of all deals; part of the version of the benchmark."""

POOL: Final = ("greedy", "medium", "hard", "search:1000")
"""The opponents of *head to head*, from weak to strong."""

TABLE_OPPONENT: Final = "medium"
"""Who sits on all other seats in *table*: strong enough that no bot wins always, and quick with five players."""

TRANSFER_POOL: Final = ("medium", "hard")
DECKS: Final = ("short", "long", "doubles")
"""The decks of *transfer*, in `data/`. No bot of this package was trained or fitted with them."""

DEALS: Final = {"head to head": 300, "table": 60, "transfer": 60}
"""Deals of each part; every deal is played with all seatings."""
QUICK_DEALS: Final = {"head to head": 12, "table": 4, "transfer": 4}

SHARE: Final = "share of rounds won"

PROBES: Final = 40
"""Decisions on which the time of a bot is measured, for its opponent at equal processor time."""

SHORTEST: Final = 0.0002
"""The least time for a move of that opponent, in seconds: what the search needs for one look at the clock."""


@dataclass(frozen=True)
class Pairing:
    """The bot against copies of another, on every seat of a number of deals."""

    name: str
    opponent: BotLike
    players: int = 2
    deck: str = DEFAULT_DECK


def head_to_head(conditions: Conditions) -> Score:
    """Two players, the share of rounds won against each of a fixed pool; and against a search in equal time.

    The score is the mean over the pool. It does not contain the opponent at equal processor time, which differs from
    machine to machine.
    """
    seconds = seconds_a_move(conditions.bot)
    search = partial(SearchInProcessorTime, seconds)
    equal = Pairing(f"search, {1000 * seconds:.3g} ms", search)
    pairings = [*(Pairing(name, name) for name in POOL), equal]
    return _score("head to head", SHARE, conditions, pairings, won, without=1)


def table(conditions: Conditions) -> Score:
    """Three to five players, the bot alone among others: 1 if always first, 0 if always last."""
    pairings = [Pairing(f"{players} players", TABLE_OPPONENT, players) for players in (3, 4, 5)]
    return _score("table", "rank, 1 for first to 0 for last", conditions, pairings, rank)


def transfer(conditions: Conditions) -> Score:
    """Two players with decks that nobody was trained with: the share of rounds won."""
    pairings = [
        Pairing(f"{deck}, {name}", name, deck=str(Path(__file__).parent / "data" / f"{deck}.toml"))
        for deck in DECKS
        for name in TRANSFER_POOL
    ]
    return _score("transfer", SHARE, conditions, pairings, won)


def won(game: GameResult, seat: int) -> float:
    """1 for a round won, 0 for one lost, a fair share for an abandoned one."""
    if game.winner is None:
        return 1 / len(game.bots)
    return float(seat_names(len(game.bots))[seat] == game.winner)


def rank(game: GameResult, seat: int) -> float:
    """1 for the first, 0 for the last; equal points share the ranks between."""
    others = [points for number, points in enumerate(game.points) if number != seat]
    own = game.points[seat]
    beaten = sum(1.0 if own > points else 0.5 if own == points else 0.0 for points in others)
    return beaten / len(others)


def seconds_a_move(bot: BotLike) -> float:
    """The processor time of a bot for a decision, on positions of the benchmark; of a program its time by the clock."""
    views = [
        view for recorded in read_positions() if recorded.players == 2 for view, _ in recorded.decisions()
    ][:PROBES]
    made = get(bot, seed=SEED)
    clock = time.perf_counter if isinstance(made, ExternalBot) else time.process_time
    try:
        made.choose(views[0])  # compiles, starts a program
        started = clock()
        for view in views:
            made.choose(view)
        return max(SHORTEST, (clock() - started) / len(views))
    finally:
        made.close()


class SearchInProcessorTime(SearchBot):
    """The plain search with a budget of processor time, so that what else the machine does is no matter."""

    def __init__(self, seconds: float, seed: int = 0) -> None:
        super().__init__(Budget(seconds=seconds, clock=time.thread_time), seed, name="search in equal time")


def _score(
    task: str,
    unit: str,
    conditions: Conditions,
    pairings: Sequence[Pairing],
    value: Callable[[GameResult, int], float],
    without: int = 0,
) -> Score:
    """Play all pairings. The score is the mean over them, except over the last ones, `without`."""
    deals = (QUICK_DEALS if conditions.quick else DEALS)[task]
    started = time.perf_counter()
    parts, columns = [], []
    for number, pairing in enumerate(pairings):
        games = _play(pairing, deals, conditions.part(number, len(pairings)))
        size = seatings_per_deal(2, pairing.players, alone=True)
        column = []
        for first in range(0, len(games), size):
            values = [value(game, game.bots.index(0)) for game in games[first : first + size]]
            column.append(sum(values) / size)
        columns.append(column)
        interval = _interval(column, unit)
        if interval is not None:
            parts.append(Part.of(pairing.name, interval, len(games), _faults(games)))
    counted = columns[: len(columns) - without]
    rows = zip(*counted, strict=False)  # the deals that every pairing has
    total = _interval([sum(row) / len(row) for row in rows], unit)
    return Score(
        task=task,
        unit=unit,
        better="more",
        mean=None if total is None else total.mean,
        low=None if total is None else total.low,
        high=None if total is None else total.high,
        count=sum(part.count for part in parts),
        complete=all(len(column) == deals for column in columns),
        seconds=time.perf_counter() - started,
        parts=tuple(parts),
        note="" if total is not None else "time ran out before one deal was played against every opponent",
    )


def _interval(by_deal: Sequence[float], unit: str) -> Interval | None:
    """The mean over deals: Wilson's interval for a share, which stays between 0 and 1, Student's for a rank."""
    ones = [1.0] * len(by_deal)
    return share(by_deal, ones) if unit == SHARE else ratio(by_deal, ones)


def _faults(games: Sequence[GameResult]) -> str:
    """The number of moves that had to be made for a program."""
    count = sum(sum(game.faults[game.bots.index(0)].values()) for game in games)
    return f"{count:,} moves made for it" if count else ""


def _play(pairing: Pairing, deals: int, conditions: Conditions) -> list[GameResult]:
    """The rounds of whole deals, as far as there is time."""
    settings = Settings.of(
        [conditions.bot, pairing.opponent],
        pairing.players,
        single_rounds=True,
        seed=SEED,
        deck=pairing.deck,
        alone=True,
        move_seconds=conditions.move_seconds,
    )
    size = seatings_per_deal(2, pairing.players, alone=True)
    compile_for(settings)
    planned = list(itertools.islice(fixtures(2, pairing.players, SEED, alone=True), deals * size))
    games = [game for game, _ in conditions.each(GameRunner(settings).play, planned)]
    return games[: len(games) // size * size]
