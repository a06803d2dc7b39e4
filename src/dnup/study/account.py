"""The account of a match for one seat: from an equal chance to the result, what was luck and what was not.

    result - 1/n = cards + decisions + gifts + luck

- cards: what the hands dealt were worth, before anyone had moved;
- decisions: what one's own moves were worth, as one could know it, against usual play (`dnup.thinking.usual`);
- gifts: the same of the others' moves, as they could know it: below 0 if they gave nothing away;
- luck: the rest: what others held, and what the game made of it.

Every step is the difference of two estimates, and each estimate ends one step and begins the next: so it adds up.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Account:
    """Where the chance of a seat came from and went to, in chances from 0 to 1.

    >>> record = dnup.play_match(["easy", "hard"], seed=1)
    >>> account = dnup.study.review(record, effort=100).account("A")
    >>> parts = account.cards + account.decisions + account.gifts + account.luck
    >>> abs(account.fair + parts - account.result) < 1e-9
    True
    """

    seat: str
    fair: float
    cards: float
    decisions: float
    gifts: float
    luck: float
    result: float
    cards_error: float
    decisions_error: float
    gifts_error: float
    luck_error: float
    """The standard errors of the four parts: how far the estimates may be off."""

    def to_json(self) -> dict[str, object]:
        """Every part, as JSON data."""
        return asdict(self)
