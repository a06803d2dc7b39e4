"""A deck packed for the kernel and one number of players, and conversions between cards and bit masks."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Iterable, Iterator

import numpy as np

from dnup.cards.card import Card
from dnup.cards.deck import Deck
from dnup.kernel.deck import deck_words
from dnup.kernel.layout import MAX_CARDS, MAX_VALUE, Words
from dnup.kernel.notation import put_cards

_LONGEST = len(f"{MAX_VALUE}/{MAX_VALUE} ") * MAX_CARDS


class PackedDeck:
    """The cards of a deck in play with this number of players, as masks and as values."""

    def __init__(self, deck: Deck, players: int) -> None:
        self.deck = deck
        self.in_play: int = sum(1 << card for card in deck.in_play(players))
        self.words: Words = deck_words(
            [(card.low, card.high) for card in deck.cards], deck.star, deck.in_play(players)
        )
        self.star: int = 1 << deck.star
        self._faces = [(Card(card.low, card.high), Card(card.high, card.low)) for card in deck.cards]
        self._ranks = [tuple(16 * face.active + face.inactive for face in faces) for faces in self._faces]
        self._copies: dict[Card, int] = defaultdict(int)
        for card in deck.in_play(players):
            for face in self._faces[card]:
                self._copies[face] |= 1 << card

    def cards(self, mask: int, turned: int) -> tuple[Card, ...]:
        """The cards of a mask as values, ascending."""
        held = [(card, turned >> card & 1) for card in _bits(mask)]
        held.sort(key=lambda way: self._ranks[way[0]][way[1]])
        return tuple([self._faces[card][way_up] for card, way_up in held])

    def text(self, mask: int, turned: int) -> str:
        """The cards of a mask as `format_hand` writes them."""
        written = np.empty(_LONGEST, np.uint8)
        return written[: put_cards(self.words, mask, turned, written, 0)].tobytes().decode()

    def same_value_cards(self, mask: int, turned: int) -> tuple[Card, ...]:
        """The same for a set, whose bits are in ascending order already."""
        return tuple([self._faces[card][turned >> card & 1] for card in _bits(mask)])

    def find(self, face: Card, among: int) -> int:
        """One of the cards in a mask that has these two values, as a mask, or 0, whichever way up it is."""
        found = self._copies.get(face, 0) & among
        return found & -found

    def gather(self, faces: Iterable[Card], among: int) -> tuple[int, int]:
        """Distinct cards of a mask for these faces, and which of them are turned."""
        mask = turned = 0
        for face in faces:
            card = self.find(face, among & ~mask)
            if not card:
                raise ValueError(f"{face} is not among the cards that are left")
            mask |= card
            if face.active > face.inactive:
                turned |= card
        return mask, turned


def _bits(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


@functools.lru_cache(maxsize=64)
def pack_deck(deck: Deck, players: int) -> PackedDeck:
    return PackedDeck(deck, players)
