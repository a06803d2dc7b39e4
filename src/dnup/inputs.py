"""Integers from callers: of Python, of NumPy, and of any other type with `__index__`."""

from __future__ import annotations

import operator
from typing import SupportsIndex

import numpy as np


def as_int(value: object) -> int | None:
    """The value as a plain `int`; None for anything that is not an integer, and for True and False."""
    if type(value) is int:
        return value
    if isinstance(value, bool | np.bool_) or not isinstance(value, SupportsIndex):
        return None
    try:
        return operator.index(value)
    except (
        TypeError
    ):  # an array has the method `__index__`, but only one of a single integer can be converted
        return None
