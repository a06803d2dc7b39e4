"""Ctrl-C in an arena: the games under way are left at once, not played to their end."""

from __future__ import annotations

import signal
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType


@contextmanager
def stop_file() -> Iterator[str]:
    """The name of a file that appears when Ctrl-C is pressed: other processes do not hear it, but can see that.

    The first Ctrl-C is a `KeyboardInterrupt` as ever; while we stop, more of them change nothing.
    """
    with tempfile.TemporaryDirectory(prefix="dnup-arena-") as directory:
        file = Path(directory) / "stop"

        def stop(_number: int, _frame: FrameType | None) -> None:
            if not file.exists():
                file.touch()
                raise KeyboardInterrupt

        if (
            threading.current_thread() is not threading.main_thread()
        ):  # Python lets only the main thread do this
            yield str(file)
            return
        before = signal.getsignal(signal.SIGINT)
        if before is signal.default_int_handler:  # whoever ignores Ctrl-C or listens to it goes on doing so
            signal.signal(signal.SIGINT, stop)
        try:
            yield str(file)
        finally:
            signal.signal(signal.SIGINT, before or signal.SIG_DFL)
