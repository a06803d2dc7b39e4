"""Levels for people: from a beginner who overlooks things to the strongest we have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dnup.bots.bot import Bot
from dnup.bots.greedy import GreedyBot
from dnup.bots.search import Budget, SearchBot

LEVELS: Final[dict[str, Callable[[int], Bot]]] = {
    "easy": GreedyBot,
    "medium": lambda seed: SearchBot(Budget(iterations=30), seed),
    "hard": lambda seed: SearchBot(Budget(iterations=300), seed),
    "expert": lambda seed: SearchBot(Budget(seconds=0.4), seed),
}
