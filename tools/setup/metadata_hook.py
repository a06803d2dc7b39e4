"""A metadata hook of Hatchling: the project's addresses, and the README with links that work on a package index.

The workflow that publishes knows its repository and passes it on: `DNUP_REPOSITORY=https://host/owner/name`. A build
without it has no addresses, and the README as it is.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

VARIABLE = "DNUP_REPOSITORY"
PAGES = {
    "Repository": "",
    "Documentation": "/blob/{tag}/docs/README.md",
    "Changelog": "/blob/{tag}/CHANGELOG.md",
    "Issues": "/issues",
    "Security": "/blob/{tag}/SECURITY.md",
}
LINK = re.compile(r"(!?)(\[[^\]]*\])\((?!https?:|#)([^)\s]+)\)")


class ProjectHook(MetadataHookInterface):
    """Fills in `urls` and `readme`, which pyproject.toml declares as dynamic."""

    def update(self, metadata: dict[str, Any]) -> None:
        root = Path(self.root)
        repository = os.environ.get(VARIABLE, "").rstrip("/")
        about = (root / "src" / "dnup" / "__about__.py").read_text(encoding="utf-8")
        found = re.search(r'__version__ = "(.+)"', about)
        assert found is not None, "__about__.py has no version"
        tag = f"v{found[1]}"
        readme = (root / "README.md").read_text(encoding="utf-8")
        metadata["urls"] = project_urls(repository, tag)
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": absolute_links(readme, repository, tag),
        }


def project_urls(repository: str, tag: str) -> dict[str, str]:
    """The addresses of a project, by their well-known labels."""
    if not repository:
        return {}
    if not re.fullmatch(r"https://[\w.-]+/[\w.-]+/[\w.-]+", repository):
        raise SystemExit(f"{VARIABLE} is {repository!r}, and should be like https://host/owner/name")
    return {label: f"{repository}{page.format(tag=tag)}" for label, page in PAGES.items()}


def absolute_links(text: str, repository: str, tag: str) -> str:
    """Markdown whose relative links lead to the files of a version in the repository."""
    if not repository:
        return text

    def link(match: re.Match[str]) -> str:
        picture, label, path = match.groups()
        return f"{picture}{label}({repository}/{'raw' if picture else 'blob'}/{tag}/{path})"

    return LINK.sub(link, text)
