"""Requests and responses of the HTTP API, as types; docs/protocol.md explains them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from dnup.cards.deck import MAX_CARDS
from dnup.server.messages.protocol import Commitment, Level, Name, Options, Seat, TableInfo


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Create a table. With a name, its host takes seat A; without, they watch."""

    options: Options = Options()
    name: Name | None = None
    bots: dict[Seat, Level] = {}
    """By seat, the level of a bot to put there."""
    start: bool = False
    """Start at once, with bots of level medium in open seats."""
    cards: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=MAX_CARDS)] | None = None
    """The cards of a custom deck, as in a deck file: `1/5 star`, `1/6`, `1/10 happy`. Its name is `options.deck`,
    which must not be the name of a built-in deck."""
    commitment: Commitment | None = None
    """A commitment for the first deal, as with `commit`; the bits are revealed over the WebSocket."""


class TakeSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Take this seat, or the first free one. If another player has this name, a number is put behind it."""

    name: Name
    seat: Seat | None = None


class Joined(Struct, frozen=True):
    """The response to creating a table and to taking a seat."""

    table: TableInfo
    seat: Seat | None
    link: str
    """The person's own link, to come back on any device. Keep it secret."""
    token: str
    """The token in the link, for programs; a browser has its cookie."""


class TableList(Struct, frozen=True):
    """Public tables with a free seat, the newest first."""

    tables: list[TableInfo]
    """At most a hundred."""


class GameInfo(Struct, frozen=True):
    """How the game at a table stands."""

    table: TableInfo
    turn: Seat | None
    """The seat in turn, while a round is being played."""
    winner: Seat | None
    """The winner; null also if the game was a draw."""


class GameList(Struct, frozen=True):
    """How the requested games stand; tables that do not exist are left out."""

    games: list[GameInfo]


class DeckInfo(Struct, frozen=True):
    """A deck that a table can be played with."""

    name: str
    """Its name in `Options`."""
    title: str
    """Its title for people; may be empty."""
    cards: int
    """The number of cards."""
    players: list[int]
    """The numbers of players it can be played with."""


class DeckList(Struct, frozen=True):
    """The decks that this server offers."""

    decks: list[DeckInfo]
    """The built-in ones first."""


HealthStatus = Literal["starting", "ok", "draining"]


class Health(Struct, frozen=True):
    """Whether the server works."""

    status: HealthStatus
    """`starting` while functions are compiled, `draining` while the server is about to stop."""
    version: str
    """The version of dnup."""
    protocol: int
    """The version of the protocol."""
    progress: float
    """While the server is starting, the part that is done, from 0 to 1; then 1."""
