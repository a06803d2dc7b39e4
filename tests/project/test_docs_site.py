"""The copy of the documentation that Sphinx reads: links lead to pages of the site, and nothing is left out."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tools.docs import site


def test_links_lead_to_pages_of_the_site(tmp_path: Path) -> None:
    site.Site("").write(tmp_path)
    pages = sorted(tmp_path.rglob("*.md"))
    assert len(pages) > 80
    for page in pages:
        if page.is_relative_to(tmp_path / "files"):
            continue
        text = "".join(
            part for part in site.FENCE.split(page.read_text("utf-8")) if not part.startswith("```")
        )
        for _, target in site.LINK.findall(re.sub(r"`[^`\n]*`", "", text)):
            assert (page.parent / target.partition("#")[0]).exists(), f"{page}: {target}"


def test_links_lead_to_the_repository_if_it_is_known(tmp_path: Path) -> None:
    site.Site("https://example.org/dnup/dnup").write(tmp_path)
    assert not (tmp_path / "files").exists()
    assert "(https://example.org/dnup/dnup/blob/v" in (tmp_path / "recipes.md").read_text("utf-8")


def test_every_page_is_in_the_navigation(tmp_path: Path) -> None:
    """Sphinx would say so; this says it without Sphinx."""
    site.Site("").write(tmp_path)
    contents = "".join(
        re.findall(r"```{toctree}(.*?)```", (tmp_path / "index.md").read_text("utf-8"), re.DOTALL)
    )
    listed = set(contents.split())
    for page in tmp_path.rglob("*.md"):
        name = page.relative_to(tmp_path).as_posix().removesuffix(".md")
        assert name == "index" or name.startswith("files/") or name in listed, name


@pytest.mark.parametrize(
    "notebook", sorted((site.DOCS / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem
)
def test_a_notebook_has_the_output_of_its_code(notebook: Path) -> None:
    """`make docs` executes it from top to bottom; here its cells have run in order, without an error."""
    cells = [cell for cell in json.loads(notebook.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    outputs = [output for cell in cells for output in cell["outputs"]]
    assert len(outputs) >= 4
    assert not [
        output for output in outputs if output["output_type"] == "error" or output.get("name") == "stderr"
    ]
