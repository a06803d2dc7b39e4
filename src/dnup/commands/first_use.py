"""The one line that explains why the very first command takes its time."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text


def announce_compilation(console: Console, *functions: str) -> None:
    """Say that the rules are about to be compiled, if they are; later starts find them ready.

    `functions` are the parts of the kernel that take longest, where others may have compiled only the rest.
    """
    from dnup.kernel.jit import CACHE_DIRECTORY, CACHED, is_cached

    if not all(map(is_cached, functions or ["*"])):
        notice = "compiling the rules for this machine, once: up to half a minute"
        if not CACHED:
            place = CACHE_DIRECTORY.parent
            notice = f"compiling the rules, at every start, as {place} cannot be written: up to half a minute"
        console.print(Text(notice, style="dim"), soft_wrap=True)
