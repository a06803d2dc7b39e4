"""The servers that are measured: each started on a separate core and stopped afterwards."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from dnup.workers.cores import core_count
from tools.ports import keep_port, port_of
from tools.torture.database import Database

HERE = Path(__file__).parent
NODES = {"dnup": 1, "boardgame": 1, "postgres": 1, "two nodes": 2}
"""What can be measured, and how many processes that is: ours with SQLite, boardgame.io, ours with PostgreSQL."""


@dataclass
class Server:
    """A server that runs: one process or several nodes, and the database if that is somebody else."""

    kind: str
    urls: list[str]
    processes: list[subprocess.Popen[bytes]]
    database: int | None = None
    """The process of PostgreSQL that has started the others."""

    def arguments(self) -> list[str]:
        """How the load generator is told of it."""
        program = "boardgame" if self.kind == "boardgame" else "dnup"
        numbers = [str(process.pid) for process in self.processes]
        return [program, ",".join(self.urls), ",".join(numbers), str(self.database or "")]

    def memory(self) -> float:
        """Megabytes in use."""
        texts = [Path(f"/proc/{process.pid}/status").read_text() for process in self.processes]
        return sum(int(text.split("VmRSS:")[1].split()[0]) / 1024 for text in texts)


@contextlib.contextmanager
def running(kind: str) -> Iterator[Server]:
    """A fresh server of a kind. The nodes have one core together, whatever else there is the other."""
    with contextlib.ExitStack() as stack:
        address = f"{stack.enter_context(tempfile.TemporaryDirectory())}/games.sqlite3"
        database = None
        if kind in ("postgres", "two nodes"):
            postgres = stack.enter_context(Database())
            address, database = postgres.address, postgres.process
            _pin_all(database)
        server = Server(kind, [], [], database)
        for _ in range(NODES[kind]):
            port = port_of(stack.enter_context(keep_port()))
            url = f"http://127.0.0.1:{port}"
            command = ["node", "boardgame_server.cjs", str(port)]
            if kind != "boardgame":
                command = [
                    sys.executable,
                    "-m",
                    "dnup.cli",
                    "serve",
                    "--port",
                    str(port),
                    "--database",
                    address,
                ]
                command += ["--tables-per-minute", "1000000", "--messages-per-second", "1000000"]
                command += ["--max-per-address", "1000000"]
            process = subprocess.Popen([*pinned(0), *command], cwd=HERE, stdout=subprocess.DEVNULL)
            stack.callback(_end, process)
            wait_for(f"{url}/games" if kind == "boardgame" else f"{url}/health")
            server.urls.append(url)
            server.processes.append(process)
        yield server


def pinned(core: int) -> list[str]:
    return ["taskset", "-c", str(core)] if core_count() > 1 else []


def _pin_all(database: int) -> None:
    """The database shares the generator's core, as if it were on another machine."""
    if pinned(1):
        children = Path(f"/proc/{database}/task/{database}/children").read_text().split()
        for process in (database, *map(int, children)):
            with contextlib.suppress(ProcessLookupError):
                os.sched_setaffinity(process, {1})


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    process.wait(20)


def wait_for(url: str) -> None:
    for _ in range(600):
        with contextlib.suppress(OSError), urllib.request.urlopen(url):
            return
        time.sleep(0.1)
    raise SystemExit(f"{url} does not answer")
