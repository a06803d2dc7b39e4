"""How long it takes until something happens: with nothing compiled, and from the cache.

`python -m benchmarks.starts` measures this alone.
"""

import contextlib
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
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


def warm_up(environment: Environment) -> None:
    """Compile everything, or load it."""
    subprocess.run([sys.executable, "-c", "import dnup; dnup.warm_up()"], env=environment, check=True)


def run_readme(environment: Environment) -> None:
    """The example of the README in Python, without what it prints."""
    code = (
        "import dnup\n"
        "round = dnup.Round.deal(players=3, seed=7)\n"
        "len(round.legal_moves), str(round.legal_moves[0])\n"
        "round = round.apply(round.legal_moves[0])\n"
        "round.turn, round.over, round.finish, round.points\n"
        "view = round.view(round.turn)\n"
        "print(*view.hand)\n"
        "decision = dnup.bots.get('search:1000').choose(view)\n"
        "world = view.sample(seed=1)\n"
        "record = dnup.play_match(['medium', 'greedy', lambda view: view.legal_moves[0]], seed=1)\n"
        "[str(position.move) for position in record.positions()][:3]\n"
    )
    subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True)


def show_page(environment: Environment) -> None:
    """`dnup serve` until a browser has the first page."""
    with server(environment) as address, urllib.request.urlopen(address) as page:
        assert page.status == 200


def get_ready(environment: Environment) -> None:
    """`dnup serve` until `/health` says ok."""
    with server(environment) as address:
        while not is_healthy(address):
            time.sleep(0.05)


def is_healthy(address: str) -> bool:
    """Whether the server there has compiled everything."""
    try:
        with urllib.request.urlopen(f"{address}health") as answer:
            return bool(json.load(answer)["status"] == "ok")
    except urllib.error.HTTPError:
        return False


@contextlib.contextmanager
def server(environment: Environment) -> Iterator[str]:
    """The address of a server with a database that is not kept."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["serve", "--port", "0", "--database", f"{folder}/games.sqlite3"]
        command = [sys.executable, "-m", "dnup.cli", *arguments]
        with subprocess.Popen(
            command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as process:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found is not None, "dnup serve does not start"
            try:
                yield found[0]
            finally:
                process.terminate()


@dataclass(frozen=True)
class Bars:
    """How many seconds on the clock a start may take with nothing compiled, and later."""

    first: float | None = None
    later: float | None = None


STARTS: dict[str, tuple[Start, Bars]] = {
    "a move in Python": (play_in_python, Bars()),
    "the README's lines in Python": (run_readme, Bars(first=8.0)),
    "dnup.warm_up(), with the import": (warm_up, Bars(later=1.0)),
    "dnup simulate of one game": (simulate, Bars(later=1.5)),
    "dnup serve until the first page": (show_page, Bars(first=3.0)),
    "dnup serve until it is healthy": (get_ready, Bars()),
}


def measure(start: Start, environment: Environment) -> tuple[float, float]:
    """The seconds of one start: on the clock, and of a processor."""
    began, used = time.perf_counter(), _used()
    start(environment)
    return time.perf_counter() - began, _used() - used


def _used() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def starts(repeats: int) -> list[Figure]:
    """Every start once with an empty cache, and several times with a full one."""
    figures = []
    for name, (start, bars) in STARTS.items():
        with tempfile.TemporaryDirectory() as cache:
            environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
            first = measure(start, environment)
            again = [measure(start, environment) for _ in range(repeats)]
        for topic, cold, warm in zip(TOPICS, first, map(sorted, zip(*again, strict=True)), strict=True):
            bar = bars if topic == ON_THE_CLOCK else Bars()
            figures += [
                Figure(topic, f"{name}, the first time", cold, cold, cold, unit="s", at_most=bar.first),
                Figure(topic, f"{name}, later", warm[0], warm[0], warm[-1], unit="s", at_most=bar.later),
            ]
    return sorted(figures, key=lambda figure: TOPICS.index(figure.topic))


if __name__ == "__main__":
    show(Console(), describe_machine(Path(__file__).parent, None), starts(5))
