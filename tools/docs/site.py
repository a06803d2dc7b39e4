"""Build the documentation as a site: python -m tools.docs.site. `make site-docs` installs what it needs.

The pages are the Markdown files of docs/, with README, CONTRIBUTING, CHANGELOG and SECURITY. Sphinx reads a copy in
which links to other files of the repository lead to pages with these files, or to the repository itself if
DNUP_REPOSITORY names it. Warnings are errors, so no link is broken.
"""

from __future__ import annotations

import argparse
import os
import posixpath
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from dnup.__about__ import __version__
from tools import ROOT
from tools.docs.modules import opening

DOCS: Final = ROOT / "docs"
TARGET: Final = ROOT / "build" / "docs"
SOURCE: Final = ROOT / "build" / "docs-source"

PAGES: Final = {
    "README.md": "readme.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "CODE_OF_CONDUCT.md": "code-of-conduct.md",
}
"""Pages from outside docs/, and where they are on the site."""

LANGUAGES: Final = {
    ".py": "python",
    ".js": "javascript",
    ".mjs": "javascript",
    ".toml": "toml",
    ".json": "json",
    ".html": "html",
    ".yaml": "yaml",
    ".service": "ini",
}
LONGEST_FILE: Final = 40_000
"""Characters of a repository file that are shown: enough for all code, and not for generated schemas."""

FRONT_MATTER: Final = "---\norphan: true\nnosearch: true\n---\n"
"""Of a page with a file of the repository: it is not in the navigation, and a search finds the documentation."""

LINK: Final = re.compile(r"(!?\[(?:[^\]\[]|\[[^\]]*\])*\])\((?![a-z]+:|#)([^)\s]+)\)")
FENCE: Final = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)

CONF: Final = """\
project = "dnup"
author = "The dnup developers"
copyright = "the dnup developers; dnup is a game by Kei Kajino, published by Asmodee, and this is unofficial"
version = release = "{version}"
extensions = ["myst_nb", "sphinx_copybutton"]
nb_execution_mode = "off"  # notebooks have their output: make docs executes them
myst_heading_anchors = 6
copybutton_prompt_text = r">>> |\\\\.\\\\.\\\\. |\\\\$ "
copybutton_prompt_is_regexp = True
html_theme = "furo"
html_title = "dnup {version}"
html_logo = "_static/icon.svg"
html_favicon = "_static/icon.svg"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0b6b4f", "color-brand-content": "#0b6b4f"},
    "dark_css_variables": {"color-brand-primary": "#7fd1ae", "color-brand-content": "#7fd1ae"},
}
html_copy_source = False
html_show_sourcelink = False
highlight_language = "none"  # of blocks that do not say: commands of a shell
pygments_style = "friendly"
suppress_warnings = ["misc.highlighting_failure", "myst.header"]
exclude_patterns = ["paper/*"]
"""


STYLE: Final = """\
/* Headings fit a phone, and the logo leaves room for the contents. */
h1 { font-size: clamp(1.6rem, 7vw, 2.4rem); }
h2 { font-size: clamp(1.3rem, 5vw, 1.8rem); }
.sidebar-logo { max-width: 5rem; }
"""


