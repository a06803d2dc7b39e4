"""95 % confidence intervals, clustered by deal.

The games of one deal are not independent: they share its luck, and seatings that cancel it make results alike. So a
deal with all its seatings is one observation.
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
"""The number of folds for cross-fitting the coefficient of a control variate."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate and the bounds of its 95 % confidence interval; no bounds with a single deal."""

    mean: float
    low: float | None
    high: float | None


def share(hits: Sequence[float], chances: Sequence[float]) -> Interval | None:
    """The share of hits among chances, given both by deal; None if there was no chance.

    Wilson's interval with the effective number of independent trials, from the variance between deals. Without any
    variance, each deal counts as one trial.
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
    """The ratio of the sum of amounts to the sum of counts, given both by deal; None if the counts are 0."""
    amount, count = _arrays(amounts, counts)
    deals = len(count)
    if not deals:
        return None
    mean = float(amount.sum() / count.sum())
    if deals == 1:
        return Interval(mean, None, None)
    spread = _student(deals - 1) * _standard_error(amount, count, mean)
    return Interval(mean, mean - spread, mean + spread)


def control_variate(amounts: Sequence[float], causes: Sequence[float]) -> list[float]:
    """The amounts minus beta times a cause, whose mean must be 0: a control variate, which reduces the variance.

    Beta is fitted by least squares with cross-fitting: for each of FOLDS folds on all other deals. Fitted on a deal
    itself, it would make the variance look smaller than it is.
    """
    amount, cause = np.asarray(amounts, np.float64), np.asarray(causes, np.float64)
    fold = np.arange(len(amount)) % FOLDS
    adjusted = amount.copy()
    for number in range(FOLDS):
        inside = fold == number
        adjusted[inside] -= _slope(amount[~inside], cause[~inside]) * cause[inside]
    return [float(one) for one in adjusted]


def _slope(amount: NDArray[np.float64], cause: NDArray[np.float64]) -> float:
    """The slope of the amounts over the cause, by least squares."""
    if len(amount) < 2:
        return 0.0
    cause = cause - cause.mean()
    squares = float((cause**2).sum())
    return float(((amount - amount.mean()) * cause).sum()) / squares if squares else 0.0


def _arrays(
    amounts: Sequence[float], counts: Sequence[float]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Both as arrays, without deals whose count is 0."""
    amount, count = np.asarray(amounts, np.float64), np.asarray(counts, np.float64)
    return amount[count > 0], count[count > 0]


def _standard_error(amount: NDArray[np.float64], count: NDArray[np.float64], mean: float) -> float:
    """The standard error of a ratio of sums over independent deals, by linearization."""
    deals = len(count)
    if deals == 1:
        return 0.0
    residual = amount - mean * count
    residual[abs(residual) < 1e-9] = 0  # equal values stay equal despite rounding
    return math.sqrt(float((residual**2).sum()) * deals / (deals - 1)) / float(count.sum())


def _student(freedom: int) -> float:
    """The 97.5 % quantile of Student's t: from the table, beyond it by the Cornish–Fisher expansion."""
    if freedom <= len(_STUDENT):
        return _STUDENT[freedom - 1]
    z: float = _NORMAL
    terms: tuple[float, ...] = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))
