"""Follow the moves of a round at the speed of the kernel, as far as all is well."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Final

import numpy as np

from dnup.kernel import layout as at
from dnup.kernel.knowledge import order_copies
from dnup.kernel.replay import replay_moves
from dnup.move import VERBS, parse_move
from dnup.round import Round
from dnup.seats import slot_names
from dnup.tables import Tables

_UNCLEAR: Final = (-1, 0)  # never a legal move: the kernel stops here
_LONGEST: Final = 100  # no move has a longer text; one that has is not remembered


def fast_forward(position: Round, texts: Sequence[str]) -> tuple[Round, int]:
    """Make moves given as texts, and return the position where that ends and how many were made.

    It ends before the first text that is not plainly a legal move: `Round.apply` makes sense of that one, or
    says what is wrong with it.
    """
    if not texts:
        return position, 0
    tables, players = position._tables, position.players
    numbers = [_number(tables, players, text) if len(text) <= _LONGEST else _UNCLEAR for text in texts]
    words = position._words.copy()
    made = int(replay_moves(tables.words, words, np.array(numbers, np.int64)))
    order_copies(tables.words, words)
    return Round(position.deck, words, tables), made


@functools.lru_cache(maxsize=1 << 16)
def _number(tables: Tables, players: int, text: str) -> tuple[int, int]:
    """The kernel's number of a move, with any copies of its cards, and which of the cards are turned.

    The same few texts come again and again.
    """
    try:
        move = parse_move(text)
        cards, turned = tables.gather(move.cards, tables.in_play)
    except ValueError:
        return _UNCLEAR
    slot = 0
    if move.verb in ("add", "take"):
        if move.slot not in slot_names(players):
            return _UNCLEAR
        slot = slot_names(players).index(move.slot)
    return VERBS.index(move.verb) << at.VERB_SHIFT | slot << at.SLOT_SHIFT | cards, turned
