"""Compilation at the start, while the server already listens: its progress, and whether it is done."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Final

from dnup.compile_cache import EntryPoint
from dnup.entry_points import SERVER
from dnup.kernel.jit import CACHE_DIRECTORY, CACHED
from dnup.server.messages.refusals import Refusal

log = logging.getLogger(__name__)

COMPILER: Final = (sys.executable, "-P", "-m", "dnup.compile_cache", *SERVER)
"""The command that compiles into the cache. `-P`: a folder `dnup` where the server was started is not ours."""

NICENESS: Final = 10
"""The priority of the thread that compiles where there is no cache to compile into."""


class Readiness:
    """Whether the server may call compiled functions. Before that, a call would compile them, and all would wait.

    A process with low priority compiles into the cache, and the server loads the result. If there is no cache, or that
    process ends too early, a thread of the server compiles what is missing.
    """

    def __init__(
        self,
        missing: Sequence[EntryPoint] = (),
        tell: Callable[[int, int], None] = lambda done, total: None,
        command: Sequence[str] = COMPILER,
    ) -> None:
        self._missing = missing
        self._broadcast = tell
        self._command = command
        self.ready = not missing
        self.progress = 1.0 if self.ready else 0.0
        """The part that is compiled, from 0 to 1."""

    def need(self) -> None:
        """Raise a `Refusal` until the compiled functions are loaded."""
        if not self.ready:
            raise Refusal("starting")

    async def prepare(self) -> None:
        """Compile and load everything."""
        if self.ready:
            return
        cached = CACHED and await self._compile_beside()
        await self._load(cached)
        self.progress = 1.0
        self.ready = True
        self._broadcast(len(self._missing), len(self._missing))

    async def _compile_beside(self) -> bool:
        """Compile into the cache in another process; False if something is left for `_load` to compile."""
        try:
            compiler = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,  # its end tells the process that the server has ended
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
            )
        except (OSError, NotImplementedError) as error:  # too many processes, or a loop that has none
            log.warning("there is no process to compile in", extra={"reason": str(error)})
            return False
        try:
            assert compiler.stdout is not None  # it was requested with PIPE
            async for line in compiler.stdout:
                done, total = map(int, line.split())
                self.progress = done / total
                self._broadcast(done, total)
            if code := await compiler.wait():
                log.warning(
                    "the process that compiles has ended early; the server goes on by itself",
                    extra={"reason": f"exit code {code}"},
                )
            return code == 0
        finally:
            if compiler.returncode is None:
                with suppress(ProcessLookupError):
                    compiler.kill()
                await compiler.wait()

    async def _load(self, cached: bool) -> None:
        """Load everything, and compile what is missing, one function after the other, beside the event loop.

        `cached` means that another process has compiled everything: what is missing then could not be written.
        """
        loop = asyncio.get_running_loop()
        with ThreadPoolExecutor(1, "dnup-compile", initializer=_step_back) as pool:
            for number, (function, types) in enumerate(self._missing, 1):
                if cached and not await loop.run_in_executor(pool, function.load, types):
                    cached = False  # warn once
                    log.warning(
                        "compiled code cannot be kept, so every start compiles again; is the disk full?",
                        extra={"reason": str(CACHE_DIRECTORY)},
                    )
                await loop.run_in_executor(pool, function.compile, types)
                self.progress = max(self.progress, number / len(self._missing))


def _step_back() -> None:
    """Lower the priority of this thread, on systems that support it."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
