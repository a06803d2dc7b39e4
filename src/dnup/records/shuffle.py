"""Deals that nobody can choose: derived from a server's secret and from random bits of the players.

Everyone commits to random bits before anyone reveals theirs, so one honest person is enough. docs/protocol.md has the
steps, so that others can check a deal.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from dnup.cards.card import Card, format_hand

METHOD: Final = "dnup-shuffle-1"
"""The name of this method in records. Another method would get another name."""

_NUMBERS: Final = 1 << 32


@dataclass(frozen=True, slots=True)
class Contribution:
    """The commitment of a person, and the bits, or None if they were not revealed in time."""

    seat: str
    commitment: str
    bits: str | None = None

    @property
    def kept(self) -> bool:
        """Whether the bits, if they were revealed, match the commitment."""
        return self.bits is None or promise(self.bits) == self.commitment


def promise(bits: str) -> str:
    """The commitment to bits, or to a dealer's secret: the SHA-256 of the text, in hexadecimal."""
    return hashlib.sha256(bits.encode("utf-8", "surrogatepass")).hexdigest()


def shuffled_hands(
    secret: str, contributions: Sequence[Contribution], cards: Sequence[Card], players: int, first: int
) -> tuple[str, ...]:
    """The hands as texts, seat A's first; seat number `first` is dealt the first card (R4).

    `cards` are those in play, in any order and any way up.
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
    """An endless stream of 32-bit numbers: SHA-256 of the text followed by |0, |1, …, eight numbers from each."""
    block = 0
    while True:
        digest = hashlib.sha256(f"{text}|{block}".encode("utf-8", "surrogatepass")).digest()
        yield from (int.from_bytes(digest[start : start + 4], "big") for start in range(0, 32, 4))
        block += 1


def _below(stream: Iterator[int], count: int) -> int:
    """A uniform number below `count`, by rejection of numbers beyond the last whole multiple."""
    whole = _NUMBERS - _NUMBERS % count
    return next(number for number in stream if number < whole) % count
