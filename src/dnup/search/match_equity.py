"""Match equity: the probability to win the match from any score, if all players are equally strong."""

import functools

import numpy as np
from numpy.typing import NDArray

from dnup.kernel.jit import jit, jit_apart
from dnup.kernel.layout import ENDING, FINISH, FOR_SECOND, LIMITS, PLAYERS, Words
from dnup.kernel.turn import points_of, points_to_win, score_of

Equity = NDArray[np.float64]


@functools.cache
def match_equity(players: int) -> Equity:
    """The probability to win the match: row `score_index(state)`, column seat.

    Scores that end the match are rows too, so the table has the value of every outcome of a round.
    """
    table = np.empty((equity_rows(players), players), np.float64)
    write_equity(table)
    table.flags.writeable = False
    return table


@jit
def equity_rows(players: int) -> int:
    """The number of scores: each seat has from no points up to one more than wins."""
    rows = 1
    for _ in range(players):
        rows *= points_to_win(players) + 2
    return rows


@jit
def write_equity(table: Equity) -> None:
    """Fill the table by backward induction, for as many players as it has columns: rounds lead to later rows only."""
    players = table.shape[1]
    for row in range(len(table) - 1, -1, -1):
        won, winner = _winners(players, row)
        for seat in range(players):
            table[row, seat] = 1.0 if won == 1 and seat == winner else 0.0
        if won == 0:
            _average_rounds(table, players, row)


@jit
def _winners(players: int, row: int) -> tuple[int, int]:
    """The number of seats with enough points to win, and the last of them. Rows with two such seats never occur."""
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
def _average_rounds(table: Equity, players: int, row: int) -> None:
    """The mean equity after the next round, if all orders of finish are equally likely."""
    base = points_to_win(players) + 2
    points_first = 1 if players == 2 else 2
    place = 1
    for _ in range(players):
        one = row + points_first * place
        other = 1
        for _ in range(players):
            if other != place:
                # Counted once for each second player; a match that is won has no second place.
                over = players == 2 or _winners(players, one)[0]
                for seat in range(players):
                    table[row, seat] += table[one if over else one + other, seat]
            other *= base
        place *= base
    for seat in range(players):
        table[row, seat] /= players * (players - 1)


@jit
def score_index(state: Words) -> int:
    """The row of the equity table for the score including this round, up to the points that win the match (R20)."""
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
def value_for(end: Words, equity: Equity, row: int, seat: int) -> float:
    """The value of a finished round for a seat: its equity in a row, which is `score_index(end)`.

    In a search that began after the match was decided, 1 if the seat comes second, else 0.
    """
    if end[LIMITS] & FOR_SECOND:
        return 1.0 if (end[FINISH] >> 8) == seat + 1 else 0.0
    return equity[row, seat]


@jit
def play_for_second(view: Words, world: Words) -> None:
    """Mark a world of a search that is about second place only."""
    if not view[ENDING] and is_decided(view):
        world[LIMITS] |= FOR_SECOND


@jit_apart
def write_ending_values(view: Words, equity: Equity, values: Equity) -> None:
    """Write the value of each possible end of a round for each seat.

    Row `first * players + second`; with the same seat twice, only that seat scores; in the last row nobody does.
    """
    players = view[PLAYERS]
    base = points_to_win(players) + 2
    none = 0
    place = 1
    for seat in range(players):
        none += score_of(view, seat) * place
        place *= base
    for seat in range(players):
        values[players * players, seat] = equity[none, seat]
    place = 1
    second_only = not view[ENDING] and is_decided(view)
    for first in range(players):
        one = none + (1 if players == 2 else 2) * place
        over = _winners(players, one)[0]
        other = 1
        for second in range(players):
            row = one if first == second or over else one + other
            for seat in range(players):
                values[first * players + second, seat] = equity[row, seat]
                if second_only:
                    values[first * players + second, seat] = 1.0 if seat == second != first else 0.0
            other *= base
        place *= base
