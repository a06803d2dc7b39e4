"""Work in chunks on several cores, the results in order whoever finishes first."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from typing import TypeVar

from dnup.announcing import hush
from dnup.whole import as_whole
from dnup.wording import quoted
from dnup.workers.cores import MAX_WORKERS, core_count

Share = TypeVar("Share")
Result = TypeVar("Result")


def check_workers(workers: int) -> int:
    """The same number, if so many workers can be had; otherwise a `ValueError`."""
    number = as_whole(workers)
    if number is None or not 1 <= number <= MAX_WORKERS:
        raise ValueError(
            f"the number of workers is a whole number from 1 to {MAX_WORKERS}, not {quoted(workers)}"
        )
    return number


def workers_for(workers: int | None, ray: str | None) -> int | None:
    """The workers that were asked for, otherwise all cores; on a cluster None, as it knows best how many it has."""
    if workers is not None:
        return check_workers(workers)
    return core_count() if ray is None else None


def chunks(total: int, largest: int, workers: int | None) -> Iterator[range]:
    """The numbers from 0 to total - 1 in pieces, small enough to keep all workers busy to the end."""
    size = max(1, min(largest, total // (4 * (workers or MAX_WORKERS))))
    for start in range(0, total, size):
        yield range(start, min(start + size, total))


def in_order(
    function: Callable[[Share], Result],
    shares: Iterable[Share],
    workers: int | None,
    *,
    processes: bool = False,
    ray: str | None = None,
) -> Iterator[tuple[Share, Result]]:
    """Each share with what the function made of it, in the order of the shares; few are under way at a time.

    With `processes`, the function and the shares are sent to other processes; otherwise threads do the work. With
    `ray`, they are sent to the Ray cluster at that address.
    """
    if ray is not None:
        from dnup.workers.cluster import in_order_on_ray

        yield from in_order_on_ray(function, shares, workers, ray)
        return
    workers = workers or core_count()
    if workers == 1:
        for share in shares:
            yield share, function(share)
        return
    pool = _processes(workers) if processes else ThreadPoolExecutor(workers)
    waiting: deque[tuple[Share, Future[Result]]] = deque()
    try:
        for share in shares:
            waiting.append((share, pool.submit(function, share)))
            if len(waiting) > 2 * workers:
                done, future = waiting.popleft()
                yield done, future.result()
        while waiting:
            done, future = waiting.popleft()
            yield done, future.result()
    except BrokenProcessPool:
        raise ChildProcessError(
            "a worker process was killed; perhaps memory ran out, so try fewer --workers"
        ) from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _processes(workers: int) -> Executor:
    """Processes that leave Ctrl-C to us: a terminal sends it to all, and each would complain at length."""
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _start_work)
    with _interrupts_ignored():  # a process that is started now ignores them from its first moment
        for _ in range(workers):
            pool.submit(int)
    return pool


def _start_work() -> None:
    hush()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A process whose parent was killed would wait for work for ever."""
    parent = parent_process()
    assert parent is not None  # this is a worker
    parent.join()
    os._exit(1)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():  # Python lets only the main thread do this
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)
