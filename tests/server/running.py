"""A real server on its own port, in a thread of the test, with whatever settings the test needs."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import re
import socket as sockets
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import httpx
import msgspec

from dnup.compile_cache import make_ready
from dnup.entry_points import SERVER
from dnup.server.run import Server
from dnup.server.runtime.listener import listen
from dnup.server.runtime.readiness import Readiness
from dnup.server.runtime.settings import Settings
from dnup.server.store.sqlite import SqliteStore
from dnup.server.store.store import Append, Store
from dnup.server.tables.hub import Hub
from tests.chance import seeded
from tests.server.client import HTTP_VALIDATORS, Client

Result = TypeVar("Result")

DNUP = [sys.executable, "-m", "dnup.cli"]

PATIENCE = 180.0
"""Seconds: what takes longer is stuck. A machine may be busy."""

QUICK = seeded(
    Settings(
        bot_pause=0.0,
        stale_after=1000.0,
        reveal_within=1000.0,
        max_per_address=100_000,
        tables_per_minute=100_000.0,
        links_per_minute=100_000.0,
        messages_per_second=100_000.0,
        reactions_per_second=100_000.0,
    )
)
"""Bots answer at once, a test may ask for as much as it likes, and take its time."""


class Running:
    """A server to talk to: `api` for HTTP, `client` for the socket."""

    def __init__(
        self, hub: Hub, loop: asyncio.AbstractEventLoop, port: int, stop: Callable[[], None]
    ) -> None:
        self.hub = hub
        self.stop = stop
        self.address = f"127.0.0.1:{port}"
        self.url = f"http://{self.address}"
        self.port = port
        self.api = httpx.Client(base_url=self.url, timeout=PATIENCE)
        self._loop = loop
        self._clients: list[Client] = []

    def create(self, *, name: str | None = "Ada", **request: Any) -> dict[str, Any]:
        """Create a table; options may be given beside the other fields."""
        fields = ("bots", "start")
        options = {key: value for key, value in request.items() if key not in fields}
        body = {"options": options, **{key: request[key] for key in fields if key in request}}
        if name is not None:
            body["name"] = name
        return self.post("/api/tables", body, "Joined")

    def sit(self, table: str, name: str, seat: str | None = None) -> dict[str, Any]:
        return self.post(f"/api/tables/{table}/seats", {"name": name, "seat": seat}, "Joined")

    def post(self, path: str, body: dict[str, Any], kind: str) -> dict[str, Any]:
        """Post without anyone's cookies; the answer is one that the schema knows."""
        answer = httpx.post(f"{self.url}{path}", json=body, timeout=PATIENCE)
        assert answer.status_code in (200, 201), answer.text
        return checked(answer, kind)

    def client(self, table: str, token: str | None = None, last: int | None = None) -> Client:
        """Someone at a table, who has been welcomed."""
        client = Client(self.address)
        self._clients.append(client)
        client.hello(table, token, last)
        return client

    def silent(self, **headers: Any) -> Client:
        """A connection that has not said hello."""
        client = Client(self.address, **headers)
        self._clients.append(client)
        return client

    def do(self, work: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
        """Have the server's own loop do something."""
        return asyncio.run_coroutine_threadsafe(work(), self._loop).result(PATIENCE)

    def close(self) -> None:
        for client in self._clients:
            client.close()
        self.api.close()


def checked(answer: httpx.Response, kind: str) -> dict[str, Any]:
    """The JSON of an answer, which is what the schema says."""
    data: dict[str, Any] = answer.json()
    HTTP_VALIDATORS[kind].validate(data)
    return data


@contextlib.contextmanager
def running(
    folder: Path,
    settings: Settings = QUICK,
    *,
    small_buffers: bool = False,
    store: Store | None = None,
    readiness: Readiness | None = None,
) -> Iterator[Running]:
    """Serve until the block ends, from a file in the folder or another store.

    With small buffers the system keeps little for clients that do not read.
    """
    if readiness is None:
        make_ready(SERVER)
    listener = listen("127.0.0.1", 0)
    if small_buffers:
        listener.setsockopt(sockets.SOL_SOCKET, sockets.SO_SNDBUF, 4096)
    hub = Hub(store or SqliteStore(folder / "games.sqlite3"), settings, readiness)
    server = Server(hub)
    loops: list[asyncio.AbstractEventLoop] = []
    failures: list[BaseException] = []
    ready = threading.Event()

    def serve() -> None:
        try:
            with asyncio.Runner() as runner:
                loops.append(runner.get_loop())
                runner.run(hub.open())
                ready.set()
                try:
                    runner.run(server.serve(sockets=[listener]))
                finally:
                    runner.run(hub.close())
        except BaseException as error:
            failures.append(error)
        finally:
            ready.set()

    thread = threading.Thread(target=serve, name="server", daemon=True)
    thread.start()
    assert ready.wait(PATIENCE)
    if failures:
        raise failures[0]

    def stop() -> None:
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive(), "the server stops when it is told to"

    here = Running(hub, loops[0], listener.getsockname()[1], stop)
    try:
        yield here
    finally:
        here.close()
        stop()
        listener.close()
        if failures:
            raise failures[0]


@contextlib.contextmanager
def serving(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`dnup serve` as a process, on its own port; what it logs is in the file `log`."""
    command = [*DNUP, "serve", "--port", "0", "--database", str(folder / "games.sqlite3"), *options]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        assert process.stdout is not None
        address = re.search(r"http://([0-9.:]+)/", process.stdout.readline())
        assert address is not None, (folder / "log").read_text()
        yield process, address[1]
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def people(server: Running, players: int, **options: Any) -> tuple[str, list[Client]]:
    """A table with that many people, all connected; the first is the host."""
    joined = server.create(players=players, **options)
    table = joined["table"]["id"]
    tokens = [joined["token"]]
    for name in ("Bea", "Cem", "Dag", "Eva")[: players - 1]:
        tokens.append(server.sit(table, name)["token"])
    return table, [server.client(table, token) for token in tokens]


async def keep(store: Store, append: Append) -> None:
    """Have a store keep events; raises what it says."""
    kept: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    store.keep(append, lambda error: kept.set_exception(error) if error else kept.set_result(None))
    await kept


def with_sources(settings: Settings, **sources: Any) -> Settings:
    return replace(settings, sources=replace(settings.sources, **sources))


def counted(prefix: str) -> Callable[[], str]:
    """Names in order, where a server would choose them at random."""
    numbers = itertools.count(1)
    return lambda: f"{prefix}{next(numbers)}"


def encoded(message: msgspec.Struct) -> str:
    return msgspec.json.encode(message).decode()
