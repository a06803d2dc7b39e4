"""Nobody can harm others: not by what they send, nor by what they do not read, nor by saying nothing."""

from __future__ import annotations

import json
import re
import socket as sockets
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from dnup.server.runtime import connection_limits
from dnup.site.files import read_site
from tests.server.client import Client
from tests.server.conftest import Start
from tests.server.raw import (
    BINARY,
    CLOSE,
    CONTINUED,
    PING,
    PONG,
    TEXT,
    UPGRADE,
    all_of,
    dial,
    frame,
    send_until_cut,
    upgraded,
)
from tests.server.running import PATIENCE, QUICK, Running, checked, people, serving

MEGABYTE = 1_000_000


class Victim:
    """A server as people run it, in a separate process, and a table at it."""

    def __init__(self, process: subprocess.Popen[str], address: str, log: Path) -> None:
        self._process, self.address, self._log = process, address, log
        joined = httpx.post(f"http://{address}/api/tables", json={"name": "Ada"}, timeout=PATIENCE).json()
        self.table, self._token = joined["table"]["id"], joined["token"]
        self.hello = frame(TEXT, json.dumps({"type": "hello", "protocol": 1, "table": self.table}).encode())
        self.is_well()

    def memory(self) -> float:
        """Megabytes."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) * 1024 / MEGABYTE

    def is_well(self) -> None:
        """It serves others, and has found nothing worth a line in its log."""
        ada = Client(self.address)
        assert ada.hello(self.table, self._token)["seat"] == "A"
        ada.close()
        assert self._log.read_text() == ""


@pytest.fixture(scope="module")
def victim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Victim]:
    folder = tmp_path_factory.mktemp("victim")
    with serving(folder, "--host-name", "dnup.example") as (process, address):
        yield Victim(process, address, folder / "log")


##### Who sends without end #####

PIECES = frame(TEXT, b"x", final=False)

FLOODS = {
    "pings": frame(PING, b"x" * 125) * 500,
    "empty pings": frame(PING) * 10_000,
    "pongs": frame(PONG) * 10_000,
    "empty pieces": frame(CONTINUED, final=False) * 10_000,
    "small pieces": frame(CONTINUED, b"x", final=False) * 10_000,
    "empty texts": frame(TEXT) * 10_000,
    "messages": frame(TEXT, b'{"type":"ping","ref":1}') * 3000,
    "long texts": frame(TEXT, b"x" * 60_000),
    "no texts": frame(BINARY, b"x" * 100) * 1000,
    "one frame that never ends": b"x" * 65_536,
}
BEFORE = {
    "empty pieces": PIECES,
    "small pieces": PIECES,
    "one frame that never ends": b"\x81\xff" + (2**62).to_bytes(8, "big") + b"\0\0\0\0",
}


@pytest.mark.parametrize("hello", [True, False], ids=["at a table", "before hello"])
@pytest.mark.parametrize("name", FLOODS)
def test_a_flood_from_who_never_reads_is_cut_off_and_costs_nothing(
    name: str, hello: bool, victim: Victim
) -> None:
    before = victim.memory()
    with upgraded(victim.address, buffer=4096) as line:
        line.settimeout(PATIENCE)  # it is gone by then
        line.sendall((victim.hello if hello else b"") + BEFORE.get(name, b""))
        sent = send_until_cut(line, FLOODS[name], 300 * MEGABYTE)
    assert sent < 300 * MEGABYTE
    assert victim.memory() - before < 5
    victim.is_well()


REQUEST = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"

REQUEST_FLOODS = {
    "one long header": (b"GET / HTTP/1.1\r\nX: ", b"x" * 65_536),
    "many headers": (b"GET / HTTP/1.1\r\n", b"X: y\r\n" * 10_000),
    "a body": (REQUEST + b"Content-Length: 1000000000\r\n\r\n", b"x" * 65_536),
    "a body nobody asked for": (
        b"GET /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\n",
        b"x" * 65_536,
    ),
    "a long chunk": (REQUEST + b"Transfer-Encoding: chunked\r\n\r\n", b"1;" + b"x" * 65_536),
    "headers after the body": (REQUEST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n", b"X: y\r\n" * 10_000),
    "requests": (b"", b"GET /health HTTP/1.1\r\n\r\n" * 3000),
}


@pytest.mark.parametrize("name", REQUEST_FLOODS)
def test_a_request_without_end_is_cut_off_and_costs_nothing(name: str, victim: Victim) -> None:
    before = victim.memory()
    begin, more = REQUEST_FLOODS[name]
    with dial(victim.address, buffer=4096) as line:
        line.sendall(begin)
        assert send_until_cut(line, more, 300 * MEGABYTE) < 300 * MEGABYTE
    assert victim.memory() - before < 5
    victim.is_well()


##### Who sends what nobody expects #####

HOST = b"Host: localhost\r\n"
KEY = b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
ASK = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
FILE = b"GET /manifest.webmanifest HTTP/1.1\r\n" + HOST

ODD_REQUESTS: list[tuple[bytes, bytes]] = [
    (b"\xff\x00" * 50, b"400"),
    (bytes.fromhex("16030100a5010000a10303") + b"\x00" * 50, b"400"),  # TLS
    (b"GET / HTTP/9.9\r\n" + HOST + b"\r\n", b"400"),
    (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"400"),
    (b"GET /\xff HTTP/1.1\r\n" + HOST + b"\r\n", b"400"),
    (b"GET /api/tables/%ff%zz%00 HTTP/1.1\r\n" + HOST + b"\r\n", b"404"),
    (b"GET /static/%00%ff HTTP/1.1\r\n" + HOST + b"\r\n", b"404"),
    (b"GET /static/" + b"a" * 5000 + b" HTTP/1.1\r\n" + HOST + b"\r\n", b"404"),
    (b"OPTIONS * HTTP/1.1\r\n" + HOST + b"\r\n", b"404"),
    (b"CONNECT a:1 HTTP/1.1\r\n" + HOST + b"\r\n", b"400"),
    (b"GET http://[ HTTP/1.1\r\n" + HOST + b"\r\n", b"400"),
    (b"GET /table/x/qr.svg HTTP/1.1\r\nHost: [\r\n\r\n", b"421"),
    (b'GET /api/tables HTTP/1.1\r\nCookie: \xff="\\999; =\r\nAuthorization: Bearer \xff\r\n\r\n', b"200"),
    (REQUEST + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"400"),
    (REQUEST + b"Content-Length: -1\r\n\r\n", b"400"),
    (REQUEST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", b"400"),
    (FILE + b"Range: bytes=99999999999-1\r\n\r\n", b"200"),
    (FILE + b"Range: bytes=\xff-,,-5-5\r\nIf-Range: \xff\r\n\r\n", b"200"),
    (
        FILE + b"If-Modified-Since: Foo, 99 Bar 99999999999 99:99:99 GMT\r\nIf-None-Match: \xff\r\n\r\n",
        b"200",
    ),
    (FILE + b"Accept-Encoding: \xff;q=\xff,, br;q=1e999,gzip;q=nan, ;*=\r\n\r\n", b"200"),
    (FILE + b"Accept-Encoding: " + b"gzip;q=0," * 2000 + b"\r\n\r\n", b"200"),
    (b"GET /health HTTP/1.1\r\n" + HOST + b"Upgrade: h2c\r\nConnection: Upgrade\r\n\r\n", b"200"),
    # handshakes
    (b"GET /\xff HTTP/1.1\r\n" + HOST + ASK + KEY + b"\r\n", b"400"),
    (b"GET /socket?\xff HTTP/1.1\r\n" + HOST + ASK + KEY + b"\r\n", b"400"),
    (b"GET /socket%ff HTTP/1.1\r\n" + HOST + ASK + KEY + b"\r\n", b"403"),
    (b"POST /socket HTTP/1.1\r\n" + HOST + ASK + KEY + b"\r\n", b"405"),
    (b"GET /socket HTTP/1.1\r\n" + HOST + ASK + b"\r\n", b"400"),
    (b"GET /socket HTTP/1.1\r\n" + HOST + ASK + KEY + KEY + b"\r\n", b"400"),
    (b"GET /socket HTTP/1.1\r\n" + HOST + ASK + b"Sec-WebSocket-Key: \xff\r\n\r\n", b"400"),
    (b"GET /socket HTTP/1.1\r\n" + HOST + ASK + KEY + b"Content-Length: 5\r\n\r\nhello", b"400"),
    (b"GET /socket HTTP/1.1\r\n" + HOST + ASK + KEY + b"Sec-WebSocket-Protocol: \xff,,\r\n\r\n", b"400"),
    (b"GET /socket HTTP/1.1\r\n" + HOST + ASK + KEY + b"Origin: \xff\r\n\r\n", b"403"),
    (b"GET /socket HTTP/1.1\r\n" + HOST + ASK + KEY + b"Cookie: " + b"a" * 9000 + b"\r\n\r\n", b"431"),
    (b"GET /socket HTTP/1.1\r\n" + HOST + ASK + KEY + b"X-A: b\r\n" * 200 + b"\r\n", b"431"),
    (b"GET /socket?" + b"a" * 9000 + b" HTTP/1.1\r\n" + HOST + ASK + KEY + b"\r\n", b"414"),
]


def test_odd_requests_are_answered_and_leave_no_trace(victim: Victim) -> None:
    """Each is sent by someone who waits, by someone who hangs up at once, and by someone who sends no more."""

    def answer(number: int) -> None:
        request, status = ODD_REQUESTS[number]
        with dial(victim.address) as line:
            line.sendall(request)
            said = line.recv(12)
            assert said == b"HTTP/1.1 " + status, (number, said)
            if status in (b"403", b"405", b"414", b"431") or status == b"400":
                all_of(line)  # it ends
        with dial(victim.address) as line:
            line.sendall(request)
            end_session(line)
        with dial(victim.address) as line:
            line.sendall(request)
            line.shutdown(sockets.SHUT_WR)
            all_of(line)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(answer, range(len(ODD_REQUESTS))))
    victim.is_well()


def test_only_the_names_that_it_was_given_lead_here(victim: Victim) -> None:
    for host, status in ((b"dnup.example", b"200"), (b"evil.example", b"421")):
        with dial(victim.address) as line:
            line.sendall(b"GET /api/decks HTTP/1.1\r\nHost: " + host + b"\r\n\r\n")
            assert line.recv(12) == b"HTTP/1.1 " + status
    victim.is_well()


def end_session(line: sockets.socket) -> None:
    """In the rudest way there is."""
    line.setsockopt(sockets.SOL_SOCKET, sockets.SO_LINGER, struct.pack("ii", 1, 0))
    line.close()


def test_who_hangs_up_in_the_middle_leaves_no_trace(victim: Victim) -> None:
    for rudely in (True, False):
        for request in (
            REQUEST + b'Content-Length: 100\r\n\r\n{"name": ',
            REQUEST + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
            REQUEST + b"Expect: 100-continue\r\nContent-Length: 100\r\n\r\n",
            FILE[:-20],
            (FILE + b"\r\n") * 10,
            UPGRADE.format("localhost", "").encode()[:-20],
            UPGRADE.format("localhost", "").encode(),
            UPGRADE.format("localhost", "").encode() + victim.hello,
        ):
            for wait in (False, True):
                with dial(victim.address, buffer=4096) as line:
                    line.sendall(request)
                    if wait and request.endswith(b"\r\n\r\n"):
                        line.recv(10)
                    if rudely:
                        end_session(line)
    victim.is_well()


@pytest.mark.parametrize("hello", [True, False], ids=["at a table", "before hello"])
def test_text_that_is_none_is_refused_without_a_trace(hello: bool, victim: Victim) -> None:
    for text in (
        frame(TEXT, b"\xff"),
        frame(TEXT, b"\xc3", final=False) + frame(CONTINUED, b"\xc3"),
        frame(TEXT, b"\xed\xa0\x80"),  # half of a pair that UTF-8 does not have
        frame(TEXT, b"a\xc3"),
    ):
        with upgraded(victim.address) as line:
            line.sendall((victim.hello if hello else b"") + text)
            assert b"\x03\xefbad-text" in all_of(line), "1007, and gone"
    victim.is_well()


##### Clients that do not read, or do not close #####


def gone(server: Running, left: int) -> None:
    """Wait until at most this number of connections is open."""
    end = time.monotonic() + PATIENCE
    while open_connections(server) > left:
        assert time.monotonic() < end
        time.sleep(0.02)


def open_connections(server: Running) -> float:
    number = server.hub.metrics.registry.get_sample_value("dnup_open_connections")
    assert number is not None
    return number


def dropped(server: Running) -> dict[str, int]:
    return {
        reason: number for (what, reason), number in server.hub.metrics.counts.items() if what == "dropped"
    }


def test_who_does_not_read_is_cut_off(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """Told to go, it would have to read that first."""
    monkeypatch.setattr(connection_limits, "CLOSE_TIMEOUT", 0.5)
    server = start(small_buffers=True)
    table, (ada, _bea) = people(server, 2)
    hello = frame(TEXT, json.dumps({"type": "hello", "protocol": 1, "table": table}).encode())
    with upgraded(server.address, buffer=2048) as line:
        line.sendall(hello)
        ada.until("presence", test=lambda message: message["table"]["spectators"] == 1)
        while ada.table["spectators"]:
            ada.send("react", emoji="👏")
            ada.until("reaction", "presence")
        gone(server, 2)
    assert dropped(server) == {"unanswered-close": 1}
    ada.sync()


def test_pongs_that_nobody_reads_are_bounded(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a socket may say as much as it likes, its bytes are counted."""
    server = start(replace(QUICK, messages_per_second=1e9), small_buffers=True)
    with upgraded(server.address, buffer=2048) as line:
        assert send_until_cut(line, frame(PING, b"x" * 125) * 100, 300 * MEGABYTE) < 300 * MEGABYTE
        gone(server, 0)
    assert dropped(server) == {"unread": 1}


