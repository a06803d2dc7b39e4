"""What a client says at its table, and what it is answered."""

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
from dnup.server.tables.room import Room, encode
from dnup.server.tables.table import Table
from dnup.server.talk.connection import Connection

_decoder = msgspec.json.Decoder(ClientMessage)
_COUNTED: Final = {kind: ("messages", kind.__name__.lower()) for kind in get_args(ClientMessage)}


class Conversation:
    """One client at one table. Answers come in the order of what was said.

    Nothing here waits and there is no task for a message: that would cost as much as a move. What is asked of the table
    is answered when the table says that it is done; what the client says meanwhile is taken up then.
    """

    __slots__ = ("_asking", "_connection", "_hub", "_room", "_unanswered")

    def __init__(self, hub: Hub, connection: Connection, room: Room) -> None:
        self._hub = hub
        self._connection = connection
        self._room = room
        self._asking = False
        """Whether the table has been asked for something."""
        self._unanswered: list[ClientMessage] = []

    def hear(self, text: bytes | str | None) -> None:
        """A message has come."""
        if self._connection.closing:
            return
        try:
            message = read(self._hub, self._connection, text)
        except Refusal as refusal:
            if refusal.code == "too-fast":
                hang_up(self._hub, self._connection, refusal)
            else:
                refuse(self._hub, self._connection, refusal)
            return
        self._hub.metrics.counts[_COUNTED[type(message)]] += 1
        if self._asking:
            self._unanswered.append(message)
        else:
            self._take_up(message)

    def _take_up(self, message: ClientMessage) -> None:
        try:
            if type(message) is MakeMove:
                self._move(message)
            else:
                self._answer(message)
        except Refusal as refusal:
            refuse(self._hub, self._connection, refusal, getattr(message, "ref", None))
        except Exception as error:
            hang_up(self._hub, self._connection, error)

    def _answer(self, message: ClientMessage) -> None:
        key = self._connection.key
        match message:
            case Ping():
                self._connection.send(encode(Pong(message.ref)))
            case AskWhy():
                why = decisions.why_not(self._room.table, key, message.move)
                self._connection.send(encode(Because(message.ref, message.move, why)))
            case Fill():
                self._ask(lambda table: decisions.fill(table, key, message.seat, message.level))
            case Free():
                self._ask(lambda table: decisions.free(table, key, message.seat))
            case Rename():
                self._ask(lambda table: decisions.rename(table, key, message.name))
            case Start():
                sources, gone = self._hub.settings.sources, self._room.host_gone
                self._ask(lambda table: decisions.start(table, key, message.level, sources, host_gone=gone))
            case Ready():
                self._ask(lambda table: decisions.ready(table, key))
            case Commit():
                committed = encode(Committed(message.commitment))
                self._ask(lambda table: decisions.commit(table, key, message.commitment), committed)
            case Reveal():
                self._ask(lambda table: decisions.reveal(table, key, message.bits))
            case Resign():
                self._ask(lambda table: decisions.resign(table, key, message.level))
            case StandIn():
                self._ask(lambda table: decisions.call_stand_in(table, key, message.seat, self._room.offers))
            case React():
                self._room.react(self._connection.seat, message.emoji)
            case Hello():
                raise Refusal("bad-message", "hello was said already", "another message")

    def _ask(self, decide: Callable[[Table], Sequence[StoredEvent]], receipt: bytes | None = None) -> None:
        """Ask the table for something; a receipt is sent once it is done."""
        self._asking = True

        def done(kept: int, error: Exception | None) -> None:
            if error is None and receipt is not None:
                self._connection.send(receipt)
            self._answered(error)

        self._room.request(decide, done)

    def _move(self, message: MakeMove) -> None:
        self._asking = True
        self._room.request(
            lambda table: decisions.move(table, self._connection.seat, message),
            partial(self._moved, message, self._hub.clock()),
        )

    def _moved(self, message: MakeMove, began: float, kept: int, error: Exception | None) -> None:
        """The move is made, or was made before, or could not be."""
        connection, table = self._connection, self._room.table
        if error is None:
            if not kept and connection.seat is not None:
                number = decisions.repeated(table, connection.seat, message)
                connection.send(encode(Accepted(number or table.number, message.ref)))
            self._hub.metrics.moves.observe(self._hub.clock() - began)
        self._answered(error, message.ref)

    def _answered(self, error: Exception | None, ref: int | None = None) -> None:
        """The table has done what was asked for, or something stood in the way."""
        if isinstance(error, Refusal):
            refuse(self._hub, self._connection, error, ref)
        elif error is not None:
            hang_up(self._hub, self._connection, error)
        self._asking = False
        while self._unanswered and not self._asking and not self._connection.closing:
            self._take_up(self._unanswered.pop(0))


def read(hub: Hub, connection: Connection, text: bytes | str | None) -> ClientMessage:
    """What a message says; None stands for one that is not text."""
    now = hub.clock()
    if not connection.bucket.take(now):
        raise Refusal("too-fast", "too many messages", "fewer than a hundred a second")
    connection.heard = now
    if text is None:
        raise Refusal("bad-message", "this is not a text message", "JSON in a text message")
    longest = hub.settings.max_message
    if len(text) > longest and len(text if isinstance(text, str) else text.decode()) > longest:
        raise Refusal("too-large", "this message is too large", f"at most {longest} characters")
    try:
        message: ClientMessage = _decoder.decode(text)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal(
            "bad-message", f"this message cannot be read: {error}", "a message of docs/protocol.md"
        ) from None
    return message


def refuse(hub: Hub, connection: Connection, refusal: Refusal, ref: int | None = None) -> None:
    """Say what is not done, and go on."""
    hub.metrics.count("refusals", refusal.code)
    connection.send(encode(refusal.message(ref)))


def hang_up(hub: Hub, connection: Connection, error: Exception) -> None:
    """End a conversation that cannot go on."""
    if isinstance(error, Refusal):
        refuse(hub, connection, error)
        connection.close(1008, error.code)
    else:
        hub.tasks.failed("message", error, connection.room.table.id if connection.room else None)
        connection.close(1011, "server error")
    if connection.room is not None:
        connection.room.leave(connection)
