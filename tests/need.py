"""What a test needs from the machine it runs on.

A test that cannot get it is skipped, loudly: pytest lists it with its reason. With CI=true it fails instead,
so that nothing goes untested in silence there.
"""

import importlib
import os
import shutil
from types import ModuleType
from typing import NoReturn

import pytest


def need_program(name: str) -> str:
    """The path of a program; the test ends here when it is not installed."""
    path = shutil.which(name)
    if path is None:
        missing(f"the program {name}")
    return path


def need_module(name: str) -> ModuleType:
    """A module that only some installations have; the test ends here when it cannot be imported."""
    try:
        return importlib.import_module(name)
    except ImportError:
        missing(f"the Python module {name}")


def missing(what: str) -> NoReturn:
    """End the test here, for it needs something that is not there."""
    message = f"not installed, and make could not install it: {what}"
    if os.environ.get("CI") == "true":
        pytest.fail(message, pytrace=False)
    pytest.skip(message)
