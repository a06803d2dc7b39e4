"""The Python and the JavaScript side of one concept have the same names, and docs/engine.md lists the pairs."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

from tests.engine.pairs import PAIRS, Pair, table

ROOT = Path(__file__).parents[2]


def camel_case(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def javascript_has(text: str, name: str) -> bool:
    """Whether a module exports a class, function or constant, or has a class with this method."""
    holder, _, method = name.rpartition(".")
    if not holder:
        return bool(
            re.search(rf"^export (async )?(class|function|const) {camel_case(name)}\b", text, re.MULTILINE)
        )
    body = re.search(rf"^export class {holder}\b.*?^}}", text, re.MULTILINE | re.DOTALL)
    return body is not None and bool(re.search(rf"^  (async )?{camel_case(method)}\(", body[0], re.MULTILINE))


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.python)
def test_both_sides_have_the_names(pair: Pair) -> None:
    assert pair.python.rpartition("/")[2].replace("_", "-") == pair.javascript.rpartition("/")[2]
    module = importlib.import_module(f"dnup.{pair.python.replace('/', '.')}")
    text = (ROOT / "src" / "dnup" / "web" / f"{pair.javascript}.js").read_text(encoding="utf-8")
    for name in pair.names:
        value: object = module
        for part in name.split("."):
            value = getattr(value, part)  # raises if Python lacks it
        assert javascript_has(text, name), f"{pair.javascript}.js has no {name}"


def test_every_module_of_the_device_that_names_a_python_module_is_a_pair() -> None:
    """A module of the device whose first lines say `As server/tables/x.py` follows that one."""
    pairs = {pair.javascript: pair.python for pair in PAIRS}
    for path in sorted((ROOT / "src" / "dnup" / "web" / "device").glob("*.js")):
        head = " ".join(re.match(r"(//.*\n)*", path.read_text(encoding="utf-8"))[0].split("\n// "))  # type: ignore[index]
        if said := re.search(r"\bAs (?:src/dnup/)?([\w/]+)\.py", head):
            assert pairs[f"device/{path.stem}"] == said[1], path.name


def test_the_page_lists_the_pairs() -> None:
    assert table() in (ROOT / "docs" / "engine.md").read_text(encoding="utf-8"), (
        "copy it from tests.engine.pairs"
    )
