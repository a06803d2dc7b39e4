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
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

HERE = Path(__file__).parent
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


def measure(seconds: float, repeats: int, console: Console) -> dict[str, Any]:
    """Everything, the two servers in turn."""
    results: dict[str, Any] = {}
    for tables in SIZES:
        runs: dict[str, list[dict[str, Any]]] = {"dnup": [], "boardgame": []}
        for number in range(repeats):
            for kind, done in runs.items():
                console.print(f"· {kind}, {tables} tables, run {number + 1} of {repeats}", style="dim")
                with running(kind) as server:
                    done.append(load(server, tables, seconds))
        for kind, done in runs.items():
            rates = [run["rate"] for run in done]
            best = max(done, key=lambda run: run["rate"])
            spread = (max(rates) - min(rates)) / statistics.mean(rates)
            results[f"{kind} {tables}"] = {**best, "spread": spread}
        quarter = results[f"dnup {tables}"]["rate"] / 4
        console.print(f"· dnup, {tables} tables at {quarter:,.0f} moves/s", style="dim")
        quarters = []
        for _ in range(repeats):
            with running("dnup") as server:
                quarters.append(load(server, tables, seconds, quarter))
        results[f"quarter {tables}"] = min(quarters, key=lambda run: run["p99"])
    for kind in ("dnup", "boardgame"):
        console.print(f"· {kind}, memory of {OPEN_TABLES:,} open tables", style="dim")
        results[f"{kind} memory"] = memory_of_open_tables(kind)
    return results


def show(results: dict[str, Any], console: Console) -> None:
    table = Table(
        "", "dnup, on disk", "boardgame.io, in memory", "ratio", title="Moves a second, seen by both players"
    )
    for tables in SIZES:
        ours, theirs = results[f"dnup {tables}"], results[f"boardgame {tables}"]
        table.add_row(
            f"{tables} tables",
            f"{ours['rate']:,.0f} (spread {ours['spread']:.0%})",
            f"{theirs['rate']:,.0f} (spread {theirs['spread']:.0%})",
            f"{ours['rate'] / theirs['rate']:.1f}",
        )
        table.add_row(
            "  p50, p99 at full load",
            f"{ours['p50']:.0f} ms, {ours['p99']:.0f} ms",
            f"{theirs['p50']:.0f} ms, {theirs['p99']:.0f} ms",
            "",
        )
        quarter = results[f"quarter {tables}"]
        table.add_row(
            f"  at {quarter['rate']:,.0f} moves/s",
            f"{quarter['p50']:.1f} ms, {quarter['p99']:.1f} ms",
            "",
            "",
        )
        table.add_row(
            "  processor time a move",
            f"{ours['cpu_us']:.0f} µs",
            f"{theirs['cpu_us']:.0f} µs",
            f"{theirs['cpu_us'] / ours['cpu_us']:.1f}",
        )
    ours, theirs = results["dnup memory"], results["boardgame memory"]
    table.add_row("1,000 open tables", f"{ours:.0f} MB", f"{theirs:.0f} MB", f"{ours / theirs:.2f}")
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser("make bench-server", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=8, help="how long each run counts (default: 8)")
    parser.add_argument(
        "--repeats", type=int, default=3, help="how often each is run; the best counts (default: 3)"
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    options = parser.parse_args()
    results = measure(options.seconds, options.repeats, Console(stderr=True))
    if options.json:
        print(json.dumps(results, indent=1))
    else:
        show(results, Console())


if __name__ == "__main__":
    main()
