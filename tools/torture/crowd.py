"""Many people at many tables, in processes of their own."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Sequence
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Final

from tools.torture.players import play

STUCK: Final = 120.0
"""A table without a move for this number of seconds counts as stuck."""


class Crowd:
    """Starts the processes, knows how far every table is, and collects the reports."""

    def __init__(
        self, addresses: Sequence[str], tables: int, processes: int, folder: Path, seed: int
    ) -> None:
        context = multiprocessing.get_context("spawn")
        self._progress = context.Array("Q", tables, lock=False)
        self._finish = context.Event()
        self.reports = [folder / f"players-{number}.json" for number in range(processes)]
        self._processes: list[SpawnProcess] = []
        for number, report in enumerate(self.reports):
            places = range(number, tables, processes)
            arguments = (addresses, places, seed + number, self._progress, self._finish, str(report))
            self._processes.append(context.Process(target=play, args=arguments, daemon=True))
        for process in self._processes:
            process.start()

    def progress(self) -> list[int]:
        """How many moves were acknowledged at each place."""
        return list(self._progress)

    def wait_for_all(self, moves: int = 1, share: float = 1.0) -> None:
        """Wait until this number of moves was made at every place, or at this share of them."""
        before = self.progress()
        deadline = time.monotonic() + STUCK
        while True:
            moved = [now - then >= moves for now, then in zip(self.progress(), before, strict=True)]
            if sum(moved) >= share * len(moved):
                return
            if time.monotonic() > deadline:
                raise TimeoutError(f"{moved.count(False)} tables did not go on")
            if not all(process.is_alive() for process in self._processes):
                raise RuntimeError("a process of players has ended")
            time.sleep(0.002)

    def finish(self, within: float) -> list[Path]:
        """Let everyone play to the end; the reports."""
        self._finish.set()
        deadline = time.monotonic() + within
        for process in self._processes:
            process.join(max(0.0, deadline - time.monotonic()))
        if any(process.exitcode != 0 for process in self._processes):
            raise RuntimeError(f"some tables did not come to an end within {within:.0f} s")
        return self.reports

    def close(self) -> None:
        """End what is left."""
        for process in self._processes:
            process.kill()
            process.join()
