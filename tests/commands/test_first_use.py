"""The first use compiles, says so once, and no more than is used; `warm_up` leaves nothing to compile."""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import dnup
from dnup import compile_progress
from dnup.entry_points import GROUPS, entry_points
from dnup.kernel.compiler import EntryPoint
from dnup.kernel.machine_code import PACKAGES

pytestmark = pytest.mark.compiled

USE = """
import numpy as np
from numba import njit

@njit
def mine(number):
    return number + 1

import dnup
from dnup.kernel.rng import split

mine(1)  # what somebody else compiles is nothing to us
print("ready", flush=True)
split(np.uint64(1), 2)
split(np.uint64(1), np.uint64(3))  # for other types it is compiled again
"""

ANNOUNCED = (
    "dnup: compiling for this machine, once, what is used for the first time: some seconds. "
    "dnup.warm_up() compiles everything at once\n"
)

LIVE = """
import json, pathlib, sys, tempfile
import dnup
from dnup.kernel.jit import compiled_signatures

dnup.warm_up()
before = compiled_signatures()

import numpy as np
from dnup.rl import Encoding, VectorEnv
from dnup.rl.rewards import reward_range, rewards_of
from dnup.random_games.simulate import simulate
from dnup.rl.parquet import simulate_to_parquet
from dnup.review import MoveValues, review

for players in (2, 3, 5):
    round = dnup.Round.deal(players, 1, deck="pairs")
    moves = round.legal_moves
    len(moves), list(moves), moves[0], moves[0] in moves, moves == round.legal_moves
    round.why_not("take B"), round.effects(moves[0]), round.parse_move(str(moves[-1]))
    dnup.parse_position(str(round)), dnup.Round.from_json(round.to_json())
    for seat in (*round.seats, None):
        view = round.view(seat)
        dnup.View.from_json(view.to_json()), view.sample(1), view.svg()
    round.playout(1), round.perft(3), round.svg()
    bots = ["instinct", "champion:20", "search:20+belief", "medium", "search:20"][:players]
    record = dnup.play_match(bots[::-1], seed=2)
    record.match(), list(record.positions()), dnup.parse_record(str(record))
    record = dnup.play_match((["greedy", "easy", "random"] * 2)[:players], seed=3)
    for position in list(record.positions())[:3]:
        seen = position.round.view("A")
        seen.history, dnup.View.from_json(seen.to_json())
    dnup.Daily("2026-11-16").par
    simulate(players, 3, 1), simulate(players, 3, 1, record=str)
    env = VectorEnv(players, 3, history=2)
    for _ in range(200):
        step = env.step(env.sample())
        if step.terminated.any():
            step.final_observations
    env.round(0), env.reset(seed=1), env.set([0], env.round(1))
    try:
        dnup.parse_position(str(round).replace(" 0/500,", " 501/500,"))
    except dnup.PositionError:
        pass
    reward_range(players, 0, True), rewards_of(round, 0, False)
    encoding = Encoding(players, deck="pairs", history=2)
    past = encoding.new_history()
    view = round.view(round.turn)
    encoding.observe(round, round.turn, past), encoding.mask(view)
    encoding.apply(round, int(encoding.mask(view).argmax()), past)
record = dnup.play_match(["random", "random"], seed=1)
review(record, effort=1).to_json()
round = dnup.Round.deal(players=2, seed=1)
values = MoveValues(round.view(round.turn), round.legal_moves[0], seed=1)
values.think(20), values.converged
from dnup import cli

with tempfile.TemporaryDirectory() as folder:
    simulate_to_parquet(pathlib.Path(folder, "parquet"), 2, 3, 1, workers=1)
    games = str(pathlib.Path(folder, "games.jsonl"))
    pathlib.Path(games).write_text(f"{record}\\n")
    for command in (["verify", games], ["review", games, "--effort", "1"], ["bench", "--seconds", "0.01"]):
        sys.stdout, kept = sys.stderr, sys.stdout
        code = cli.main(command)
        sys.stdout = kept
        assert code == 0, command
print(json.dumps(sorted(compiled_signatures() - before)))
"""


def python(code: str, **environment: str) -> tuple[str, str]:
    """What a new process says, on its output and on its error stream."""
    command = [sys.executable, "-c", code]
    changed = {name: value for name, value in os.environ.items() if name != "DNUP_QUIET"} | environment
    done = subprocess.run(command, env=changed, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


def test_it_says_once_that_it_compiles_and_only_when_it_does(tmp_path: Path) -> None:
    fresh, other = str(tmp_path / "fresh"), str(tmp_path / "other")
    first = python(USE, NUMBA_CACHE_DIR=fresh)
    assert first == ("ready\n", ANNOUNCED)
    assert python(USE, NUMBA_CACHE_DIR=fresh) == ("ready\n", "")
    assert python(USE, NUMBA_CACHE_DIR=other, DNUP_QUIET="1") == ("ready\n", "")


def test_it_says_where_nothing_can_be_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("DNUP_QUIET", raising=False)
    monkeypatch.setattr(compile_progress, "CACHED", False)
    compile_progress._announce()
    assert "compiling at every start, as " in capsys.readouterr().err


def test_nothing_is_left_to_compile_after_a_warm_up() -> None:
    told, _ = python(LIVE)
    assert json.loads(told) == []


def test_every_compiled_function_that_python_calls_is_among_the_entry_points() -> None:
    listed = {f"dnup.{name}" for group in GROUPS.values() for name in group}
    assert set(called_from_python()) <= listed


def test_the_entry_points_have_as_many_arguments_as_they_take() -> None:
    for function, types in entry_points():
        assert len(inspect.signature(function.py_func).parameters) == len(types), function.__name__


def called_from_python() -> Iterator[str]:
    """The compiled functions that are named outside of compiled functions."""
    package = Path(dnup.__file__).parent
    for file in package.rglob("*.py"):
        module = ".".join(file.relative_to(package.parent).with_suffix("").parts).removesuffix(".__init__")
        tree = ast.parse(file.read_text(encoding="utf-8"))
        names = _imported(tree)
        if any(file.parent == package / folder for folder in PACKAGES):
            room = vars(importlib.import_module(module))
            names |= {name: f"{module}.{name}" for name in room}
            compiled = {name for name, value in room.items() if isinstance(value, EntryPoint)}
            tree.body = [part for part in tree.body if getattr(part, "name", "") not in compiled]
        for node in ast.walk(tree):
            if isinstance(node, ast.Name):
                named = names.get(node.id, "")
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                named = f"{names.get(node.value.id, '')}.{node.attr}"
            else:
                continue
            found = _find(named)
            if isinstance(found, EntryPoint):
                yield f"{found.__module__}.{found.__name__}"


def _imported(tree: ast.Module) -> dict[str, str]:
    """What the names of a file stand for."""
    return {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("dnup")
        for alias in node.names
    }


def _find(name: str) -> object:
    module, _, attribute = name.rpartition(".")
    if not module.startswith("dnup."):
        return None
    try:
        return getattr(importlib.import_module(module), attribute, None)
    except ImportError:  # a class in a module, or an extra that is not installed
        return None
