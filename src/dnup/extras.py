"""Libraries that only some need: imported late, and if one is missing, a sentence says what to install."""

from __future__ import annotations

import importlib
import re
import sys
from importlib import metadata
from pathlib import Path
from types import ModuleType

_OPTIONAL = re.compile(r"""([\w.-]+)([^;]*);(.*)extra == ['"](\w+)['"]""")


class MissingExtra(ImportError, ValueError):
    """A library that is not installed; the message says how to."""


def need(module: str, extra: str, what: str, package: str | None = None) -> ModuleType:
    """A module that comes with an extra, in a package that may have another name."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        root = module.partition(".")[0]
        if error.name not in (root, module):
            raise  # it is there, but something that it needs is not
        name = package or root
        line = _install([_requirements(extra).get(_plain(name), name)])
        raise MissingExtra(f"{what} needs {name}: {line}", name=error.name) from None


def how_to_install(extra: str, missing: str | None) -> str:
    """The line that installs what is lacking here of an extra, after a module was found missing."""
    wanted = _requirements(extra)
    lacking = [text for name, text in wanted.items() if not _is_installed(name)]
    return _install(lacking or [wanted.get(_plain(str(missing)), str(missing))])


def _install(packages: list[str]) -> str:
    """It names packages, for `pip install 'dnup[…]'` looks for dnup itself, which nobody with a clone needs to find.

    It names our Python, for the `pip` that a shell finds may be another's; and its quotes are good in any shell.
    """
    python = Path(sys.executable)
    if python.is_relative_to(Path.cwd()):
        python = python.relative_to(Path.cwd())
    quoted = [f'"{text}"' if re.search(r"[^\w./\\:-]", text) else text for text in (str(python), *packages)]
    return " ".join([quoted[0], "-m pip install", *quoted[1:]])


def _requirements(extra: str) -> dict[str, str]:
    """The packages of an extra on this system, each with the versions that fit."""
    try:
        entries = metadata.requires("dnup") or []
    except metadata.PackageNotFoundError:  # used without being installed
        return {}
    found = {}
    for match in filter(None, map(_OPTIONAL.fullmatch, entries)):
        name, versions, condition, of = match.groups()
        if of == extra and not re.search(rf"""sys_platform != ['"]{sys.platform}['"]""", condition):
            found[_plain(name)] = f"{name}{versions}"
    return found


def _is_installed(package: str) -> bool:
    try:
        metadata.version(package)
    except metadata.PackageNotFoundError:
        return False
    return True


def _plain(name: str) -> str:
    """One spelling of a package's name."""
    return re.sub(r"[-_.]+", "-", name).lower()
