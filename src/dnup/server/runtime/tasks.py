"""Background tasks: one that fails is logged, counted and retried."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import traceback
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Final

from dnup.server.messages.refusals import Refusal
from dnup.server.runtime.metrics import Metrics
from dnup.server.store.store import Damaged, StoreDown

log = logging.getLogger(__name__)

FIRST_RETRY: Final = 0.25
LONGEST_RETRY: Final = 30.0
"""Seconds until a failed task is retried; the pause doubles up to the longest."""

REFUSED_RETRY: Final = 1.0
"""Seconds until a refused task is retried, for example while the database is down."""

Work = Callable[[], Awaitable[None]]
"""A unit of work. It runs again after a failure, so it first checks whether it is still needed."""


class Tasks:
    """The background tasks of a server."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._running: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        """Handle exceptions of callbacks and of tasks of libraries."""
        asyncio.get_running_loop().set_exception_handler(self._on_loop_exception)

    def start(self, name: str, work: Work, table: str | None = None) -> asyncio.Task[None]:
        """Run work until it succeeds; `name` and `table` identify it in logs."""
        task = asyncio.create_task(self._retry(name, work, table))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def _retry(self, name: str, work: Work, table: str | None) -> None:
        loop = asyncio.get_running_loop()
        pause = FIRST_RETRY
        while True:
            began = loop.time()
            try:
                await work()
                return
            except (Refusal, StoreDown) as refusal:  # the database is down
                log.info("a task has to wait", extra={"table": table, "reason": f"{name}: {refusal}"})
                await asyncio.sleep(REFUSED_RETRY)
                continue
            except Exception as error:
                self.failed(name, error, table)
            if loop.time() - began > LONGEST_RETRY:
                pause = FIRST_RETRY  # it had run well for a while
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_RETRY)

    @contextlib.contextmanager
    def guard(self, name: str, table: str | None = None) -> Iterator[None]:
        """Log an exception of the block and go on."""
        try:
            yield
        except Exception as error:
            self.failed(name, error, table)

    def failed(self, name: str, error: BaseException, table: str | None = None) -> None:
        """Log and count an unexpected failure."""
        self._metrics.count("failures", name)
        log.error("%s failed", name, extra={"table": table, "reason": _reason(error), "trace": _trace(error)})

    def _on_loop_exception(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if "transport" in context and isinstance(error, OSError):
            return  # a client has lost its network
        if isinstance(error, Exception):
            self.failed("callback", error)
        else:
            loop.default_exception_handler(context)

    def close(self) -> None:
        for task in list(self._running):
            task.cancel()


def _reason(error: BaseException) -> str:
    """The type of an error. Its text only where it cannot quote a hand."""
    text = f": {error}" if isinstance(error, (OSError, StoreDown, Damaged)) else ""
    return type(error).__name__ + text


def _trace(error: BaseException) -> str:
    """The traceback, without the texts of the errors."""
    parts = traceback.format_tb(error.__traceback__)
    if (cause := error.__cause__ or error.__context__) is not None:
        parts += [f"because of {type(cause).__name__}\n", *traceback.format_tb(cause.__traceback__)]
    return "".join(parts)
