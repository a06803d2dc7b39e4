"""The moves of a round so far, as everyone has seen them.

Positions keep them as a chain of the kernel's words, each linked to those before: that costs a move next to nothing.
The values are made on access.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from dnup.cards.deck import Deck
from dnup.cards.packed import PackedDeck
from dnup.error_text import quoted
from dnup.game.enums import Verb
from dnup.game.move import VERBS, Move, parse_move
from dnup.game.seats import seat_number, slot_names
from dnup.game.validity import slot_number
from dnup.kernel import history as kernel
from dnup.kernel import layout as at
from dnup.kernel.layout import Words

Past: TypeAlias = "tuple[Past, int | Words] | tuple[()] | None"
"""What came before, and the word or words of what was done then; empty at the deal; None if it is not known."""

LONGEST = 10_000
"""The maximum number of moves of a history that is read: more than a round has under the default limits."""


class PastMove(NamedTuple):
    """A move of the round so far: whose it was, and which.

    >>> view = dnup.Round.deal(players=3, seed=147).apply("play 1/6").view("A")
    >>> seat, move = view.history[0]
    >>> seat, str(move), str(view.history[0])
    ('C', 'play 1/6', 'C play 1/6')
    """

    seat: str
    move: Move

    def __str__(self) -> str:
        return f"{self.seat} {self.move}"


def unroll(past: Past) -> Words | None:
    """The words of all moves since the deal, the first one first; None if they are not known."""
    parts: list[int | Words] = []
    while past:
        past, word = past
        parts.append(word)
    if past is None:
        return None
    parts.reverse()
    return np.array(parts, np.int64) if all(type(part) is int for part in parts) else np.hstack(parts)


def read_word(word: int, packed: PackedDeck, players: int) -> PastMove:
    """The move that a history word stands for."""
    slots = slot_names(players)
    move, cards = kernel.word_move(word), word & at.CARDS
    verb = at.move_verb(move)
    slot = slots[at.move_slot(move)] if verb in (at.ADD, at.TAKE) else None
    faces = packed.same_value_cards(cards, int(kernel.word_turned(packed.words, word, cards)))
    return PastMove(slots[kernel.word_slot(word)][0], Move(VERBS[verb], faces, slot))


def read_history(data: object, view: Words, deck: Deck, packed: PackedDeck) -> Past:
    """The history of a view from its JSON; a `ValueError` unless it leads there."""
    if data is None:
        return None
    if not isinstance(data, list) or len(data) > LONGEST:
        raise ValueError(f"history is null or a list of at most {LONGEST} moves, not {quoted(data)}")
    players = int(view[at.PLAYERS])
    words = np.zeros(len(data), np.int64)
    for index, entry in enumerate(data):
        seat, move = _entry(entry, players)
        slot = int(kernel.slot_at(view, index, seat))
        if slot < 0:
            raise ValueError(f"history has a move of {entry['seat']!r} that was not in turn")
        words[index] = _word_of(move, slot, packed, players)
    past = np.empty((len(data), at.WORDS), np.int64)
    if not kernel.look_back(packed.words, view, words, past, np.empty(len(data), np.int64)):
        raise ValueError("history does not lead to the rest")
    if data:
        sizes = tuple(int(past[0, at.SIZES]) >> 8 * seat & 255 for seat in range(players))
        if sizes not in [deck.hand_sizes(players, first) for first in range(players)]:
            raise ValueError(f"history begins with hands of {sizes} cards, which nobody deals (R4)")
        return (), words
    return ()


def _entry(entry: object, players: int) -> tuple[int, Move]:
    if not isinstance(entry, Mapping) or entry.keys() != {"seat", "move"}:
        like = '{"seat": "A", "move": "play 3/4 3/6"}'
        raise ValueError(f"a move of history is an object like {like}, not {quoted(entry)}")
    return seat_number(entry["seat"], players), parse_move(entry["move"])


def _word_of(move: Move, slot: int, packed: PackedDeck, players: int) -> int:
    """The history word of a move made in the turn of a slot."""
    cards, turned = packed.gather(move.cards, packed.in_play)
    about = 0 if move.slot is None else slot_number(move.slot, players)
    deed = {
        Verb.PLAY: kernel.PLAYED,
        Verb.ADD: kernel.ADDED + 2 * about,
        Verb.TAKE: kernel.TOOK + about,
        Verb.ROTATE: kernel.ROTATED,
    }[move.verb]
    deed += bool(turned & cards & -cards)
    return cards | (at.MAX_PLAYERS * deed + slot << kernel.DEED_SHIFT)


def write_history(history: tuple[PastMove, ...] | None) -> list[dict[str, Any]] | None:
    """A history as JSON data."""
    return None if history is None else [{"seat": seat, "move": str(move)} for seat, move in history]
