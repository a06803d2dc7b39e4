"""How long it takes until something happens: with nothing compiled, and from the cache.

`python -m benchmarks.starts` measures this alone.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from benchmarks.report import Figure, describe_machine, show

ON_THE_CLOCK = "Start, in seconds on the clock"
TOPICS = (ON_THE_CLOCK, "Start, in seconds of a processor")

Environment = dict[str, str]
Start = Callable[[Environment], None]


def play_in_python(environment: Environment) -> None:
    """Deal a round and make a move."""
    code = "import dnup; round = dnup.Round.deal(4, seed=1); round.apply(round.legal_moves[0])"
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)


def simulate(environment: Environment) -> None:
    arguments = ["simulate", "--players", "2", "--games", "1", "--seed", "1"]
    command = [sys.executable, "-m", "dnup.cli", *arguments]
    subprocess.run(command, env=environment, capture_output=True, check=True)


def serve(environment: Environment) -> None:
    """Until it says where it is: from then on it answers."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["serve", "--port", "0", "--database", f"{folder}/games.sqlite3"]
        command = [sys.executable, "-m", "dnup.cli", *arguments]
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        with subprocess.Popen(command, env=environment, text=True, **streams) as server:
            assert server.stdout is not None
            assert "http://" in server.stdout.readline(), "dnup serve does not start"
            server.terminate()


STARTS: dict[str, tuple[Start, float | None]] = {
    "a move in Python": (play_in_python, None),
    "dnup simulate of one game": (simulate, 1.5),
    "dnup serve until it is healthy": (serve, None),
}
"""With how many seconds on the clock a later start may take."""


def measure(start: Start, environment: Environment) -> tuple[float, float]:
    """The seconds of one start: on the clock, and of a processor."""
    began, used = time.perf_counter(), _used()
    start(environment)
    return time.perf_counter() - began, _used() - used


def _used() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def starts(repeats: int) -> list[Figure]:
    """Every start once with nothing compiled, and so many times from the cache."""
    figures = []
    for name, (start, at_most) in STARTS.items():
        with tempfile.TemporaryDirectory() as cache:
            environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
            first = measure(start, environment)
            again = [measure(start, environment) for _ in range(repeats)]
        for topic, cold, warm in zip(TOPICS, first, map(sorted, zip(*again, strict=True)), strict=True):
            bar = at_most if topic == ON_THE_CLOCK else None
            figures += [
                Figure(topic, f"{name}, the first time", cold, cold, cold, unit="s"),
                Figure(topic, f"{name}, later", warm[0], warm[0], warm[-1], unit="s", at_most=bar),
            ]
    return sorted(figures, key=lambda figure: TOPICS.index(figure.topic))


if __name__ == "__main__":
    show(Console(), describe_machine(Path(__file__).parent, None), starts(5))
