"""What a task runs with: the bot, cores, a deadline, a callback for progress."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TypeVar, cast

from dnup.bots import BotLike
from dnup.bots.custom import is_picklable
from dnup.workers.parallel import in_order

Task = TypeVar("Task")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Conditions:
    """The bot and how it is measured. Results depend on the bot and on `quick` only, unless time runs out."""

    bot: BotLike
    quick: bool
    workers: int | None
    move_seconds: float
    """The time that an external program has for a move."""
    deadline: float | None
    """When to stop, in seconds since the epoch, as worker processes count them."""
    progress: Callable[[float], object]
    """Takes the share of the task that has been done since the last call."""

    def by(self, deadline: float | None) -> Conditions:
        """The same with another deadline, the earlier one."""
        if deadline is None or (self.deadline is not None and self.deadline < deadline):
            return self
        return Conditions(self.bot, self.quick, self.workers, self.move_seconds, deadline, self.progress)

    @property
    def out_of_time(self) -> bool:
        return self.deadline is not None and time.time() >= self.deadline

    def part(self, number: int, parts: int) -> Conditions:
        """The conditions of one of several parts of a task: an equal share of the time that is left."""
        left = parts - number
        deadline = self.deadline
        if deadline is not None:
            now = time.time()
            deadline = now + max(0.0, deadline - now) / left

        def progress(share: float) -> object:
            return self.progress(share / parts)

        return Conditions(self.bot, self.quick, self.workers, self.move_seconds, deadline, progress)

    def each(self, function: Callable[[Task], Result], tasks: Sequence[Task]) -> Iterator[Result]:
        """The results for these tasks on all cores, in order, until time runs out."""
        workers = self.workers
        if not is_picklable(self.bot):
            workers = 1
        results = cast("Generator[tuple[Task, Result]]", in_order(function, tasks, workers, processes=True))
        with closing(results):  # games that are still played are aborted
            while not self.out_of_time:
                found = next(results, None)
                if found is None:
                    return
                self.progress(1 / len(tasks))
                yield found[1]
