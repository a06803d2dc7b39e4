"""Servers as processes of their own, to be started and killed at will."""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tools import ROOT
from tools.ports import HOST, keep_port, port_of

LOADED_LATE: Final = (
    "uvicorn.loops.auto",
    "uvicorn.protocols.http.auto",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
)


class Nursery:
    """Starts servers in no time: a process that has loaded everything forks one when asked.

    A fork runs the very command, `dnup serve`, with its arguments; only the time to load it is saved.
    """

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tools.torture.servers"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        self._ports: list[socket.socket] = []
        self._ask()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate("")
        for kept in self._ports:
            kept.close()

    def keep_port(self) -> int:
        """A port for all lives of a server: nobody else gets it in between."""
        self._ports.append(keep_port())
        return port_of(self._ports[-1])

    def start(self, arguments: list[str], log: Path) -> int:
        """Start a server; the number of its process."""
        return self._ask({"start": arguments, "log": str(log)})

    def end(self, process: int, how: signal.Signals | None) -> int:
        """End a server, or let it end, and wait until it is gone; what it returned."""
        return self._ask({"end": process, "signal": int(how or 0)})

    def _ask(self, question: object = None) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        if question is not None:
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
        return int(self._process.stdout.readline())


class Server:
    """One server on a database, at one port for all its lives."""

    def __init__(self, nursery: Nursery, database: str, folder: Path, *options: str) -> None:
        self.port = nursery.keep_port()
        self.log = folder / f"server-{self.port}.log"
        self._nursery = nursery
        self.process = 0
        self._arguments = ["serve", "--port", str(self.port), "--database", database, *options]

    @property
    def address(self) -> str:
        return f"{HOST}:{self.port}"

    def start(self) -> None:
        self.process = self._nursery.start(self._arguments, self.log)

    def wait(self) -> None:
        """Wait until the server listens."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError), socket.create_connection((HOST, self.port), 1):
                return
            time.sleep(0.005)
        raise TimeoutError(f"the server does not listen:\n{self.log.read_text()}")

    def kill(self) -> None:
        """End it as a power cut would."""
        self._nursery.end(self.process, signal.SIGKILL)

    def stop(self) -> int:
        """End it as an operator would; what it returned."""
        return self._nursery.end(self.process, signal.SIGTERM)

    def wait_for_end(self) -> int:
        """Wait until it ends by itself; what it returned."""
        return self._nursery.end(self.process, None)

    def complaints(self, but_for: str = "") -> list[str]:
        """The errors that the server has logged, in all its lives, but for an expected one."""
        lines = [line for line in self.log.read_text().splitlines() if line.startswith("{")]
        told = [(line, json.loads(line)) for line in lines]
        return [line for line, entry in told if entry["level"] == "error" and entry["message"] != but_for]


def _raise_servers() -> None:
    """The nursery's own process."""
    from dnup import cli
    from dnup.compile_cache import make_ready
    from dnup.entry_points import SERVER

    for name in ("dnup.server.store.postgres", "dnup.server.run", *LOADED_LATE):
        importlib.import_module(name)
    make_ready(SERVER)
    print(0, flush=True)
    alive: set[int] = set()
    for line in sys.stdin:
        question = json.loads(line)
        if "start" in question:
            child = os.fork()
            if child == 0:
                output = os.open(question["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
                for stream, target in ((0, os.open(os.devnull, os.O_RDONLY)), (1, output), (2, output)):
                    os.dup2(target, stream)
                code = cli.main(question["start"])
                os._exit(code)
            alive.add(child)
            print(child, flush=True)
        else:
            child = question["end"]
            os.kill(child, question["signal"])
            print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
            alive.discard(child)
    for child in alive:  # their parent has gone
        os.kill(child, signal.SIGKILL)


if __name__ == "__main__":
    _raise_servers()
