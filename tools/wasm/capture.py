"""Capture the LLVM IR that Numba makes of the compiled packages, before optimization and for no machine in particular.

Later stages have the host's 64-bit addresses in them; this one has typed pointers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from numba.core.codegen import JITCodeLibrary, JITCPUCodegen

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
    with _no_native_code(captured.modules):
        for entry in entries:
            entry.function.compile(entry.signature)
            captured.symbols[entry.name] = entry.function.overloads[entry.signature].fndesc.llvm_func_name
    return captured


@contextmanager
def _no_native_code(modules: list[str]) -> Iterator[None]:
    """Have Numba hand over each module as it is made, and go no further: nothing is called here."""

    def add_ir_module(_library: Any, module: Any) -> None:
        modules.append(str(module))

    def finalize(library: Any) -> None:
        library._finalized = True

    with (
        patch.object(JITCodeLibrary, "add_ir_module", add_ir_module),
        patch.object(JITCodeLibrary, "finalize", finalize),
        patch.object(JITCodeLibrary, "get_pointer_to_function", lambda _library, _name: 0),
        patch.object(JITCPUCodegen, "set_env", lambda _codegen, _name, _env: None),
    ):
        yield
