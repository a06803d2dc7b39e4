"""Seeds of the daily game: the number of a date, and the seed of each bot's decision.

A date is its number in the proleptic Gregorian calendar, 1 January of the year 1 being day 1, and that number is the
seed of its deals: they are those of a match with that seed. docs/daily.md has it all.
"""

import numpy as np

from dnup.kernel.rng import split, wrapping

PLAYERS = 4
"""A person and three bots."""

SEAT = 0
"""Where the person sits."""

ROUNDS = 3
"""Each from 0-0, so that they can be compared, and bots want the same in all of them."""

FIRST_DAY = 739_617
"""1 January 2026: no date before has a deal."""

PRINTED_DAY = 739_951
"""1 December 2026: from this date on the cards are those of the printed deck, before it those of the balanced one."""

DECISIONS = 1 << 32
"""Bots draw on streams of a day's seed that no deal comes to."""


@wrapping
def decision_seed(day: np.uint64, number: int, seat: int, actions: int) -> np.uint64:
    """The seed of a bot's decision, from the number of the round, counted from 0, and of actions made in it."""
    return split(split(split(day, DECISIONS + seat), number), actions)
