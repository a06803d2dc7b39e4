"""Machine code that a wheel brings along: made when the wheel was built, used where it fits.

It lies in the folder `machine_code` of the installed package and is read from nowhere else: machine code is code, like
the modules beside it. `manifest.json` says what it was made from and for. If anything differs here (a source file, the
version of Numba or Python, the system, a missing feature of the processor), none of it is used, and functions are
compiled when they are first called.
"""

from __future__ import annotations

import hashlib
import json
import pickle
import platform
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

import llvmlite
import numba
from llvmlite import binding as llvm
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

PACKAGES: Final = ("kernel", "search", "belief", "network", "analysis", "wire", "rl/compiled")
"""The folders of the package whose functions are compiled."""

PACKAGE: Final = Path(__file__).parents[1]
FOLDER: Final = PACKAGE / "machine_code"
MANIFEST: Final = "manifest.json"

BASELINES: Final = {"x86_64": "x86-64-v3", "amd64": "x86-64-v3", "aarch64": "generic", "arm64": "generic"}
"""By type of machine, LLVM's name of the processor that a wheel is made for. x86-64-v3 is Intel's Haswell (2013) and
AMD's Excavator (2015); `generic` is any arm64."""

FEATURES: Final = {
    "x86-64-v3": "avx avx2 bmi bmi2 cmov crc32 cx16 cx8 f16c fma fxsr lzcnt mmx movbe popcnt sahf sse sse2 sse3 "
    "sse4.1 sse4.2 ssse3 xsave"
}
"""By LLVM's name of a processor, the features that it has beyond the least of its type, by LLVM's names."""

USUAL: Final = {
    "BOUNDSCHECK": None,
    "CPU_FEATURES": None,
    "CPU_NAME": None,
    "DEBUGINFO_DEFAULT": 0,
    "OPT": 3,
}
"""Settings of Numba that change machine code, with their defaults. Who sets one gets code compiled on the spot."""


def digest_sources(package: Path = PACKAGE) -> str:
    """The digest of the source of all that is compiled.

    Functions are inlined across files, so a change in any file can change the machine code of any function.
    """
    digest = hashlib.sha256()
    for folder in PACKAGES:
        for source in sorted((package / folder).glob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()


def baseline() -> str | None:
    """LLVM's name of the processor that a wheel for this type of machine is made for; None if there is none."""
    return BASELINES.get(platform.machine().lower())


def origin() -> dict[str, str]:
    """What machine code depends on, apart from the processor."""
    return {
        "sources": digest_sources(),
        "numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
        "python": f"{sys.implementation.cache_tag}{getattr(sys, 'abiflags', '')}",
        "system": f"{sys.platform}-{platform.machine()}",
    }


class MachineCode:
    """The machine code of functions by their names, each with the types of its arguments."""

    def __init__(self, folder: Path, digests: dict[str, str]) -> None:
        self._folder = folder
        self._digests = digests

    def load(self, function: Callable[..., Any], signature: Any, target_context: Any) -> Any:
        """Numba's result of compiling a function for these types of arguments; None if it is not here."""
        name = name_of(function, signature)
        if name not in self._digests:
            return None
        try:
            data = (self._folder / name).read_bytes()
        except OSError:
            return None
        if hashlib.sha256(data).hexdigest() != self._digests[name]:
            return None
        return CompileResult._rebuild(target_context, *pickle.loads(data))


def name_of(function: Callable[..., Any], signature: Any) -> str:
    """The name of the file with the machine code of a function for these types of arguments."""
    types = hashlib.sha256(str(tuple(signature)).encode()).hexdigest()[:12]
    return f"{function.__module__.removeprefix('dnup.')}.{function.__name__}-{types}.bin"


def find(folder: Path = FOLDER) -> MachineCode | None:
    """The machine code that came with the package, if there is any and it fits."""
    if any(getattr(numba.config, name) != usual for name, usual in USUAL.items()):
        return None
    try:
        manifest = json.loads((folder / MANIFEST).read_bytes())
        fits = manifest["origin"] == origin() and _has_features(manifest["features"])
        return MachineCode(folder, manifest["digests"]) if fits else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _has_features(names: Iterable[str]) -> bool:
    here = llvm.get_host_cpu_features()
    return all(here.get(name, False) for name in names)


def write(folder: Path, functions: Iterable[tuple[Any, tuple[Any, ...]]]) -> None:
    """Write the machine code of compiled functions, each with the types of its arguments.

    It is made for the processor that this process compiles for: see `environment`.
    """
    processor = numba.config.CPU_NAME
    folder.mkdir(parents=True)
    digests = {}
    for function, signature in functions:
        function.compile(signature)
        data = dumps(function.overloads[signature]._reduce())
        name = name_of(function.py_func, signature)
        (folder / name).write_bytes(data)
        digests[name] = hashlib.sha256(data).hexdigest()
    features = FEATURES.get(processor, "").split()
    manifest = {"origin": origin(), "processor": processor, "features": features, "digests": digests}
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


def environment(processor: str) -> dict[str, str]:
    """The variables with which a process compiles for any processor of this name, and not for the one at hand."""
    return {"NUMBA_CPU_NAME": processor, "NUMBA_CPU_FEATURES": ""}
