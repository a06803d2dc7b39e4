"""The machine code of a wheel, made for a baseline processor, beside code that is compiled for this processor.

`python -m benchmarks.machine_code` has two processes do the same work in turns, by processor time. Both must come to
the same results.
"""

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from benchmarks.contest import one_core
from benchmarks.report import Figure, compared, describe_machine, publish
from dnup.kernel.machine_code import baseline, environment

TOPIC: Final = "Machine code for {}; other: for this processor"
AT_LEAST: Final = 0.85
"""The bar for the speed beside code compiled on the spot."""


def random_rounds(players: int) -> str:
    from dnup.random_games.simulate import simulate

    return str(simulate(players, 4000, 1, workers=1))


def choose(bot: str, players: int, deck: str) -> str:
    import dnup

    position = dnup.Round.deal(players, 1, deck=deck)
    player = dnup.bots.get(bot, seed=1)
    said = ""
    for _ in range(4):
        decision = player.choose(position.view(position.turn))
        said += f"{decision}"
        player = dnup.bots.get(bot, seed=1)
        position = position.apply(decision.move)
    return said


def observe(players: int) -> str:
    from dnup.rl import VectorEnv

    env = VectorEnv(players, 1024, seed=1)
    for _ in range(60):
        step = env.step(env.sample())
    return str(step.observations.sum())


def review() -> str:
    import dnup

    return str(dnup.review.review(dnup.play_match(["medium", "medium"], seed=1), effort=200).to_json())


TASKS: Final[dict[str, Callable[[], str]]] = {
    **{f"random rounds with {n} players": lambda n=n: random_rounds(n) for n in (2, 3, 4, 5)},  # type: ignore[misc]
    "search:2000 with 2 players": lambda: choose("search:2000", 2, "printed"),
    "search:2000 with 4 players": lambda: choose("search:2000", 4, "printed"),
    "search:1000+belief with 3 players": lambda: choose("search:1000+belief", 3, "printed"),
    "champion:1000 with 2 players": lambda: choose("champion:1000", 2, "balanced"),
    "champion:300 with 4 players": lambda: choose("champion:300", 4, "balanced"),
    "VectorEnv with 4 players": lambda: observe(4),
    "a review": review,
}


class Worker:
    """A process that does tasks and says how much processor time each took."""

    def __init__(self, folder: Path, settings: dict[str, str]) -> None:
        settings = settings | {"NUMBA_CACHE_DIR": str(folder), "DNUP_QUIET": "1"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.machine_code", "--work"],
            env=os.environ | settings,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def do(self, task: str) -> tuple[float, str]:
        """The processor time of a task, and the digest of its result."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(task, file=self._process.stdin, flush=True)
        seconds, digest = self._process.stdout.readline().split()
        return float(seconds), digest

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()


def work() -> None:
    import dnup

    dnup.warm_up()
    for line in sys.stdin:
        began = time.process_time()
        result = TASKS[line.strip()]()
        used = time.process_time() - began
        print(used, hashlib.sha256(result.encode()).hexdigest()[:16], flush=True)


def measure(processor: str, repeats: int) -> list[Figure]:
    figures = []
    with ExitStack() as open_now:
        open_now.enter_context(one_core())
        folder = Path(open_now.enter_context(tempfile.TemporaryDirectory(prefix="dnup-machine-code-")))
        wheel = open_now.enter_context(Worker(folder / "wheel", environment(processor)))
        here = open_now.enter_context(Worker(folder / "here", {}))
        for task in TASKS:
            wheel.do(task), here.do(task)
            speeds: tuple[list[float], list[float]] = ([], [])
            for _ in range(repeats):
                for worker, its_speeds in zip((wheel, here), speeds, strict=True):
                    its_speeds.append(1 / worker.do(task)[0])
            if wheel.do(task)[1] != here.do(task)[1]:
                raise SystemExit(f"{task}: the results differ")
            figures.append(compared(TOPIC.format(processor), task, *speeds, at_least=AT_LEAST))
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--repeats", type=int, default=15, metavar="N", help="times that each task is done")
    parser.add_argument("--json", metavar="FILE", help="write the figures to this file too")
    wanted = parser.parse_args()
    if wanted.work:
        work()
        return
    processor = baseline()
    if processor is None:
        raise SystemExit("There is no baseline for this type of processor.")
    machine = describe_machine(Path(__file__).parent, None, {"Numba": "numba"})
    publish(machine, measure(processor, wanted.repeats), wanted.json, None)


if __name__ == "__main__":
    main()
