"""docs/api.md: nothing public is missing, all of it is explained, and every example answers as shown."""

from __future__ import annotations

import doctest
import functools
import importlib
import re
from pathlib import Path
from typing import Any

import griffe
import pytest

import dnup
from tools.docs.api import GROUPS, PAGE, Reference, is_enum

SECTIONS = re.findall(
    r"^(?=##+ (?!Contents)([^\n]+)\n(.*?)(?=^##|\Z))",
    PAGE.read_text(encoding="utf-8"),
    re.MULTILINE | re.DOTALL,
)
EXAMPLES = [(title, text) for title, text in SECTIONS if "```pycon" in text]
MODULES = ("dnup", "dnup.bots", "dnup.review", "dnup.arena", "dnup.benchmark", "dnup.rl")


@functools.cache
def reference() -> Reference:
    """Read once, and only where a test needs it: it takes most of a second, and every worker imports this file."""
    return Reference()


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == reference().page(), (
        "docs/api.md is out of date: run `make docs`"
    )


def test_every_public_name_has_a_section_and_an_example() -> None:
    titles = dict(SECTIONS)
    assert {group.module for group in GROUPS} == set(MODULES)
    for module in MODULES:
        listed = [name for group, names in reference().groups if group.module == module for name in names]
        assert len(set(listed)) == len(listed)
        packages = (
            {"arena", "benchmark", "bots", "rl", "review"} if module == "dnup" else set()
        )  # they have their own groups
        public = set(importlib.import_module(module).__all__) - packages
        assert set(listed) == public, module
        for name in listed:
            assert "```pycon" in titles[reference().heading(module, name)], f"{module}.{name} has no example"


def test_every_public_method_and_value_is_explained() -> None:
    for group, names in reference().groups:
        for name in names:
            found = reference().find(group.module, name)
            if not isinstance(found, griffe.Class):
                continue
            for key, member in found.members.items():
                if not key.startswith("_") and (
                    member.is_function or "property" in member.labels or is_enum(found)
                ):
                    assert member.docstring, f"{name}.{key} has no docstring"


@pytest.mark.parametrize("title, text", EXAMPLES, ids=[title for title, _ in EXAMPLES])
def test_an_example_answers_as_shown(
    title: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each by itself, with nothing but `dnup` imported."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__", "dnup": dnup}
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.REPORT_NDIFF)
    code = "\n".join(re.findall(r"^```pycon\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    runner.run(doctest.DocTestParser().get_doctest(code, names, title, "api.md", 0), out=said.append)
    assert not said, "".join(said)
