"""Whoever uses dnup in a typed project is not bothered: strict type checkers find nothing in a researcher's script."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.need import missing, need_module

ROOT = Path(__file__).parent.parent
SCRIPT = ROOT / "tests" / "types" / "researcher.py"


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


@pytest.mark.compiled
def test_the_script_runs() -> None:
    for name in ("gymnasium", "pettingzoo", "pyspiel", "pyarrow", "openskill"):
        need_module(name)
    done = subprocess.run([sys.executable, str(SCRIPT)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_everything_is_there_after_import_dnup() -> None:
    asked = (
        "import sys, dnup\n"
        "late = ('arena', 'bots', 'rl', 'study', 'Daily', 'play_match')\n"
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
