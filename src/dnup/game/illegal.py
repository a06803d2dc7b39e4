"""Why a move is not legal, as a value; the rules, the words and the facts come from compiled code."""

from __future__ import annotations

import json
from typing import Protocol

import numpy as np

from dnup.cards.card import parse_hand
from dnup.cards.packed import PackedDeck
from dnup.game.errors import Why
from dnup.game.move import Move
from dnup.kernel.layout import Words
from dnup.kernel.reasons import write_why

_ROOM = 1024
"""No reason is longer, but for the cards that it names, at most three times."""


class Position(Protocol):
    """What of a round or a view a reason speaks about."""

    @property
    def _packed(self) -> PackedDeck: ...
    @property
    def _words(self) -> Words: ...


def explain(board: Position, move: Move, code: int) -> Why:
    """The reason behind a code of the kernel's `judge`, for a move in a position."""
    text = json.dumps(str(move))[1:-1].encode()  # the place of a set can be any text, and is told as it is
    out = np.empty(_ROOM + 3 * len(text), np.uint8)
    end = int(write_why(board._packed.words, board._words, text, code, out))
    said = json.loads(out[:end].tobytes())
    return Why(**{**said, "cards": parse_hand(said.get("cards", ""))})
