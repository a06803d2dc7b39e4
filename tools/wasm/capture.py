"""What Numba makes of the compiled rooms before any optimisation: LLVM's language, as yet for no machine in particular.

What comes later has the host's 64-bit addresses worked into it; this has typed ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from numba.core.codegen import CPUCodeLibrary

from dnup.kernel.jit import CACHED
from tools.wasm.entries import Entry


@dataclass
class Captured:
    """Modules in the order in which Numba made them, and by entry the symbol of its function."""

    modules: list[str] = field(default_factory=list)
    symbols: dict[str, str] = field(default_factory=dict)


def capture(entries: Iterable[Entry]) -> Captured:
    """Have Numba compile the entries and all that they call."""
    if CACHED:  # what is read from there was optimised for this machine
        raise RuntimeError(
            "the kernel's cache is in use: set NUMBA_CACHE_DIR to where nothing can be written"
        )
    captured = Captured()
    original = CPUCodeLibrary.add_ir_module

    def add_ir_module(library: Any, module: Any) -> None:
        captured.modules.append(str(module))
        original(library, module)

    CPUCodeLibrary.add_ir_module = add_ir_module
    try:
        for entry in entries:
            entry.function.compile(entry.signature)
            captured.symbols[entry.name] = entry.function.overloads[entry.signature].fndesc.llvm_func_name
    finally:
        CPUCodeLibrary.add_ir_module = original
    return captured
