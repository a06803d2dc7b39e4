"""When a round is abandoned: after too many actions in all (D2), or too many in a row without a discard (D5)."""

from __future__ import annotations

from typing import Final

from dnup.error_text import quoted
from dnup.inputs import as_int
from dnup.kernel.layout import make_limits

TURN_LIMIT: Final = 500
"""The number of actions after which a round is abandoned (D2)."""

STALL_LIMIT_A_PLAYER: Final = 20
"""The number of actions per player, in a row without a discard, after which a round is abandoned (D5)."""

HIGHEST: Final = 1_000_000


def check_turn_limit(limit: int) -> int:
    """The same number, if it is a turn limit; otherwise a `ValueError`."""
    number = as_int(limit)
    if number is None or not 1 <= number <= HIGHEST:
        raise ValueError(f"a turn limit is a whole number from 1 to {HIGHEST}, not {quoted(limit)}")
    return number


def check_stall_limit(limit: int | None, players: int) -> int:
    """A valid stall limit, for None the default for this number of players; otherwise a `ValueError`."""
    if limit is None:
        return STALL_LIMIT_A_PLAYER * players
    number = as_int(limit)
    if number is None or not 0 <= number <= HIGHEST:
        raise ValueError(
            f"a stall limit is a whole number from 1 to {HIGHEST}, or 0 for none, not {quoted(limit)}"
        )
    return number


def check_finish_round(finish_round: bool) -> bool:
    """The same, if it is true or false; otherwise a `ValueError`."""
    if not isinstance(finish_round, bool):
        raise ValueError(f"finish_round is true or false, not {quoted(finish_round)}")
    return finish_round


def pack_limits(
    players: int,
    turn_limit: int = TURN_LIMIT,
    stall_limit: int | None = None,
    finish_round: bool = False,
) -> int:
    """Both limits, and whether a round is played on (R20), as the kernel's number, checked."""
    limits = check_turn_limit(turn_limit), check_stall_limit(stall_limit, players)
    return make_limits(*limits, int(check_finish_round(finish_round)))
