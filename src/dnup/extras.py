"""Libraries that only some need: imported late, and if one is missing, a sentence says what to install."""

from __future__ import annotations

import importlib
from types import ModuleType


class MissingExtra(ImportError, ValueError):
    """A library that is not installed; the message says how to."""


def need(module: str, extra: str, what: str, package: str | None = None) -> ModuleType:
    """A module that comes with an extra, in a package that may have another name."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module.partition(".")[0]:
            raise  # it is there, but something that it needs is not
        name = package or module.partition(".")[0]
        raise MissingExtra(f"{what} needs {name}: pip install 'dnup[{extra}]'", name=error.name) from None
