"""Runs that take turns on one core, and the ratio of their speeds.

Other people's jobs make a machine slow for a while. Contestants that take turns are slowed by about the same,
so the ratio of two neighboring runs is steadier than any of the speeds: the median of these ratios is the
result, the middle half of them its spread.
"""

import os
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from dnup.random_games.bench import Play


@dataclass(frozen=True)
class Sample:
    """The result of one run: moves, seconds, and steps, which include chance moves."""

    moves: int
    seconds: float
    steps: int = 0

    @property
    def rate(self) -> float:
        return self.moves / self.seconds


Run = Callable[[int, int], Sample]
"""Plays a number of rounds from a seed."""


@dataclass(frozen=True)
class Ratio:
    """How the speeds of two contestants compare: the median of all rounds of runs, and the middle half."""

    median: float
    low: float
    high: float


def ratio_of(ours: Sequence[float], others: Sequence[float]) -> Ratio:
    ratios = [one / other for one, other in zip(ours, others, strict=True)]
    low, median, high = statistics.quantiles(ratios, n=4, method="inclusive")
    return Ratio(median, low, high)


def on_the_clock(play: Play) -> Run:
    """A run that counts only the time this process has the core, so that others on it matter little."""

    def run(rounds: int, seed: int) -> Sample:
        started = time.process_time()
        moves = play(rounds, seed)
        return Sample(moves, max(time.process_time() - started, 1e-9))

    return run


def rounds_in(run: Run, seconds: float) -> int:
    """The number of rounds that take about this time."""
    run(1, 0)
    rounds = 1
    while (took := run(rounds, 0).seconds) < seconds / 10:
        rounds *= 2
    return max(1, round(rounds * seconds / took))


def take_turns(runs: Sequence[tuple[Run, int]], repeats: int) -> list[list[Sample]]:
    """The samples of each run with its number of rounds; all play the same seed before one plays the next."""
    samples: list[list[Sample]] = [[] for _ in runs]
    for seed in range(1, repeats + 1):
        for (run, rounds), its_samples in zip(runs, samples, strict=True):
            its_samples.append(run(rounds, seed))
    return samples


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this process and its children on one core, where the system can do that."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)
