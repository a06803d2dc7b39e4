"""Batches concurrent reads of many tables into one query."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

Question = TypeVar("Question")
Answer = TypeVar("Answer")


class Gathered(Generic[Question, Answer]):
    """Collects keys while a query runs, and sends them together with the next one."""

    def __init__(self, answer: Callable[[list[Question]], Awaitable[Sequence[Answer]]]) -> None:
        self._answer = answer
        self._waiting: list[tuple[Question, asyncio.Future[Answer]]] = []
        self._task: asyncio.Task[None] | None = None

    async def ask(self, question: Question) -> Answer:
        """The result for one key; raises the error of the whole query."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Answer] = loop.create_future()
        self._waiting.append((question, future))
        if self._task is None:
            self._task = loop.create_task(self._work())
        return await future

    async def _work(self) -> None:
        while self._waiting:
            asked, self._waiting = self._waiting, []
            futures = [future for _, future in asked]
            try:
                answers = await self._answer([question for question, _ in asked])
            except Exception as error:
                for future in futures:
                    if not future.done():  # or the caller was cancelled
                        future.set_exception(error)
            else:
                for future, answer in zip(futures, answers, strict=True):
                    if not future.done():
                        future.set_result(answer)
        self._task = None
