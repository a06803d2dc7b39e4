"""Deals with a commitment: nobody can predict or change one, and with contributions of players nobody can choose it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from dnup.cards.deck import Deck
from dnup.cards.packed import pack_deck
from dnup.kernel.deal import CHANCE_WORDS, draw_round
from dnup.kernel.layout import HANDS, TURNED, WORDS
from dnup.records.commitment import commitment
from dnup.records.shuffle import METHOD, Contribution, promise, shuffled_hands


@dataclass(frozen=True)
class Deal:
    """The hands of a round as texts, seat A's first, the salt that hides them in their commitment, and who shuffled."""

    hands: tuple[str, ...]
    salt: str
    contributions: tuple[Contribution, ...] = ()
    """If there are any, the hands follow from them and from the salt, which is the server's secret."""

    @cached_property
    def commitment(self) -> str:
        """The commitment that is sent before the first move."""
        return promise(self.salt) if self.contributions else commitment(self.salt, self.hands)

    def proof(self) -> dict[str, Any]:
        """The proof of the deal in a record."""
        if not self.contributions:
            return {"commitment": self.commitment, "salt": self.salt}
        people = [
            {"seat": one.seat, "commitment": one.commitment, "bits": one.bits} for one in self.contributions
        ]
        shuffle = {"method": METHOD, "secret": self.salt, "commitment": self.commitment, "people": people}
        return {"shuffle": shuffle}


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A deal that waits for committed bits; the list of contributors does not change."""

    number: int
    """The number of the event with which it began."""
    secret: str
    contributions: tuple[Contribution, ...]

    @property
    def commitment(self) -> str:
        return promise(self.secret)

    @property
    def complete(self) -> bool:
        return all(one.bits is not None for one in self.contributions)

    def find(self, seat: str, bits: str) -> Contribution | None:
        """The contribution with the commitment to these bits."""
        promised = promise(bits)
        return next(
            (one for one in self.contributions if one.seat == seat and one.commitment == promised), None
        )

    def with_bits(self, seat: str, bits: str) -> Shuffle:
        found = self.find(seat, bits)
        shown = tuple(replace(one, bits=bits) if one == found else one for one in self.contributions)
        return replace(self, contributions=shown)

    def deal(self, deck: Deck, players: int, first: int) -> Deal:
        """The deal that follows; players who have not revealed bits contribute nothing."""
        packed = pack_deck(deck, players)
        cards = packed.cards(packed.in_play, 0)
        hands = shuffled_hands(self.secret, self.contributions, cards, players, first)
        return Deal(hands, self.secret, self.contributions)


class Dealer(Protocol):
    """Deals a round: with the operating system's randomness, or in tests from a script."""

    def __call__(self, deck: Deck, players: int, first: int) -> Deal: ...


def deal(deck: Deck, players: int, first: int) -> Deal:
    """Shuffle and deal all cards in play, each way up equally likely; seat number `first` gets the first one (R4)."""
    packed = pack_deck(deck, players)
    chance = np.frombuffer(secrets.token_bytes(CHANCE_WORDS * 4), np.uint32).astype(np.int64)
    words = np.empty(WORDS, np.int64)
    draw_round(packed.words, words, chance, players, first, 0, 0)
    turned = words.item(TURNED)
    hands = words[HANDS : HANDS + players].tolist()
    return Deal(tuple(packed.text(hand, turned) for hand in hands), secrets.token_hex(32))
