"""The WebSocket: says who is there, reads messages, and answers each."""

from __future__ import annotations

import logging
from urllib.parse import urlsplit

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from dnup.server import decisions
from dnup.server.connection import Connection, wire_of
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
    try:
        await _greet(socket, hub, connection)
        wire = wire_of(socket)
        if wire is not None:
            wire.listen(lambda text: hear(hub, connection, text))
        while True:
            hear(hub, connection, await _receive(socket))
    except WebSocketDisconnect:
        pass
    except Exception as error:
        _hang_up(hub, connection, error)
        await connection.closed()
    finally:
        hub.connections.discard(connection)
        if connection.room is not None:
            connection.room.leave(connection)
        connection.drop()


async def _receive(socket: WebSocket) -> str | None:
    """The next message; None if it is not text."""
    packet = await socket.receive()
    if packet["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(packet.get("code", 1000))
    text: str | None = packet.get("text")
    return text


async def _greet(socket: WebSocket, hub: Hub, connection: Connection) -> None:
    """The first message is hello; anything else ends the conversation."""
    text = await _receive(socket)
    if connection.closing:
        raise WebSocketDisconnect
    message = _read(hub, connection, text)
    if not isinstance(message, Hello):
        raise Refusal("bad-message", "the first message is not hello", "hello with the table's id")
    if message.protocol != PROTOCOL:
        sentence = f"this server speaks protocol {PROTOCOL}, not {message.protocol}"
        raise Refusal("wrong-protocol", sentence, "reload the page, or use a client of that version")
    token = message.token or socket.cookies.get(cookie_name(message.table)) or ""
    await hub.enter(connection, message.table, token, message.last)


def hear(hub: Hub, connection: Connection, text: bytes | str | None) -> None:
    """A message has come: answer it, now or when what it asks for is done. There is no task for it: that would cost
    as much as a move.
    """
    room = connection.room
    if connection.closing or room is None:
        return
    try:
        message = _read(hub, connection, text)
        hub.metrics.count("messages", type(message).__name__.lower())
        if type(message) is MakeMove:
            _move(hub, room, connection, message)
        else:
            _answer(hub, room, connection, message)
    except Refusal as refusal:
        if refusal.code == "too-fast":
            _hang_up(hub, connection, refusal)
        else:
            _refuse(hub, connection, refusal)
    except Exception as error:
        _hang_up(hub, connection, error)


def _read(hub: Hub, connection: Connection, text: bytes | str | None) -> ClientMessage:
    """What a text says."""
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


def _answer(hub: Hub, room: Room, connection: Connection, message: ClientMessage) -> None:
    key = connection.key

    def done(kept: int, error: Exception | None) -> None:
        _report(hub, connection, error)

    match message:
        case Ping():
            connection.send(encode(Pong(message.ref)))
        case AskWhy():
            try:
                why = decisions.why_not(room.table, key, message.move)
            except Refusal as refusal:
                _refuse(hub, connection, refusal, message.ref)
            else:
                connection.send(encode(Because(message.ref, message.move, why)))
        case Fill():
            room.request(lambda table: decisions.fill(table, key, message.seat, message.level), done)
        case Free():
            room.request(lambda table: decisions.free(table, key, message.seat), done)
        case Start():
            dealer = hub.settings.sources.dealer
            room.request(lambda table: decisions.start(table, key, message.level, dealer), done)
        case Ready():
            room.request(lambda table: decisions.ready(table, key), done)
        case Resign():
            room.request(lambda table: decisions.resign(table, key, message.level), done)
        case React():
            _react(room, connection, message)
        case Hello():
            raise Refusal("bad-message", "hello was said already", "another message")


def _move(hub: Hub, room: Room, connection: Connection, message: MakeMove) -> None:
    began = hub.clock()

    def done(kept: int, error: Exception | None) -> None:
        if error is not None:
            _report(hub, connection, error, message.ref)
            return
        if not kept and connection.seat is not None:
            number = decisions.repeated(room.table, connection.seat, message)
            connection.send(encode(Accepted(number or room.table.number, message.ref)))
        hub.metrics.moves.observe(hub.clock() - began)

    room.request(lambda table: decisions.move(table, connection.key, message), done)


def _react(room: Room, connection: Connection, message: React) -> None:
    if connection.seat is None:
        raise Refusal("not-your-seat", "only who sits at the table can react", "sit down")
    text = encode(Reaction(connection.seat, message.emoji))
    for other in room.connections:
        other.send(text)


def _report(hub: Hub, connection: Connection, error: Exception | None, ref: int | None = None) -> None:
    """Say what stood in the way, if anything did."""
    if isinstance(error, Refusal):
        _refuse(hub, connection, error, ref)
    elif error is not None:
        _hang_up(hub, connection, error)


def _refuse(hub: Hub, connection: Connection, refusal: Refusal, ref: int | None = None) -> None:
    hub.metrics.count("refusals", refusal.code)
    connection.send(encode(refusal.message(ref)))


def _hang_up(hub: Hub, connection: Connection, error: Exception) -> None:
    """End a conversation that cannot go on."""
    if isinstance(error, Refusal):
        _refuse(hub, connection, error)
        connection.close(1008, error.code)
    else:
        log.error("a client's message could not be answered", exc_info=error)
        connection.close(1011, "server error")
    if connection.room is not None:
        connection.room.leave(connection)
