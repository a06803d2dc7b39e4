"""Levels for people: from a beginner who overlooks things to the strongest we have.

docs/strength.md shows how each fares against the one before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dnup.bots.bot import Bot, Decision, Estimate, check_view
from dnup.bots.greedy import appeal
from dnup.bots.search import Budget, SearchBot
from dnup.game.move import Move
from dnup.game.view import View
from dnup.kernel.chance import below, new_stream
from dnup.thinking.first_sight import rate_move

EXPERT_SECONDS: Final = 0.4
"""How long an expert thinks about a move."""


class EasyBot:
    """A beginner: greedy, but overlooks half of what could be done, and so plays cards one by one that are a set."""

    name = "easy"

    def __init__(self, seed: int = 0) -> None:
        self._stream = new_stream(seed)

    def choose(self, view: View) -> Decision:
        moves = list(check_view(view).legal_moves)
        noticed = [move for move in moves if below(self._stream, 2)]
        return Decision(max(noticed or moves, key=appeal), tuple(map(Estimate, moves)))

    def close(self) -> None:
        pass


class MediumBot:
    """A player who counts: how many more turns would my hand need, and will this set stay on the table?"""

    name = "medium"

    def __init__(self, seed: int = 0) -> None:
        """The seed is not used: what looks best at first sight is always the same."""

    def choose(self, view: View) -> Decision:
        moves = check_view(view).legal_moves
        ratings: dict[Move, float] = {
            move: rate_move(view._packed.words, view._words, number)
            for number, move in zip(moves.numbers(), moves, strict=True)
        }
        return Decision(max(ratings, key=ratings.__getitem__), tuple(map(Estimate, ratings)))

    def close(self) -> None:
        pass


def _hard(seed: int) -> Bot:
    return SearchBot(Budget(iterations=100), seed, name="hard")


def _expert(seed: int) -> Bot:
    return SearchBot(Budget(seconds=EXPERT_SECONDS), seed, name="expert")


LEVELS: Final[dict[str, Callable[[int], Bot]]] = {
    "easy": EasyBot,
    "medium": MediumBot,
    "hard": _hard,
    "expert": _expert,
}
