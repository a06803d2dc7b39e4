"""A progress bar on the error stream, if that is a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn


@contextmanager
def progress_bar(console: Console, what: str, total: int | None) -> Iterator[Callable[[float], None]]:
    """A progress bar that disappears at the end; yields a function to call with the number of steps done.

    It is on the error stream, because standard output may be a file or a pipe for results.
    """
    columns = (TextColumn(what), BarColumn(), TaskProgressColumn(), TimeRemainingColumn(compact=True))
    with Progress(
        *columns, console=console, transient=True, redirect_stdout=False, disable=not console.is_terminal
    ) as progress:
        task = progress.add_task(what, total=total)
        yield lambda steps: progress.advance(task, steps)
