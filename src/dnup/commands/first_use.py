"""The one line that explains why the very first command takes its time."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text


def announce_compilation(console: Console, function: str = "*") -> None:
    """Say that the rules are about to be compiled, if they are; later starts find them ready.

    `function` is the part of the kernel that takes longest, where others may have compiled only the rest.
    """
    from dnup.kernel.jit import CACHE_DIRECTORY, CACHED, is_cached

    if not is_cached(function):
        notice = "compiling the rules for this machine, once: about ten seconds"
        if not CACHED:
            place = CACHE_DIRECTORY.parent
            notice = f"compiling the rules: ten seconds at every start, as {place} cannot be written"
        console.print(Text(notice, style="dim"), soft_wrap=True)
