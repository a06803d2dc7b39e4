"""The bot `greedy`: discards as many cards as possible right now, like a decent beginner."""

from __future__ import annotations

from dnup.bots.bot import Decision, decide
from dnup.game.view import View
from dnup.search.levels import choose_greedily


class GreedyBot:
    """Plays the most cards it can, of the lowest value; else adds a card; else rotates. It never takes."""

    name = "greedy"

    def __init__(self, seed: int = 0) -> None:
        """The seed is not used: the bot is deterministic."""

    def choose(self, view: View) -> Decision:
        return decide(view, choose_greedily)

    def close(self) -> None:
        pass
