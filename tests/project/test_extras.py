"""The packages of an extra are read from the package's metadata, with versions, for the system at hand."""

from __future__ import annotations

import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from dnup import extras

ROOT = Path(__file__).parents[2]
REQUIRES = [
    "numba>=0.61",
    "Asyncpg>=0.30; extra == 'postgres'",
    'uvloop>=0.21; (sys_platform != "win32") and extra == "server"',
    "colorama; sys_platform == 'no-such-system' and extra == 'server'",
    "old-thing<2; python_version < '3' and extra == 'server'",
    "uvicorn[standard]<0.55,>=0.53 ; extra == 'server'",
    "rich>=13; sys_platform != 'no-such-system'",
]


def test_the_packages_of_an_extra_on_this_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metadata, "requires", lambda name: REQUIRES)
    assert extras._requirements("postgres") == {"asyncpg": "Asyncpg>=0.30"}
    found = extras._requirements("server")
    assert found.keys() - {"uvloop"} == {"uvicorn"}
    assert found["uvicorn"] in ("uvicorn<0.55,>=0.53", "uvicorn>=0.53,<0.55")
    assert extras._requirements("no-such-extra") == {}


def test_every_extra_has_its_packages() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for extra, entries in declared["optional-dependencies"].items():
        unconditional = [entry for entry in entries if ";" not in entry]
        assert len(extras._requirements(extra)) >= len(unconditional) > 0


def test_without_metadata_the_name_itself_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> list[str]:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "requires", missing)
    assert extras.how_to_install("rl", "gymnasium").endswith("-m pip install gymnasium")
