"""dnup fits into typed projects: strict type checkers find nothing in a researcher's script."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests.need import missing, need_module

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "tests" / "types" / "researcher.py"
PUBLIC = ("dnup", "dnup.arena", "dnup.bots", "dnup.review", "dnup.rl")


def test_mypy_finds_nothing(tmp_path: Path) -> None:
    """Without the settings of this repository. What is wrong beside it is found: not everything is `Any`."""
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "import dnup\n"
        "dnup.rl.VectorEnv('four')\n"
        "dnup.arena.run('x', games=1)\n"
        "dnup.rl.Encoding(2).observation_size.upper()\n"
        "dnup.Round.deal(2, 1).turn.lower()\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={tmp_path}"]
    done = subprocess.run(
        [*command, str(SCRIPT), str(wrong)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    errors = [line.split(":")[:2] for line in done.stdout.splitlines() if ": error: " in line]
    assert errors == [["wrong.py", line] for line in "2345"], done.stdout + done.stderr


def test_pyright_finds_nothing(tmp_path: Path) -> None:
    program = ROOT / "node_modules" / ".bin" / "pyright"
    if not program.exists():
        missing("pyright, from npm")
    (tmp_path / "researcher.py").write_bytes(SCRIPT.read_bytes())
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({"typeCheckingMode": "strict"}), encoding="utf-8")
    command = [str(program), "--project", str(tmp_path), "--pythonpath", sys.executable, "--outputjson"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    report = json.loads(done.stdout)
    said = [
        f"line {entry['range']['start']['line'] + 1}: {entry['message']}"
        for entry in report["generalDiagnostics"]
    ]
    assert said == []
    assert report["summary"]["filesAnalyzed"] == 1


def test_every_public_type_is_known(tmp_path: Path) -> None:
    """Pyright finds no type of a public name, or of a member of one, unknown or left to be inferred."""
    program = ROOT / "node_modules" / ".bin" / "pyright"
    if not program.exists():
        missing("pyright, from npm")
    command = [str(program), "--pythonpath", sys.executable, "--verifytypes", "dnup", "--ignoreexternal"]
    done = subprocess.run(
        [*command, "--outputjson"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    public = {name for module in PUBLIC for name in public_names(module)}
    symbols = json.loads(done.stdout)["typeCompleteness"]["symbols"]
    found = [symbol for symbol in symbols if any(part in public for part in prefixes(symbol["name"]))]
    assert len(found) > 500
    unknown = [
        f"{symbol['name']}: {symbol['diagnostics'][0]['message'] if symbol['diagnostics'] else ''}"
        for symbol in found
        if not symbol["isTypeKnown"] or symbol["isTypeAmbiguous"]
    ]
    assert unknown == []


def public_names(module: str) -> Iterator[str]:
    """The full names of what a module exports, there and where it is defined."""
    exports = importlib.import_module(module)
    for name in exports.__all__:
        found = getattr(exports, name)
        if not isinstance(found, ModuleType):
            yield f"{module}.{name}"
            if hasattr(found, "__qualname__"):
                yield f"{found.__module__}.{found.__qualname__}"


def prefixes(name: str) -> Iterator[str]:
    parts = name.split(".")
    return (".".join(parts[:count]) for count in range(1, len(parts) + 1))


@pytest.mark.compiled
def test_the_script_runs() -> None:
    for name in ("gymnasium", "pettingzoo", "pyspiel", "pyarrow", "openskill"):
        need_module(name)
    done = subprocess.run([sys.executable, str(SCRIPT)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_everything_is_there_after_import_dnup() -> None:
    asked = (
        "import sys, dnup\n"
        "late = ('arena', 'bots', 'review', 'rl', 'Daily', 'analyse', 'play_match')\n"
        "print([name for name in late if f'dnup.{name}' in sys.modules])\n"
        "print(sorted({*dnup.__all__} - {*dir(dnup)}), [name for name in dnup.__all__ if not hasattr(dnup, name)])\n"
        "print(dnup.arena.Settings.__name__, dnup.rl.VectorEnv.__name__)\n"
        "try: dnup.nonsense\n"
        "except AttributeError as error: print(error)\n"
    )
    said = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout
    assert said.splitlines() == [
        "[]",
        "[] []",
        "Settings VectorEnv",
        "module 'dnup' has no attribute 'nonsense'",
    ]
