"""Laying out a position that is being read, card by card."""

from __future__ import annotations

from collections.abc import Iterable

from dnup.cards.card import Card, format_hand
from dnup.cards.packed import PackedDeck
from dnup.kernel import layout as at
from dnup.kernel.layout import Words


class Placing:
    """Puts the cards in play where they are, each once, into the words of a position that is being read."""

    def __init__(self, packed: PackedDeck, words: Words) -> None:
        self.packed = packed
        self.words = words
        self.left = packed.in_play

    def put(self, word: int, cards: Iterable[Card]) -> int:
        """Cards that are not yet anywhere go into a word; which ones, as a mask."""
        mask, turned = self.packed.gather(cards, self.left)
        self.left &= ~mask
        self.words[word] |= mask
        self.words[at.TURNED] |= turned
        return mask

    def put_set(self, slot: int, cards: tuple[Card, ...]) -> None:
        """A set lies in a slot, for everyone to see."""
        if len({card.active for card in cards}) != 1:
            raise ValueError(f"{format_hand(cards)!r} on the table is not a set (R7)")
        self.words[at.SHOWN] |= self.put(at.SLOTS + slot, cards)
        self.words[at.SLOTS + slot] |= cards[0].active << at.VALUE_SHIFT
