"""Deals that nobody can choose: derived from a server's secret and from random bits of the players.

Everyone promises random bits before anyone shows theirs, so one honest person is enough. docs/protocol.md says it step
by step, to compute it elsewhere.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from dnup.cards.card import Card, format_hand

METHOD: Final = "dnup-shuffle-1"
"""What all this is called in records. Another way to deal would get another name."""

_NUMBERS: Final = 1 << 32


@dataclass(frozen=True, slots=True)
class Contribution:
    """What a person has promised to throw in, and the bits, or None if they were not shown in time."""

    seat: str
    commitment: str
    bits: str | None = None

    @property
    def kept(self) -> bool:
        """Whether these bits, if they were shown, are the promised ones."""
        return self.bits is None or promise(self.bits) == self.commitment


def promise(bits: str) -> str:
    """The commitment to bits, or to a dealer's secret: the SHA-256 of the text, in hexadecimal."""
    return hashlib.sha256(bits.encode("utf-8", "surrogatepass")).hexdigest()


def shuffled_hands(
    secret: str, contributions: Sequence[Contribution], cards: Sequence[Card], players: int, first: int
) -> tuple[str, ...]:
    """The hands as texts, seat A's first; seat number `first` is dealt the first card (R4).

    `cards` are those in play; in which order, and which way up, does not matter.
    """
    pack = sorted(min(card, card.turned) for card in cards)
    thrown_in = [f"{one.seat}:{one.bits or ''}" for one in contributions]
    stream = _stream("|".join([METHOD, secret, *thrown_in]))
    hands: list[list[Card]] = [[] for _ in range(players)]
    for number in range(len(pack)):
        card = pack.pop(_below(stream, len(pack)))
        hands[(first + number) % players].append(card.turned if _below(stream, 2) else card)
    return tuple(format_hand(hand) for hand in hands)


def _stream(text: str) -> Iterator[int]:
    """Numbers of 32 bits without end: SHA-256 of the text with |0, |1, … behind it, eight numbers from each."""
    block = 0
    while True:
        digest = hashlib.sha256(f"{text}|{block}".encode("utf-8", "surrogatepass")).digest()
        yield from (int.from_bytes(digest[start : start + 4], "big") for start in range(0, 32, 4))
        block += 1


def _below(stream: Iterator[int], count: int) -> int:
    """A number below `count`, each as likely as any other: numbers beyond the last whole multiple are passed over."""
    whole = _NUMBERS - _NUMBERS % count
    return next(number for number in stream if number < whole) % count
