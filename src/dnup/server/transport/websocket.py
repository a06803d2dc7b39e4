"""The WebSocket endpoint: accepts a client, reads its hello, and connects it to its table."""

from __future__ import annotations

from functools import partial
from urllib.parse import urlsplit

from starlette.websockets import WebSocket, WebSocketDisconnect

from dnup.server.messages.protocol import PROTOCOL, Hello
from dnup.server.messages.refusals import Refusal
from dnup.server.tables.hub import Hub
from dnup.server.tables.live_table import LiveTable
from dnup.server.transport.connection import Connection, protocol_of
from dnup.server.transport.credentials import Credentials
from dnup.server.transport.session import Session, end_session, read
from dnup.server.transport.websocket_protocol import FastWebSocketProtocol


def is_allowed_origin(origin: str | None, host: str | None, allowed: tuple[str, ...]) -> bool:
    """Whether a page of this origin may connect. Our own page may, and so may programs, which send no origin."""
    if origin is None or origin in allowed:
        return True
    try:
        return host is not None and urlsplit(origin).netloc == host
    except ValueError:  # not a URL
        return False


async def serve_socket(socket: WebSocket) -> None:
    """Serve one client until it disconnects."""
    hub: Hub = socket.app.state.hub
    if not is_allowed_origin(socket.headers.get("origin"), socket.headers.get("host"), hub.settings.origins):
        await socket.close(1008, "wrong origin")
        return
    try:
        await socket.accept()
        if hub.connection_limits.is_full or hub.draining:
            hub.connection_limits.count("full")
            await socket.close(1013, "full")
            return
    except WebSocketDisconnect:  # it is gone already
        return
    protocol = protocol_of(socket)
    message_limit = protocol.message_limit if protocol else hub.connection_limits.message_limit()
    # Back-dated, so that the sweep of silent connections closes a client without `hello` after `hello_within` seconds.
    last_received = hub.clock() - hub.settings.stale_after + hub.settings.hello_within
    connection = Connection(socket, message_limit, last_received)
    hub.connections.add(connection)
    try:
        session = Session(hub, connection, await _receive_hello(socket, hub, connection))
        if isinstance(protocol, FastWebSocketProtocol):
            protocol.attach(session.receive, partial(_disconnected, hub, connection))
            return
        while True:
            session.receive(await _receive(socket))
    except WebSocketDisconnect:
        _disconnected(hub, connection)
    except Exception as error:
        end_session(hub, connection, error)
        await connection.closed()
        _disconnected(hub, connection)
    except BaseException:
        _disconnected(hub, connection)
        raise


def _disconnected(hub: Hub, connection: Connection) -> None:
    """Forget a client that has disconnected."""
    hub.connections.discard(connection)
    if connection.live_table is not None:
        connection.live_table.leave(connection)
    connection.drop()


async def _receive(socket: WebSocket) -> str | None:
    """The next message; None if it is not text."""
    packet = await socket.receive()
    if packet["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(packet.get("code", 1000))
    text: str | None = packet.get("text")
    return text


async def _receive_hello(socket: WebSocket, hub: Hub, connection: Connection) -> LiveTable:
    """Read the hello and join the table; any other first message is refused."""
    text = await _receive(socket)
    if connection.closing:
        raise WebSocketDisconnect
    message = read(hub, connection, text)
    if not isinstance(message, Hello):
        raise Refusal("bad-message", problem="the first message is not hello")
    if message.protocol != PROTOCOL:
        raise Refusal("wrong-protocol", server=PROTOCOL, client=message.protocol)
    credentials = Credentials.of(socket, message.token or "")
    return await hub.enter(connection, message.table, credentials.key_at, message.last)
