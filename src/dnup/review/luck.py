"""The luck account of a seat: how its chance went from 1/n to the result, luck and play apart.

    result - 1/n = cards + decisions + gifts + luck

- cards: the value of the hands dealt, before anyone moved;
- decisions: the seat's own moves, as it could know them, compared with the baseline policy (`dnup.analysis.baseline`);
- gifts: the same for the others' moves, as they could know them: below 0 if they gave nothing away;
- luck: the rest: what the others held, and what came of it.

Every step is the difference of two estimates, and each estimate ends one step and begins the next. So the sum is exact.
`dnup.analysis.grading.write_luck_account` computes it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class LuckAccount:
    """The parts of a seat's result, as chances from 0 to 1.

    >>> record = dnup.play_match(["easy", "hard"], seed=1)
    >>> account = dnup.review.review(record, effort=100).account("A")
    >>> parts = account.cards + account.decisions + account.gifts + account.luck
    >>> abs(account.fair + parts - account.result) < 1e-9
    True
    """

    seat: str
    fair: float
    """An equal chance: 1/n."""
    cards: float
    decisions: float
    gifts: float
    luck: float
    result: float
    cards_error: float
    """The standard error of `cards`; the other three likewise."""
    decisions_error: float
    gifts_error: float
    luck_error: float

    def to_json(self) -> dict[str, object]:
        """Every part, as JSON data."""
        return asdict(self)
