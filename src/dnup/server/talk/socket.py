"""The WebSocket: lets a client in, brings it to its table, and sees it out."""

from __future__ import annotations

from functools import partial
from urllib.parse import urlsplit

from starlette.websockets import WebSocket, WebSocketDisconnect

from dnup.server.messages.protocol import PROTOCOL, Hello
from dnup.server.messages.refusals import Refusal
from dnup.server.tables.hub import Hub
from dnup.server.tables.room import Room
from dnup.server.talk.connection import Connection, line_of
from dnup.server.talk.conversation import Conversation, hang_up, read
from dnup.server.talk.keys import Visitor
from dnup.server.talk.socket_line import QuickLine


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
    try:
        await socket.accept()
        if hub.gate.is_full or hub.draining:
            hub.gate.count("full")
            await socket.close(1013, "full")
            return
    except WebSocketDisconnect:  # it did not wait
        return
    line = line_of(socket)
    bucket = line.bucket if line else hub.gate.bucket()
    # Who has not said hello is heard last so long ago that the time for it runs out when it should.
    heard = hub.clock() - hub.settings.stale_after + hub.settings.hello_within
    connection = Connection(socket, bucket, heard)
    hub.connections.add(connection)
    try:
        conversation = Conversation(hub, connection, await _greet(socket, hub, connection))
        if isinstance(line, QuickLine):
            line.listen(conversation.hear, partial(_see_out, hub, connection))
            return
        while True:
            conversation.hear(await _receive(socket))
    except WebSocketDisconnect:
        _see_out(hub, connection)
    except Exception as error:
        hang_up(hub, connection, error)
        await connection.closed()
        _see_out(hub, connection)
    except BaseException:
        _see_out(hub, connection)
        raise


def _see_out(hub: Hub, connection: Connection) -> None:
    """A client is gone."""
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


async def _greet(socket: WebSocket, hub: Hub, connection: Connection) -> Room:
    """The first message is hello; anything else ends the conversation."""
    text = await _receive(socket)
    if connection.closing:
        raise WebSocketDisconnect
    message = read(hub, connection, text)
    if not isinstance(message, Hello):
        raise Refusal("bad-message", "the first message is not hello", "hello with the table's id")
    if message.protocol != PROTOCOL:
        sentence = f"this server speaks protocol {PROTOCOL}, not {message.protocol}"
        raise Refusal("wrong-protocol", sentence, "reload the page, or use a client of that version")
    visitor = Visitor.of(socket, message.token or "")
    return await hub.enter(connection, message.table, visitor.key_at, message.last)
