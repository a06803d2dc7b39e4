"""The stored events of a table. Its state follows from them (`Table.apply`), so nothing else has to be stored.

Events contain deals, salts and hashes of tokens, and never leave the server. Clients get the events of `protocol`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import msgspec
from msgspec import Struct

from dnup.server.messages.protocol import Level, Options

By = Literal["person", "bot", "stand-in"]


class Created(Struct, frozen=True, tag="created"):
    """A table was created by the owner of this key."""

    options: Options
    deck: str | list[str]  # as in records, so that a deck file can change without changing games
    key: str
    stall_limit: int = 0  # tables that were made before D5 go on without it


class Seated(Struct, frozen=True, tag="seated"):
    """A person took a seat."""

    seat: str
    name: str
    key: str


class BotSeated(Struct, frozen=True, tag="bot-seated"):
    """A bot was put into a seat."""

    seat: str
    level: Level


class SeatFreed(Struct, frozen=True, tag="seat-freed"):
    """A seat was freed before the start."""

    seat: str


class SeatResigned(Struct, frozen=True, tag="seat-resigned"):
    """A person left the seat to a bot for good."""

    seat: str
    level: Level


class SeatRenamed(Struct, frozen=True, tag="seat-renamed"):
    """A person changed their name."""

    seat: str
    name: str


class RoundDealt(Struct, frozen=True, tag="round-dealt"):
    """A round was dealt: the first of a game, or the next. After a shuffle, the salt is its secret."""

    hands: tuple[str, ...]
    salt: str


class MoveMade(Struct, frozen=True, tag="move-made"):
    """A move was made."""

    seat: str
    move: str
    by: By


class SeatReady(Struct, frozen=True, tag="seat-ready"):
    """A person is ready for the next round."""

    seat: str


class StandInCalled(Struct, frozen=True, tag="stand-in-called"):
    """A player called a bot for a person who is away, until they come back."""

    seat: str


class SeatReturned(Struct, frozen=True, tag="seat-returned"):
    """A person for whom a bot was called is back."""

    seat: str


class SeatShared(Struct, frozen=True, tag="seat-shared"):
    """A browser opened the link of a seat: the other key counts as this key from now on."""

    key: str
    other: str


class SeatCommitted(Struct, frozen=True, tag="seat-committed"):
    """A person committed to bits for the next deal."""

    seat: str
    commitment: str


class ShuffleBegun(Struct, frozen=True, tag="shuffle-begun"):
    """The next deal waits for the bits of these people, each a seat and a commitment."""

    secret: str
    people: tuple[tuple[str, str], ...]


class SeatRevealed(Struct, frozen=True, tag="seat-revealed"):
    """A person revealed their bits."""

    seat: str
    bits: str


StoredEvent = (
    Created
    | Seated
    | BotSeated
    | SeatFreed
    | SeatResigned
    | SeatRenamed
    | RoundDealt
    | MoveMade
    | SeatReady
    | StandInCalled
    | SeatReturned
    | SeatShared
    | SeatCommitted
    | ShuffleBegun
    | SeatRevealed
)

QUIET = SeatShared, SeatCommitted, SeatRevealed
"""Events that cause no update. Commitments are shown with the shuffle, bits with the deal."""

_decoder = msgspec.json.Decoder(StoredEvent)

encode_event: Final[Callable[[StoredEvent], bytes]] = msgspec.json.Encoder().encode


def decode_event(data: bytes | str) -> StoredEvent:
    event: StoredEvent = _decoder.decode(data)
    return event
