"""Replay the moves of a round at the speed of the kernel, up to the first error."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

import numpy as np

from dnup.game.round import Round
from dnup.kernel.move_reader import replay_moves
from dnup.kernel.views import order_copies


def fast_forward(position: Round, texts: Sequence[str]) -> tuple[Round, int]:
    """Make moves given as texts; returns the last position and the number of moves made.

    It stops before the first text that is not a legal move in canonical form: `Round.apply` reads other forms, or
    raises an error.
    """
    if not texts:
        return position, 0
    words = position.words.copy()
    lines = "\n".join(takewhile(_is_line, texts)).encode()
    history = np.empty(len(texts), np.int64)
    made = int(replay_moves(position.deck_words, words, lines, history))
    order_copies(position.deck_words, words)
    past = None if position.past is None else (position.past, history[:made])
    return Round(position.deck, words, position.packed_deck, past), made


def _is_line(text: str) -> bool:
    return text.isascii() and "\n" not in text
