"""The bot `random`: any legal move, all equally likely."""

from __future__ import annotations

from dnup.bots.bot import Decision, Estimate, check_view
from dnup.game.view import View
from dnup.kernel.rng import below, new_stream


class RandomBot:
    """Plays uniformly at random."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._stream = new_stream(seed)

    def choose(self, view: View) -> Decision:
        moves = check_view(view).legal_moves
        chosen = moves[int(below(self._stream, len(moves)))]
        return Decision(chosen, tuple(map(Estimate, moves)))

    def close(self) -> None:
        pass
