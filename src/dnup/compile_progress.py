"""The message that the first use of compiled code prints."""

from __future__ import annotations

import os
import sys
from types import TracebackType
from typing import ClassVar, Final

from dnup.kernel.jit import CACHE_DIRECTORY, CACHED, COMPILED, when_compiling

QUIET: Final = "DNUP_QUIET"
"""The environment variable that silences the message, with any value."""


def hush() -> None:
    """Print no message in this process: a worker, whose parent has printed it."""
    os.environ[QUIET] = "1"


def _is_quiet() -> bool:
    return bool(os.environ.get(QUIET)) or sys.stderr is None


def how_often() -> str:
    """`once`, or `at every start` if nothing can be cached."""
    if CACHED:
        return "for this machine, once"
    return f"at every start, as {CACHE_DIRECTORY.parent} cannot be written"


class Progress:
    """Prints on the error stream how many functions are compiled, on a terminal in one line."""

    under_way: ClassVar = False

    def __init__(self, total: int) -> None:
        self.total = total
        self._terminal = not _is_quiet() and sys.stderr.isatty()

    def __enter__(self) -> Progress:
        Progress.under_way = True
        if self.total and not _is_quiet():
            self._write(f"dnup: compiling {self.total} functions {how_often()}; Ctrl-C keeps what is done")
        return self

    def show(self, done: int) -> None:
        if self._terminal:
            self._write(f"dnup: compiling {how_often()}: {done} of {self.total}", begin="\r")
        elif not _is_quiet() and done * 4 // self.total > (done - 1) * 4 // self.total:
            self._write(f"dnup: {done} of {self.total} are compiled")

    def _write(self, text: str, begin: str = "") -> None:
        print(f"{begin}{text}", end="" if self._terminal else "\n", file=sys.stderr, flush=True)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        Progress.under_way = False
        if self._terminal and self.total:
            print(file=sys.stderr)


def _announce() -> None:
    if _is_quiet() or Progress.under_way:
        return
    print(
        f"dnup: compiling {how_often()}, what is used for the first time: some seconds. "
        "dnup.warm_up() compiles everything at once",
        file=sys.stderr,
        flush=True,
    )


if COMPILED:
    when_compiling(_announce)
