"""The server listens at once, and calls nothing compiled before it is ready: nobody makes everybody wait."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from dnup.kernel.jit import CACHE_DIRECTORY
from dnup.server.runtime import readiness as runtime
from dnup.server.runtime.readiness import Readiness
from tests.server.running import DNUP, PATIENCE


def told_by(module: str, *arguments: str) -> Any:
    """What a module says in a process in which nothing compiled has been loaded before."""
    command = [sys.executable, "-m", module, *arguments]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=600).stdout)


def functions_of(*arguments: str) -> set[tuple[str, str]]:
    """What a process has compiled or loaded when it ends."""
    told = told_by("tests.server.evening", *arguments)
    return {(name.rpartition(".")[2], signature) for name, signature in told}


@pytest.mark.compiled
def test_nothing_is_compiled_while_people_play() -> None:
    ready = functions_of("ready")
    needed = functions_of()  # after it, so that what is ready is loaded and only the rest compiled
    names = {name for name, _ in needed}
    assert names >= {
        "write_views",
        "write_updates",
        "put_moved",
        "check_move",
        "replay_moves",
        "search",
        "choose_with_noise",
    }
    assert needed <= ready


@pytest.mark.compiled
def test_nothing_compiled_is_called_before_it_is_ready() -> None:
    early = told_by("tests.server.early")
    assert early["called"] == []
    told = early["told"]
    assert told.pop("page") == [503, True]
    assert told.pop("socket")["code"] == "starting"
    health = told.pop("GET /health")
    assert health[0] == 503
    assert (health[1]["status"], health[1]["progress"]) == ("starting", 0.5)
    fine = {question for question, (status, _) in told.items() if status == 200}
    assert fine == {
        "GET /",
        "GET /learn/",
        "GET /table/abcdefghjkmn",
        "GET /game/abcdefghjkmn",
        "GET /metrics",
        "GET /api/decks",
        "GET /api/tables",
    }
    for question in told.keys() - fine:
        status, refused = told[question]
        assert (status, refused["code"]) == (503, "starting"), question


class Function:
    """Stands for a compiled function: notes on which thread it is compiled or loaded."""

    def __init__(self, *, cached: bool = False) -> None:
        self.threads: list[int] = []
        self.cached = cached

    def load(self, types: tuple[Any, ...]) -> bool:
        return self.cached

    def compile(self, types: tuple[Any, ...]) -> None:
        self.threads.append(threading.get_ident())


def prepared(code: str | None, functions: int = 3) -> tuple[Readiness, list[Function], list[tuple[int, int]]]:
    """A server's readiness after a compiler that runs this code; None stands for a program that is not there."""
    told: list[tuple[int, int]] = []
    missing = [Function() for _ in range(functions)]
    command = ["/nowhere/python"] if code is None else [sys.executable, "-c", code]
    readiness = Readiness(
        [(function, ()) for function in missing], lambda done, total: told.append((done, total)), command
    )
    assert not readiness.ready
    asyncio.run(readiness.prepare())
    return readiness, missing, told


@pytest.mark.parametrize(
    "code, said",
    [
        ("print(1, 2); print(2, 2)", [(1, 2), (2, 2), (3, 3)]),
        ("print(1, 2, flush=True); import os; os.kill(os.getpid(), 9)", [(1, 2), (3, 3)]),
        ("raise OSError('no space left on device')", [(3, 3)]),
        (None, [(3, 3)]),
    ],
)
def test_it_gets_ready_whatever_becomes_of_the_compiler(
    monkeypatch: pytest.MonkeyPatch, code: str | None, said: list[tuple[int, int]]
) -> None:
    monkeypatch.setattr(runtime, "CACHED", True)
    readiness, missing, told = prepared(code)
    assert (readiness.ready, readiness.progress, told) == (True, 1.0, said)
    for function in missing:
        assert len(function.threads) == 1
        assert function.threads[0] != threading.get_ident(), "never on the event loop"


@pytest.mark.parametrize("cached", [True, False])
def test_a_cache_that_is_full_is_said_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, cached: bool
) -> None:
    monkeypatch.setattr(runtime, "CACHED", True)
    missing = [(Function(cached=cached), ()) for _ in range(3)]
    readiness = Readiness(missing, command=[sys.executable, "-c", "print(3, 3)"])
    asyncio.run(readiness.prepare())
    assert readiness.ready
    full = [record for record in caplog.records if "is the disk full?" in record.message]
    assert len(full) == (0 if cached else 1)
    assert all(record.__dict__["reason"] == str(CACHE_DIRECTORY) for record in full)


