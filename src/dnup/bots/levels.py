"""Levels for people, from a beginner who overlooks moves to the strongest bot; docs/lab/strength.md compares them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dnup.bots.bot import Bot, Decision, decide
from dnup.bots.budget import Budget
from dnup.bots.champion import ChampionBot
from dnup.bots.search import SearchBot
from dnup.game.view import View
from dnup.kernel.rng import new_stream
from dnup.search.levels import EXPERT_MILLISECONDS, HARD_ITERATIONS, choose_easily, choose_with_noise

EXPERT_SECONDS: Final = EXPERT_MILLISECONDS / 1000
"""The time an expert has for a move."""


class EasyBot:
    """A beginner: greedy, but overlooks half of what could be done, and so plays cards one by one that are a set."""

    name = "easy"

    def __init__(self, seed: int = 0) -> None:
        self._stream = new_stream(seed)

    def choose(self, view: View) -> Decision:
        return decide(view, lambda deck, words, moves: choose_easily(deck, words, self._stream, moves))

    def close(self) -> None:
        pass


class MediumBot:
    """A player who counts: how many more turns would my hand need, and will this set stay on the table?"""

    name = "medium"

    def __init__(self, seed: int = 0) -> None:
        self._stream = new_stream(seed)

    def choose(self, view: View) -> Decision:
        return decide(view, lambda deck, words, moves: choose_with_noise(deck, words, self._stream, moves))

    def close(self) -> None:
        pass


def _hard(seed: int) -> Bot:
    return SearchBot(Budget(iterations=HARD_ITERATIONS), seed, name="hard", forced_wins=False)


def _expert(seed: int) -> Bot:
    return ChampionBot(Budget(seconds=EXPERT_SECONDS), seed, name="expert")


LEVELS: Final[dict[str, Callable[[int], Bot]]] = {
    "easy": EasyBot,
    "medium": MediumBot,
    "hard": _hard,
    "expert": _expert,
}
