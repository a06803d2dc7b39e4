"""Decorators for compiled functions, their cache on disk, and bit operations that LLVM has and Python lacks."""

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba import types
from numba.core import event
from numba.extending import intrinsic

from dnup.kernel.compiler import EntryPoint
from dnup.kernel.machine_code import digest_sources

Function = TypeVar("Function", bound=Callable[..., Any])

COMPILED = not numba.config.DISABLE_JIT


def _cache_directory() -> Path:
    """The cache folder, named after a digest of all compiled sources.

    Numba recompiles a cached function when its own file changes, but not when a function changes that it inlined from
    another file. With a folder per version of all sources, the cache is never stale.
    """
    if os.environ.get("NUMBA_CACHE_DIR"):
        base = Path(os.environ["NUMBA_CACHE_DIR"])
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or _home()) / "dnup"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or _home() / ".cache") / "dnup"
    return base / f"kernel-{digest_sources(Path(__file__).parents[1])[:12]}"


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:  # a user without one, as in some containers
        return Path(os.devnull)  # nothing can be stored there


def _is_writable(directory: Path) -> bool:
    try:
        directory.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=directory).close()
    except OSError:
        return False
    return True


CACHE_DIRECTORY = _cache_directory()
CACHED = COMPILED and _is_writable(CACHE_DIRECTORY)
"""Whether machine code is cached on disk; if not, every process compiles again."""


@contextmanager
def _numba_cache_in(directory: Path) -> Iterator[None]:
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(directory)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


_functions: list[Any] = []


def compiled_signatures() -> set[tuple[str, str]]:
    """The functions with machine code in this process, each with the types of its arguments."""
    return {
        (f"{function.__module__}.{function.__name__}", str(signature))
        for function in _functions
        for signature in function.signatures
    }


class _AboutToCompile(event.Listener):  # type: ignore[misc]
    """Listens to Numba's compile events; calls back at the first kernel function."""

    def __init__(self, callback: Callable[[], object]) -> None:
        self._callback: Callable[[], object] | None = callback

    def on_start(self, event: Any) -> None:
        if self._callback is not None and event.data["dispatcher"] in _functions:
            callback, self._callback = self._callback, None
            callback()

    def on_end(self, event: Any) -> None:
        pass


def when_compiling(callback: Callable[[], object]) -> None:
    """Register a callback that is called once, when a kernel function is compiled and not just loaded."""
    event.register("numba:compile", _AboutToCompile(callback))


def _compiled(function: Function, *, memory: bool, inline: bool = True) -> Function:
    if not COMPILED:
        return function
    options = {"nopython": True, "boundscheck": None, "nogil": True, "forceinline": inline, "_nrt": memory}
    compiled: Any = EntryPoint(function, options)
    if CACHED:
        with _numba_cache_in(CACHE_DIRECTORY):
            compiled.enable_caching()
    _functions.append(compiled)
    return compiled


def jit(function: Function) -> Function:
    """Compile a function on first use, cache the machine code on disk, and run it without the GIL.

    The function is inlined into compiled callers: passing arrays between functions costs more than most of them do
    (inlining made random play 1.5 times as fast). It has no reference counting for its array arguments, which took as
    long as a move. A function that allocates or copies an array needs it: use `jit_with_memory`, otherwise Numba says
    "NRT required".
    """
    return _compiled(function, memory=False)


def jit_with_memory(function: Function) -> Function:
    """`jit` for a function that allocates an array, or copies a part of one."""
    return _compiled(function, memory=True)


def jit_apart(function: Function) -> Function:
    """`jit` without inlining, for large functions: inlined everywhere, they would take minutes to compile."""
    return _compiled(function, memory=False, inline=False)


def jit_apart_with_memory(function: Function) -> Function:
    """`jit_apart` for a function that allocates an array."""
    return _compiled(function, memory=True, inline=False)


if COMPILED:

    @intrinsic  # type: ignore[untyped-decorator]
    def popcount(_context: Any, mask: Any) -> Any:
        """How many bits of a mask are set."""

        def emit(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.int64), emit

    @intrinsic  # type: ignore[untyped-decorator]
    def lowest(_context: Any, mask: Any) -> Any:
        """The index of the lowest set bit; the mask must not be empty."""

        def emit(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], context.get_constant(types.boolean, True))

        return types.int64(types.int64), emit

else:

    def popcount(mask: int) -> int:
        """How many bits of a mask are set."""
        return int(mask).bit_count()

    def lowest(mask: int) -> int:
        """The index of the lowest set bit; the mask must not be empty."""
        return (int(mask) & -int(mask)).bit_length() - 1
