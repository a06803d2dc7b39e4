"""Links lead somewhere: those of every page of the documentation, with their headings, and those of the web pages."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from pathlib import Path

import pytest

from dnup.site import read_site

ROOT = Path(__file__).parents[2]
WRITTEN = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "requirements").glob("*.md")])


def prose(page: Path) -> str:
    """The text without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """The headings as links name them: small letters, words joined by hyphens, a number behind a second one."""
    found: set[str] = set(re.findall(r'<a (?:id|name)="([^"]+)"', page.read_text(encoding="utf-8")))
    seen: Counter[str] = Counter()
    for heading in re.findall(r"^#+ +(.*?) *$", prose(page), re.MULTILINE):
        words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()
        name = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        found.add(f"{name}-{seen[name]}" if seen[name] else name)
        seen[name] += 1
    return found


def broken(page: Path) -> list[str]:
    """The links of a page that lead nowhere in this repository."""
    text = re.sub(r"`[^`\n]*`", "", prose(page))
    targets = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r"^\[[^]]+\]: +(\S+)", text, re.MULTILINE)
    wrong = []
    for target in targets:
        if re.match(r"[a-z]+:", target):
            continue
        name, _, heading = target.partition("#")
        to = (page.parent / name).resolve() if name else page
        if not to.exists() or not to.is_relative_to(ROOT) or (heading and heading not in anchors(to)):
            wrong.append(target)
    return wrong


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_of_the_documentation_lead_somewhere(page: Path) -> None:
    assert broken(page) == []


def test_a_broken_link_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    page = tmp_path / "page.md"
    other = tmp_path / "other.md"
    other.write_text("# `dnup arena`: bots, against bots\n\n## Twice\n\n## Twice\n", encoding="utf-8")
    page.write_text(
        "# Here\n[a](other.md) [b](other.md#dnup-arena-bots-against-bots) [c](other.md#twice-1) [d](#here)\n"
        "[e](https://example.org/#x) `[f](nowhere.md)` [g](nowhere.md) [h](other.md#thrice) [i](#there)\n",
        encoding="utf-8",
    )
    assert broken(page) == ["nowhere.md", "other.md#thrice", "#there"]


def test_links_of_the_web_pages_lead_somewhere() -> None:
    site = read_site()
    for address, path in site.pages.items():
        text = site.files[path].data.decode()
        found = re.findall(r'(?:href|src)="([^"]+)"', text)
        assert found
        for target in found:
            to, _, part = target.partition("#")
            there = posixpath.normpath(posixpath.join(address, to)).removeprefix(".") if to else ""
            assert there in site.files or f"{there}/".removeprefix("/") in site.pages, target
            assert not part or f'id="{part}"' in text, target


def test_pages_that_the_code_names_are_there() -> None:
    for folder in ("src", "tools", "benchmarks", "examples", "deploy"):
        for file in (ROOT / folder).rglob("*"):
            if (
                file.suffix in (".py", ".js", ".toml", ".yaml", ".service", ".md")
                and "node_modules" not in file.parts
            ):
                for name in re.findall(r"\bdocs/[\w/-]+\.md\b", file.read_text(encoding="utf-8")):
                    assert (ROOT / name).is_file(), f"{file}: {name}"


NAMED = re.compile(r"`((?:[\w.-]+/)*[\w-]+\.(?:py|js|mjs|ts|css|html|c|ll))`")
PLACES = (ROOT, ROOT / "src" / "dnup", ROOT / "src" / "dnup" / "web", ROOT / "src")
ELSEWHERE = {
    "dnup/game.js": "of another project",
    "404.html": "written by dnup site",
    "mybots.py": "the reader's",
    "dist/index.mjs": "of another project",
}


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_that_the_documentation_names_are_there(page: Path) -> None:
    if page.name == "CHANGELOG.md":  # it tells what was
        return
    names = set(NAMED.findall(prose(page))) - set(ELSEWHERE)
    wrong = [name for name in names if "NAME" not in name and not is_there(name)]
    assert not wrong


def is_there(name: str) -> bool:
    """Whether a file is where its path says, or, for a name alone, anywhere in the repository."""
    if "/" in name:
        return any((place / name).is_file() for place in PLACES) or name in TAILS
    return name in TAILS


FOLDERS = ("src", "tests", "tools", "benchmarks", "examples", "deploy")
TAILS = {
    "/".join(file.parts[-length:])
    for folder in FOLDERS
    for file in (ROOT / folder).rglob("*.*")
    if "node_modules" not in file.parts
    for length in (1, 2)
} | {file.name for file in ROOT.iterdir()}
"""The names of all files, alone and with their folder."""
