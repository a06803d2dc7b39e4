"""The benchmark of the engine measures what it says, and that both did the same. No test looks at a clock."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from dnup.network.files import network_players
from tests.need import need_program

ROOT = Path(__file__).parents[2]


@pytest.mark.compiled
def test_the_engine_is_measured_beside_native_code(tmp_path: Path) -> None:
    need_program("node")
    report = tmp_path / "report.json"
    command = [sys.executable, "-m", "benchmarks.engine_run", "--json", str(report)]
    command += ["--repeats", "3", "--seconds", "0.001"]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=600)
    figures = json.loads(report.read_text(encoding="utf-8"))["figures"]
    speeds = [figure for figure in figures if figure["unit"] == "×"]
    assert len(speeds) == 8 + len(network_players("balanced"))
    assert all(figure["ours"] > 0 and figure["other"] > 0 for figure in speeds)
    (sent,) = (figure for figure in figures if figure["what"] == "dnup.wasm as brotli")
    assert sent["met"]
