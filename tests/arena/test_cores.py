"""Cores that a container may use: the files of Linux, as version 1 and version 2 of control groups have them."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from dnup.workers.cores import core_count, cpu_quota

V2, V1 = "0::{}\n", "5:memory:/other\n4:cpu,cpuacct:{}\n1:name=systemd:/\n"


@pytest.mark.parametrize(
    "line, group, files, cores",
    [
        (V2, "/", {"cpu.max": "150000 100000"}, 1.5),
        (V2, "/", {"cpu.max": "max 100000"}, math.inf),
        (V2, "/", {}, math.inf),
        (V2, "/a/b", {"a/b/cpu.max": "max 100000", "a/cpu.max": "300000 100000"}, 3),
        (V2, "/a/b", {"a/b/cpu.max": "50000 100000", "a/cpu.max": "300000 100000"}, 0.5),
        (V2, "/a/b", {"a/c/cpu.max": "50000 100000"}, math.inf),
        (V2, "/as/the/host/sees/it", {"cpu.max": "200000 100000"}, 2),
        (V1, "/", {"cpu,cpuacct/cpu.cfs_quota_us": "250000", "cpu,cpuacct/cpu.cfs_period_us": "100000"}, 2.5),
        (V1, "/x", {"cpu/x/cpu.cfs_quota_us": "50000", "cpu/x/cpu.cfs_period_us": "25000"}, 2),
        (V1, "/", {"cpu/cpu.cfs_quota_us": "-1", "cpu/cpu.cfs_period_us": "100000"}, math.inf),
        (V1, "/", {"memory/cpu.max": "1 1"}, math.inf),
    ],
)
def test_quotas(line: str, group: str, files: dict[str, str], cores: float, tmp_path: Path) -> None:
    process, root = tmp_path / "process", tmp_path / "groups"
    process.write_text(line.format(group), encoding="utf-8")
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(f"{content}\n", encoding="utf-8")
    assert cpu_quota(process, root) == cores


def test_where_there_are_no_control_groups(tmp_path: Path) -> None:
    assert cpu_quota(tmp_path / "nothing", tmp_path) == math.inf


@pytest.mark.parametrize("quota, cores", [(math.inf, 8), (2.0, 2), (1.2, 2), (0.1, 1), (100.0, 8)])
def test_cores_within_a_quota(quota: float, cores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dnup.workers.cores.cpu_quota", lambda: quota)
    monkeypatch.setattr("os.sched_getaffinity", lambda _process: set(range(8)), raising=False)
    assert core_count() == cores


def test_nobody_counts_cores_in_another_way() -> None:
    root = Path(__file__).parents[2]
    asking = {
        str(file.relative_to(root))
        for folder in ("src", "tools", "benchmarks")
        for file in (root / folder).rglob("*.py")
        if "cpu_count()" in file.read_text(encoding="utf-8")
    }
    assert [Path(name).name for name in asking] == ["cores.py"]
