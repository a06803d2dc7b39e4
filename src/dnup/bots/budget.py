"""How long a bot thinks about a move: a number of iterations, or a time."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from dnup.error_text import quoted

MAX_ITERATIONS: Final = 100_000_000
MAX_SECONDS: Final = 3600.0
_BUDGET: Final = re.compile(r"([0-9]{1,9})(ms|s)?")


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think about a move: a number of iterations, or a time in seconds by some clock.

    >>> dnup.Budget(iterations=1000), str(dnup.Budget(seconds=0.2))
    (Budget.parse('1000'), '200ms')
    """

    iterations: int | None = None
    seconds: float | None = None
    clock: Callable[[], float] = time.perf_counter

    @classmethod
    def parse(cls, text: str) -> Budget:
        """The budget that a text names: `1000` (iterations), `200ms` or `2s`."""
        match = _BUDGET.fullmatch(text) if isinstance(text, str) else None
        if match is not None:
            number, unit = int(match[1]), match[2]
            seconds = number / (1000 if unit == "ms" else 1)
            if unit is None and 1 <= number <= MAX_ITERATIONS:
                return cls(iterations=number)
            if unit is not None and 0 < seconds <= MAX_SECONDS:
                return cls(seconds=seconds)
        raise ValueError(
            f"{quoted(text)} is not a budget; write iterations, 1 to {MAX_ITERATIONS:,}, or a time up to "
            f"{MAX_SECONDS:.0f}s, like 1000 or 200ms"
        )

    def __repr__(self) -> str:
        return f"Budget.parse({str(self)!r})"

    def __str__(self) -> str:
        return str(self.iterations) if self.seconds is None else f"{round(self.seconds * 1000)}ms"
