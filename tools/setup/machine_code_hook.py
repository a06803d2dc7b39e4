"""A build hook of Hatchling: the wheel with machine code for this system, this Python and a baseline processor.

`make wheel` turns it on (`HATCH_BUILD_HOOK_ENABLE_CUSTOM=1`). Without it, the wheel is pure Python and for everyone.
It needs dnup's dependencies beside the build backend: `python -m build --no-isolation`.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WRITE = """
import sys
from pathlib import Path
from dnup.entry_points import entry_points
from dnup.kernel.machine_code import write
write(Path(sys.argv[1]), entry_points())
"""


class MachineCodeHook(BuildHookInterface[Any]):
    """Adds the folder `dnup/machine_code` to the wheel, and gives the wheel its tag."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        self._temporary = tempfile.TemporaryDirectory(prefix="dnup-wheel-")
        folder = Path(self._temporary.name) / "machine_code"
        write_machine_code(folder, Path(self.root) / "src")
        build_data["force_include"][str(folder)] = "dnup/machine_code"
        build_data["pure_python"] = False
        build_data["tag"] = wheel_tag()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self._temporary.cleanup()


def write_machine_code(folder: Path, source: Path) -> None:
    """Compile everything for the baseline processor in another process, which keeps nothing else."""
    sys.path.insert(0, str(source))
    from dnup.kernel.machine_code import baseline, environment

    processor = baseline()
    if processor is None:
        raise SystemExit(f"There is no baseline for {platform.machine()}; the pure wheel works there too.")
    with tempfile.TemporaryDirectory(prefix="dnup-wheel-") as cache:
        settings = {"PYTHONPATH": str(source), "NUMBA_CACHE_DIR": cache, "DNUP_QUIET": "1"}
        subprocess.run(
            [sys.executable, "-c", WRITE, str(folder)],
            env=os.environ | settings | environment(processor),
            check=True,
        )


def wheel_tag() -> str:
    """The tag of a wheel for this system and this Python: `cp313-cp313-manylinux_2_17_x86_64`.

    Machine code calls Python and Numba and nothing of the system, so it runs on the oldest systems that they run on.
    """
    machine = platform.machine().lower()
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    systems = {
        "linux": f"manylinux_2_17_{machine}",
        "darwin": f"macosx_{'11_0' if machine == 'arm64' else '10_15'}_{machine}",
        "win32": f"win_{machine}",
    }
    if sys.platform not in systems:
        raise SystemExit(f"There is no wheel for {sys.platform} alone; the pure wheel works there too.")
    return f"{python}-{python}{getattr(sys, 'abiflags', '')}-{systems[sys.platform]}"
