"""Work in chunks on a Ray cluster, the results in order: the same as `dnup.workers.parallel` does on one machine."""

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

from dnup.extras import need
from dnup.wording import quoted
from dnup.workers.cores import core_count

Share = TypeVar("Share")
Result = TypeVar("Result")

LOCAL: Final = "local"
"""The address that means: start Ray on this machine, for as long as it is needed."""

RETRIES: Final = 10
"""So often a chunk whose worker was lost is done again, by another one."""


def check_ray() -> None:
    """A `ValueError` that says what to install, if Ray is not there."""
    need("ray", "ray", "--ray")


def in_order_on_ray(
    function: Callable[[Share], Result], shares: Iterable[Share], workers: int | None, address: str
) -> Iterator[tuple[Share, Result]]:
    """Each share with what the function made of it, in the order of the shares, on the cluster at an address.

    The function and the shares are sent to the workers, which need the same dnup as we have. A worker that is lost
    costs its chunk: another one does it again, and as chunks go by seed the result is the same.
    """
    with _connected(address, workers) as ray:
        cores = workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
        task = ray.remote(max_retries=RETRIES)(_plain(function))
        waiting: deque[tuple[Share, Any]] = deque()
        try:
            for share in shares:
                waiting.append((share, task.remote(share)))
                if len(waiting) > 2 * cores:
                    done, result = waiting.popleft()
                    yield done, ray.get(result)
            while waiting:
                done, result = waiting.popleft()
                yield done, ray.get(result)
        except ray.exceptions.RayTaskError as error:
            raise error.cause from None  # what went wrong there is said as if it had here
        except ray.exceptions.WorkerCrashedError:
            raise ChildProcessError(
                f"a chunk was lost with its worker {RETRIES} times; is there memory enough on the cluster?"
            ) from None
        except ray.exceptions.RayError as error:
            raise ChildProcessError(f"the Ray cluster was lost on the way: {_first_line(error)}") from None
        finally:
            with suppress(ray.exceptions.RayError):
                for _, left in waiting:  # nobody waits for it any more
                    ray.cancel(left, force=True)


def _plain(function: Callable[[Share], Result]) -> Callable[[Share], Result]:
    """A plain function, as Ray wants it, also for a method."""

    def work(share: Share) -> Result:
        return function(share)

    return work


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]


def _knock(address: str) -> None:
    """See that somebody answers there; Ray itself would try for minutes, and then end the process."""
    host, separator, port = address.removeprefix("ray://").rpartition(":")
    if separator and port.isdigit():
        socket.create_connection((host, int(port)), timeout=10).close()


@contextmanager
def _connected(address: str, workers: int | None) -> Iterator[Any]:
    ray = need("ray", "ray", "--ray")
    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    began = not ray.is_initialized()
    with _own_error_stream() if began else nullcontext():
        if began:
            try:
                if address == LOCAL:
                    ray.init(
                        address=LOCAL, num_cpus=workers or core_count(), include_dashboard=False, **quiet
                    )
                else:
                    _knock(address)
                    ray.init(address=address, **quiet)
            except (OSError, ValueError, RuntimeError) as error:
                raise ValueError(
                    f"there is no Ray cluster at {quoted(address)} to work on: {_first_line(error)}"
                ) from None
        try:
            with _only_our_words():
                yield ray
        finally:
            if began:
                with redirect_stdout(io.StringIO()):  # it may have something left to say
                    ray.shutdown()


@contextmanager
def _own_error_stream() -> Iterator[None]:
    """Let file descriptor 2 lead nowhere, as Ray's compiled part writes there; what we say goes where it led."""
    ours = sys.stderr
    try:
        if ours.fileno() != 2:
            raise OSError
    except (AttributeError, OSError, ValueError):  # no error stream, or one of a notebook or a test
        yield
        return
    ours.flush()
    kept = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.close(nowhere)
    with os.fdopen(kept, "w", buffering=1, encoding=ours.encoding, errors=ours.errors) as stream:
        sys.stderr = stream
        try:
            yield
        finally:
            stream.flush()
            sys.stderr = ours
            os.dup2(kept, 2)


@contextmanager
def _only_our_words() -> Iterator[None]:
    """Keep Ray off standard output, where results go: a thread of its own tells there of every worker that is lost."""
    ours = sys.stdout
    sys.stdout = deaf = cast("TextIO", _DeafToRay(ours))
    try:
        yield
    finally:
        if sys.stdout is deaf:
            sys.stdout = ours


class _DeafToRay:
    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        if threading.current_thread().name.startswith("ray_"):
            return len(text)
        return self._stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
