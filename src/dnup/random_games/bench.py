"""Benchmark random play: compiled on one core and on all, and stepped from Python.

Machines are noisy, so everything is measured several times in turn, and the best is reported with its spread.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import numba
import numpy as np

from dnup.cards.deck import DEFAULT_DECK, Deck, load_deck
from dnup.cards.packed import pack_deck
from dnup.error_text import quoted
from dnup.game.limits import pack_limits
from dnup.kernel.deal import new_round
from dnup.kernel.jit import COMPILED
from dnup.kernel.layout import ACTIONS, WORDS, Words
from dnup.kernel.moves import count_moves
from dnup.kernel.playout import random_rounds, step
from dnup.kernel.rng import new_stream
from dnup.workers.cores import core_count

REPEATS: Final = 5
"""The minimum number of runs of each measurement."""

LONGEST_RUN: Final = 0.5
"""Seconds a single run takes at most: with more time there are more runs, not longer ones."""

Play = Callable[[int, int], int]
"""Plays some rounds from a seed and returns how many moves that took."""


@dataclass(frozen=True)
class Rate:
    """The best rate of several runs."""

    players: int
    cores: int
    moves_per_second: float
    spread: float
    """How much slower the slowest run was than the best one, as a share of the best rate."""
    runs: int
    rounds: int
    mean_turns: float


@dataclass(frozen=True)
class Report:
    """What `measure` found: playouts inside the compiled code, and moves made one by one from Python."""

    playouts: tuple[Rate, ...]
    stepping: tuple[Rate, ...]


class _Contest:
    """One thing to measure, and the runs so far."""

    def __init__(self, players: int, cores: int, play: Play) -> None:
        self.players = players
        self.cores = cores
        self.play = play
        self.size = 1
        self.rounds = 0
        self.moves = 0
        self.rates: list[float] = []

    def prepare(self, seconds: float) -> None:
        """Find the number of rounds that take this time; this also compiles and warms up the processor."""
        self.play(self.size, 0)
        enough = min(seconds, 0.02)
        while (took := timed(self.play, self.size, 0)[1]) < enough / 2:
            self.size *= 2
        self.size = max(1, round(self.size * seconds / took))

    def run(self, seed: int) -> None:
        moves, seconds = timed(self.play, self.size, seed)
        self.rates.append(moves / seconds)
        self.moves += moves
        self.rounds += self.size * self.cores

    @property
    def rate(self) -> Rate:
        best = max(self.rates)
        return Rate(
            players=self.players,
            cores=self.cores,
            moves_per_second=round(best, 1),
            spread=round(1 - min(self.rates) / best, 4),
            runs=len(self.rates),
            rounds=self.rounds,
            mean_turns=round(self.moves / self.rounds, 4),
        )


def timed(play: Play, rounds: int, seed: int) -> tuple[int, float]:
    """The number of moves of some rounds, and the seconds they took."""
    started = time.perf_counter()
    moves = play(rounds, seed)
    return moves, max(time.perf_counter() - started, 1e-9)


def playout(words: Words, players: int, cores: int = 1) -> Play:
    """Whole rounds inside the compiled code; with several cores, this number of rounds on each."""
    limits = pack_limits(players)

    def on_one_core(rounds: int, seed: int) -> int:
        return int(random_rounds(words, players, rounds, limits, new_stream(seed)))

    def on_all_cores(rounds: int, seed: int) -> int:
        seeds = range(seed * cores, (seed + 1) * cores)
        # The compiled code runs without the GIL, so threads are enough.
        with ThreadPoolExecutor(cores) as pool:
            return sum(pool.map(on_one_core, [rounds] * cores, seeds))

    return on_one_core if cores == 1 else on_all_cores


def direct(function: Callable[..., Any], *arguments: object) -> Callable[..., Any]:
    """The machine code of a kernel function, for arguments of the very same types as these.

    In an ordinary call Numba looks at the types of all arguments first, which takes longer than a move.
    """
    if not COMPILED:
        return function
    compiled: Any = function
    return compiled.compile(tuple(numba.typeof(argument) for argument in arguments))  # type: ignore[no-any-return]


def stepping(words: Words, players: int) -> Play:
    """Rounds in which Python chooses the number of every move, and gets the number of the next player's moves."""
    state = np.zeros(WORDS, np.int64)
    limits = pack_limits(players)
    make = direct(step, words, state, 0)

    def play(rounds: int, seed: int) -> int:
        stream = new_stream(seed)
        random = Random(seed).random
        moves = 0
        for number in range(rounds):
            new_round(words, state, stream, players, number % players, 0, limits)
            count = count_moves(words, state)
            while count:
                count = make(words, state, int(random() * count))
            moves += int(state[ACTIONS])
        return moves

    return play


def check_seconds(seconds: float) -> float:
    """A valid duration of a measurement; otherwise a `ValueError`."""
    if not isinstance(seconds, int | float) or not 0 < seconds <= 86400 or not math.isfinite(seconds):
        raise ValueError(f"the time to measure is a number of seconds up to 86400, not {quoted(seconds)}")
    return seconds


def measure(
    seconds: float = 15,
    players: Sequence[int] | None = None,
    *,
    deck: str | Deck = DEFAULT_DECK,
    progress: Callable[[int], object] | None = None,
) -> Report:
    """Measure for about this number of seconds, without compilation.

    `players` are the numbers of players to measure with, by default all that the deck allows. `progress` is called
    with the progress since the last call, in thousandths.
    """
    seconds = check_seconds(seconds)
    deck = load_deck(deck)
    numbers = deck.players if players is None else tuple(dict.fromkeys(players))
    cores = core_count()
    playouts, steppings = [], []
    for number in numbers:
        words = pack_deck(deck, number).words
        playouts += [_Contest(number, used, playout(words, number, used)) for used in sorted({1, cores})]
        steppings.append(_Contest(number, 1, stepping(words, number)))
    contests = [*playouts, *steppings]
    runs = max(REPEATS, math.ceil(seconds / len(contests) / LONGEST_RUN))
    parts = len(contests) * (runs + 1)
    done = 0

    def advance() -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(1000 * done // parts - 1000 * (done - 1) // parts)

    for contest in contests:
        contest.prepare(seconds / len(contests) / runs)
        advance()
    for seed in range(1, runs + 1):
        for contest in contests:
            contest.run(seed)
            advance()
    return Report(tuple(contest.rate for contest in playouts), tuple(contest.rate for contest in steppings))
