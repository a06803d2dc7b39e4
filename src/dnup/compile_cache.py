"""Compile everything ahead of time: `warm_up`."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from dnup.compile_progress import Progress, hush
from dnup.entry_points import GROUPS, entry_points
from dnup.kernel.jit import COMPILED

EntryPoint = tuple[Any, tuple[Any, ...]]
"""A compiled function and the types of its arguments."""


def warm_up() -> None:
    """Compile everything, so that nothing waits for it later.

    What is compiled is kept for later processes: this takes about a minute once on a machine, and then less than a
    second. Without it each part is compiled when it is first used, which is announced once on the error stream, unless
    `DNUP_QUIET` is set in the environment.

    >>> dnup.warm_up()
    """
    missing = load()
    with Progress(len(missing)) as progress:
        compile_all(missing, progress.show)


def load(groups: Iterable[str] = tuple(GROUPS)) -> list[EntryPoint]:
    """Load functions from the package or the cache; returns those that are in neither."""
    if not COMPILED:
        return []
    return [(function, types) for function, types in entry_points(groups) if not function.load(types)]


def make_ready(groups: Iterable[str]) -> None:
    """Load some groups of functions, and compile what is missing."""
    compile_all(load(groups), lambda done: None)


def compile_all(missing: Iterable[EntryPoint], on_progress: Callable[[int], object]) -> None:
    """Compile missing functions, or load what another process has compiled meanwhile; report the progress."""
    for done, (function, types) in enumerate(missing, 1):
        function.compile(types)
        on_progress(done)


def main(groups: list[str]) -> None:
    """The process beside a server that compiles into the cache, with low priority, and prints its progress.

    It ignores Ctrl-C, which is for the server. It ends when its standard input does: the server has ended.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(AttributeError, OSError):  # Windows has no such thing
        os.nice(19)
    threading.Thread(target=_end_with_input, daemon=True).start()
    hush()
    missing = load(groups)
    with suppress(BrokenPipeError):
        compile_all(missing, lambda done: print(done, len(missing), flush=True))


def _end_with_input() -> None:
    """End the process at the end of its standard input, in the middle of a function if need be."""
    with suppress(OSError):
        while os.read(sys.stdin.fileno(), 1):
            pass
    os._exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
