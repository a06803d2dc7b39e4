"""Tools for developers; README.md lists them."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
"""The folder of the repository."""
