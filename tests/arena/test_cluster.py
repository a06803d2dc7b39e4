"""Work on a Ray cluster: the same results as here, also when a worker is lost on the way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dnup.arena.results import open_results
from dnup.arena.runner import play_missing_games
from dnup.arena.settings import Settings
from dnup.cli import main
from dnup.kernel.layout import Words
from dnup.random_games.simulate import Task, add_up, simulate
from dnup.rl.parquet import simulate_to_parquet
from dnup.workers.parallel import in_order
from tests.need import need_module

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.xdist_group("ray"),
    # Ray leaves sockets and files to the end of the process, and warns of future changes.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


PATIENCE = 180  # seconds


def wait_for(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.1)


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    """A Ray of two workers on this machine, with the priority of the tests.

    Ray gives its workers a low one. On a busy machine they would do nothing for many minutes.
    """
    ray: Any = need_module("ray")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_worker_niceness", "0")
        ray.init(
            address="local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR"
        )
    yield ray
    ray.shutdown()


def kill_a_worker(ray: Any) -> int:
    """End the process that happens to do the next task, without a word."""

    def process_id() -> int:
        return os.getpid()

    process = int(ray.get(ray.remote(process_id).remote()))
    assert process != os.getpid()
    os.kill(process, signal.SIGKILL)
    return process


class Fragile(Task):
    """A task whose third chunk ends its worker in the middle of the work, the first time somebody tries."""

    def count(self, games: range) -> Words:
        marker = Path(os.environ["DNUP_TEST_MARKER"])
        if games.start == 2000 and not marker.exists():
            marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().count(games)


def test_a_lost_worker_costs_its_chunk_only(
    ray: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    marker = tmp_path / "killed"
    fragile = Fragile.of(3, 5)

    def count(games: range) -> Words:
        os.environ["DNUP_TEST_MARKER"] = str(marker)
        return fragile.count(games)

    shares = [range(start, start + 1000) for start in range(0, 6000, 1000)]
    done = list(in_order(count, shares, 2, ray="local"))
    assert marker.exists(), "one was killed"
    assert capsys.readouterr().out == "", "and Ray has not told of it where results go"
    assert [share for share, _ in done] == shares
    local = simulate(3, 6000, 5, workers=1)
    assert add_up(fragile, ((len(share), counts) for share, counts in done), None) == local


def test_what_goes_wrong_there_is_said_as_if_it_had_here(ray: Any) -> None:
    def fail(share: int) -> None:
        raise ValueError(f"{share} is too much")

    with pytest.raises(ValueError, match=r"^3 is too much$"):
        list(in_order(fail, [3], 1, ray="local"))


def test_records_are_the_same(ray: Any) -> None:
    here: list[str] = []
    there: list[str] = []
    simulate(2, 120, 5, workers=1, record=here.append)
    simulate(2, 120, 5, ray="local", record=there.append)
    assert "".join(there) == "".join(here)


def test_files_are_the_same(ray: Any, tmp_path: Path) -> None:
    simulate_to_parquet(tmp_path / "here", 4, 200, 3, workers=1)
    simulate_to_parquet(tmp_path / "there", 4, 200, 3, ray="local")
    files = sorted((tmp_path / "here").rglob("*.parquet"))
    assert len(files) == 2
    for file in files:
        other = tmp_path / "there" / file.relative_to(tmp_path / "here")
        assert other.read_bytes() == file.read_bytes()


def test_an_arena_with_a_worker_lost(ray: Any, tmp_path: Path) -> None:
    settings = Settings.of(["greedy", "random"], 2, single_rounds=True, seed=4)
    killed: list[int] = []

    def results(name: str, **options: Any) -> list[Any]:
        with open_results(settings, str(tmp_path / name), None, resume=False) as writer:
            play_missing_games(settings, 12, writer, **options)
            return [replace(result, times=()) for result in writer.done]

    def progress(_done: int) -> None:
        if not killed:
            killed.append(kill_a_worker(ray))

    here = results("here", workers=1)
    assert results("there", ray="local", progress=progress) == here
    assert killed


def test_the_command_line(
    ray: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["simulate", "--players", "2", "--games", "500", "--seed", "1", "--json"]
    assert main(command) == 0
    here = capsys.readouterr().out
    assert main([*command, "--ray", "local"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(here)
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    assert main([*command, "--ray", "local"]) == 2
    assert capsys.readouterr().err.endswith('python -m pip install "ray>=2.40"\n')


@pytest.mark.parametrize("address", ["nowhere", "localhost:1", "ray://localhost:1"])
def test_no_cluster_at_that_address(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    ray = need_module("ray")
    if ray.is_initialized():  # pytest may have put the other tests before
        ray.shutdown()
    assert main(["simulate", "--players", "2", "--games", "5", "--ray", address]) == 2
    assert f"there is no Ray cluster at '{address}'" in capsys.readouterr().err


##### In a separate process #####


def child_of(process: int, name: str) -> int | None:
    """A process of this name that another one has started."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid=,comm="], capture_output=True, text=True, check=True)
    rows = (line.split() for line in listed.stdout.splitlines())
    found = (int(row[0]) for row in rows if row[1] == str(process) and row[2] == name)
    return next(found, None)


@pytest.mark.slow  # on a busy machine Ray may end the process before dnup prints its sentence
def test_the_loss_of_a_raylet_is_a_sentence_and_nothing_else(tmp_path: Path) -> None:
    """Ray prints a long report to standard output, which would break a reader of JSON."""
    need_module("ray")
    records = tmp_path / "records.jsonl"
    command = [sys.executable, "-m", "dnup.cli", "simulate", "--players", "2", "--games", "1000000", "--json"]
    with subprocess.Popen(
        [*command, "--ray", "local", "--workers", "1", "--record", str(records)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            wait_for(lambda: records.exists() and records.stat().st_size > 0)
            raylet = child_of(process.pid, "raylet")
            assert raylet is not None
            os.kill(raylet, signal.SIGKILL)
            said = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    raylet_died = "dnup: the Ray cluster was lost on the way: The task's local raylet died."
    assert said == ("", f"{raylet_died} Check raylet.out for more information.\n")
    assert process.returncode == 2
