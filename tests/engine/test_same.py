"""Native code and WebAssembly do the same: moves, views, worlds, screens, trees, matches, by digests of one run."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.engine import native
from tests.engine.native import Task
from tests.engine.tasks import SHIPPED, tasks, tasks_with_copies
from tests.need import need_program

HERE = Path(__file__).parent
MODULE = HERE.parents[1] / "src" / "dnup" / "web" / "engine" / "dnup.wasm"

pytestmark = pytest.mark.compiled


def compare(asked: list[Task], tmp_path: Path, module: Path = MODULE) -> None:
    """Have both do the same side by side."""
    questions = tmp_path / "tasks.jsonl"
    questions.write_text("".join(json.dumps(task) + "\n" for task in asked), encoding="utf-8")
    command = [need_program("node"), str(HERE / "answer.mjs"), str(module)]
    with questions.open() as source:
        twin = subprocess.Popen(command, stdin=source, stdout=subprocess.PIPE, text=True)
    try:
        ours = [native.answer(task) for task in asked]
        told, _ = twin.communicate(timeout=3600)
    finally:
        twin.kill()
    assert twin.returncode == 0
    for task, mine, other in zip(asked, ours, told.split(), strict=True):
        assert mine == other, task


@pytest.mark.parametrize("deck, players", SHIPPED)
def test_in_node(deck: str, players: int, tmp_path: Path) -> None:
    compare(list(tasks(deck, players, full=False)), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("deck, players", SHIPPED)
def test_in_node_at_length(deck: str, players: int, tmp_path: Path) -> None:
    compare(list(tasks(deck, players, full=True)), tmp_path)


def test_a_long_search_in_node(tmp_path: Path) -> None:
    task = {"kind": "search", "deck": "printed", "players": 2, "seed": 7, "ahead": 9, "iterations": 100_000}
    compare([task], tmp_path)


def test_a_deck_of_copies_in_node(tmp_path: Path) -> None:
    compare([task for players in (2, 3, 4, 5) for task in tasks_with_copies(players)], tmp_path)


def test_a_difference_is_seen(tmp_path: Path) -> None:
    """The digests see what was done: another seed, another answer."""
    kinds = {"round": {}, "random": {"rounds": 2}, "search": {"ahead": 0, "iterations": 40}}
    for kind, more in kinds.items():
        task = {"kind": kind, "deck": "pairs", "players": 3, **more}
        assert len({native.answer({**task, "seed": seed}) for seed in range(3)}) == 3
