"""Seeds of environments: any integer of Python or NumPy, or none."""

from __future__ import annotations

import operator
from typing import SupportsIndex

from dnup.error_text import quoted
from dnup.game.round import seed_or_fresh


def seed_of(number: SupportsIndex | None) -> int:
    """An integer modulo 2**64 as a seed; for None a new one from the entropy of the system."""
    if number is None:
        return seed_or_fresh(None)
    try:
        return operator.index(number) % 2**64
    except TypeError:
        raise ValueError(f"a seed is a whole number, not {quoted(number)}") from None


def signed_seed(seed: int) -> int:
    """The same seed as a signed 64-bit integer, for `info`; `seed_of` reads it back.

    Gymnasium's vector environments collect the values of `info` in such arrays. Only seeds from 2**63 on change.

    >>> from dnup.rl.seeds import seed_of, signed_seed
    >>> signed_seed(7), signed_seed(2**64 - 1), seed_of(-1) == 2**64 - 1
    (7, -1, True)
    """
    return seed if seed < 2**63 else seed - 2**64
