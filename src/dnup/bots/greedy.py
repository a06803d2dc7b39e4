"""The bot `greedy`: a decent beginner, who gets rid of as many cards as possible right now."""

from __future__ import annotations

from dnup.bots.bot import Decision, Estimate, check_view
from dnup.game.move import Move
from dnup.game.view import View


class GreedyBot:
    """Plays the most cards it can, of the lowest value; else adds a card; else rotates. It never takes."""

    name = "greedy"

    def __init__(self, seed: int = 0) -> None:
        """The seed is not used: a greedy player always does the same."""

    def choose(self, view: View) -> Decision:
        moves = list(check_view(view).legal_moves)
        return Decision(max(moves, key=appeal), tuple(map(Estimate, moves)))

    def close(self) -> None:
        pass


def appeal(move: Move) -> tuple[int, int]:
    """How much a beginner likes a move; of equal ones the first is taken."""
    if move.verb == "play":
        # High cards stay in the hand: they will still be playable when the low ones no longer are.
        return (2 + len(move.cards), -move.cards[0].active)
    return ({"add": 2, "rotate": 1, "take": 0}[move.verb], 0)
