"""Check that the project is written in plain English: python -m tools.docs.plain_words, part of make lint.

CONTRIBUTING.md says how we write. A few turns of phrase that make text hard to read and impossible to search for are
found here, each with what to write instead.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import Final, NamedTuple

from tools import ROOT

SUFFIXES: Final = {
    ".py",
    ".js",
    ".mjs",
    ".ts",
    ".css",
    ".html",
    ".md",
    ".toml",
    ".yml",
    ".yaml",
    ".ll",
    ".c",
    "",
}

FOLDERS: Final = (
    "",
    ".github",
    "benchmarks",
    "deploy",
    "docs",
    "examples",
    "requirements",
    "src",
    "tests",
    "tools",
)
NOT_OURS: Final = {"node_modules", "__pycache__"}

GAP: Final = r"\s+(?:(?://|#|\*)\s*)?"
"""Between two words of a phrase: white space, and the sign of a comment that goes on in the next line."""

PHRASES: Final = {
    r"who(?:m|so)?ever": "name the person or the thing: the player, the caller, the client",
    rf"so{GAP}(?:many|much|often|long)": "say the number and the unit: 'at most 40 moves', not 'so many moves'",
    r"anew": "again, or a verb that says it: rebuild, redraw, restart",
    rf"(?:to|of|for|by|from|with|at){GAP}who": "name the person: 'the player who moved', not 'of who moved'",
    rf"of{GAP}(?:its|one's|one’s){GAP}own": "its own …, a separate …, your own …",
}

ALLOWED: Final = {
    "tools/docs/plain_words.py": "defines the phrases",
    "tests/project/test_plain_words.py": "tests the phrases",
    "package-lock.json": "written by npm",
}


class Finding(NamedTuple):
    """A phrase in a file."""

    file: str
    line: int
    phrase: str
    advice: str


def find(file: str, text: str) -> Iterator[Finding]:
    """The phrases of a text, in order of their kind."""
    for phrase, advice in PHRASES.items():
        for match in re.finditer(rf"(?<![\w'’]){phrase}(?![\w'’])", text, re.IGNORECASE):
            yield Finding(file, text.count("\n", 0, match.start()) + 1, " ".join(match[0].split()), advice)


def files() -> Iterator[str]:
    """The files of the repository that people write."""
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*") if folder else ROOT.glob("*")):
            name = file.relative_to(ROOT).as_posix()
            if (
                file.suffix in SUFFIXES
                and file.is_file()
                and not NOT_OURS & set(file.parts)
                and name not in ALLOWED
            ):
                yield name


def main() -> int:
    """Print what was found; exit status 1 if there is anything."""
    found = [finding for name in files() for finding in find(name, (ROOT / name).read_text(encoding="utf-8"))]
    for finding in found:
        print(f"{finding.file}:{finding.line}: '{finding.phrase}': {finding.advice}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
