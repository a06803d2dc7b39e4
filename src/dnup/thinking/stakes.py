"""What a round is worth: the chance to win the match from any score, if all players are equally strong."""

import functools

import numpy as np
from numpy.typing import NDArray

from dnup.kernel.jit import jit, jit_apart
from dnup.kernel.layout import ENDING, FINISH, FOR_SECOND, LIMITS, PLAYERS, Words
from dnup.kernel.turn import points_of, points_to_win, score_of

Stakes = NDArray[np.float64]


@functools.cache
def match_stakes(players: int) -> Stakes:
    """A table: row `score_index(scores)`, column seat: the chance of that seat to win the match.

    Scores that end the match are in it too, so it says what every outcome of a round is worth.
    """
    table = np.empty((stakes_rows(players), players), np.float64)
    write_stakes(table)
    table.flags.writeable = False
    return table


@jit
def stakes_rows(players: int) -> int:
    """How many scores there are for so many players: each seat has from no points up to one too many."""
    rows = 1
    for _ in range(players):
        rows *= points_to_win(players) + 2
    return rows


@jit
def write_stakes(table: Stakes) -> None:
    """Fill the stakes of as many players as the table has columns, backwards: a round leads to later rows only."""
    players = table.shape[1]
    for row in range(len(table) - 1, -1, -1):
        won, winner = _winners(players, row)
        for seat in range(players):
            table[row, seat] = 1.0 if won == 1 and seat == winner else 0.0
        if won == 0:
            _average_rounds(table, players, row)


@jit
def _winners(players: int, row: int) -> tuple[int, int]:
    """How many seats have enough points to win, and the last of them; two of them cannot be."""
    enough = points_to_win(players)
    won = 0
    winner = 0
    for seat in range(players):
        if row % (enough + 2) >= enough:
            won += 1
            winner = seat
        row //= enough + 2
    return won, winner


@jit
def _average_rounds(table: Stakes, players: int, row: int) -> None:
    """What the scores after every possible round are worth on average, each as likely as any other."""
    base = points_to_win(players) + 2
    worth_first = 1 if players == 2 else 2
    place = 1
    for _ in range(players):
        one = row + worth_first * place
        other = 1
        for _ in range(players):
            if other != place:
                # As often as a first player comes with a second one; nobody is second in a match that is won.
                over = players == 2 or _winners(players, one)[0]
                for seat in range(players):
                    table[row, seat] += table[one if over else one + other, seat]
            other *= base
        place *= base
    for seat in range(players):
        table[row, seat] /= players * (players - 1)


@jit
def score_index(state: Words) -> int:
    """The row of the stakes for the score with the points of this round, up to those that win the match (R20)."""
    players = state[PLAYERS]
    base = points_to_win(players) + 2
    decided = is_decided(state)
    index = 0
    for seat in range(players - 1, -1, -1):
        made = 0 if decided and (state[FINISH] >> 8) == seat + 1 else points_of(state, seat)
        index = index * base + min(score_of(state, seat) + made, base - 1)
    return index


@jit
def is_decided(state: Words) -> bool:
    """Whether the first to go out in this round has won the match with that (R20)."""
    first = (state[FINISH] & 15) - 1
    if first < 0:
        return False
    return score_of(state, first) + points_of(state, first) >= points_to_win(state[PLAYERS])


@jit
def worth_to(end: Words, stakes: Stakes, row: int, seat: int) -> float:
    """What the end of a round is worth to a seat, its score being that of a row: the chance to win the match.

    In a search that began after the match was decided, it is whether the seat comes second.
    """
    if end[LIMITS] & FOR_SECOND:
        return 1.0 if (end[FINISH] >> 8) == seat + 1 else 0.0
    return stakes[row, seat]


@jit
def play_for_second(view: Words, world: Words) -> None:
    """Note in a world of a search whether it is about second place only."""
    if not view[ENDING] and is_decided(view):
        world[LIMITS] |= FOR_SECOND


@jit_apart
def write_worths(view: Words, stakes: Stakes, worths: Stakes) -> None:
    """What the endings of a round are worth to each seat.

    Row `first * players + second`; with the same seat twice it is the only one that scores; the last row is for nobody.
    """
    players = view[PLAYERS]
    base = points_to_win(players) + 2
    none = 0
    place = 1
    for seat in range(players):
        none += score_of(view, seat) * place
        place *= base
    for seat in range(players):
        worths[players * players, seat] = stakes[none, seat]
    place = 1
    second_only = not view[ENDING] and is_decided(view)
    for first in range(players):
        one = none + (1 if players == 2 else 2) * place
        over = _winners(players, one)[0]
        other = 1
        for second in range(players):
            row = one if first == second or over else one + other
            for seat in range(players):
                worths[first * players + second, seat] = stakes[row, seat]
                if second_only:
                    worths[first * players + second, seat] = 1.0 if seat == second != first else 0.0
            other *= base
        place *= base
