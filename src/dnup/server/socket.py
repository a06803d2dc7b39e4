"""The WebSocket: says who is there, reads messages, and answers each."""

from __future__ import annotations

import asyncio
import logging
from urllib.parse import urlsplit

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from dnup.server import decisions
from dnup.server.connection import Connection
from dnup.server.events import StoredEvent
from dnup.server.hub import Hub
from dnup.server.limits import Bucket
from dnup.server.protocol import (
    PROTOCOL,
    Accepted,
    AskWhy,
    Because,
    ClientMessage,
    Fill,
    Free,
    Hello,
    MakeMove,
    Ping,
    Pong,
    React,
    Reaction,
    Ready,
    Resign,
    Start,
)
from dnup.server.refusals import Refusal
from dnup.server.room import Room, encode
from dnup.server.table import Table

log = logging.getLogger(__name__)

_decoder = msgspec.json.Decoder(ClientMessage)


def cookie_name(table_id: str) -> str:
    return f"dnup-{table_id}"


def is_allowed_origin(origin: str | None, host: str | None, allowed: tuple[str, ...]) -> bool:
    """Whether a page from there may talk to us: our own may, and programs, which come from no page."""
    if origin is None or origin in allowed:
        return True
    try:
        return host is not None and urlsplit(origin).netloc == host
    except ValueError:  # not an address at all
        return False


async def serve_socket(socket: WebSocket) -> None:
    """Serve one client until it leaves."""
    hub: Hub = socket.app.state.hub
    if not is_allowed_origin(socket.headers.get("origin"), socket.headers.get("host"), hub.settings.origins):
        await socket.close(1008, "wrong origin")
        return
    if len(hub.connections) >= hub.settings.max_connections or hub.draining:
        await socket.close(1013, "full")
        return
    await socket.accept()
    rate = hub.settings.messages_per_second
    # Who has not said hello is heard last so long ago that the time for it runs out when it should.
    heard = hub.clock() - hub.settings.stale_after + hub.settings.hello_within
    connection = Connection(socket, Bucket(rate, 2 * rate, heard), heard)
    hub.connections.add(connection)
    writer = asyncio.create_task(connection.write())
    try:
        room = await _greet(socket, hub, connection)
        while True:
            message = await _receive(socket, hub, connection)
            if message is not None:
                await _answer(hub, room, connection, message)
    except WebSocketDisconnect:
        pass
    except Refusal as refusal:
        _refuse(hub, connection, refusal)
        connection.close(1008, refusal.code)
        await writer
    except Exception:
        log.exception("a client's message could not be answered")
        connection.close(1011, "server error")
        await writer
    finally:
        hub.connections.discard(connection)
        if connection.room is not None:
            connection.room.leave(connection)
        connection.close(1000, "")
        writer.cancel()


async def _greet(socket: WebSocket, hub: Hub, connection: Connection) -> Room:
    """The first message is hello; anything else ends the conversation."""
    message = None
    while message is None:
        message = await _receive(socket, hub, connection, first=True)
    if not isinstance(message, Hello):
        raise Refusal("bad-message", "the first message is not hello", "hello with the table's id")
    if message.protocol != PROTOCOL:
        sentence = f"this server speaks protocol {PROTOCOL}, not {message.protocol}"
        raise Refusal("wrong-protocol", sentence, "reload the page, or use a client of that version")
    token = message.token or socket.cookies.get(cookie_name(message.table)) or ""
    return await hub.enter(connection, message.table, token, message.last)


async def _receive(
    socket: WebSocket, hub: Hub, connection: Connection, *, first: bool = False
) -> ClientMessage | None:
    """The next message; None if it cannot be read, which its sender has been told."""
    packet = await socket.receive()
    if packet["type"] == "websocket.disconnect" or connection.closing:
        raise WebSocketDisconnect(packet.get("code", 1000))
    now = hub.clock()
    try:
        if not connection.bucket.take(now):
            raise Refusal("too-fast", "too many messages", "fewer than a hundred a second")
        data = packet.get("text")
        if data is None:
            raise Refusal("bad-message", "this is not a text message", "JSON in a text message")
        if len(data) > hub.settings.max_message:
            raise Refusal(
                "too-large", "this message is too large", f"at most {hub.settings.max_message} characters"
            )
        try:
            message: ClientMessage = _decoder.decode(data)
        except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise Refusal(
                "bad-message", f"this message cannot be read: {error}", "a message of docs/protocol.md"
            ) from None
    except Refusal as refusal:
        if first or refusal.code == "too-fast":
            raise
        connection.heard = now
        _refuse(hub, connection, refusal)
        return None
    connection.heard = now
    return message


async def _answer(hub: Hub, room: Room, connection: Connection, message: ClientMessage) -> None:
    hub.metrics.count("messages", type(message).__name__.lower())
    key = connection.key
    try:
        match message:
            case Ping():
                connection.send(encode(Pong(message.ref)))
            case MakeMove():
                await _move(hub, room, connection, message)
            case AskWhy():
                why = decisions.why_not(room.table, key, message.move)
                connection.send(encode(Because(message.ref, message.move, why)))
            case Fill():
                await room.act(lambda table: decisions.fill(table, key, message.seat, message.level))
            case Free():
                await room.act(lambda table: decisions.free(table, key, message.seat))
            case Start():
                dealer = hub.settings.sources.dealer
                await room.act(lambda table: decisions.start(table, key, message.level, dealer))
            case Ready():
                await room.act(lambda table: decisions.ready(table, key))
            case Resign():
                await room.act(lambda table: decisions.resign(table, key, message.level))
            case React():
                _react(room, connection, message)
            case Hello():
                raise Refusal("bad-message", "hello was said already", "another message")
    except Refusal as refusal:
        _refuse(hub, connection, refusal, getattr(message, "ref", None))


async def _move(hub: Hub, room: Room, connection: Connection, message: MakeMove) -> None:
    began = hub.clock()
    kept = 0

    def decide(table: Table) -> list[StoredEvent]:
        nonlocal kept
        events = decisions.move(table, connection.key, message)
        kept = len(events)
        return events

    await room.act(decide)
    if not kept and connection.seat is not None:
        number = decisions.repeated(room.table, connection.seat, message)
        connection.send(encode(Accepted(number or room.table.number, message.ref)))
    hub.metrics.moves.observe(hub.clock() - began)


def _react(room: Room, connection: Connection, message: React) -> None:
    if connection.seat is None:
        raise Refusal("not-your-seat", "only who sits at the table can react", "sit down")
    text = encode(Reaction(connection.seat, message.emoji))
    for other in room.connections:
        other.send(text)


def _refuse(hub: Hub, connection: Connection, refusal: Refusal, ref: int | None = None) -> None:
    hub.metrics.count("refusals", refusal.code)
    connection.send(encode(refusal.message(ref)))
