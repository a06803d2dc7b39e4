"""Link what Numba made for no machine in particular into one WebAssembly module."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals,+simd128"
"""What browsers have had since 2021, and Safari since 2023."""

STACK = 1 << 18

RARELY_CALLED = re.compile(
    r'^define .*@"_ZN4dnup(?:4wire|6kernel(?:8notation|11move_reader|10illegality|8position)|6search12match_equity'
    r"|6belief12card_chances|8analysis12explanations)(?!.*alwaysinline).*\)",
    re.MULTILINE,
)
"""A function that reads or writes text, explains a move, or fills a table. It runs once in a move or less often, so it
is compiled for size. (The value of a finished round is among them: it costs a search less than 1 % of its speed.)"""


class NoLinker(Exception):
    """The message says what to install."""


def find_linker() -> str:
    """LLVM's linker for WebAssembly, of the version that llvmlite is made with: another may give other bytes."""
    version = llvm.llvm_version_info[0]
    for name in (f"wasm-ld-{version}", "wasm-ld"):
        path = shutil.which(name)
        if path is not None:
            said = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout
            if re.search(rf"\bLLD {version}\.", said):
                return path
    raise NoLinker(
        f"wasm-ld {version} is needed, LLVM's linker for WebAssembly (Debian: apt-get install lld-{version}; "
        f"Homebrew: brew install lld@{version})"
    )


def link(modules: Iterable[str], glue: str, exports: Sequence[str]) -> bytes:
    """Put the modules together, keep what the exports reach, optimise it, and link it."""
    linker = find_linker()
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(features=FEATURES, opt=3, reloc="static", codemodel="small")
    whole = _parse("", machine)
    for module in (*modules, glue):
        whole.link_in(_parse(module, machine))
    # Only now: a definition that nothing refers to yet would be gone as soon as it was internal.
    for part in (*whole.functions, *whole.global_variables):
        if not part.is_declaration and part.name not in exports:
            part.linkage = "internal"
    whole.verify()
    _optimise(whole, machine)
    return _link_object(linker, machine.emit_object(whole), exports)


def _parse(text: str, machine: Any) -> Any:
    """A module for this machine, whichever one it was written for."""
    plain = re.sub(r"^target (triple|datalayout) = .*$", "", text, flags=re.MULTILINE)
    plain = RARELY_CALLED.sub(r"\g<0> noinline minsize optsize", plain)
    return llvm.parse_assembly(
        f'target datalayout = "{machine.target_data}"\ntarget triple = "{TRIPLE}"\n{plain}'
    )


def _optimise(whole: Any, machine: Any) -> None:
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = tuning.slp_vectorization = False  # only where we say so
    builder = llvm.create_pass_builder(machine, tuning)
    unused = llvm.create_new_module_pass_manager()
    unused.add_global_dead_code_eliminate_pass()
    unused.run(whole, builder)
    for _ in range(2):  # what the first leaves of Numba's counting of references, the second makes use of
        passes = builder.getModulePassManager()
        passes.add_refprune_pass()
        passes.run(whole, builder)


def _link_object(linker: str, code: bytes, exports: Sequence[str]) -> bytes:
    with tempfile.TemporaryDirectory() as directory:
        source, module = Path(directory, "dnup.o"), Path(directory, "dnup.wasm")
        source.write_bytes(code)
        options = [
            "--no-entry",
            "--gc-sections",
            "--strip-all",
            "-O2",
            "--export-memory",
            "-z",
            f"stack-size={STACK}",
        ]
        # Whatever is not defined is an error: the module has no imports.
        subprocess.run(
            [linker, *options, *(f"--export={name}" for name in exports), str(source), "-o", str(module)],
            check=True,
        )
        return module.read_bytes()
