"""Seeds as researchers have them: any whole number, of Python or of NumPy, or none."""

from __future__ import annotations

import operator
from typing import SupportsIndex

from dnup.game.round import seed_or_fresh
from dnup.wording import quoted


def seed_of(number: SupportsIndex | None) -> int:
    """The seed that a whole number stands for: itself from 0 to 2**64 - 1, any other one its rest modulo 2**64.

    For None a fresh one, drawn from the entropy of the system.
    """
    if number is None:
        return seed_or_fresh(None)
    try:
        return operator.index(number) % 2**64
    except TypeError:
        raise ValueError(f"a seed is a whole number, not {quoted(number)}") from None


def told_seed(seed: int) -> int:
    """A seed as `info` tells it: a number that stands for it and fits into 64 bits with a sign.

    Gymnasium's vector environments collect what `info` says in such arrays. Only seeds from 2**63 on change.

    >>> from dnup.rl.seeds import seed_of, told_seed
    >>> told_seed(7), told_seed(2**64 - 1), seed_of(-1) == 2**64 - 1
    (7, -1, True)
    """
    return seed if seed < 2**63 else seed - 2**64
