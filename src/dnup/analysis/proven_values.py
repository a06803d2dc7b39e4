"""Values of moves that win by force: those of a won round, in place of what the search has found.

A search plays against people who may err and tries most replies once, so it undervalues a long win by force. A proof
(`dnup.search.forced_wins`) holds in every world that agrees with the view, so it holds for every sample of worlds, too.
"""

import numpy as np

from dnup.analysis.move_values import (
    ADVANTAGE,
    ADVANTAGE_IN_HALF,
    ADVANTAGE_SQUARED,
    PRUNED,
    TRIAL_COLUMNS,
    TRIED,
    VALUE,
    VALUE_SQUARED,
    mean_of,
)
from dnup.kernel.history import unseen_cards
from dnup.kernel.jit import jit_apart, jit_apart_with_memory, jit_with_memory
from dnup.kernel.layout import FINISH, MAX_PLAYERS, PLAYERS, Words, is_out, seat_in_turn
from dnup.search.forced_wins import find_forced_wins
from dnup.search.match_equity import Equity, write_ending_values
from dnup.search.tree import Rates

LONGEST = 12
"""Wins by force of up to this number of actions are looked for."""

BUDGET = 20_000
"""The number of positions that a proof looks at, at most: some milliseconds of processor time."""

OPEN_LONGEST = 20
"""The same when no card is unseen. There a search is least reliable, because whole rounds depend on single moves."""

OPEN_BUDGET = 100_000
"""The same for positions: some tens of milliseconds, where a round has about ten such decisions."""

LINE_BUDGET = 30_000
"""The same for each move of the line that is shown."""


@jit_with_memory
def find_proven_wins(deck: Words, view: Words, moves: Words, lengths: Words) -> int:
    """For each legal move of a view, write the number of actions in which it wins by force, 0 if no win was found.

    Returns the number of winning moves.
    """
    if unseen_cards(deck, view):
        return find_forced_wins(deck, view, moves, lengths, LONGEST, BUDGET, 1)
    return find_forced_wins(deck, view, moves, lengths, OPEN_LONGEST, OPEN_BUDGET, 1)


@jit_apart_with_memory
def write_won_round(view: Words, equity: Equity, won: Rates) -> None:
    """Write every seat's chance to win the match if the seat in turn is the next to go out.

    With more than two players everyone else is equally likely to be second.
    """
    players = view[PLAYERS]
    seat = seat_in_turn(view)
    endings = np.empty((MAX_PLAYERS * MAX_PLAYERS + 1, MAX_PLAYERS), np.float64)
    write_ending_values(view, equity, endings)
    first = (view[FINISH] & 15) - 1
    ways = 0
    for other in range(players):
        won[other] = 0.0
    for other in range(players):
        if first >= 0 or is_out(view, other) or (other == seat and players > 2):
            continue
        ways += 1
        for one in range(players):
            won[one] += endings[seat * players + (seat if players == 2 else other), one]
    for one in range(players):
        won[one] = endings[first * players + seat, one] if first >= 0 else won[one] / max(ways, 1)


@jit_apart
def settle_trials(trials: Rates, lengths: Words, made: int, players: int, won: Rates, settled: Rates) -> None:
    """Copy trials, with the values of moves that win by force replaced by those of the won round.

    A move wins by force if its entry in `lengths` is not 0, see `forced_wins.find_forced_wins`.
    """
    for index in range(len(trials)):
        for column in range(TRIAL_COLUMNS):
            settled[index, column] = trials[index, column]
        if not (lengths[index] or lengths[made]):
            continue
        tried = trials[index, TRIED]
        for seat in range(players):
            value = won[seat]
            gain = 0.0
            squares = 0.0
            if not lengths[index]:  # behind a move made that wins
                total = trials[index, VALUE + seat]
                gain = total - tried * value
                squares = trials[index, VALUE_SQUARED + seat] - 2.0 * value * total + tried * value * value
            elif not lengths[made]:  # ahead of a move made that does not win
                mean = mean_of(trials[made, VALUE + seat], trials[made, TRIED])
                square = mean_of(trials[made, VALUE_SQUARED + seat], trials[made, TRIED])
                gain = tried * (value - mean)
                squares = tried * (value * value - 2.0 * value * mean + square)
            settled[index, ADVANTAGE + seat] = gain
            settled[index, ADVANTAGE_SQUARED + seat] = squares
            settled[index, ADVANTAGE_IN_HALF + seat] = gain / 2.0
            if lengths[index]:
                settled[index, PRUNED] = 0.0
                settled[index, VALUE + seat] = tried * value
                settled[index, VALUE_SQUARED + seat] = tried * value * value
