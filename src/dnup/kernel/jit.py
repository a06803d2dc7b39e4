"""How kernel functions are compiled, where the result is kept, and bit tricks LLVM has and Python lacks."""

import hashlib
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

Function = TypeVar("Function", bound=Callable[..., Any])

COMPILED = not numba.config.DISABLE_JIT


PACKAGES = ("kernel", "search", "belief", "network", "analysis", "wire", "rl/compiled")
"""The folders of the package whose functions are compiled."""


def _cache_directory() -> Path:
    """A folder named after the source of all that is compiled.

    Numba renews a cached function when its own file changes, but not when a function it inlined from another
    file does. A folder per version of the whole makes a stale cache impossible.
    """
    digest = hashlib.sha256()
    for package in PACKAGES:
        for source in sorted((Path(__file__).parents[1] / package).glob("*.py")):
            digest.update(source.read_bytes())
    if os.environ.get("NUMBA_CACHE_DIR"):
        base = Path(os.environ["NUMBA_CACHE_DIR"])
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or _home()) / "dnup"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or _home() / ".cache") / "dnup"
    return base / f"kernel-{digest.hexdigest()[:12]}"


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:  # a user without one, as in some containers
        return Path(os.devnull)  # nothing can be kept there


def _is_writable(directory: Path) -> bool:
    try:
        directory.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=directory).close()
    except OSError:
        return False
    return True


CACHE_DIRECTORY = _cache_directory()
CACHED = COMPILED and _is_writable(CACHE_DIRECTORY)
"""Whether machine code is kept for later processes; where that is not possible, each compiles again."""


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
    """The functions that have machine code in this process by now, each with the types of its arguments."""
    return {
        (f"{function.__module__}.{function.__name__}", str(signature))
        for function in _functions
        for signature in function.signatures
    }


class _AboutToCompile(event.Listener):  # type: ignore[misc]
    """Hears of everything that Numba compiles, and tells of the first kernel function among it."""

    def __init__(self, tell: Callable[[], object]) -> None:
        self._tell: Callable[[], object] | None = tell

    def on_start(self, event: Any) -> None:
        if self._tell is not None and event.data["dispatcher"] in _functions:
            tell, self._tell = self._tell, None
            tell()

    def on_end(self, event: Any) -> None:
        pass


def when_compiling(tell: Callable[[], object]) -> None:
    """Have something called once, when a kernel function is really to be compiled and not just to be loaded."""
    event.register("numba:compile", _AboutToCompile(tell))


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
    """Compile a kernel function on first use, keep the machine code on disk, and run it without the GIL.

    Kernel functions are small and go into their callers whole: passing arrays between compiled functions costs
    more than what most of them do (it made random play 1.5 times as fast). Nor do they count references to the
    arrays they are given: the counting, which all threads share, took as long as a move. One that makes or copies
    an array has to, and is a `jit_with_memory`; Numba says "NRT required" if it is not.
    """
    return _compiled(function, memory=False)


def jit_with_memory(function: Function) -> Function:
    """The same for a function that makes an array, or copies a part of one."""
    return _compiled(function, memory=True)


def jit_apart(function: Function) -> Function:
    """The same as `jit` for one that is called: whole in every caller, large ones would take minutes to compile."""
    return _compiled(function, memory=False, inline=False)


def jit_apart_with_memory(function: Function) -> Function:
    """And for one that is called and makes an array."""
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
