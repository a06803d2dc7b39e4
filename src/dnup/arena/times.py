"""Times of moves as a histogram with logarithmic bins, 5 % wide: little memory for many moves."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

_STEP: Final = math.log(1.05)


@dataclass
class MoveTimes:
    """The times of many moves, in seconds."""

    total: float = 0.0
    longest: float = 0.0
    counts: Counter[int] = field(default_factory=Counter)
    """The number of moves by bin: the logarithm of the time in steps of 5 %."""

    def add(self, seconds: float) -> None:
        self.total += seconds
        self.longest = max(self.longest, seconds)
        self.counts[math.floor(math.log(max(seconds, 1e-9)) / _STEP)] += 1

    def merge(self, other: MoveTimes) -> None:
        """Add the times of other moves."""
        self.total += other.total
        self.longest = max(self.longest, other.longest)
        self.counts += other.counts

    @property
    def moves(self) -> int:
        return self.counts.total()

    @property
    def mean(self) -> float:
        return self.total / max(self.moves, 1)

    def quantile(self, share: float) -> float:
        """The time within which this share of moves was made, to 5 %."""
        left = share * self.moves
        for step in sorted(self.counts):
            left -= self.counts[step]
            if left <= 0:
                return min(math.exp((step + 1) * _STEP), self.longest)
        return self.longest

    def to_json(self) -> dict[str, Any]:
        counts = {str(step): count for step, count in sorted(self.counts.items())}
        return {"total": round(self.total, 6), "longest": round(self.longest, 6), "counts": counts}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> MoveTimes:
        counts = Counter({int(step): int(count) for step, count in data["counts"].items()})
        return cls(float(data["total"]), float(data["longest"]), counts)
