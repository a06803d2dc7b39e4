"""Confidence intervals at 95 % over deals.

The games of one deal are not independent: they share its luck, and seatings that cancel it make results alike. So a
deal with all its seatings is one observation, however many games it was.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

import numpy as np
from numpy.typing import NDArray

_NORMAL: Final = NormalDist().inv_cdf(0.975)
_STUDENT: Final = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622)
"""Student's t at 97.5 % for 1 to 9 degrees of freedom."""

FOLDS: Final = 10
"""Deals are parted in so many to find out how much luck explains."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate and the bounds of its 95 % confidence interval; no bounds where one deal is all there is."""

    mean: float
    low: float | None
    high: float | None


def share(hits: Sequence[float], chances: Sequence[float]) -> Interval | None:
    """The share of chances that were hits, given both by deal; None if there was no chance.

    Wilson's interval with the number of independent trials that would have the variance seen between deals. Where
    there is no variance at all, each deal counts as one trial.
    """
    hit, chance = _arrays(hits, chances)
    deals = len(chance)
    if not deals:
        return None
    mean = float(hit.sum() / chance.sum())
    error = _standard_error(hit, chance, mean)
    trials = mean * (1 - mean) / error**2 if error else float(deals)
    student = _student(deals - 1) if deals > 1 else _STUDENT[0]
    center = (mean + student**2 / (2 * trials)) / (1 + student**2 / trials)
    spread = math.sqrt(mean * (1 - mean) / trials + student**2 / (4 * trials**2))
    spread *= student / (1 + student**2 / trials)
    return Interval(mean, max(0.0, center - spread), min(1.0, center + spread))


def ratio(amounts: Sequence[float], counts: Sequence[float]) -> Interval | None:
    """The amount for each counted thing, given both by deal; None if nothing was counted."""
    amount, count = _arrays(amounts, counts)
    deals = len(count)
    if not deals:
        return None
    mean = float(amount.sum() / count.sum())
    if deals == 1:
        return Interval(mean, None, None)
    spread = _student(deals - 1) * _standard_error(amount, count, mean)
    return Interval(mean, mean - spread, mean + spread)


def without(amounts: Sequence[float], causes: Sequence[float]) -> list[float]:
    """The amounts without as much of a cause, which is 0 on average, as is in them by least squares: less varies then.

    How much that is, other deals say: one in FOLDS deals is left out each time. What a deal says of itself would make
    the rest look more alike than it is.
    """
    amount, cause = np.asarray(amounts, np.float64), np.asarray(causes, np.float64)
    fold = np.arange(len(amount)) % FOLDS
    left = amount.copy()
    for number in range(FOLDS):
        mine = fold == number
        left[mine] -= _explained(amount[~mine], cause[~mine]) * cause[mine]
    return [float(one) for one in left]


def _explained(amount: NDArray[np.float64], cause: NDArray[np.float64]) -> float:
    """How much of a cause is in the amounts on average, by least squares."""
    if len(amount) < 2:
        return 0.0
    cause = cause - cause.mean()
    varies = float((cause**2).sum())
    return float(((amount - amount.mean()) * cause).sum()) / varies if varies else 0.0


def _arrays(
    amounts: Sequence[float], counts: Sequence[float]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Both as arrays, deals without anything to count left out."""
    amount, count = np.asarray(amounts, np.float64), np.asarray(counts, np.float64)
    return amount[count > 0], count[count > 0]


def _standard_error(amount: NDArray[np.float64], count: NDArray[np.float64], mean: float) -> float:
    """Of a ratio of sums over independent deals, by linearisation."""
    deals = len(count)
    if deals == 1:
        return 0.0
    left = amount - mean * count
    left[abs(left) < 1e-9] = 0  # what is exactly alike stays so after rounding
    return math.sqrt(float((left**2).sum()) * deals / (deals - 1)) / float(count.sum())


def _student(freedom: int) -> float:
    """Student's t at 97.5 %: from the table, beyond it by its expansion around the normal quantile."""
    if freedom <= len(_STUDENT):
        return _STUDENT[freedom - 1]
    z: float = _NORMAL
    terms: tuple[float, ...] = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))
