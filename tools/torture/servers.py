"""Servers as processes of their own, to be started and killed at will."""

from __future__ import annotations

import contextlib
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

HOST: Final = "127.0.0.1"


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


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
            cwd=Path(__file__).parents[2],
        )
        self._ask()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate("")

    def start(self, arguments: list[str], log: Path) -> int:
        """Start a server; the number of its process."""
        return self._ask({"start": arguments, "log": str(log)})

    def end(self, process: int, how: signal.Signals) -> int:
        """End a server and wait until it is gone; what it returned."""
        return self._ask({"end": process, "signal": int(how)})

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
        self.port = free_port()
        self.log = folder / f"server-{self.port}.log"
        self._nursery = nursery
        self._process = 0
        self._arguments = ["serve", "--port", str(self.port), "--database", database, *options]

    @property
    def address(self) -> str:
        return f"{HOST}:{self.port}"

    def start(self) -> None:
        self._process = self._nursery.start(self._arguments, self.log)

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
        self._nursery.end(self._process, signal.SIGKILL)

    def stop(self) -> int:
        """End it as an operator would; what it returned."""
        return self._nursery.end(self._process, signal.SIGTERM)

    def complaints(self) -> list[str]:
        """What the server has logged as an error, in all its lives."""
        lines = [line for line in self.log.read_text().splitlines() if line.startswith("{")]
        return [line for line in lines if json.loads(line)["level"] == "error" or "trace" in json.loads(line)]


def _raise_servers() -> None:
    """The nursery's own process."""
    from dnup import cli
    from dnup.server import postgres, run  # noqa: F401 - what servers need is loaded here once for all of them
    from dnup.server.thinkers import warm_up

    warm_up()
    print(0, flush=True)
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
            print(child, flush=True)
        else:
            with contextlib.suppress(ProcessLookupError):
                os.kill(question["end"], question["signal"])
            print(os.waitstatus_to_exitcode(os.waitpid(question["end"], 0)[1]), flush=True)


if __name__ == "__main__":
    _raise_servers()
