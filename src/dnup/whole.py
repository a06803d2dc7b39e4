"""Whole numbers as callers have them: Python's, NumPy's, and whatever else says that it is one."""

from __future__ import annotations

import operator
from typing import SupportsIndex

import numpy as np


def as_whole(value: object) -> int | None:
    """The number as a plain `int`; None for whatever is not whole, and for True and False, which count nothing."""
    if type(value) is int:
        return value
    if isinstance(value, bool | np.bool_) or not isinstance(value, SupportsIndex):
        return None
    try:
        return operator.index(value)
    except TypeError:  # an array has the method, and says then that it is not one number
        return None