def test_who_does_not_say_goodbye_is_cut_off(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "CLOSE_TIMEOUT", 0.5)
    server = start(replace(QUICK, stale_after=1.0, hello_within=3.0))
    with (
        upgraded(server.address) as silent,  # it is told to go, and does not answer
        upgraded(server.address) as half,  # it will send no more
        upgraded(server.address) as leaving,  # it says goodbye and stays on the line
        upgraded(server.address) as wrong,  # it is told what is wrong, and stays
    ):
        half.shutdown(sockets.SHUT_WR)
        leaving.sendall(frame(CLOSE, b"\x03\xe8"))
        wrong.sendall(frame(7))
        gone(server, 0)
        assert b"nothing heard" in all_of(silent)
        assert all_of(leaving).startswith(b"\x88\x02\x03\xe8")
        assert b"\x03\xea" in all_of(wrong)


##### Clients that send slowly, or nothing #####


def dribble(line: sockets.socket, begin: bytes, piece: bytes) -> None:
    """Send a byte now and then, until the other side has had enough."""
    line.sendall(begin)
    with suppress(ConnectionError):
        while True:
            line.sendall(piece)
            line.settimeout(0.05)
            with suppress(TimeoutError):
                if not line.recv(100_000):
                    break


def test_a_request_has_its_time_and_no_more(start: Start) -> None:
    server = start(replace(QUICK, request_within=2.0, answer_within=0.5), small_buffers=True)
    body = REQUEST + b"Content-Length: 5000\r\n\r\n"

    def send_and_wait(line: sockets.socket) -> None:
        line.sendall(body)
        all_of(line)

    large = f"GET /static/{read_site().version}/locales/en.json HTTP/1.1\r\n".encode() + HOST

    def read_nothing(line: sockets.socket) -> None:
        line.sendall((large + b"\r\n") * 15)
        gone(server, 0)

    slow: list[Callable[[sockets.socket], object]] = [
        all_of,  # says nothing
        lambda line: dribble(line, b"GET / HTTP/1.1\r\n", b"X"),
        lambda line: dribble(line, b"", b"G"),
        lambda line: dribble(line, body, b" "),
        lambda line: dribble(line, FILE + b"\r\n", b"G"),  # an answered request, and a slow second one
        lambda line: dribble(line, b"GET /health HTTP/1.1\r\nContent-Length: 5000\r\n\r\n", b"x"),
        send_and_wait,
        read_nothing,
    ]

    def take_time(how: Callable[[sockets.socket], object]) -> None:
        with dial(server.address, buffer=2048) as line:
            how(line)

    with ThreadPoolExecutor(len(slow)) as pool:
        list(pool.map(take_time, slow))
    gone(server, 0)
    counts = dropped(server)
    assert counts.pop("slow-answer") == 1
    assert counts.pop("slow-request") >= 5
    assert httpx.get(f"{server.url}/health", timeout=PATIENCE).status_code == 200


