"""Run the tasks of the benchmark."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

from dnup.__about__ import __version__
from dnup.arena.game import compile_for
from dnup.arena.settings import Settings
from dnup.benchmark.conditions import Conditions
from dnup.benchmark.decisions import beliefs, decisions
from dnup.benchmark.exploitability import exploitability
from dnup.benchmark.matches import head_to_head, table, transfer
from dnup.benchmark.positions import DATA, read_positions
from dnup.benchmark.result import BenchmarkResult, Score
from dnup.bots import BotLike, get
from dnup.bots.external import MOVE_SECONDS
from dnup.bots.registry import bot_name
from dnup.error_text import quoted
from dnup.workers.cores import core_count

VERSION: Final = 1
"""The version of the benchmark. Scores of different versions cannot be compared: tasks, seeds or data have changed."""

TASKS: Final = ("head to head", "table", "decisions", "beliefs", "exploitability", "transfer")
"""The tasks, in the order in which they are run."""

QUICK_SECONDS: Final = 120.0
"""The time of a quick check, if no other is given."""

MAX_SECONDS: Final = 7 * 24 * 3600.0


def run(
    bot: BotLike,
    tasks: Sequence[str] = TASKS,
    *,
    quick: bool = False,
    seconds: float | None = None,
    workers: int | None = None,
    move_seconds: float = MOVE_SECONDS,
    positions: str | Path = DATA,
    progress: Callable[[str, float], object] | None = None,
) -> BenchmarkResult:
    """Measure a bot in some tasks, by default in all six.

    `bot` is anything that `dnup.bots.get` takes. With `quick` every task is a small sample, and all take two minutes
    at most: a check that a bot works, whose scores are not for tables. With `seconds` every task has an equal share of
    the time that is left, and a task that runs out of it says that it is not complete. `positions` is another file of
    positions for *decisions* and *beliefs*. `progress` is called with the name of a task and the share of it that has
    been done since the last call.

    >>> import dnup.benchmark
    >>> result = dnup.benchmark.run("greedy", ["exploitability"], quick=True, workers=1)
    >>> result.bot, result.quick, round(result.scores[0].mean, 3)
    ('greedy', True, 0.177)
    """
    tasks = [_check_task(task) for task in ([tasks] if isinstance(tasks, str) else tasks)]
    get(bot).close()  # before hours of play
    if seconds is None and quick:
        seconds = QUICK_SECONDS
    if seconds is not None and not 0 < seconds <= MAX_SECONDS:
        raise ValueError(
            f"the time is more than 0 and at most {MAX_SECONDS:,.0f} seconds, not {quoted(seconds)}"
        )
    read_positions(Path(positions))
    _compile(bot)
    end = None if seconds is None else time.time() + seconds
    scores = []
    for number, task in enumerate(tasks):
        now = time.time()
        deadline = None if end is None else now + max(0.0, end - now) / (len(tasks) - number)
        report = _nothing if progress is None else partial(progress, task)
        conditions = Conditions(bot, quick, workers, move_seconds, deadline, report)
        scores.append(_run(task, conditions, Path(positions)))
    return BenchmarkResult(
        bot=bot_name(bot),
        version=VERSION,
        dnup=__version__,
        quick=quick,
        scores=tuple(scores),
        date=datetime.now(UTC).date().isoformat(),
        machine=_machine(),
    )


def _compile(bot: BotLike) -> None:
    """Compile or load what the tasks need, before the clock starts: the first time it can take a minute."""
    compile_for(Settings.of([bot, "search:1"], 2, single_rounds=True))
    made = get(bot)
    try:
        made.choose(next(view for recorded in read_positions() for view, _ in recorded.decisions()))
    finally:
        made.close()


def _run(task: str, conditions: Conditions, positions: Path) -> Score:
    match task:
        case "head to head":
            return head_to_head(conditions)
        case "table":
            return table(conditions)
        case "decisions":
            return decisions(conditions, positions)
        case "beliefs":
            return beliefs(conditions, positions)
        case "exploitability":
            return exploitability(conditions)
        case _:
            return transfer(conditions)


def _check_task(name: str) -> str:
    task = str(name).replace("-", " ")
    if task not in TASKS:
        raise ValueError(f"{quoted(name)} is not a task; the tasks are {', '.join(TASKS)}")
    return task


def _machine() -> dict[str, Any]:
    """What the results were measured on; only the opponent at equal processor time depends on it."""
    return {
        "processor": _processor(),
        "cores": core_count(),
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    }


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _nothing(_share: float) -> None:
    pass
