"""`dnup benchmark`: measure a bot in six frozen tasks."""

from __future__ import annotations

import argparse
import json
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from dnup.commands.arena import move_time
from dnup.commands.files import write_file
from dnup.commands.options import add_json, positive
from dnup.error_text import quoted

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console

    from dnup.benchmark import BenchmarkResult, Part, Score

TASKS: Final = ("head-to-head", "table", "decisions", "beliefs", "exploitability", "transfer")
UNITS: Final = {"s": 1, "m": 60, "h": 3600}


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "benchmark",
        help="measure a bot in six frozen tasks",
        description="Measure a bot in six frozen tasks: head-to-head (2 players, against a fixed pool), table (3 to 5 "
        "players), decisions (loss per decision), beliefs (bits per unseen card), exploitability (against a perfect "
        "opponent, on decks that can be solved) and transfer (unknown decks). Every score has a 95 % confidence "
        "interval. docs/benchmark.md describes the tasks, docs/leaderboard.md has results.",
    )
    parser.add_argument(
        "bot",
        metavar="BOT",
        help="anything that dnup arena takes: random, greedy, easy, medium, hard, expert, search:1000, "
        "champion:20ms, py:MODULE:CLASS, or cmd:'PROGRAM …'",
    )
    parser.add_argument(
        "--task",
        dest="tasks",
        action="append",
        choices=TASKS,
        help="run this task only; may be given several times (default: all)",
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="a check in two minutes: small samples, for trying a bot out and not for tables",
    )
    parser.add_argument(
        "--time",
        type=_time,
        metavar="TIME",
        help="stop after this time, like 90s, 30m or 2h, with what was measured until then (default: no limit; with "
        "--quick 2m)",
    )
    parser.add_argument(
        "--move-time",
        type=move_time,
        default=1.0,
        metavar="TIME",
        help="time limit of a cmd: bot per move, like 500ms or 2s (default: 1s)",
    )
    parser.add_argument("--workers", type=positive, metavar="N", help="number of cores to use (default: all)")
    parser.add_argument(
        "--positions",
        metavar="FILE",
        help="positions for decisions and beliefs instead of those of this version of the benchmark",
    )
    parser.add_argument("--out", metavar="FILE", help="write the result to this file, as JSON")
    add_json(parser)
    parser.set_defaults(run=run)


def _time(text: str) -> float:
    """A time in seconds."""
    number, unit = text[:-1], text[-1:]
    if (
        unit not in UNITS
        or not number.replace(".", "", 1).isascii()
        or not number.replace(".", "", 1).isdigit()
    ):
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a time; write one like 90s, 30m or 2h")
    return float(number) * UNITS[unit]


def run(options: argparse.Namespace) -> int:
    from dataclasses import replace

    from rich.console import Console

    from dnup import benchmark
    from dnup.benchmark.positions import DATA
    from dnup.workers.parallel import check_workers

    if options.workers is not None:
        check_workers(options.workers)
    with _progress(Console(stderr=True)) as progress:
        result = benchmark.run(
            options.bot,
            options.tasks or TASKS,
            quick=options.quick,
            seconds=options.time,
            workers=options.workers,
            move_seconds=options.move_time,
            positions=options.positions or DATA,
            progress=progress,
        )
    result = replace(result, command=_command(options))
    if options.out is not None:
        write_file(options.out, json.dumps(result.to_json(), indent=1) + "\n")
    if options.json:
        print(json.dumps(result.to_json()))
    else:
        _show(Console(), result)
    return 0


def _command(options: argparse.Namespace) -> str:
    """The command that gives this result again."""
    words = ["dnup", "benchmark", options.bot]
    for task in options.tasks or ():
        words += ["--task", task]
    words += ["--quick"] if options.quick else []
    words += ["--time", f"{options.time:g}s"] if options.time is not None else []
    words += ["--move-time", f"{round(1000 * options.move_time)}ms"] if options.move_time != 1.0 else []
    words += ["--positions", options.positions] if options.positions is not None else []
    return shlex.join(words)


@contextmanager
def _progress(console: Console) -> Iterator[Callable[[str, float], object]]:
    """A progress bar for the task that is running; it has the name of the task."""
    from rich.progress import BarColumn, Progress, TaskID, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description:14}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(compact=True),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bars:
        known: dict[str, TaskID] = {}

        def advance(task: str, share: float) -> None:
            if task not in known:
                known[task] = bars.add_task(task, total=1.0)
            bars.advance(known[task], share)

        yield advance


def _show(console: Console, result: BenchmarkResult) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    console.print(Text(f"{result.bot}, benchmark {result.version}", style="bold"), soft_wrap=True)
    if result.quick:
        console.print(Text("a quick check: small samples, wide intervals\n", style="dim"))
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("task", style="bold")
    table.add_column("score", justify="right")
    table.add_column("95 % interval", justify="right")
    table.add_column("what it is", overflow="fold")
    for score in result.scores:
        mark = {"more": "↑", "less": "↓"}[score.better]
        table.add_row(score.task, _number(score, score.mean), _interval(score, score), f"{score.unit} {mark}")
        for part in score.parts:
            note = f", {part.note}" if part.note else ""
            table.add_row(
                Text(f"  {part.name}", style="dim"),
                Text(_number(score, part.mean), style="dim"),
                Text(_interval(score, part), style="dim"),
                Text(f"{part.count:,} {_counted(score.task)}{note}", style="dim"),
            )
        if score.note:
            table.add_row("", "", "", Text(score.note, style="yellow" if not score.complete else "dim"))
    console.print(table)


def _counted(task: str) -> str:
    return {"decisions": "decisions", "beliefs": "cards", "exploitability": "situations"}.get(task, "rounds")


def _number(score: Score, value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.1%}" if "share" in score.unit else f"{value:.3f}" if value < 10 else f"{value:.2f}"


def _interval(score: Score, part: Score | Part) -> str:
    if part.low is None or part.high is None:
        return ""
    return f"{_number(score, part.low)} to {_number(score, part.high)}"
