"""The module that is shipped is the one that this kernel makes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.tasks import tasks
from tests.engine.test_same import MODULE, compare
from tests.need import missing
from tools.wasm.binding import binding
from tools.wasm.build import ENGINE, MADE_WITH
from tools.wasm.link import NoLinker, find_linker

ROOT = Path(__file__).parents[2]
STALE = "is not what the compiled code makes now: run make wasm, and commit it with the change"


@pytest.mark.compiled
def test_the_binding_is_of_this_kernel() -> None:
    """It has a digest of the code, so this is known at once, with any Python and without a linker."""
    assert (ENGINE / "kernel.js").read_text(encoding="utf-8") == binding(), f"kernel.js {STALE}"


@pytest.mark.compiled
def test_the_module_is_of_this_kernel(tmp_path: Path) -> None:
    """Build it in a separate process, away from any cache: equal bytes also mean that a build can be repeated.

    The bytes are those of one version of Python; with another, the module has to do the same.
    """
    try:
        find_linker()
    except NoLinker as error:
        missing(str(error))
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    command = [sys.executable, "-m", "tools.wasm", "--into", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, timeout=1800)
    built = tmp_path / MODULE.name
    if sys.version_info[:2] == MADE_WITH:
        assert built.read_bytes() == MODULE.read_bytes(), f"{MODULE.name} {STALE}"
    else:
        compare(list(tasks("pairs", 3, full=False)), tmp_path, built)


def test_a_linker_that_is_missing_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    old = tmp_path / "wasm-ld"
    old.write_text("#!/bin/sh\necho Debian LLD 3.1.4\n", encoding="utf-8")
    old.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr("tools.wasm.link.llvm.llvm_version_info", (99, 0, 0))
    with pytest.raises(NoLinker, match=r"wasm-ld 99 is needed.*apt-get install lld-99"):
        find_linker()
