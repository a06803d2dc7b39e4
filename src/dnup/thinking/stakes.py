"""What a round is worth: the chance to win the match from any score, if all players are equally strong."""

import functools
import itertools

import numpy as np
from numpy.typing import NDArray

from dnup.kernel.jit import jit
from dnup.kernel.layout import PLAYERS, Words
from dnup.kernel.turn import points_of, points_to_win, score_of

Stakes = NDArray[np.float64]


@functools.cache
def match_stakes(players: int) -> Stakes:
    """A table: row `score_index(scores)`, column seat: the chance of that seat to win the match.

    Scores that end the match are in it too, so it says what every outcome of a round is worth.
    """
    enough = int(points_to_win(players))
    base = enough + 2

    @functools.cache
    def chances(scores: tuple[int, ...]) -> tuple[float, ...]:
        for seat, points in enumerate(scores):
            if points >= enough:
                return tuple(float(other == seat) for other in range(players))
        outcomes = [chances(after) for after in _rounds(scores, players, enough)]
        return tuple(sum(column) / len(outcomes) for column in zip(*outcomes, strict=True))

    table = np.zeros((base**players, players), np.float64)
    for scores in itertools.product(range(base), repeat=players):
        if sum(points >= enough for points in scores) <= 1:
            table[sum(points * base**seat for seat, points in enumerate(scores))] = chances(scores)
    table.flags.writeable = False
    return table


def _rounds(scores: tuple[int, ...], players: int, enough: int) -> list[tuple[int, ...]]:
    """The scores after every possible round, each as likely as any other."""
    after = []
    for first in range(players):
        one = tuple(
            points + (seat == first) * (1 if players == 2 else 2) for seat, points in enumerate(scores)
        )
        if players == 2 or one[first] >= enough:
            after.extend([one] * (players - 1))  # as often as a first player comes with a second one
        else:
            for second in range(players):
                if second != first:
                    after.append(tuple(points + (seat == second) for seat, points in enumerate(one)))
    return after


@jit
def score_index(state: Words) -> int:
    """The row of the stakes for the score with the points of this round."""
    players = state[PLAYERS]
    base = points_to_win(players) + 2
    index = 0
    for seat in range(players - 1, -1, -1):
        index = index * base + min(score_of(state, seat) + points_of(state, seat), base - 1)
    return index
