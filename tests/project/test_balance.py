"""Long tests come first and are spread evenly; none is lost, and what is named there exists."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.balance import LONG, balanced, seconds, shares

ROOT = Path(__file__).parents[2]
STALE = "it has another name by now, or is gone: change its line in tests/balance.py"
NAMES = [
    *(f"tests/test_quick.py::test_{number}" for number in range(200)),
    *(f"tests/web/test_new.py::test_{number}" for number in range(30)),
    *(name if "::" in name else f"{name}::test_some" for name in LONG),
]


@pytest.mark.parametrize("workers", [1, 2, 3, 4, 7, 400])
def test_every_test_is_run_once(workers: int) -> None:
    order = balanced(NAMES, workers, str)
    assert sorted(order) == sorted(NAMES)
    assert order == balanced(NAMES, workers, str)


def test_workers_have_as_much_to_do_and_the_long_ones_first() -> None:
    order = balanced(NAMES, 4, str)
    sizes = shares(len(NAMES), 4)
    lists = [[order.pop(0) for _ in range(size)] for size in sizes]
    sums = [sum(map(seconds, mine)) for mine in lists]
    assert max(sums) - min(sums) < 10
    for mine in lists:
        lengths = [seconds(name) > 0 for name in mine]
        assert lengths == sorted(lengths, reverse=True)


def names_in(file: Path) -> Iterator[str]:
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.ClassDef):
            yield from (f"{node.name}::{one.name}" for one in node.body if isinstance(one, ast.FunctionDef))


@pytest.mark.parametrize("name", LONG)
def test_what_is_known_to_be_long_exists(name: str) -> None:
    file, _, test = name.partition("::")
    assert (ROOT / file).exists(), STALE
    assert not test or test in set(names_in(ROOT / file)), STALE