@pytest.mark.compiled
def test_where_nothing_can_be_written_it_is_said_once_and_the_page_is_there(tmp_path: Path) -> None:
    environment = {**os.environ, "NUMBA_CACHE_DIR": "/dev/null/nowhere"}
    environment.pop("DNUP_QUIET", None)
    command = [*DNUP, "serve", "--port", "0", "--database", str(tmp_path / "games.sqlite3")]
    with (tmp_path / "log").open("w") as log:
        server = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        assert server.stdout is not None
        address = server.stdout.readline().split()[3]
        assert httpx.get(address, timeout=PATIENCE).status_code == 200
        end = time.monotonic() + PATIENCE
        while httpx.get(f"{address}health", timeout=PATIENCE).json()["progress"] == 0:
            assert time.monotonic() < end, "nothing is compiled"
            time.sleep(0.05)
        server.terminate()
        assert server.wait(PATIENCE) == 0
        said = (tmp_path / "log").read_text().splitlines()
        assert said[0].endswith(
            "the rules are compiled at every start, as /dev/null/nowhere cannot be written."
        )
        assert [line for line in said[1:] if "/dev/null" in line or "Traceback" in line] == []
    finally:
        if server.poll() is None:
            server.kill()
        server.wait()
        assert server.stdout is not None
        server.stdout.close()


def test_without_a_cache_a_thread_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "CACHED", False)
    readiness, missing, told = prepared("raise SystemExit('nobody should start this')")
    assert (readiness.ready, told) == (True, [(3, 3)])
    assert all(function.threads for function in missing)


def test_the_compiler_ends_with_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "CACHED", True)
    pids: list[int] = []
    code = "import os, time; print(os.getpid(), 10**9, flush=True); time.sleep(600)"
    readiness = Readiness(
        [(Function(), ())], lambda done, total: pids.append(done), [sys.executable, "-c", code]
    )

    async def stop_half_way() -> None:
        task = asyncio.create_task(readiness.prepare())
        while not pids:
            await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.wait([task])

    asyncio.run(stop_half_way())
    assert not readiness.ready
    assert is_gone(pids[0])


def is_gone(pid: int) -> bool:
    """Whether a process ends, within a while."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            os.kill(pid, 0)
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except (ProcessLookupError, FileNotFoundError):
            return True
        time.sleep(0.05)
    return False


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.compiled
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_with_an_empty_cache_the_page_is_there_at_once(tmp_path: Path, stop: signal.Signals) -> None:
    """And whichever way the server is stopped meanwhile, nothing of it is left."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    command = [*DNUP, "serve", "--port", "0", "--database", str(tmp_path / "games.sqlite3")]
    with (tmp_path / "log").open("w") as log:
        server = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        assert server.stdout is not None
        address = server.stdout.readline().split()[3]
        assert httpx.get(address, timeout=PATIENCE).status_code == 200
        health = httpx.get(f"{address}health", timeout=PATIENCE).json()
        assert (health["status"], health["progress"]) == ("starting", 0.0)
        end = time.monotonic() + PATIENCE
        while not (children := children_of(server.pid)) and time.monotonic() < end:
            time.sleep(0.05)
        assert len(children) == 1
        server.send_signal(stop)
        code = server.wait(PATIENCE)
        assert code == (-signal.SIGKILL if stop is signal.SIGKILL else 0)
        assert is_gone(children[0])
        said = (tmp_path / "log").read_text()
        assert "Play against bots at once. Tables with friends get ready" in said
        assert "Traceback" not in said
    finally:
        if server.poll() is None:
            server.kill()
        server.wait()
        assert server.stdout is not None
        server.stdout.close()


@pytest.mark.slow
@pytest.mark.compiled
def test_with_an_empty_cache_it_gets_ready_by_itself(tmp_path: Path) -> None:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    command = [*DNUP, "serve", "--port", "0", "--database", str(tmp_path / "games.sqlite3")]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = server.stdout.readline().split()[3]
        seen = []
        while (health := httpx.get(f"{address}health", timeout=PATIENCE).json())["status"] == "starting":
            seen.append(health["progress"])
            time.sleep(0.25)
        assert health["status"] == "ok"
        assert seen == sorted(seen)
        assert len(set(seen)) > 10
        created = httpx.post(f"{address}api/tables", json={"name": "Ada", "start": True}, timeout=PATIENCE)
        assert created.status_code == 201
        server.terminate()
