"""Run the server: open the database, listen, and stop cleanly."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal
import socket as sockets
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

import uvicorn

from dnup.extras import need
from dnup.server.runtime.connection_limits import refusal_slots
from dnup.server.runtime.readiness import Readiness
from dnup.server.runtime.settings import Settings
from dnup.server.store.sqlite import SqliteStore
from dnup.server.store.store import Store
from dnup.server.tables.hub import Hub
from dnup.server.transport.app import build_app
from dnup.server.transport.http_protocol import KEEP_ALIVE, HttpProtocol
from dnup.server.transport.websocket_protocol import choose_protocol

log = logging.getLogger(__name__)

OTHER_FILES: Final = 100
"""File descriptors for other uses than connections: databases, logs, child processes."""

DRAIN_SECONDS: Final = 5
"""Seconds that a stopping server has to finish its requests."""


def open_store(database: str) -> Store:
    """The store for an address: a file for SQLite, or postgresql://…"""
    if database.startswith(("postgresql://", "postgres://")):
        need("asyncpg", "postgres", "a PostgreSQL database")
        from dnup.server.store.postgres import PostgresStore

        return PostgresStore(database)
    if "://" in database:
        raise ValueError(f"{database!r} is no database we know; write a file name or postgresql://…")
    return SqliteStore(Path(database).expanduser())


def allowed_connections(wanted: int) -> int:
    """The wanted number of connections, or fewer if the system allows too few open files.

    Without a free file descriptor no connection can be refused politely, and every attempt is logged at length.
    """
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + refusal_slots(wanted) + OTHER_FILES
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return wanted
    more = needed if hard == resource.RLIM_INFINITY else min(hard, needed)
    with contextlib.suppress(ValueError, OSError):  # some systems have another limit behind this one
        resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
        soft = more
    if soft >= needed:
        return wanted
    allowed = max(1, (soft - OTHER_FILES) * 9 // 10)
    log.info(
        "the system allows too few open files for the wanted number of connections", extra={"count": allowed}
    )
    return allowed


def serve(
    store: Store,
    settings: Settings,
    listener: sockets.socket,
    *,
    forwarded_from: str | None = None,
    started: Callable[[], None] = lambda: None,
    readiness: Readiness | None = None,
) -> None:
    """Serve until told to stop by SIGINT or SIGTERM."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # both stop the server cleanly
    # The writer waits at most this long for Python's lock, and moves wait for the writer.
    sys.setswitchinterval(0.001)
    # Freeze what is loaded: scanning it in every garbage collection would take longer than serving.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    settings = replace(settings, max_connections=allowed_connections(settings.max_connections))
    hub = Hub(store, settings, readiness)
    server = Server(hub, forwarded_from, started)
    with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.run(hub.open())
        try:
            runner.run(server.serve(sockets=[listener]))
        finally:
            runner.run(hub.close())


def _configure(hub: Hub, forwarded_from: str | None) -> uvicorn.Config:
    return uvicorn.Config(
        build_app(hub),
        log_config=None,
        access_log=False,
        http=partial(HttpProtocol, hub.connection_limits),  # type: ignore[arg-type]
        ws_per_message_deflate=False,  # it would halve the throughput and double the memory of a socket
        ws_max_size=max(hub.settings.max_message * 4, 65_536),
        ws_ping_interval=None,  # clients send heartbeats; see docs/protocol.md
        timeout_graceful_shutdown=DRAIN_SECONDS,
        timeout_keep_alive=KEEP_ALIVE,
        server_header=False,
        proxy_headers=forwarded_from is not None,
        forwarded_allow_ips=forwarded_from,
        lifespan="off",  # opened here, so that an error of the database is one sentence
    )


class Server(uvicorn.Server):
    """Calls `started` when it listens, and closes WebSockets before it waits for them."""

    def __init__(
        self, hub: Hub, forwarded_from: str | None = None, started: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__(_configure(hub, forwarded_from))
        self._hub = hub
        self._say_started = started

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        protocol = partial(
            choose_protocol(self.config, fast=self._hub.settings.fast_websocket), self._hub.connection_limits
        )
        self.config.ws_protocol_class = protocol  # type: ignore[assignment]
        await super().startup(sockets)
        if self.started:
            self._say_started()

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        self._hub.drain()
        await super().shutdown(sockets)
        await self._hub.close()
