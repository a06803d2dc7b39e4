"""Follow the moves of a round at the speed of the kernel, as far as all is well."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

import numpy as np

from dnup.game.round import Round
from dnup.kernel.knowledge import order_copies
from dnup.kernel.reading import replay_moves


def fast_forward(position: Round, texts: Sequence[str]) -> tuple[Round, int]:
    """Make moves given as texts, and return the position where that ends and how many were made.

    It ends before the first text that is not plainly a legal move: `Round.apply` makes sense of that one, or
    says what is wrong with it.
    """
    if not texts:
        return position, 0
    words = position._words.copy()
    lines = "\n".join(takewhile(_is_line, texts)).encode()
    told = np.empty(len(texts), np.int64)
    made = int(replay_moves(position._packed.words, words, lines, told))
    order_copies(position._packed.words, words)
    past = None if position._past is None else (position._past, told[:made])
    return Round(position.deck, words, position._packed, past), made


def _is_line(text: str) -> bool:
    return text.isascii() and "\n" not in text
