"""Our server and boardgame.io's side by side: moves a second, latency, memory. `make bench-server` runs this.

Both get the same load from the same generator in the same run: tables of two clients, a move counted when both
have seen it. The server has one core for itself and the generator the other. Ours keeps every move in SQLite with
`synchronous=FULL`; boardgame.io keeps its games in memory, which is its default.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from benchmarks.contest import ratio_of
from benchmarks.report import Figure, compared, describe_machine, publish

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
PAGE = ROOT / "docs" / "server.md"
TICKS = os.sysconf("SC_CLK_TCK")
SIZES = (50, 500)
OPEN_TABLES = 1000


@dataclass
class Server:
    """A server that runs, pinned to a core of its own."""

    kind: str
    url: str
    process: subprocess.Popen[bytes]

    def arguments(self) -> list[str]:
        """How the load generator is told of it."""
        return [self.kind, self.url, str(self.process.pid)]

    def memory(self) -> float:
        """Megabytes in use."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024


def pinned(core: int) -> list[str]:
    return ["taskset", "-c", str(core)] if (os.cpu_count() or 1) > 1 else []


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def running(kind: str) -> Iterator[Server]:
    """A fresh server of a kind, gone afterwards."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        if kind == "dnup":
            command = [sys.executable, "-m", "dnup.cli", "serve", "--port", str(port)]
            command += ["--database", f"{folder}/games.sqlite3"]
            command += ["--tables-per-minute", "1000000", "--messages-per-second", "1000000"]
            command += ["--max-per-address", "1000000"]
            ready = f"{url}/health"
        else:
            command = ["node", "boardgame_server.cjs", str(port)]
            ready = f"{url}/games"
        process = subprocess.Popen([*pinned(0), *command], cwd=HERE, stdout=subprocess.DEVNULL)
        try:
            wait_for(ready)
            yield Server(kind, url, process)
        finally:
            process.terminate()
            process.wait(20)


def wait_for(url: str) -> None:
    for _ in range(300):
        with contextlib.suppress(OSError), urllib.request.urlopen(url):
            return
        time.sleep(0.1)
    raise SystemExit(f"{url} does not answer")


def load(server: Server, tables: int, seconds: float, rate: float = 0) -> dict[str, Any]:
    """What the generator measured, and how much processor time a move took the server."""
    command = [*pinned(1), "node", "load.mjs", *server.arguments(), str(tables), str(seconds)]
    done = subprocess.run(
        [*command, *([str(rate)] if rate else [])], cwd=HERE, capture_output=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"the load generator failed:\n{done.stderr.decode()}")
    result: dict[str, Any] = json.loads(done.stdout)
    for name in ("user", "system"):
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
    """Every figure; the two servers take turns."""
    for tables in SIZES:
        runs: dict[str, list[dict[str, Any]]] = {"dnup": [], "boardgame": []}
        for number in range(repeats):
            for kind, done in runs.items():
                screen.print(f"· {kind}, {tables} tables, run {number + 1} of {repeats}", style="dim")
                with running(kind) as server:
                    done.append(load(server, tables, seconds))
        topic = f"{tables} tables; other: boardgame.io"
        yield compared(topic, "moves/s", *speeds(runs, lambda run: run["rate"]), at_least=4.0)
        yield compared(topic, "moves per CPU-second", *speeds(runs, lambda run: 1e6 / run["cpu_us"]))
        for share in ("p50", "p99"):
            latency = {kind: [run[share] for run in done] for kind, done in runs.items()}
            yield beside(topic, f"{share} at full load", "ms", latency)
        quarter = max(run["rate"] for run in runs["dnup"]) / 4
        screen.print(f"· dnup, {tables} tables at {quarter:,.0f} moves/s", style="dim")
        unhurried = []
        for _ in range(repeats):
            with running("dnup") as server:
                unhurried.append(load(server, tables, seconds, quarter))
        for share, bar in (("p50", None), ("p99", 50)):
            late = [run[share] for run in unhurried]
            what = f"{share} at {quarter:,.0f} moves/s"
            yield Figure(topic, what, statistics.median(late), min(late), max(late), unit="ms", at_most=bar)
    taken: dict[str, list[float]] = {"dnup": [], "boardgame": []}
    for number in range(repeats):
        for kind, megabytes in taken.items():
            screen.print(f"· {kind}, memory of {OPEN_TABLES:,} open tables, run {number + 1}", style="dim")
            megabytes.append(memory_of_open_tables(kind))
    yield beside(f"{OPEN_TABLES:,} open tables; other: boardgame.io", "memory", "MB", taken, at_most=1.25)


def beside(
    topic: str, what: str, unit: str, measured: dict[str, list[float]], at_most: float | None = None
) -> Figure:
    """Something of which less is better: the medians of both, and their ratio."""
    ours, theirs = (statistics.median(values) for values in measured.values())
    ratio = ratio_of(*measured.values())
    told = f"{what}, {unit}"
    return Figure(topic, told, ours / theirs, ratio.low, ratio.high, at_most=at_most, ours=ours, other=theirs)


def speeds(
    runs: dict[str, list[dict[str, Any]]], speed: Callable[[dict[str, Any]], float]
) -> tuple[list[float], list[float]]:
    return list(map(speed, runs["dnup"])), list(map(speed, runs["boardgame"]))


def main() -> None:
    parser = argparse.ArgumentParser("make bench-server", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--json", metavar="FILE", help="write everything to this file as JSON, too")
    parser.add_argument("--update-docs", action="store_true", help="write the tables into docs/server.md")
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
