"""What the package says about itself, and the tag of its wheel with machine code."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.tags import sys_tags
from packaging.version import Version

from tools.setup.machine_code_hook import wheel_tag
from tools.setup.metadata_hook import absolute_links, project_urls

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_supported_pythons_are_the_same_everywhere() -> None:
    classified = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    made = re.search(r"^SUPPORTED := (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert made is not None
    assert made[1].split() == classified == sorted(classified, key=Version)
    for workflow in ("tests", "release"):
        text = (ROOT / ".github" / "workflows" / f"{workflow}.yml").read_text(encoding="utf-8")
        listed = re.search(r"python: (\[.*\])", text)
        assert listed is not None
        assert re.findall(r"3\.\d+", listed[1]) == classified
    assert PROJECT["requires-python"] == f">={classified[0]}"


def test_the_citation_has_the_version() -> None:
    about = (ROOT / "src" / "dnup" / "__about__.py").read_text(encoding="utf-8")
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r'__version__ = "(.+)"', about) == re.findall(
        r"^version: (.+)$", citation, re.MULTILINE
    )


def test_on_a_package_index_links_lead_to_the_repository() -> None:
    repository = "https://host.example/owner/name"
    text = "[rules](docs/rules.md#r1) ![table](docs/table.svg) [web](https://example.org) [below](#here)"
    assert absolute_links(text, repository, "v1.2.3") == (
        f"[rules]({repository}/blob/v1.2.3/docs/rules.md#r1) ![table]({repository}/raw/v1.2.3/docs/table.svg) "
        "[web](https://example.org) [below](#here)"
    )
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert absolute_links(readme, "", "v1.2.3") == readme
    assert not re.findall(r"\]\((?!https:|#)[^)]*\)", absolute_links(readme, repository, "v1.2.3"))


def test_the_addresses_are_those_of_the_repository_that_publishes() -> None:
    urls = project_urls("https://host.example/owner/name", "v1.2.3")
    assert {"Repository", "Documentation", "Changelog", "Issues"} <= urls.keys()
    assert all(url.startswith("https://host.example/owner/name") for url in urls.values())
    assert project_urls("", "v1.2.3") == {}
    with pytest.raises(SystemExit, match="should be like https://host/owner/name"):
        project_urls("javascript:alert(1)", "v1.2.3")


@pytest.mark.skipif(sys.platform not in ("linux", "darwin", "win32"), reason="no such wheel is made there")
def test_the_wheel_with_machine_code_is_for_this_machine() -> None:
    assert wheel_tag() in set(map(str, sys_tags()))
