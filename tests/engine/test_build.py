"""The module that is shipped is the one that this kernel makes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.need import missing
from tools.wasm.link import NoLinker, find_linker

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "src" / "dnup" / "web" / "engine"


@pytest.mark.compiled
def test_the_module_and_its_binding_are_of_this_kernel(tmp_path: Path) -> None:
    """Built anew in a process of its own, away from any cache; equal bytes also mean that a build can be repeated."""
    try:
        find_linker()
    except NoLinker as error:
        missing(str(error))
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    command = [sys.executable, "-m", "tools.wasm", "--into", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, timeout=1800)
    for name in ("kernel.js", "dnup.wasm"):
        same = (tmp_path / name).read_bytes() == (ENGINE / name).read_bytes()
        assert same, f"{name} is not what the kernel makes now: run make wasm, and commit it with the change"


def test_a_linker_that_is_missing_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    old = tmp_path / "wasm-ld"
    old.write_text("#!/bin/sh\necho Debian LLD 3.1.4\n", encoding="utf-8")
    old.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr("tools.wasm.link.llvm.llvm_version_info", (99, 0, 0))
    with pytest.raises(NoLinker, match=r"wasm-ld 99 is needed.*apt-get install lld-99"):
        find_linker()
