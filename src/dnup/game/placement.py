"""Place cards one by one while a position is parsed."""

from __future__ import annotations

from collections.abc import Iterable

from dnup.cards.card import Card, format_hand
from dnup.cards.packed import PackedDeck
from dnup.kernel import layout as at
from dnup.kernel.layout import Words


class Placing:
    """Writes cards into the words of a position that is being parsed, each card in play once."""

    def __init__(self, packed: PackedDeck, words: Words) -> None:
        self.packed = packed
        self.words = words
        self.left = packed.in_play

    def put(self, word: int, cards: Iterable[Card]) -> int:
        """Write cards that have not been placed yet into a word; returns their mask."""
        mask, turned = self.packed.gather(cards, self.left)
        self.left &= ~mask
        self.words[word] |= mask
        self.words[at.TURNED] |= turned
        return mask

    def put_set(self, slot: int, cards: tuple[Card, ...]) -> None:
        """Place a set in a slot of the table."""
        if len({card.active for card in cards}) != 1:
            raise ValueError(f"{format_hand(cards)!r} on the table is not a set (R7)")
        self.words[at.SHOWN] |= self.put(at.SLOTS + slot, cards)
        self.words[at.SLOTS + slot] |= cards[0].active << at.VALUE_SHIFT
