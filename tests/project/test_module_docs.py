"""The tables of modules in docs/: current, complete, and made from what the files say about themselves."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools import ROOT
from tools.docs import modules as module_docs

PAGES = [
    page
    for page in sorted(module_docs.DOCS.rglob("*.md"))
    if re.search("<!-- (modules|file): ", page.read_text("utf-8"))
]


def test_the_pages_with_tables_are_found() -> None:
    assert {"architecture.md", "engine.md", "frontend.md", "kernel.md"} <= {page.name for page in PAGES}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_tables_are_up_to_date(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text == module_docs.page(text), f"{page.name} is out of date: run `python -m tools.docs.modules`"


def test_every_file_says_what_it_is_for() -> None:
    source = ROOT / "src" / "dnup"
    files = [file for file in source.rglob("*") if file.suffix in module_docs.SUFFIXES]
    assert len(files) > 300
    silent = [str(file.relative_to(source)) for file in files if not module_docs.opening(file)]
    assert not silent, f"these need a docstring or a comment at the top: {silent}"


def test_the_list_of_tools_has_every_folder() -> None:
    listed = (ROOT / "tools" / "README.md").read_text(encoding="utf-8")
    missing = [
        file.parent.name
        for file in (ROOT / "tools").glob("*/__init__.py")
        if f"**{file.parent.name}/**" not in listed
    ]
    assert not missing


def test_a_table_is_made_from_the_first_sentences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module_docs, "ROOT", tmp_path)
    (tmp_path / "tea").mkdir()
    (tmp_path / "tea" / "__init__.py").write_text('"""Everything about tea."""\n')
    (tmp_path / "tea" / "brew.py").write_text(
        '"""Brew it\nin a pot, e.g. a blue one. Then wait.\n\nMore."""\n'
    )
    (tmp_path / "tea" / "cup.js").write_text("// A cup | a mug.\n// Or two.\n\nlet x;\n// no\n")
    (tmp_path / "tea" / "notes.txt").write_text("nothing")
    text = "Before\n<!-- modules: tea -->\nold\n<!-- end of modules -->\nafter\n"
    assert module_docs.page(text) == (
        "Before\n<!-- modules: tea -->\n\n"
        "| file | what is in it |\n|---|---|\n"
        "| `tea/` | Everything about tea |\n"
        "| `brew.py` | Brew it in a pot, e.g. a blue one |\n"
        "| `cup.js` | A cup \\| a mug |\n\n"
        "<!-- end of modules -->\nafter\n"
    )
    assert module_docs.page(module_docs.page(text)) == module_docs.page(text)
