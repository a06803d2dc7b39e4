"""What is asked and answered over HTTP, as types; docs/protocol.md explains them beside the messages of the socket."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from dnup.cards.deck import MAX_CARDS
from dnup.server.messages.protocol import Commitment, Level, Name, Options, Seat, TableInfo


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Create a table. Who gives a name sits in seat A; who gives none will watch."""

    options: Options = Options()
    name: Name | None = None
    bots: dict[Seat, Level] = {}
    """By seat, the level of a bot to put there."""
    start: bool = False
    """Start at once, with bots of level medium where nobody sits."""
    cards: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=MAX_CARDS)] | None = None
    """A deck of one's own for this table, card by card as in a deck file: `1/5 star`, `1/6`, `1/10 happy`. What it is
    called is `options.deck`, which is no name of a built-in deck then."""
    commitment: Commitment | None = None
    """Bits that this person promises for the first deal, as with `commit`; they are revealed over the socket."""


class TakeSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Sit down: in this seat, or in the first that is free. If someone has this name, a number is put behind it."""

    name: Name
    seat: Seat | None = None


class Joined(Struct, frozen=True):
    """The answer to creating a table and to sitting down."""

    table: TableInfo
    seat: Seat | None
    link: str
    """This person's own link, to come back with on any device. Keep it to yourself."""
    token: str
    """What the link carries, for programs; a browser is known by its cookie."""


class TableList(Struct, frozen=True):
    """Public tables with a free seat, the newest first."""

    tables: list[TableInfo]
    """At most a hundred."""


class GameInfo(Struct, frozen=True):
    """How the game at a table stands."""

    table: TableInfo
    turn: Seat | None
    """Who is in turn, while a round goes on."""
    winner: Seat | None
    """Who has won; null also if the game was a draw."""


class GameList(Struct, frozen=True):
    """How the games stand that were asked for; tables that do not exist, or no longer, are left out."""

    games: list[GameInfo]


class DeckInfo(Struct, frozen=True):
    """A deck that a table can be played with."""

    name: str
    """What `Options` call it."""
    title: str
    """What to call it in front of people; may be empty."""
    cards: int
    """How many it has."""
    players: list[int]
    """With how many it can be played."""


class DeckList(Struct, frozen=True):
    """The decks that this server offers."""

    decks: list[DeckInfo]
    """The built-in ones first."""


HealthStatus = Literal["starting", "ok", "draining"]


class Health(Struct, frozen=True):
    """That the server works."""

    status: HealthStatus
    """`starting` while what tables need is being compiled, `draining` while the server is about to stop."""
    version: str
    """The version of dnup."""
    protocol: int
    """The version of the protocol."""
    progress: float
    """While the server is starting, which part of it is done, from 0 to 1; then 1."""
