"""Run the server: open the database, listen, and stop cleanly."""

from __future__ import annotations

import asyncio
import errno
import signal
import socket as sockets
from collections.abc import Callable
from pathlib import Path
from typing import Final

import uvicorn

from dnup.server.app import build_app
from dnup.server.hub import Hub
from dnup.server.settings import Settings
from dnup.server.sqlite import SqliteStore
from dnup.server.store import Store

DRAIN_SECONDS: Final = 5
"""When told to stop, the server finishes what it is doing within so long."""


def open_store(database: str) -> Store:
    """The store for an address: a file for SQLite, or postgresql://…"""
    if database.startswith(("postgresql://", "postgres://")):
        from dnup.server.postgres import PostgresStore

        return PostgresStore(database)
    if "://" in database:
        raise ValueError(f"{database!r} is no database we know; write a file name or postgresql://…")
    return SqliteStore(Path(database).expanduser())


def listen(host: str, port: int) -> sockets.socket:
    """A socket that listens there; what stands in the way is said in a sentence."""
    family = sockets.AF_INET6 if ":" in host else sockets.AF_INET
    listener = sockets.socket(family, sockets.SOCK_STREAM)
    listener.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise ValueError(f"port {port} is in use; choose another with --port") from None
        raise ValueError(f"cannot listen on {host} port {port}: {error.strerror}") from None
    return listener


def serve(
    store: Store,
    settings: Settings,
    listener: sockets.socket,
    *,
    forwarded_from: str | None = None,
    started: Callable[[], None] = lambda: None,
) -> None:
    """Serve until told to stop by SIGINT or SIGTERM."""
    hub = Hub(store, settings)
    app = build_app(store, settings)
    app.state.hub = hub
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        ws="websockets-sansio",
        ws_per_message_deflate=False,  # on, it halves what the server can do and doubles what a socket takes
        ws_max_size=max(settings.max_message * 4, 65_536),
        ws_ping_interval=None,  # clients say that they live; see docs/protocol.md
        timeout_graceful_shutdown=DRAIN_SECONDS,
        timeout_keep_alive=30,
        server_header=False,
        proxy_headers=forwarded_from is not None,
        forwarded_allow_ips=forwarded_from,
        lifespan="off",  # opened here, what stands in the way of the database is said in a sentence
    )
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # both end the same way
    server = _Server(config, hub, started)
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(hub.open())
        runner.run(server.serve(sockets=[listener]))


class _Server(uvicorn.Server):
    """Says when it is ready, and lets sockets go before it waits for them to leave."""

    def __init__(self, config: uvicorn.Config, hub: Hub, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._hub = hub
        self._say_started = started

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._say_started()

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        self._hub.drain()
        await super().shutdown(sockets)
        await self._hub.close()
