"""How a server runs: limits and times, and where chance and time come from."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from dnup.cards.deck import Deck, deck_names, load_deck
from dnup.server.upkeep.deals import Dealer, deal
from dnup.server.upkeep.hosts import Hosts, own_hosts


def new_id() -> str:
    """The name of a table in its link: nobody guesses one, and it can be read out."""
    return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(12))


def new_token() -> str:
    """What proves whose seat it is, or whose browser."""
    return secrets.token_urlsafe(24)


def new_secret() -> str:
    """What the server throws into a shuffle."""
    return secrets.token_hex(32)


def key_of(token: str) -> str:
    """What is kept of a token: enough to recognise it, not to use it."""
    return hashlib.sha256(token.encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Sources:
    """All that is not the same twice. Tests put scripts here."""

    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    """Waits for so many seconds of the clock."""
    date: Callable[[], float] = time.time
    new_id: Callable[[], str] = new_id
    new_token: Callable[[], str] = new_token
    dealer: Dealer = deal
    new_secret: Callable[[], str] = new_secret
    seed: Callable[[], int] = field(default=lambda: secrets.randbits(64))


@dataclass(frozen=True, slots=True)
class Settings:
    """What the command line, or a test, can set."""

    decks: dict[str, Deck] = field(default_factory=lambda: {name: load_deck(name) for name in deck_names()})
    bot_pause: float = 0.9
    """A bot answers after about so many seconds, as a person would."""
    thinkers: int = 2
    """On how many cores bots think."""
    stale_after: float = 9.0
    """A connection that says nothing for so long is closed."""
    hello_within: float = 5.0
    """A new connection has so long to say which table it wants."""
    go_on_after: float = 45.0
    """Once someone is ready, others have so long before the table goes on without them."""
    host_gone_after: float = 10.0
    """When the host has not been here for so long, anyone seated can start the game."""
    stand_in_after: float = 120.0
    """Who has been away for so long at a table without thinking time can be played for, if someone else wants it."""
    idle_after: float = 30.0
    """A table that nobody is at leaves memory after so long."""
    request_within: float = 10.0
    """The header of an HTTP request has so long to come in, and the body as long again."""
    answer_within: float = 120.0
    """So long an HTTP request may take to be answered, and the answer to be read."""
    max_connections: int = 20_000
    """Connections of any kind: sockets, HTTP, and those that have yet to say what they want."""
    max_per_address: int | None = 2_000
    """How many of them may come from one address; None where all come from a proxy's."""
    max_spectators: int = 200
    """So many may watch one table; who sits there, and its host, always gets in."""
    presence_pause: float = 0.25
    """Who has come to a table or gone is told at most once in so many seconds."""
    max_message: int = 4096
    messages_per_second: float = 100.0
    max_sockets: int = 8
    """So many sockets a person may have at a table; with one more, the oldest goes."""
    reactions_per_second: float = 1.0
    """How often each seat of a table may react, in bursts of five: everyone at the table is sent each reaction."""
    tables_per_minute: float = 60.0
    """How many tables one address may create, in bursts of as many."""
    links_per_minute: float = 600.0
    """How many links of seats it may open in browsers where they were not open, in the same way."""
    keep_days: float = 90.0
    """Tables where nothing has happened for so long are deleted."""
    origins: tuple[str, ...] = ()
    """Origins of pages that may connect besides our own."""
    hosts: Hosts | None = field(default_factory=own_hosts)
    """By which names people may reach this server; None where a proxy sees to that."""
    secure: bool = False
    """Whether people come over https, so that cookies are for that alone."""
    sources: Sources = field(default_factory=Sources)