##### Too many #####


def test_every_connection_counts_and_who_is_too_many_is_told(start: Start) -> None:
    server = start(replace(QUICK, max_connections=3))
    _table, (ada, _bea) = people(server, 2)
    with dial(server.address):  # says nothing, and is one of three
        answer = httpx.get(f"{server.url}/api/tables", timeout=PATIENCE)
        assert (answer.status_code, checked(answer, "Refused")["code"]) == (503, "full")
        assert answer.headers["Connection"] == "close"
        assert httpx.get(f"{server.url}/health", timeout=PATIENCE).status_code == 200, "who watches is let in"
        assert server.silent().until_closed().code == 1013
        gone(server, 3)
        others = [dial(server.address) for _ in range(30)]
        cut = sum(not is_open(line) for line in others)
        assert cut == 30 - connection_limits.refusal_slots(3), (
            "this number waits for an answer, the others are not even asked"
        )
        for line in others:
            line.close()
    gone(server, 2)
    assert httpx.get(f"{server.url}/api/tables", timeout=PATIENCE).status_code == 200
    ada.sync()
    assert dropped(server)["full"] == 2 + cut


def is_open(line: sockets.socket) -> bool:
    line.settimeout(0.3)
    try:
        return line.recv(1) != b""
    except TimeoutError:
        return True
    except ConnectionError:
        return False


