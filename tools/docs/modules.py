"""Write what pages of docs/ repeat from other files: python -m tools.docs.modules.

A page asks for a table of one or more folders with a comment, `<!-- modules: src/dnup/kernel -->`. The table
ends with `<!-- end of modules -->`. For Python the sentences are from the docstring, for JavaScript from the
comment at the top. `<!-- layers -->` to `<!-- end of layers -->` is the table of packages by layer, as import-linter
checks them. `<!-- file: deploy/dnup.service -->` to `<!-- end of file -->` is a whole file.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tools import ROOT

DOCS: Final = ROOT / "docs"
TABLE: Final = re.compile(r"<!-- modules: ([^\n]+?) -->\n.*?<!-- end of modules -->", re.DOTALL)
LAYERS: Final = re.compile(r"<!-- layers -->\n.*?<!-- end of layers -->", re.DOTALL)
FILE: Final = re.compile(r"<!-- file: (\S+) -->\n.*?<!-- end of file -->", re.DOTALL)
LANGUAGES: Final = {".py": "python", ".service": "ini", ".toml": "toml"}
"""By the ending of a file, the language of its block."""
SUFFIXES: Final = (".py", ".js")
SENTENCE: Final = re.compile(r"(.+?)(?:\.(?=\s+[A-Z`])|\.?$)", re.DOTALL)


def opening(file: Path) -> str:
    """The first paragraph that a file says about itself, on one line; empty if it says nothing."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".py":
        said = ast.get_docstring(ast.parse(text)) or ""
        return " ".join(said.split("\n\n")[0].split())
    lines: list[str] = []
    for line in text.splitlines():
        if not line.startswith("//") or line.strip() == "//":
            break
        lines.append(line.removeprefix("//").strip())
    return " ".join(lines)


def sentence(text: str) -> str:
    """The first sentence of a text, without its full stop.

    >>> sentence("Shuffle and deal (R4). Then set up.")
    'Shuffle and deal (R4)'
    >>> sentence("A move like `play 3/4 3/6`, e.g. one.")
    'A move like `play 3/4 3/6`, e.g. one'
    """
    found = SENTENCE.match(text)
    return found[1] if found else ""


def modules(folder: Path) -> Iterator[tuple[str, str]]:
    """The files of a folder and what each is for, by name; the folder's own sentence comes first."""
    for file in sorted(folder.iterdir(), key=lambda file: (file.stem != "__init__", file.stem)):
        if file.suffix in SUFFIXES:
            name = f"{folder.name}/" if file.stem == "__init__" else file.name
            yield name, sentence(opening(file))


def table(folders: list[str]) -> str:
    """The table of some folders in Markdown."""
    rows = []
    for folder in folders:
        for name, said in modules(ROOT / folder):
            rows.append(f"| `{name}` | {said.replace('|', chr(92) + '|')} |")
    return "\n".join(["| file | what is in it |", "|---|---|", *rows])


def layers_table() -> str:
    """The packages by layer, the highest first, from the first contract of import-linter in pyproject.toml."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers: list[str] = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    rows = []
    for number, layer in enumerate(layers, 1):
        for name in layer.split(" | "):
            place = ROOT / "src" / name.replace(".", "/")
            file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
            package = f"{place.name}/" if place.is_dir() else file.name
            rows.append(f"| {number} | `{package}` | {sentence(opening(file))} |")
    return "\n".join(["| layer | package | what it is |", "|--:|---|---|", *rows])


def page(text: str) -> str:
    """A page with all its tables and files as they should be."""

    def fill(match: re.Match[str]) -> str:
        return f"<!-- modules: {match[1]} -->\n\n{table(match[1].split())}\n\n<!-- end of modules -->"

    def show(match: re.Match[str]) -> str:
        file = ROOT / match[1]
        block = f"```{LANGUAGES.get(file.suffix, '')}\n{file.read_text(encoding='utf-8')}```"
        return f"<!-- file: {match[1]} -->\n\n{block}\n\n<!-- end of file -->"

    text = FILE.sub(show, text)
    text = LAYERS.sub(lambda _: f"<!-- layers -->\n\n{layers_table()}\n\n<!-- end of layers -->", text)
    return TABLE.sub(fill, text)


def main() -> int:
    """Write all pages that have such parts."""
    for file in sorted(DOCS.rglob("*.md")):
        text = file.read_text(encoding="utf-8")
        if (now := page(text)) != text:
            file.write_text(now, encoding="utf-8")
            print(f"wrote parts of {file.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
