"""What is kept of a table: everything that happened at it, one event after the other.

A table is what its events make it (`Table.apply`), so what is on disk is all there is to lose. Events hold deals, salts
and the hashes of tokens: they never leave the server. `protocol` has what clients are told of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import msgspec
from msgspec import Struct

from dnup.server.messages.protocol import Level, Options

By = Literal["person", "bot", "stand-in"]


class Created(Struct, frozen=True, tag="created"):
    """A table was made by whoever holds this key."""

    options: Options
    deck: str | list[str]  # as in records, so that a deck file can change without changing games
    key: str
    stall_limit: int = 0  # tables that were made before D5 go on without it


class Seated(Struct, frozen=True, tag="seated"):
    """A person sat down."""

    seat: str
    name: str
    key: str


class BotSeated(Struct, frozen=True, tag="bot-seated"):
    """A bot sat down."""

    seat: str
    level: Level


class SeatFreed(Struct, frozen=True, tag="seat-freed"):
    """Whoever sat there left before the start."""

    seat: str


class SeatResigned(Struct, frozen=True, tag="seat-resigned"):
    """A person left the seat to a bot for good."""

    seat: str
    level: Level


class SeatRenamed(Struct, frozen=True, tag="seat-renamed"):
    """A person goes by another name."""

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
    """A person wants to go on."""

    seat: str


class StandInCalled(Struct, frozen=True, tag="stand-in-called"):
    """Someone has a bot play for a person who has been away for long, until they come back."""

    seat: str


class SeatReturned(Struct, frozen=True, tag="seat-returned"):
    """A person whom a bot was called for is back, and plays again."""

    seat: str


class SeatShared(Struct, frozen=True, tag="seat-shared"):
    """A browser opened the link of someone's seat: whoever has the other key counts as the one who has this one."""

    key: str
    other: str


class SeatCommitted(Struct, frozen=True, tag="seat-committed"):
    """A person has promised bits for the next deal."""

    seat: str
    commitment: str


class ShuffleBegun(Struct, frozen=True, tag="shuffle-begun"):
    """The next deal waits for the bits that these people have promised, each a seat and a commitment."""

    secret: str
    people: tuple[tuple[str, str], ...]


class SeatRevealed(Struct, frozen=True, tag="seat-revealed"):
    """A person has shown the bits they had promised."""

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
"""Nobody else is told of these. What comes of a promise is shown with the shuffle, and with the deal."""

_decoder = msgspec.json.Decoder(StoredEvent)

encode_event: Final[Callable[[StoredEvent], bytes]] = msgspec.json.Encoder().encode


def decode_event(data: bytes | str) -> StoredEvent:
    event: StoredEvent = _decoder.decode(data)
    return event