def test_one_address_cannot_take_every_place(start: Start) -> None:
    server = start(replace(QUICK, max_per_address=2))
    with dial(server.address), dial(server.address), dial(server.address) as third:
        assert all_of(third) == b""
        with sockets.create_connection(("127.0.0.1", server.port), PATIENCE, ("127.0.0.2", 0)) as other:
            other.sendall(b"GET /health HTTP/1.1\r\n\r\n")
            assert other.recv(12) == b"HTTP/1.1 200"
    gone(server, 0)
    assert dropped(server) == {"address": 1}
    assert httpx.get(f"{server.url}/health", timeout=PATIENCE).status_code == 200


def test_behind_a_proxy_one_address_may_take_every_place(start: Start) -> None:
    server = start(replace(QUICK, max_connections=3, max_per_address=None))
    with dial(server.address), dial(server.address), dial(server.address):
        assert httpx.get(f"{server.url}/api/tables", timeout=PATIENCE).status_code == 503, (
            "and is told when there are no more"
        )


def test_no_more_connections_than_the_system_has_files_for() -> None:
    program = (
        "import logging, resource; logging.basicConfig(level=logging.INFO)\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (64, 1100))\n"
        "from dnup.server.run import allowed_connections\n"
        "print(allowed_connections(500), resource.getrlimit(resource.RLIMIT_NOFILE)[0], allowed_connections(20_000))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert re.fullmatch(r"500 625 900\n", done.stdout), done.stdout
    assert "too few open files" in done.stderr
