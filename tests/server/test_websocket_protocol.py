"""The fast path of WebSocket messages delivers what the ordinary path delivers, in whatever pieces the bytes arrive."""

from __future__ import annotations

import asyncio
import logging
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from hypothesis import given, settings
from hypothesis import strategies as st
from uvicorn.server import ServerState

from dnup.server.runtime.connection_limits import ConnectionLimits
from dnup.server.runtime.metrics import Metrics
from dnup.server.transport import websocket_protocol
from dnup.server.transport.websocket_protocol import (
    PROTOCOL_EXTENSION,
    FastWebSocketProtocol,
    WebSocketProtocol,
    choose_protocol,
)
from tests.server.client import play_round
from tests.server.raw import BINARY, CLOSE, CONTINUED, PING, PONG, TEXT, UPGRADE, frame
from tests.server.running import QUICK, people, running

ROOT = Path(__file__).parents[2]

MASK = b"\x37\xfa\x21\x3d"

Heard = tuple[list[str | None], int | None]
"""The messages, None for one that is not text; and the code with which either side closed the socket."""


class Transport(asyncio.Transport):
    """The network of a test: it takes everything and brings what it is told to."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.written = b""
        self.paused = False
        self.closing = False

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        self.closing = True

    def abort(self) -> None:
        self.closing = True

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False


class Ear:
    """An application that lets a socket in, as ours does, and writes down what it hears."""

    def __init__(self) -> None:
        self.heard: list[str | None] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        line = scope["extensions"][PROTOCOL_EXTENSION]
        while (packet := await receive())["type"] == "websocket.receive":
            self.heard.append(packet.get("text"))
            if isinstance(line, FastWebSocketProtocol):  # after hello
                line.attach(
                    lambda said: self.heard.append(None if said is None else said.decode()), lambda: None
                )
                return


METRICS = Metrics()
CONFIG = uvicorn.Config(
    Ear(), lifespan="off", log_config=None, ws_max_size=65_536, ws_per_message_deflate=False
)
CONFIG.load()


async def listened(kind: type[WebSocketProtocol], pieces: Iterable[bytes]) -> Heard:
    """What is heard on a socket to which these bytes come, each piece in a separate read."""
    ear, transport = Ear(), Transport()
    limits = ConnectionLimits(QUICK, METRICS)
    limits.accept(transport)
    CONFIG.loaded_app = ear  # one configuration for all: it takes longer to make than a socket
    line = kind(limits, CONFIG, ServerState(), {})
    line.connection_made(transport)
    line.data_received(UPGRADE.format("x", "").encode())
    await turns()
    assert b" 101 " in transport.written
    transport.written = b""
    for piece in pieces:
        if not transport.closing:
            line.data_received(piece)
        while transport.paused and not transport.closing:
            await asyncio.sleep(0)
    await turns()
    code = closed_with(transport.written) if transport.closing else None
    line.connection_lost(None)
    await turns()
    return ear.heard, code


async def turns() -> None:
    for _ in range(8):
        await asyncio.sleep(0)


def closed_with(written: bytes) -> int | None:
    """The code of the close frame among what a server wrote."""
    while written:
        size = written[1]
        if written[0] & 15 == CLOSE:
            return int.from_bytes(written[2:4], "big")
        written = written[2 + size :]
    return None


def cut(stream: bytes, places: Sequence[int]) -> Iterator[bytes]:
    for begin, end in pairwise([0, *sorted(set(places) - {0, len(stream)}), len(stream)]):
        yield stream[begin:end]


def hear(kind: type[WebSocketProtocol], pieces: Iterable[bytes]) -> Heard:
    return asyncio.run(listened(kind, pieces))


def text(words: str, **how: Any) -> bytes:
    return frame(TEXT, words.encode(), mask=MASK, **how)


##### What is heard #####

HELLO = text("hello")

STREAMS: dict[str, tuple[bytes, Heard]] = {
    "two in one": (text("one") + text("two"), (["one", "two"], None)),
    "empty": (text("") + text("x"), (["", "x"], None)),
    "not ASCII": (text("a") + text("ü★👏") + text("b"), (["a", "ü★👏", "b"], None)),
    "not text": (frame(BINARY, b"\x00\xff", mask=MASK) + text("x"), ([None, "x"], None)),
    "in pieces": (
        text("o", final=False) + frame(CONTINUED, b"n", final=False) + frame(CONTINUED, b"e") + text("two"),
        (["one", "two"], None),
    ),
    "a letter in two pieces": (
        frame(TEXT, b"\xc3", final=False, mask=MASK) + frame(CONTINUED, b"\xbc") + text("x"),
        (["ü", "x"], None),
    ),
    "a ping between pieces": (
        text("o", final=False)
        + frame(PING, b"?", mask=MASK)
        + frame(PONG)
        + frame(CONTINUED, b"ne")
        + text("two"),
        (["one", "two"], None),
    ),
    "pings between": (frame(PING) + text("one") + frame(PONG, b"!") + text("two"), (["one", "two"], None)),
    "goodbye": (text("one") + frame(CLOSE, b"\x03\xe8", mask=MASK) + text("two"), (["one"], 1000)),
    "not masked": (text("one") + frame(TEXT, b"two", mask=b"") + text("x"), (["one"], 1002)),
    "reserved bits": (text("one") + text("two", more=0x40) + text("x"), (["one"], 1002)),
    "a compressed message": (text("one") + text("two", more=0x70), (["one"], 1002)),
    "an unknown kind": (text("one") + frame(3, b"x"), (["one"], 1002)),
    "a long ping": (text("one") + frame(PING, b"x" * 126), (["one"], 1002)),
    "a ping in pieces": (text("one") + frame(PING, b"x", final=False), (["one"], 1002)),
    "a piece of nothing": (text("one") + frame(CONTINUED, b"x"), (["one"], 1002)),
    "a text within a text": (text("one") + text("two", final=False) + text("x"), (["one"], 1002)),
    "not UTF-8": (text("one") + frame(TEXT, b"\xff", mask=MASK) + text("x"), (["one"], 1007)),
    "half a letter": (text("one") + frame(TEXT, b"a\xc3") + text("x"), (["one"], 1007)),
    "half a letter in pieces": (
        text("one") + text("a", final=False) + frame(CONTINUED, b"\xc3"),
        (["one"], 1007),
    ),
    "too long": (text("one") + text("x" * 65_537), (["one"], 1009)),
    "said to be endless": (text("one") + b"\x81\xff" + b"\x7f" + b"\xff" * 7 + MASK, (["one"], 1009)),
}


@pytest.mark.parametrize("kind", [FastWebSocketProtocol, WebSocketProtocol])
@pytest.mark.parametrize("name", STREAMS)
def test_what_is_heard_does_not_depend_on_where_the_bytes_are_cut(
    name: str, kind: type[WebSocketProtocol]
) -> None:
    stream, (heard, code) = STREAMS[name]
    expected = (["hello", *heard], code)
    short = min(len(stream), 40)

    async def every_cut() -> None:
        for place in range(short):
            assert await listened(kind, [HELLO, *cut(stream, [place])]) == expected, place
        assert await listened(kind, cut(HELLO + stream, range(short))) == expected, "byte by byte"
        assert await listened(kind, [HELLO + stream]) == expected, "all at once, with hello"

    asyncio.run(every_cut())


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536])
def test_messages_at_the_borders_of_length(size: int) -> None:
    stream = text("x" * size) + text("y" * size) + text("z")
    for kind in (FastWebSocketProtocol, WebSocketProtocol):
        for places in ([], [1], [2], [3], [4], [9], [len(stream) // 2], [len(stream) - 8], [len(stream) - 1]):
            heard, code = hear(kind, [HELLO, *cut(stream, places)])
            assert [len(words or "") for words in heard] == [5, size, size, 1]
            assert code is None


def messages() -> st.SearchStrategy[bytes]:
    """Frames of a client, mostly in order, sometimes not."""
    words = st.text(max_size=12).map(str.encode) | st.sampled_from([b"x" * 125, b"x" * 126, b"\xff", b"\xc3"])
    return st.builds(
        lambda kind, data, final, mask, more: frame(kind, data, final=final, mask=mask, more=more),
        st.sampled_from([TEXT] * 6 + [CONTINUED, CONTINUED, BINARY, PING, PONG, CLOSE]),
        words,
        st.sampled_from([True] * 4 + [False]),
        st.sampled_from([MASK] * 8 + [b"\0\0\0\0", b""]),
        st.sampled_from([0] * 12 + [0x10, 0x40]),
    )


@settings(max_examples=150, deadline=None)
@given(st.lists(messages(), max_size=8), st.data())
def test_the_fast_path_delivers_what_the_ordinary_path_delivers(
    frames: list[bytes], data: st.DataObject
) -> None:
    stream = HELLO + b"".join(frames)
    places = data.draw(st.lists(st.integers(0, len(stream)), max_size=12))
    heard, code = hear(WebSocketProtocol, [stream])
    for kind, pieces in (
        (FastWebSocketProtocol, [stream]),
        (FastWebSocketProtocol, cut(stream, places)),
        (WebSocketProtocol, cut(stream, places)),
    ):
        heard_too, code_too = hear(kind, pieces)
        assert heard_too == heard
        assert (code_too is None) == (code is None)  # of two faults in one read either may be named


##### Without the fast path #####


@pytest.mark.parametrize("reason", ["other uvicorn", "switched off", None])
def test_a_game_is_played_with_and_without_the_fast_path(
    reason: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    settings = QUICK
    if reason == "other uvicorn":
        needs = (*websocket_protocol.FAST_PATH_NEEDS, "gone_in_the_next_version")
        monkeypatch.setattr(websocket_protocol, "FAST_PATH_NEEDS", needs)
    elif reason == "switched off":
        settings = replace(QUICK, fast_websocket=False)
    with running(tmp_path, settings) as server:
        said = [
            record for record in caplog.records if record.name == "dnup.server.transport.websocket_protocol"
        ]
        missing = [record.__dict__["reason"] for record in said]
        assert missing == (["no gone_in_the_next_version"] if reason == "other uvicorn" else [])
        _table, clients = people(server, 2)
        used = {type(getattr(connection, "_protocol", None)) for connection in server.hub.connections}
        assert used == {WebSocketProtocol if reason else FastWebSocketProtocol}
        clients[0].ask("start")
        while clients[0].phase != "over":
            play_round(clients, random.Random(5))
            for client in clients:
                if client.phase == "between":
                    client.send("ready")
            for client in clients:
                if client.phase == "between":
                    client.until(
                        "update", test=lambda message: message["state"]["table"]["phase"] != "between"
                    )
        assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_this_uvicorn_has_what_the_fast_path_needs() -> None:
    async def choose() -> type[WebSocketProtocol]:
        return choose_protocol(uvicorn.Config(Ear(), log_config=None))

    assert asyncio.run(choose()) is FastWebSocketProtocol


def test_the_range_of_uvicorn_is_the_one_the_fast_path_knows() -> None:
    """Who widens it looks at the new version first: `LANE_NEEDS`, and what `line.py` overrides."""
    wanted = re.search(r'"uvicorn(>=[^"]*)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert wanted is not None
    assert wanted[1] == ">=0.53,<0.55"
    locks = [path.read_text(encoding="utf-8") for path in (ROOT / "requirements").glob("*.lock")]
    pinned = {version for text in locks for version in re.findall(r"^uvicorn==([0-9.]+)", text, re.MULTILINE)}
    assert pinned
    assert all(version.startswith(("0.53.", "0.54.")) for version in pinned)
