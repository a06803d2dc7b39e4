"""Execute the notebooks of docs/notebooks and store their output: python -m tools.docs.notebooks."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

import nbformat
from nbclient import NotebookClient

from tools import ROOT

FOLDER: Final = ROOT / "docs" / "notebooks"
SECONDS: Final = 600
"""The time limit of a cell."""


def execute(path: Path) -> None:
    """Run a notebook from top to bottom and write it back with its output."""
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=SECONDS, resources={"metadata": {"path": str(ROOT)}}).execute()
    for number, cell in enumerate(notebook.cells):
        cell["id"] = f"cell-{number}"
        cell.metadata.pop("execution", None)  # times differ from run to run
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    path.write_text(nbformat.writes(notebook) + "\n", encoding="utf-8")


def main() -> int:
    os.environ["DNUP_QUIET"] = "1"  # no message of the first use in the output
    for path in sorted(FOLDER.glob("*.ipynb")):
        execute(path)
        print(f"executed {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
