"""Seeds as researchers have them: any whole number, of Python or of NumPy."""

from __future__ import annotations

import operator
from typing import SupportsIndex

from dnup.wording import quoted


def seed_of(number: SupportsIndex) -> int:
    """The seed that a whole number stands for: itself from 0 to 2**64 - 1, any other one its rest modulo 2**64."""
    try:
        return operator.index(number) % 2**64
    except TypeError:
        raise ValueError(f"a seed is a whole number, not {quoted(number)}") from None
