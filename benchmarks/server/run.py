"""Our server and boardgame.io's side by side: moves a second, latency, memory. `make bench-server` runs this.

All get the same load from the same generator in the same run: tables of two clients, a move counted when both
have seen it. The server has one core for itself and the generator the other. Ours keeps every move in SQLite with
`synchronous=FULL`, or in PostgreSQL with `synchronous_commit=on`; boardgame.io keeps its games in memory, which is its
default. PostgreSQL shares the generator's core. Two nodes share the server's: what they make of it together is what
sharing a database costs. Half of their tables have one client at each node.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator
from operator import itemgetter
from typing import Any

from rich.console import Console

from benchmarks.contest import ratio_of
from benchmarks.report import Figure, compared, describe_machine, publish
from benchmarks.server.servers import HERE, NODES, Server, pinned, running

ROOT = HERE.parent.parent
PAGE = ROOT / "docs" / "lab" / "server.md"
TICKS = os.sysconf("SC_CLK_TCK")
SIZES = (50, 500)
OPEN_TABLES = 1000

Run = dict[str, Any]
Runs = dict[str, list[Run]]
"""What was measured of each kind of server."""


def load(server: Server, tables: int, seconds: float, rate: float = 0) -> Run:
    """What the generator measured, and how much processor time a move took the server and its database."""
    command = [*pinned(1), "node", "load.mjs", *server.arguments(), str(tables), str(seconds)]
    done = subprocess.run(
        [*command, *([str(rate)] if rate else [])], cwd=HERE, capture_output=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"the load generator failed:\n{done.stderr.decode()}")
    result: Run = json.loads(done.stdout)
    for name in ("user", "system", "database"):
        result[f"{name}_us"] = 1e6 / TICKS * result[name] / max(1, result["moves"])
    result["cpu_us"] = result["user_us"] + result["system_us"]
    return result


def memory_of_open_tables(kind: str) -> float:
    """Megabytes that 1,000 tables with two clients each take, beyond the empty server."""
    with running(kind) as server:
        load(server, 20, 1)  # whatever is loaded on first use is loaded now
        time.sleep(1)
        empty = server.memory()
        command = [*pinned(1), "node", "load.mjs", *server.arguments(), str(OPEN_TABLES), "0"]
        clients = subprocess.Popen(command, cwd=HERE, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert clients.stdout is not None
        clients.stdout.readline()
        time.sleep(3)
        taken = server.memory() - empty
        clients.kill()
        clients.wait()
    return taken


def figures(seconds: float, repeats: int, screen: Console) -> Iterator[Figure]:
    """Every figure; the servers take turns."""
    for tables in SIZES:
        runs: Runs = {kind: [] for kind in NODES}
        for number in range(repeats):
            for kind, done in runs.items():
                screen.print(f"· {kind}, {tables} tables, run {number + 1} of {repeats}", style="dim")
                with running(kind) as server:
                    done.append(load(server, tables, seconds))
        topic = f"{tables} tables; other: boardgame.io"
        yield compared(topic, "moves/s", *speeds(runs, "dnup", "boardgame"), at_least=4.0)
        yield compared(topic, "moves per CPU-second", *speeds(runs, "dnup", "boardgame", thrift))
        for share in ("p50", "p99"):
            latency = {kind: [run[share] for run in runs[kind]] for kind in ("dnup", "boardgame")}
            yield beside(topic, f"{share} at full load", "ms", latency)
        quarter = max(run["rate"] for run in runs["dnup"]) / 4
        screen.print(f"· dnup, {tables} tables at {quarter:,.0f} moves/s", style="dim")
        unhurried = []
        for _ in range(repeats):
            with running("dnup") as server:
                unhurried.append(load(server, tables, seconds, quarter))
        for share, bar in (("p50", None), ("p99", 50)):
            late = [run[share] for run in unhurried]
            yield alone(topic, f"{share} at {quarter:,.0f} moves/s", "ms", late, at_most=bar)
        yield from figures_of_nodes(tables, runs)
    taken: dict[str, list[float]] = {"dnup": [], "boardgame": []}
    for number in range(repeats):
        for kind, megabytes in taken.items():
            screen.print(f"· {kind}, memory of {OPEN_TABLES:,} open tables, run {number + 1}", style="dim")
            megabytes.append(memory_of_open_tables(kind))
    yield beside(f"{OPEN_TABLES:,} open tables; other: boardgame.io", "memory", "MB", taken, at_most=1.25)


def figures_of_nodes(tables: int, runs: Runs) -> Iterator[Figure]:
    """What nodes on PostgreSQL do beside one server with SQLite, and what the database does for them."""
    for kind, name, bar in (("postgres", "one node", 0.5), ("two nodes", "two nodes", None)):
        topic = f"{tables} tables, {name} on PostgreSQL; other: one server on SQLite"
        yield compared(topic, "moves/s", *speeds(runs, kind, "dnup"))
        yield compared(topic, "moves per CPU-second", *speeds(runs, kind, "dnup", thrift), at_least=bar)
        for what, measure, unit in (
            ("nodes' time, a move", "cpu_us", "µs"),
            ("database's time, a move", "database_us", "µs"),
            ("p50 at full load", "p50", "ms"),
            ("p99 at full load", "p99", "ms"),
        ):
            yield alone(topic, what, unit, [run[measure] for run in runs[kind]])


def alone(topic: str, what: str, unit: str, values: list[float], at_most: float | None = None) -> Figure:
    """Something that is not compared: the median, and all there was."""
    return Figure(
        topic, what, statistics.median(values), min(values), max(values), unit=unit, at_most=at_most
    )


def beside(
    topic: str, what: str, unit: str, measured: dict[str, list[float]], at_most: float | None = None
) -> Figure:
    """Something of which less is better: the medians of both, and their ratio."""
    ours, theirs = (statistics.median(values) for values in measured.values())
    ratio = ratio_of(*measured.values())
    told = f"{what}, {unit}"
    return Figure(topic, told, ours / theirs, ratio.low, ratio.high, at_most=at_most, ours=ours, other=theirs)


def thrift(run: Run) -> float:
    """Moves in a second of processor time."""
    return float(1e6 / run["cpu_us"])


def speeds(
    runs: Runs, ours: str, other: str, speed: Callable[[Run], float] = itemgetter("rate")
) -> tuple[list[float], list[float]]:
    return list(map(speed, runs[ours])), list(map(speed, runs[other]))


def main() -> None:
    parser = argparse.ArgumentParser("make bench-server", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--json", metavar="FILE", help="write everything to this file as JSON, too")
    parser.add_argument("--update-docs", action="store_true", help="write the tables into docs/lab/server.md")
    parser.add_argument("--seconds", type=float, default=8, help="how long each run counts (default: 8)")
    parser.add_argument("--repeats", type=int, default=3, help="how often each is run (default: 3)")
    options = parser.parse_args()
    if options.repeats < 2 or options.seconds <= 0:
        parser.error("at least 2 repeats of more than 0 seconds are needed")
    machine = describe_machine(ROOT, None, {})
    measured = list(figures(options.seconds, options.repeats, Console(stderr=True)))
    publish(machine, measured, options.json, PAGE if options.update_docs else None)


if __name__ == "__main__":
    main()
