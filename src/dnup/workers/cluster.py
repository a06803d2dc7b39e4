"""Parallel work on a Ray cluster, with the interface of `dnup.workers.parallel`."""

from __future__ import annotations

import io
import os
import socket
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout, suppress
from typing import Any, Final, TextIO, TypeVar, cast

from dnup.error_text import quoted
from dnup.extras import need
from dnup.workers.cores import core_count

Task = TypeVar("Task")
Result = TypeVar("Result")

LOCAL: Final = "local"
"""The address for a temporary Ray instance on this machine."""

RETRIES: Final = 10
"""The number of times that a task whose worker was lost is done again."""


def check_ray() -> None:
    """Raise a `ValueError` that says what to install if Ray is missing."""
    need("ray", "ray", "--ray")


def in_order_on_ray(
    function: Callable[[Task], Result], tasks: Iterable[Task], workers: int | None, address: str
) -> Iterator[tuple[Task, Result]]:
    """Each task with the result of the function, in the order of the tasks, on the cluster at an address.

    The function and the tasks are sent to the workers, which need the same version of dnup. The task of a lost worker
    is done again by another one; tasks are seeded, so the result is the same.
    """
    with _connected(address, workers) as ray:
        cores = workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
        remote = ray.remote(max_retries=RETRIES)(_plain(function))
        waiting: deque[tuple[Task, Any]] = deque()
        try:
            for task in tasks:
                waiting.append((task, remote.remote(task)))
                if len(waiting) > 2 * cores:
                    done, result = waiting.popleft()
                    yield done, ray.get(result)
            while waiting:
                done, result = waiting.popleft()
                yield done, ray.get(result)
        except ray.exceptions.RayTaskError as error:
            raise error.cause from None  # as if it had been raised here
        except ray.exceptions.WorkerCrashedError:
            raise ChildProcessError(
                f"a task was lost with its worker {RETRIES} times; is there memory enough on the cluster?"
            ) from None
        except ray.exceptions.RayError as error:
            raise ChildProcessError(f"the Ray cluster was lost on the way: {_first_line(error)}") from None
        finally:
            with suppress(ray.exceptions.RayError):
                for _, left in waiting:
                    ray.cancel(left, force=True)


def _plain(function: Callable[[Task], Result]) -> Callable[[Task], Result]:
    """Wrap a method in a plain function, which Ray requires."""

    def work(task: Task) -> Result:
        return function(task)

    return work


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]


def _check_connection(address: str) -> None:
    """Check that the address accepts connections; Ray itself would try for minutes, then end the process."""
    host, separator, port = address.removeprefix("ray://").rpartition(":")
    if separator and port.isdigit():
        socket.create_connection((host, int(port)), timeout=10).close()


@contextmanager
def _connected(address: str, workers: int | None) -> Iterator[Any]:
    ray = need("ray", "ray", "--ray")
    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    began = not ray.is_initialized()
    with _silenced_stderr() if began else nullcontext():
        if began:
            try:
                if address == LOCAL:
                    ray.init(
                        address=LOCAL, num_cpus=workers or core_count(), include_dashboard=False, **quiet
                    )
                else:
                    _check_connection(address)
                    ray.init(address=address, **quiet)
            except (OSError, ValueError, RuntimeError) as error:
                raise ValueError(
                    f"there is no Ray cluster at {quoted(address)} to work on: {_first_line(error)}"
                ) from None
        try:
            with _filtered_stdout():
                yield ray
        finally:
            if began:
                with redirect_stdout(io.StringIO()):  # Ray may print
                    ray.shutdown()


@contextmanager
def _silenced_stderr() -> Iterator[None]:
    """Point file descriptor 2, to which Ray's compiled part writes, to the null device; `sys.stderr` keeps working."""
    ours = sys.stderr
    try:
        if ours.fileno() != 2:
            raise OSError
    except (AttributeError, OSError, ValueError):  # no error stream, or that of a notebook or a test
        yield
        return
    ours.flush()
    saved = os.dup(2)
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 2)
    os.close(null)
    with os.fdopen(saved, "w", buffering=1, encoding=ours.encoding, errors=ours.errors) as stream:
        sys.stderr = stream
        try:
            yield
        finally:
            stream.flush()
            sys.stderr = ours
            os.dup2(saved, 2)


@contextmanager
def _filtered_stdout() -> Iterator[None]:
    """Keep Ray's messages off standard output, where results go: one of its threads reports lost workers there."""
    ours = sys.stdout
    sys.stdout = filtered = cast("TextIO", _WithoutRay(ours))
    try:
        yield
    finally:
        if sys.stdout is filtered:
            sys.stdout = ours


class _WithoutRay:
    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        if threading.current_thread().name.startswith("ray_"):
            return len(text)
        return self._stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