class Site:
    """The copy of the pages that Sphinx reads."""

    def __init__(self, repository: str) -> None:
        self._repository = repository
        self._waiting: list[Path] = []
        self._shown: set[Path] = set()

    def write(self, folder: Path) -> None:
        """Write all pages, and those files of the repository that they link to."""
        shutil.rmtree(folder, ignore_errors=True)
        for source in sorted(DOCS.rglob("*")):
            if source.is_file() and "paper" not in source.relative_to(DOCS).parts:
                self._copy(source, folder / self._place(source))
        for name in PAGES:
            self._copy(ROOT / name, folder / PAGES[name])
        while self._waiting:
            source = self._waiting.pop()
            target = folder / self._place(source)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(self._listing(source) if source.is_dir() else _shown(source), encoding="utf-8")
        (folder / "_static").mkdir()
        (folder / "_static" / "site.css").write_text(STYLE, encoding="utf-8")
        shutil.copy(ROOT / "src/dnup/web/icons/icon.svg", folder / "_static")
        (folder / "conf.py").write_text(
            CONF.replace("{version}", __version__).replace("\\\\\\\\", "\\"), encoding="utf-8"
        )

    def _copy(self, source: Path, target: Path) -> None:
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix != ".md":
            shutil.copy(source, target)
            return
        text = self._linked(source.read_text(encoding="utf-8"), source)
        if source == DOCS / "README.md":
            text = _with_contents(text)
        target.write_text(text, encoding="utf-8")

    def _linked(self, text: str, page: Path) -> str:
        """A page's text with links that work on the site; code stays as it is."""

        def link(match: re.Match[str]) -> str:
            label, target = match.groups()
            name, hash_sign, heading = target.partition("#")
            found = (page.parent / name).resolve()
            inside = found.is_relative_to(DOCS) and not found.is_relative_to(DOCS / "paper")
            if not inside and str(found.relative_to(ROOT)) not in PAGES:
                if self._repository:
                    kind = "tree" if found.is_dir() else "blob"
                    return f"{label}({self._repository}/{kind}/v{__version__}/{found.relative_to(ROOT).as_posix()})"
                if found not in self._shown:
                    self._shown.add(found)
                    self._waiting.append(found)
            path = posixpath.relpath(self._place(found), _folder(self._place(page)))
            return f"{label}({path}{hash_sign}{heading})"

        text = text.replace("### __version__\n", "### `__version__`\n")  # MyST would read it as bold text
        parts = FENCE.split(text)
        return "".join(part if part.startswith("```") else LINK.sub(link, part) for part in parts)

    def _place(self, source: Path) -> str:
        """Where a file of the repository is on the site."""
        if source == DOCS / "README.md":
            return "index.md"
        if source.is_relative_to(DOCS) and not source.is_relative_to(DOCS / "paper"):
            return source.relative_to(DOCS).as_posix()
        name = source.relative_to(ROOT).as_posix()
        return PAGES.get(name, f"files/{name}.md")

    def _listing(self, folder: Path) -> str:
        """A page that lists the files of a folder, each with its first sentence."""
        name = folder.relative_to(ROOT).as_posix()
        files = [file for file in sorted(folder.iterdir()) if file.is_file() and file.suffix in LANGUAGES]
        rows = [
            f"| `{file.name}` | {opening(file) if file.suffix in ('.py', '.js') else ''} |" for file in files
        ]
        return "\n".join(
            [
                f"{FRONT_MATTER}# {name}",
                "",
                "| file | what is in it |",
                "|---|---|",
                *rows,
                "",
            ]
        )


def _shown(file: Path) -> str:
    """A page that shows a file of the repository."""
    name = file.relative_to(ROOT).as_posix()
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".md":
        body = text.partition("\n")[2]
        return f"{FRONT_MATTER}# {name}\n{LINK.sub(lambda match: match[1].strip('![]'), body)}"
    note = "" if len(text) <= LONGEST_FILE else "\n\nThe beginning of the file.\n"
    language = LANGUAGES.get(file.suffix, "text")
    return f"{FRONT_MATTER}# {name}{note}\n\n`````{language}\n{text[:LONGEST_FILE].rstrip()}\n`````\n"


def _with_contents(text: str) -> str:
    """The first page with hidden tables of contents, which become the navigation: one for each of its headings."""
    caption, lists = "", dict[str, list[str]]()
    for line in text.splitlines():
        if line.startswith("## "):
            caption = line.removeprefix("## ")
        elif caption:
            lists.setdefault(caption, []).extend(
                path.partition("#")[0].removesuffix(".md").removesuffix(".ipynb")
                for path in re.findall(r"\]\((?!files/)([^)\s]+)\)", line)
            )
    done: set[str] = set()
    blocks = []
    for name, paths in lists.items():
        chosen = [path for path in dict.fromkeys(paths) if path not in done]
        done |= {*chosen}
        blocks.append("\n".join(["```{toctree}", ":hidden:", f":caption: {name}", "", *chosen, "```"]))
    more = [place.removesuffix(".md") for place in PAGES.values() if place.removesuffix(".md") not in done]
    blocks.append("\n".join(["```{toctree}", ":hidden:", ":caption: Project", "", *more, "```"]))
    return text + "\n" + "\n\n".join(blocks) + "\n"


def _folder(place: str) -> str:
    return posixpath.dirname(place) or "."


def build(target: Path) -> int:
    """Write the site into a folder; returns the exit status of Sphinx."""
    Site(os.environ.get("DNUP_REPOSITORY", "").rstrip("/")).write(SOURCE)
    shutil.rmtree(target, ignore_errors=True)
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-W", "--keep-going", "-q", "-j", "auto"]
    status = subprocess.run(
        [*command, "-d", str(SOURCE.parent / "docs-cache"), str(SOURCE), str(target)], check=False
    )
    return status.returncode


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.docs.site", description=__doc__)
    parser.add_argument(
        "--out", type=Path, default=TARGET, metavar="FOLDER", help="where to write (build/docs)"
    )
    target = parser.parse_args().out
    status = build(target)
    if not status:
        pages = len(list(target.rglob("*.html")))
        print(f"{target}: {pages} pages. Look at them: python -m http.server --directory {target}")
    return status


if __name__ == "__main__":
    sys.exit(main())
