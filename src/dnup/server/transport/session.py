"""Handles the messages of one client at its table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, get_args

import msgspec

from dnup.server.messages.events import StoredEvent
from dnup.server.messages.protocol import (
    Accepted,
    AskWhy,
    Because,
    ClientMessage,
    Commit,
    Committed,
    Fill,
    Free,
    Hello,
    MakeMove,
    Ping,
    Pong,
    React,
    Ready,
    Rename,
    Resign,
    Reveal,
    StandIn,
    Start,
)
from dnup.server.messages.refusals import Refusal
from dnup.server.tables import decisions
from dnup.server.tables.hub import Hub
from dnup.server.tables.live_table import LiveTable, encode
from dnup.server.tables.table import Table
from dnup.server.transport.connection import Connection

_decoder = msgspec.json.Decoder(ClientMessage)
_METRIC: Final = {kind: ("messages", kind.__name__.lower()) for kind in get_args(ClientMessage)}


class Session:
    """One client at one table. Answers come in the order of the messages.

    Nothing here awaits, and messages have no task of their own: that would cost as much as a move. While the table
    works on a request, further messages wait in a backlog.
    """

    __slots__ = ("_backlog", "_connection", "_hub", "_live", "_waits_for_table")

    def __init__(self, hub: Hub, connection: Connection, live: LiveTable) -> None:
        self._hub = hub
        self._connection = connection
        self._live = live
        self._waits_for_table = False
        """Whether the table works on a request of this client."""
        self._backlog: list[ClientMessage] = []

    def receive(self, text: bytes | str | None) -> None:
        """Handle a message; None stands for one that is not text."""
        if self._connection.closing:
            return
        try:
            message = read(self._hub, self._connection, text)
        except Refusal as refusal:
            if refusal.code == "too-fast":
                end_session(self._hub, self._connection, refusal)
            else:
                refuse(self._hub, self._connection, refusal)
            return
        self._hub.metrics.counts[_METRIC[type(message)]] += 1
        if self._waits_for_table:
            self._backlog.append(message)
        else:
            self._handle(message)

    def _handle(self, message: ClientMessage) -> None:
        try:
            if type(message) is MakeMove:
                self._move(message)
            else:
                self._answer(message)
        except Refusal as refusal:
            refuse(self._hub, self._connection, refusal, getattr(message, "ref", None))
        except Exception as error:
            end_session(self._hub, self._connection, error)

    def _answer(self, message: ClientMessage) -> None:
        key = self._connection.key
        match message:
            case Ping():
                self._connection.send(encode(Pong(message.ref)))
            case AskWhy():
                why = decisions.why_not(self._live.table, key, message.move)
                self._connection.send(encode(Because(message.ref, message.move, why)))
            case Fill():
                self._request(lambda table: decisions.fill(table, key, message.seat, message.level))
            case Free():
                self._request(lambda table: decisions.free(table, key, message.seat))
            case Rename():
                self._request(lambda table: decisions.rename(table, key, message.name))
            case Start():
                sources, gone = self._hub.settings.sources, self._live.host_gone
                self._request(
                    lambda table: decisions.start(table, key, message.level, sources, host_gone=gone)
                )
            case Ready():
                self._request(lambda table: decisions.ready(table, key))
            case Commit():
                committed = encode(Committed(message.commitment))
                self._request(lambda table: decisions.commit(table, key, message.commitment), committed)
            case Reveal():
                self._request(lambda table: decisions.reveal(table, key, message.bits))
            case Resign():
                self._request(lambda table: decisions.resign(table, key, message.level))
            case StandIn():
                self._request(
                    lambda table: decisions.call_stand_in(
                        table, key, message.seat, self._live.stand_in_offers
                    )
                )
            case React():
                self._live.react(self._connection.seat, message.emoji)
            case Hello():
                raise Refusal("bad-message", problem="hello is only the first message")

    def _request(
        self, decide: Callable[[Table], Sequence[StoredEvent]], receipt: bytes | None = None
    ) -> None:
        """Pass a request to the table; the receipt is sent when it is done."""
        self._waits_for_table = True

        def done(kept: int, error: Exception | None) -> None:
            if error is None and receipt is not None:
                self._connection.send(receipt)
            self._finish(error)

        self._live.request(decide, done)

    def _move(self, message: MakeMove) -> None:
        self._waits_for_table = True
        self._live.request(
            lambda table: decisions.move(table, self._connection.seat, message),
            partial(self._moved, message, self._hub.clock()),
        )

    def _moved(self, message: MakeMove, began: float, kept: int, error: Exception | None) -> None:
        """The table has handled a move."""
        connection, table = self._connection, self._live.table
        if error is None:
            if not kept and connection.seat is not None:
                number = decisions.repeated(table, connection.seat, message)
                connection.send(encode(Accepted(number or table.number, message.ref)))
            self._hub.metrics.moves.observe(self._hub.clock() - began)
        self._finish(error, message.ref)

    def _finish(self, error: Exception | None, ref: int | None = None) -> None:
        """The table has handled a request, or refused it: go on with the backlog."""
        if isinstance(error, Refusal):
            refuse(self._hub, self._connection, error, ref)
        elif error is not None:
            end_session(self._hub, self._connection, error)
        self._waits_for_table = False
        while self._backlog and not self._waits_for_table and not self._connection.closing:
            self._handle(self._backlog.pop(0))


def read(hub: Hub, connection: Connection, text: bytes | str | None) -> ClientMessage:
    """Decode a message; None stands for one that is not text."""
    now = hub.clock()
    if not connection.message_limit.take(now):
        raise Refusal("too-fast", limit=f"{hub.settings.messages_per_second:g} messages a second")
    connection.last_received = now
    if text is None:
        raise Refusal("bad-message", problem="it is not a text message")
    longest = hub.settings.max_message
    if len(text) > longest and len(text if isinstance(text, str) else text.decode()) > longest:
        raise Refusal("too-large", limit=f"{longest} characters")
    try:
        message: ClientMessage = _decoder.decode(text)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("bad-message", problem=str(error)) from None
    return message


def refuse(hub: Hub, connection: Connection, refusal: Refusal, ref: int | None = None) -> None:
    """Send a refusal."""
    hub.metrics.count("refusals", refusal.code)
    connection.send(encode(refusal.message(ref)))


def end_session(hub: Hub, connection: Connection, error: Exception) -> None:
    """Send a refusal and close the connection."""
    if isinstance(error, Refusal):
        refuse(hub, connection, error)
        connection.close(1008, error.code)
    else:
        hub.tasks.failed("message", error, connection.live_table.table.id if connection.live_table else None)
        connection.close(1011, "server error")
    if connection.live_table is not None:
        connection.live_table.leave(connection)
