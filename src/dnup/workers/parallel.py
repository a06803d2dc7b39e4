"""Parallel work on several cores, with results in the order of the tasks."""

from __future__ import annotations

import _thread
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.synchronize import Event
from types import FrameType
from typing import TypeVar

from dnup.compile_progress import hush
from dnup.error_text import quoted
from dnup.inputs import as_int
from dnup.workers.cores import MAX_WORKERS, core_count

Task = TypeVar("Task")
Result = TypeVar("Result")


def check_workers(workers: int) -> int:
    """Return a valid number of workers; otherwise raise a `ValueError`."""
    number = as_int(workers)
    if number is None or not 1 <= number <= MAX_WORKERS:
        raise ValueError(
            f"the number of workers is a whole number from 1 to {MAX_WORKERS}, not {quoted(workers)}"
        )
    return number


def workers_for(workers: int | None, ray: str | None) -> int | None:
    """The requested number of workers, otherwise that of cores; None on a cluster, which knows its own."""
    if workers is not None:
        return check_workers(workers)
    return core_count() if ray is None else None


def chunks(total: int, largest: int, workers: int | None) -> Iterator[range]:
    """The numbers from 0 to total - 1 in ranges, small enough to keep all workers busy to the end."""
    size = max(1, min(largest, total // (4 * (workers or MAX_WORKERS))))
    for start in range(0, total, size):
        yield range(start, min(start + size, total))


def in_order(
    function: Callable[[Task], Result],
    tasks: Iterable[Task],
    workers: int | None,
    *,
    processes: bool = False,
    ray: str | None = None,
) -> Iterator[tuple[Task, Result]]:
    """Each task with the result of the function, in the order of the tasks; few run ahead at a time.

    With `processes`, the function and the tasks are sent to worker processes; otherwise threads do the work. With
    `ray`, they are sent to the Ray cluster at that address.
    """
    if ray is not None:
        from dnup.workers.cluster import in_order_on_ray

        yield from in_order_on_ray(function, tasks, workers, ray)
        return
    workers = workers or core_count()
    if workers == 1:
        for task in tasks:
            yield task, function(task)
        return
    abort = get_context("spawn").Event()
    pool = _processes(workers, abort) if processes else ThreadPoolExecutor(workers)
    work = partial(_work, function) if processes else function
    waiting: deque[tuple[Task, Future[Result]]] = deque()
    complete = False
    try:
        for task in tasks:
            waiting.append((task, pool.submit(work, task)))
            if len(waiting) > 2 * workers:
                done, future = waiting.popleft()
                yield done, future.result()
        while waiting:
            done, future = waiting.popleft()
            yield done, future.result()
        complete = True
    except BrokenProcessPool:
        raise ChildProcessError(
            "a worker process was killed; perhaps memory ran out, so try fewer --workers"
        ) from None
    finally:
        if not complete:  # the results of running tasks are not needed
            abort.set()
        pool.shutdown(wait=True, cancel_futures=True)


def _processes(workers: int, abort: Event) -> Executor:
    """Worker processes that ignore Ctrl-C: a terminal sends it to all, and each would print a traceback."""
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _start_work, (abort,))
    with _interrupts_ignored():  # child processes inherit this from their start
        for _ in range(workers):
            pool.submit(int)
    return pool


REPEAT = 0.05
"""Seconds between two attempts to abort a task."""


class _Worker:
    """The state of a worker process, whose task is aborted when its result is no longer needed."""

    busy = False
    aborting = False


def _start_work(abort: Event) -> None:
    hush()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _abort)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    threading.Thread(target=_wait_for_abort, args=(abort,), daemon=True).start()


def _work(function: Callable[[Task], Result], task: Task) -> Result:
    """Do a task in a worker process; raises `KeyboardInterrupt` if it is aborted."""
    _Worker.busy = True
    try:
        if _Worker.aborting:
            raise KeyboardInterrupt
        return function(task)
    finally:
        _Worker.busy = False


def _wait_for_abort(abort: Event) -> None:
    abort.wait()
    # An interrupt in a callback of compiled code is lost there, with a message: repeat it, without the message.
    sys.unraisablehook = lambda _lost: None
    _Worker.aborting = True
    main = threading.main_thread().ident
    assert main is not None  # the main thread runs
    while _Worker.busy:
        if sys.platform == "win32":
            _thread.interrupt_main(signal.SIGTERM)
        else:
            signal.pthread_kill(main, signal.SIGTERM)  # interrupts blocking calls
        time.sleep(REPEAT)


def _abort(_number: int, _frame: FrameType | None) -> None:
    """Abort a running task, but never the communication with the parent process."""
    if _Worker.busy:
        raise KeyboardInterrupt


def _end_with_parent() -> None:
    """Exit when the parent does: a worker of a killed parent would wait for work forever."""
    parent = parent_process()
    assert parent is not None  # this is a worker
    parent.join()
    os._exit(1)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():  # only it can set signal handlers
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)
