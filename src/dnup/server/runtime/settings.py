"""Settings of a server: limits, times, and the sources of randomness and time."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from dnup.cards.deck import Deck, deck_names, load_deck
from dnup.server.runtime.deals import Dealer, deal
from dnup.server.runtime.hosts import Hosts, own_hosts


def new_id() -> str:
    """A random id of a table: hard to guess, easy to read out."""
    return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(12))


def new_token() -> str:
    """A random token of a seat or a browser."""
    return secrets.token_urlsafe(24)


def new_secret() -> str:
    """The server's secret for a shuffle."""
    return secrets.token_hex(32)


def key_of(token: str) -> str:
    """The stored hash of a token."""
    return hashlib.sha256(token.encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Sources:
    """Sources of randomness and time; tests replace them."""

    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    """Waits this many seconds of the clock."""
    date: Callable[[], float] = time.time
    new_id: Callable[[], str] = new_id
    new_token: Callable[[], str] = new_token
    dealer: Dealer = deal
    new_secret: Callable[[], str] = new_secret
    seed: Callable[[int], int] = field(default=lambda _: secrets.randbits(64))
    """The seed of a bot's decision in the position of a number."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the command line or a test can set. Times are in seconds."""

    decks: dict[str, Deck] = field(default_factory=lambda: {name: load_deck(name) for name in deck_names()})
    bot_pause: float = 0.9
    """A bot answers after about this time, as a person would."""
    bot_threads: int = 2
    """Threads that compute bot moves."""
    stale_after: float = 9.0
    """A connection without a message for this time is closed."""
    hello_within: float = 5.0
    """Time for a new connection to send `hello`."""
    go_on_after: float = 45.0
    """Once a player is ready, the next round starts after this time at the latest."""
    reveal_within: float = 3.0
    """A shuffle waits this long for promised bits; bits that come later do not count."""
    host_gone_after: float = 10.0
    """When the host has been away for this time, any player can start the game."""
    stand_in_after: float = 120.0
    """After this absence, at a table without thinking time, others can call a bot for a player."""
    idle_after: float = 30.0
    """A table without connections leaves memory after this time."""
    request_within: float = 10.0
    """Time for the header of an HTTP request, and again for the body."""
    answer_within: float = 120.0
    """Time for the answer to an HTTP request, reading it included."""
    max_connections: int = 20_000
    """Connections of any kind: WebSocket, HTTP, and those without a request yet."""
    max_per_address: int | None = 2_000
    """Connections from one address; None behind a proxy, where all have the same."""
    max_spectators: int = 200
    """Spectators of one table; players and the host are always admitted."""
    presence_pause: float = 0.25
    """The least time between two `Presence` messages of a table."""
    fast_websocket: bool = True
    """Whether text messages may bypass uvicorn's queue (`transport/websocket_protocol.py`)."""
    max_message: int = 4096
    """Characters of a message."""
    messages_per_second: float = 100.0
    max_sockets: int = 8
    """WebSockets of one person at a table; with one more, the oldest is closed."""
    reactions_per_second: float = 1.0
    """Reactions of a seat, in bursts of five: each goes to everyone at the table."""
    tables_per_minute: float = 60.0
    """Tables that one address may create, in bursts of as many."""
    links_per_minute: float = 600.0
    """Links of seats that one address may open in new browsers, in bursts of as many."""
    keep_days: float = 90.0
    """Tables without an event for this many days are deleted."""
    origins: tuple[str, ...] = ()
    """Origins of other pages that may connect."""
    hosts: Hosts | None = field(default_factory=own_hosts)
    """Host names of this server; None where a proxy checks them."""
    secure: bool = False
    """Whether the server is reached over https, so that cookies are Secure."""
    sources: Sources = field(default_factory=Sources)
