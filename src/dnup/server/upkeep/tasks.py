"""The tasks a server lives by: one that fails is logged, counted, and tried again after a while."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import traceback
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Final

from dnup.server.messages.refusals import Refusal
from dnup.server.store.store import Damaged, StoreDown
from dnup.server.upkeep.metrics import Metrics

log = logging.getLogger(__name__)

FIRST_PAUSE: Final = 0.25
LONGEST_PAUSE: Final = 30.0
"""A task that fails is tried again after so many seconds, twice as many each time."""

WAIT: Final = 1.0
"""One that was refused, as while the database is away, after so many."""

Work = Callable[[], Awaitable[None]]
"""What is to be done. It is begun anew after a failure, so it looks first whether it still is to be done."""


class Tasks:
    """All that a server does without anyone waiting for it."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._running: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        """Take care of what goes wrong where nobody looks: in a task of a library, or in a callback."""
        asyncio.get_running_loop().set_exception_handler(self._unforeseen)

    def start(self, name: str, work: Work, table: str | None = None) -> asyncio.Task[None]:
        """Have something done, however often it takes; `name` and `table` say in logs what it is."""
        task = asyncio.create_task(self._keep_at_it(name, work, table))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def _keep_at_it(self, name: str, work: Work, table: str | None) -> None:
        loop = asyncio.get_running_loop()
        pause = FIRST_PAUSE
        while True:
            began = loop.time()
            try:
                await work()
                return
            except (Refusal, StoreDown) as refusal:  # nothing is wrong with it: the database is away
                log.info("a task has to wait", extra={"table": table, "reason": f"{name}: {refusal}"})
                await asyncio.sleep(WAIT)
                continue
            except Exception as error:
                self.failed(name, error, table)
            if loop.time() - began > LONGEST_PAUSE:
                pause = FIRST_PAUSE  # it had gone well for a while
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    @contextlib.contextmanager
    def guard(self, name: str, table: str | None = None) -> Iterator[None]:
        """What fails in here does not take along what comes after it."""
        try:
            yield
        except Exception as error:
            self.failed(name, error, table)

    def failed(self, name: str, error: BaseException, table: str | None = None) -> None:
        """Log and count what should not have happened."""
        self._metrics.count("failures", name)
        log.error("%s failed", name, extra={"table": table, "reason": _reason(error), "trace": _trace(error)})

    def _unforeseen(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if "transport" in context and isinstance(error, OSError):
            return  # somebody's network is gone, as networks are
        if isinstance(error, Exception):
            self.failed("callback", error)
        else:
            loop.default_exception_handler(context)

    def close(self) -> None:
        for task in list(self._running):
            task.cancel()


def _reason(error: BaseException) -> str:
    """What went wrong. The text of an error of the rules quotes hands, which are no business of a log."""
    told = f": {error}" if isinstance(error, (OSError, StoreDown, Damaged)) else ""
    return type(error).__name__ + told


def _trace(error: BaseException) -> str:
    """Where it went wrong, for the same reason without what the errors say."""
    parts = traceback.format_tb(error.__traceback__)
    if (cause := error.__cause__ or error.__context__) is not None:
        parts += [f"because of {type(cause).__name__}\n", *traceback.format_tb(cause.__traceback__)]
    return "".join(parts)
