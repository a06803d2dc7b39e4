"""The number of cores to work on: those of the machine, or the CPU quota of a Linux container."""

from __future__ import annotations

import math
import os
import sys
from pathlib import Path
from typing import Final

PROCESS: Final = Path("/proc/self/cgroup")
CONTROL_GROUPS: Final = Path("/sys/fs/cgroup")

MAX_WORKERS: Final = 61 if sys.platform == "win32" else 256
"""The most workers that can be asked for; Windows can wait for 61 processes at most."""


def cpu_quota(process: Path = PROCESS, root: Path = CONTROL_GROUPS) -> float:
    """The CPU quota of this process in cores; infinite without a limit.

    Versions 1 and 2 of control groups keep it in different files; a limit holds for all groups below it.
    """
    try:
        lines = process.read_text(encoding="utf-8").splitlines()
    except OSError:  # not Linux
        return math.inf
    least = math.inf
    for line in lines:
        _, controllers, group = line.split(":", 2)
        if not controllers:
            top, limit = root, _limit_v2
        elif "cpu" in controllers.split(","):
            top, limit = root / controllers, _limit_v1
            top = top if top.is_dir() else root / "cpu"
        else:
            continue
        # A container may see its group's path on the host, but has only its own files, at the top.
        own = top / group.lstrip("/")
        for folder in (own, *own.parents):
            if folder.is_relative_to(top):
                least = min(least, limit(folder))
    return least


def _limit_v2(folder: Path) -> float:
    return _share(*_numbers(folder / "cpu.max"))


def _limit_v1(folder: Path) -> float:
    return _share(*_numbers(folder / "cpu.cfs_quota_us"), *_numbers(folder / "cpu.cfs_period_us"))


def _numbers(file: Path) -> list[int]:
    """The numbers in a file; none if it does not exist or contains `max`."""
    try:
        return [int(word) for word in file.read_text(encoding="utf-8").split()]
    except (OSError, ValueError):
        return []


def _share(time: int = -1, period: int = 0) -> float:
    """Processor time per period, as a number of cores; -1 is no limit."""
    return time / period if time > 0 and period > 0 else math.inf


def core_count() -> int:
    """The cores that this process may use, within the quota of its container, rounded up."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return math.ceil(min(cores, MAX_WORKERS, cpu_quota()))
