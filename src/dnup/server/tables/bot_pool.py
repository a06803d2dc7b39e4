"""Threads for the bots of all tables. Requests run in order, with less time each when many wait."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from dnup import bots
from dnup.bots.bot import Bot
from dnup.bots.budget import Budget
from dnup.bots.champion import ChampionBot
from dnup.bots.levels import EXPERT_SECONDS
from dnup.game.view import View
from dnup.server.messages.protocol import Level

LEAST_EFFORT: Final = 0.05
"""The least share of its normal time that a bot gets."""


class BotPool:
    """A thread pool for bots. The compiled search releases the GIL, so the event loop goes on."""

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="dnup-bot")
        self._threads = threads
        self.waiting = 0
        """How many bot moves are being computed or wait."""

    async def choose(self, level: Level, view: View, seed: int) -> str:
        """The move of a bot. Each move has a new bot: hundreds of search trees would not fit into memory."""
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._pool, self._think, level, view, seed
            )
        finally:
            self.waiting -= 1

    def effort(self) -> float:
        """The share of its normal time that a bot gets now: 1 as long as no request waits for a thread."""
        return max(LEAST_EFFORT, min(1.0, self._threads / max(1, self.waiting)))

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _think(self, level: Level, view: View, seed: int) -> str:
        bot = self._bot(level, seed)
        try:
            return str(bot.choose(view).move)
        finally:
            bot.close()

    def _bot(self, level: Level, seed: int) -> Bot:
        effort = self.effort()
        if level == "expert" and effort < 1:
            return ChampionBot(Budget(seconds=EXPERT_SECONDS * effort), seed, name="expert")
        return bots.get(level, seed=seed)
