"""Stores of several nodes on one PostgreSQL, without the servers around them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping

from dnup.server.store.postgres import PostgresStore
from dnup.server.store.store import Append
from tests.server.running import PATIENCE, keep


class Node(PostgresStore):
    """A store that keeps the news it gets."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.news: dict[str, int] = {}
        self.presence_told = 0

    async def append(self, append: Append) -> None:
        await keep(self, append)

    async def append_all(self, *appends: Append) -> list[BaseException | None]:
        """What becomes of appends that wait together."""
        return await asyncio.gather(*map(self.append, appends), return_exceptions=True)

    def take(self, news: Mapping[str, int]) -> None:
        self.news.update({table: number for table, number in news.items() if number})
        self.presence_told += any(number == 0 for number in news.values())


@contextlib.asynccontextmanager
async def nodes(address: str, count: int = 2) -> AsyncIterator[list[Node]]:
    here = [Node(address) for _ in range(count)]
    await asyncio.gather(*(node.open(node.take) for node in here))
    try:
        await until(lambda: all(node._ours is not None for node in here))
        yield here
    finally:
        await asyncio.gather(*(node.close() for node in here))


async def until(happens: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not happens():
            await asyncio.sleep(0.01)
