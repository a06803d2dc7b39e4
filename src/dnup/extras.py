"""Optional libraries: imported when they are used; a missing one is an error that says what to install."""

from __future__ import annotations

import importlib
import re
import sys
from importlib import metadata
from pathlib import Path
from types import ModuleType


class MissingExtra(ImportError, ValueError):
    """A library that is not installed; the message says how to install it."""


def need(module: str, extra: str, what: str, package: str | None = None) -> ModuleType:
    """Import a module of an extra; `package` is the name of its package, if that is another one."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        root = module.partition(".")[0]
        if error.name not in (root, module):
            raise  # the module is installed, but something that it imports is not
        name = package or root
        command = _install([_requirements(extra).get(_canonical(name), name)])
        raise MissingExtra(f"{what} needs {name}: {command}", name=error.name) from None


def how_to_install(extra: str, missing: str | None) -> str:
    """The command that installs all missing packages of an extra, after the module `missing` was not found."""
    wanted = _requirements(extra)
    lacking = [text for name, text in wanted.items() if not _is_installed(name)]
    return _install(lacking or [wanted.get(_canonical(str(missing)), str(missing))])


def _install(packages: list[str]) -> str:
    """A `pip install` command with the packages themselves: `dnup[rl]` would need dnup on a package index.

    It names the running Python, because the `pip` on the path may belong to another one. Its quotes work in any shell.
    """
    python = Path(sys.executable)
    if python.is_relative_to(Path.cwd()):
        python = python.relative_to(Path.cwd())
    quoted = [f'"{text}"' if re.search(r"[^\w./\\:-]", text) else text for text in (str(python), *packages)]
    return " ".join([quoted[0], "-m pip install", *quoted[1:]])


def _requirements(extra: str) -> dict[str, str]:
    """By canonical name, the packages of an extra on this system, each with its versions: `asyncpg>=0.30`."""
    from packaging.requirements import Requirement

    try:
        entries = metadata.requires("dnup") or []
    except metadata.PackageNotFoundError:  # imported from a folder, not installed
        return {}
    return {
        _canonical(entry.name): f"{entry.name}{entry.specifier}"
        for entry in map(Requirement, entries)
        if entry.marker is not None
        and entry.marker.evaluate({"extra": extra})
        and not entry.marker.evaluate({"extra": ""})
    }


def _canonical(name: str) -> str:
    """The one spelling of a package's name."""
    from packaging.utils import canonicalize_name

    return canonicalize_name(name)


def _is_installed(package: str) -> bool:
    try:
        metadata.version(package)
    except metadata.PackageNotFoundError:
        return False
    return True
