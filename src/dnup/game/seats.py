"""Seats and slots by name: seats A to E in clockwise order; a slot is where a seat's set lies.

With two players each seat has two slots, its areas 1 and 2 (R22), so slots are named A1 A2 B1 B2 there.
"""

from __future__ import annotations

import functools
from typing import Final

from dnup.cards.deck import PLAYER_COUNTS
from dnup.error_text import quoted
from dnup.inputs import as_int

SEATS: Final = "ABCDE"


def check_players(players: int) -> int:
    """The same number, if it is a number of players; otherwise a `ValueError`."""
    number = as_int(players)
    if number is None or number not in PLAYER_COUNTS:
        raise ValueError(f"dnup is for 2, 3, 4 or 5 players, not {quoted(players)}")
    return number


@functools.cache
def seat_names(players: int) -> tuple[str, ...]:
    return tuple(SEATS[:players])


@functools.cache
def slot_names(players: int) -> tuple[str, ...]:
    """All slots in turn order."""
    return ("A1", "A2", "B1", "B2") if players == 2 else seat_names(players)


def seat_number(seat: str, players: int) -> int:
    """The number of a seat, from 0."""
    if not isinstance(seat, str) or len(seat) != 1 or seat not in SEATS[:players]:
        names = ", ".join(seat_names(players))
        raise ValueError(f"{quoted(seat)} is not a seat; with {players} players it is one of {names}")
    return SEATS.index(seat)
