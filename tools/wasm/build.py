"""Build the module: capture the LLVM IR that Numba makes, add wrappers and memory, link."""

from __future__ import annotations

from pathlib import Path

from tools import ROOT
from tools.wasm.capture import capture
from tools.wasm.entries import ENTRIES
from tools.wasm.link import link
from tools.wasm.wrappers import wrappers

MADE_WITH = (3, 11)
"""The version of Python: Numba reads its bytecode, and another's gives other machine code, which does the same."""

ENGINE = ROOT / "src" / "dnup" / "web" / "engine"

RUNTIME = Path(__file__).with_name("runtime.ll")


def build() -> bytes:
    """The module."""
    captured = capture(ENTRIES)
    glue = RUNTIME.read_text(encoding="utf-8") + wrappers(ENTRIES, captured.symbols)
    return link(captured.modules, glue, ["reserve", *(entry.name for entry in ENTRIES)])
