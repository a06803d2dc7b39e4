"""Whatever is sent, it gets its error or is dropped, and nobody else notices."""

from __future__ import annotations

import json
import logging
import random
import resource
import socket as sockets
import string
import time
from contextlib import ExitStack, suppress
from dataclasses import replace
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance
from websockets.exceptions import InvalidStatus

from dnup.server.transport.openapi import document
from tests.garble import garble
from tests.random_play import Play
from tests.server.client import Client, Closed, catch_up, play_round
from tests.server.conftest import Start
from tests.server.running import PATIENCE, QUICK, Running, checked, people

CSP = "Content-Security-Policy"


def refused(client: Client, data: str | bytes) -> str:
    """What is said to something that is no message."""
    client.say(data)
    answer = client.until("refused")
    assert answer["sentence"]
    assert answer["expected"]
    return str(answer["code"])


##### Messages #####

NO_MESSAGES = [
    "",
    "{",
    "null",
    "[]",
    "17",
    '"move"',
    "{}",
    '{"type": 1}',
    '{"type": "dance"}',
    '{"type": "move"}',
    '{"type": "move", "position": "1", "move": "rotate"}',
    '{"type": "move", "position": 1.5, "move": "rotate"}',
    '{"type": "move", "position": 1, "move": null}',
    '{"type": "move", "position": 1, "move": "rotate", "seat": "B"}',
    '{"type": "move", "position": 1, "move": "' + "x" * 500 + '"}',
    '{"type": "move", "position": 1' + "0" * 400 + ', "move": "rotate"}',
    '{"type": "move", "position": 1, "move": "rotate", "ref": -1}',
    '{"type": "react", "emoji": "<b>"}',
    '{"type": "fill", "seat": "Z", "level": "easy"}',
    '{"type": "fill", "seat": "A", "level": "__class__"}',
    '{"type": "why", "move": "rotate"}',
    "[" * 2000,
    '{"type": "move", "position": ' + "[" * 1500 + "]" * 1500 + "}",
    '{"type": "ping", "ref": 1e999}',
    '{"type": "ping", "ref": NaN}',
    '{"type": "why", "move": "\\ud800", "ref": 1}',
    '{"type": "why", "move": "\\u0000", "ref": 1}',
]


@pytest.mark.parametrize("text", NO_MESSAGES, ids=range(len(NO_MESSAGES)))
def test_what_is_no_message_is_refused_and_the_line_stays_open(text: str, server: Running) -> None:
    _table, (ada, _bea) = people(server, 2)
    assert refused(ada, text) in ("bad-message", "game-not-begun")
    ada.sync()


def test_binary_and_large_messages(server: Running) -> None:
    table, (ada, bea) = people(server, 2)
    assert refused(ada, b"\x00\xff{}") == "bad-message"
    assert refused(ada, json.dumps({"type": "ping", "ref": 1, "x": "y" * 5000})) == "too-large"
    ada.sync()
    bea.say("x" * 100_000)
    assert bea.until_closed().code == 1009, "so large that it is not even read"
    assert server.client(table, bea.token).seat == "B"


@pytest.mark.parametrize(
    "first, code",
    [
        ('{"type": "ping"}', "bad-message"),
        ("rubbish", "bad-message"),
        ('{"type": "hello", "protocol": 2, "table": "x"}', "wrong-protocol"),
        ('{"type": "hello", "protocol": 1, "table": "nowhere"}', "unknown-table"),
        ('{"type": "hello", "protocol": 1, "table": "../../etc"}', "unknown-table"),
        ('{"type": "hello", "protocol": 1, "table": "\\u0000"}', "unknown-table"),
        ('{"type": "hello", "protocol": 1, "table": "ü"}', "unknown-table"),
        ('{"type": "hello", "protocol": 1, "table": ""}', "unknown-table"),
        ('{"type": "hello", "protocol": 1, "table": "' + "x" * 50 + '"}', "bad-message"),
        ('{"type": "hello", "protocol": 1, "table": "x", "last": -1}', "bad-message"),
        ('{"type": "hello", "protocol": 1, "table": "x", "admin": true}', "bad-message"),
    ],
)
def test_who_does_not_say_hello_properly_is_told_and_let_go(first: str, code: str, server: Running) -> None:
    client = server.silent()
    assert refused(client, first) == code
    closed = client.until_closed()
    assert (closed.code, closed.reason) == (1008, code)


def test_hello_is_said_once(server: Running) -> None:
    table, (ada, _bea) = people(server, 2)
    assert ada.refusal("hello", protocol=1, table=table)["code"] == "bad-message"


def test_a_seat_is_not_taken_by_saying_so(server: Running) -> None:
    """The server goes by the token alone: a message has no field for a seat to move for."""
    _table, clients = people(server, 3)
    clients[0].ask("start")
    for client in clients:
        client.sync()
    mover = next(client for client in clients if client.in_turn)
    for other in clients:
        if other is not mover:
            move = {"type": "move", "position": mover.position, "move": mover.moves[0]["move"]}
            assert refused(other, json.dumps(move)) == "not-your-turn"
            assert refused(other, json.dumps({**move, "seat": mover.seat})) == "bad-message"
            assert refused(other, json.dumps({**move, "token": mover.token})) == "bad-message"
    mover.sync()
    assert mover.log[-1]["type"] == "dealt"


def test_a_flood_is_stopped_and_others_do_not_notice(start: Start) -> None:
    server = start(replace(QUICK, messages_per_second=50.0))
    table, (ada, bea) = people(server, 2)
    with suppress(Closed):  # it may be stopped before it has said all
        for _ in range(400):
            bea.send("ping")
    closed = bea.until_closed()
    assert (closed.code, closed.reason) == (1008, "too-fast")
    assert bea.messages[-1]["code"] == "too-fast"
    ada.sync()
    assert server.client(table, bea.token).seat == "B"


def test_who_reads_too_slowly_is_dropped_and_others_do_not_notice(start: Start) -> None:
    server = start(small_buffers=True)
    table, (ada, _bea) = people(server, 2)
    slow = server.silent(max_queue=1)
    slow.hello(table)
    ada.until("presence", test=lambda message: message["table"]["spectators"] == 1)
    for sent in range(100_000):
        ada.send("react", emoji="👏")
        message = ada.until("reaction", "presence")
        if message["type"] == "presence" and message["table"]["spectators"] == 0:
            break
        if sent % 500 == 499:
            with suppress(Closed):
                slow.send("ping")  # it is alive, it just does not read
    assert ada.table["spectators"] == 0
    ada.sync()


##### A fuzz test #####

ALPHABET = string.printable + "äß★\u202e\u0000𝔘"

REAL: list[dict[str, Any]] = [
    {"type": "hello", "protocol": 1, "table": "x", "last": 3, "token": "t"},
    {"type": "move", "position": 7, "move": "play 3/4 3/6", "ref": 4},
    {"type": "why", "move": "add 5/2 to B", "ref": 2},
    {"type": "fill", "seat": "B", "level": "easy"},
    {"type": "free", "seat": "B"},
    {"type": "start", "level": "hard"},
    {"type": "react", "emoji": "👏"},
    {"type": "ping", "ref": 4},
]


def rubbish(rng: random.Random) -> str | bytes:
    """Anything from noise to a message with one thing wrong."""
    match rng.randrange(6):
        case 0:
            return rng.randbytes(rng.randrange(200))
        case 1:
            return "".join(rng.choices(ALPHABET, k=rng.randrange(200)))
        case 2:
            text = json.dumps(rng.choice(REAL))
            return text[: rng.randrange(len(text))]
        case 3:
            text = json.dumps(rng.choice(REAL))
            place = rng.randrange(len(text))
            return text[:place] + rng.choice(ALPHABET) + text[place + 1 :]
        case _:
            values: list[Any] = [None, -1, 2**64, 1.5, "A", [], {}, True, "rotate", "x" * 3000, [[[[]]]]]
            message = json.loads(json.dumps(rng.choice(REAL)))
            return json.dumps(garble(message, rng, rng.choice(values)))


@pytest.mark.parametrize("seed", range(3))
def test_rubbish_gets_its_error_and_nobody_else_notices(
    seed: int, server: Running, caplog: pytest.LogCaptureFixture
) -> None:
    rng = random.Random(seed)
    table, (ada, bea) = people(server, 2)
    ada.ask("start")
    refusals = 0
    for _ in range(180):
        bea.say(rubbish(rng))
        try:
            bea.sync()
        except Closed:
            bea = server.client(table, bea.token)
        refusals += bea.messages[-2]["type"] == "refused" if len(bea.messages) > 1 else 0
    assert refusals > 100
    for _ in range(40):  # and before hello
        stranger = server.silent()
        stranger.say(rubbish(rng))
        stranger.until_closed()
        assert stranger.messages[-1]["type"] == "refused"
    ada.sync()
    assert play_round([ada, bea], rng, longest=4) == 4
    errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert not errors, errors


##### Many who say nothing #####


def test_thousands_of_silent_connections_are_let_go(start: Start) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    count = min(2000, (hard - 500) // 2)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 2 * count + 500)), hard))
    server = start(replace(QUICK, hello_within=1.0))
    _table, clients = people(server, 2)
    clients[0].ask("start")
    ask = f"GET /socket HTTP/1.1\r\nHost: {server.address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    ask += "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    with ExitStack() as stack:
        silent: list[sockets.socket] = []
        for number in range(count):
            silent.append(
                stack.enter_context(sockets.create_connection(("127.0.0.1", server.port), PATIENCE))
            )
            silent[-1].sendall(ask.encode())
            if number % 250 == 0:
                someone_rotates(clients)
        end = time.monotonic() + PATIENCE
        while len(server.hub.connections) > len(clients):
            assert time.monotonic() < end, "they are let go"
            time.sleep(0.1)
        assert b"101 Switching" in silent[-1].recv(1000)
        someone_rotates(clients)
        someone_rotates(clients)


def someone_rotates(clients: list[Client]) -> None:
    """A move that is always legal and ends no round."""
    catch_up(clients)
    mover = next(client for client in clients if client.in_turn)
    assert mover.move("rotate")["type"] == "update"


def test_a_full_server_says_so(start: Start) -> None:
    server = start(replace(QUICK, max_connections=2))
    people(server, 2)
    assert server.silent().until_closed().code == 1013


##### Over HTTP #####


@pytest.mark.parametrize(
    "origin, allowed",
    [
        (None, True),
        ("same", True),
        ("https://friend.example", True),
        ("https://evil.example", False),
        ("null", False),
        ("http://[", False),
        ("", False),
    ],
)
def test_only_our_own_pages_may_talk_to_us(origin: str | None, allowed: bool, start: Start) -> None:
    server = start(replace(QUICK, origins=("https://friend.example",)))
    headers = {} if origin is None else {"Origin": server.url if origin == "same" else origin}
    answer = httpx.post(f"{server.url}/api/tables", json={}, headers=headers, timeout=PATIENCE)
    assert answer.status_code == (201 if allowed else 403)
    if not allowed:
        assert checked(answer, "Refused")["code"] == "wrong-origin"
        deleted = httpx.delete(f"{server.url}/api/tables/x", headers=headers, timeout=PATIENCE)
        assert deleted.json()["code"] == "wrong-origin"
    if allowed:
        server.silent(additional_headers=headers)
    else:
        with pytest.raises(InvalidStatus, match="403"):
            server.silent(additional_headers=headers)


def test_bodies_must_be_json_and_small(server: Running) -> None:
    url = f"{server.url}/api/tables"
    for content, kind, status, code in (
        (b"{}", "text/plain", 400, "bad-message"),
        (b"name=Ada", "application/x-www-form-urlencoded", 400, "bad-message"),
        (b"{", "application/json", 400, "bad-message"),
        (b"\xff", "application/json", 400, "bad-message"),
        (b"[" * 8000, "application/json", 400, "bad-message"),
        (b'{"name": 1}', "application/json", 400, "bad-message"),
        (b'{"admin": true}', "application/json", 400, "bad-message"),
        (b" " * 9000, "application/json", 413, "too-large"),
    ):
        answer = httpx.post(url, content=content, headers={"Content-Type": kind}, timeout=PATIENCE)
        assert (answer.status_code, checked(answer, "Refused")["code"]) == (status, code), content[:20]


def test_tables_are_not_created_without_end(start: Start) -> None:
    server = start(replace(QUICK, tables_per_minute=3.0))
    codes = [httpx.post(f"{server.url}/api/tables", json={}, timeout=PATIENCE).status_code for _ in range(5)]
    assert codes == [201, 201, 201, 429, 429]


ADDRESSES = [
    ("GET", "/api/tables", 200),
    ("POST", "/api/tables", 400),
    ("PUT", "/api/tables", 405),
    ("GET", "/api/tables/nowhere", 404),
    ("GET", "/api/tables/%00", 404),
    ("GET", "/api/tables/nowhere/record", 404),
    ("GET", "/seat/nowhere/token", 404),
    ("GET", "/api/openapi.json", 200),
    ("GET", "/api/protocol.json", 200),
    ("GET", "/health", 200),
    ("GET", "/metrics", 200),
    ("GET", "/nothing", 404),
    ("GET", "/table/../../etc/passwd", 404),
    ("GET", "/static/../server/app.py", 404),
    ("GET", "/static/%2e%2e/server/app.py", 404),
]


@pytest.mark.parametrize("method, path, status", ADDRESSES)
def test_every_answer_keeps_others_out(method: str, path: str, status: int, server: Running) -> None:
    answer = httpx.request(method, f"{server.url}{path}")
    assert answer.status_code == status
    assert answer.headers[CSP] == (
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert "server" not in answer.headers
    if status >= 400:
        checked(answer, "Refused")


def test_even_a_mistake_of_ours_is_answered_in_the_one_shape(
    server: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> str:
        raise RuntimeError("secret 3/4")

    monkeypatch.setattr(server.hub.metrics, "text", broken)
    answer = httpx.get(f"{server.url}/metrics", timeout=PATIENCE)
    assert (answer.status_code, checked(answer, "Refused")["code"]) == (500, "server-error")
    assert "secret" not in answer.text
    assert "default-src 'self'" in answer.headers[CSP]
    end = time.monotonic() + PATIENCE
    while "secret" not in caplog.text:  # it is logged after the answer is sent
        assert time.monotonic() < end
        time.sleep(0.01)


##### Names #####


@pytest.mark.parametrize(
    "name, cleaned",
    [
        ("Ada", "Ada"),
        ("  Ada \n\t Lovelace ", "Ada Lovelace"),
        ("A\u202eda\u200b\u2066", "Ada"),
        ("A\x00\x1b[31mda\x7f", "A[31mda"),
        ("Zoë\u2028X", "Zoë X"),
        ("e\u0301", "é"),
        ("x" * 70, "x" * 24),
        ("李小龍", "李小龍"),
        ("<script>alert(1)</script>", "<script>alert(1)</script"),
        ("\ufeffAda\ue000", "Ada"),
    ],
)
def test_names_are_made_fit_to_show(name: str, cleaned: str, server: Running) -> None:
    answer = httpx.post(f"{server.url}/api/tables", json={"name": name}, timeout=PATIENCE)
    assert answer.headers["content-type"] == "application/json", "text, never a page"
    assert checked(answer, "Joined")["table"]["seats"][0]["name"] == cleaned


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\u202e", "\x00", "\n", "\u0301", "x" * 81, 1, ["x"]])
def test_names_that_show_nothing_are_refused(name: Any, server: Running) -> None:
    answer = httpx.post(f"{server.url}/api/tables", json={"name": name}, timeout=PATIENCE)
    assert answer.status_code == 400
    assert checked(answer, "Refused")["code"] in ("bad-name", "bad-message")


##### What the OpenAPI document promises #####


def requests_with_cards() -> dict[str, list[dict[str, Any]]]:
    """Bodies with decks and positions that no strategy finds: of the printed deck, of another, of somebody's own."""
    decks: list[dict[str, Any]] = [
        *({"options": {"players": players, "deck": "printed"}} for players in (2, 3, 4, 5)),
        {"options": {"players": 2, "deck": "balanced"}},
        {"options": {"players": 2, "deck": "mine"}, "cards": ["1/5 star", "1/6", "1/6", "2/10"]},
    ]
    positions = [Play("printed", players, 1, 12).last for players in (2, 3, 4, 5)]
    positions.append(Play("balanced", 3, 1, 12).last)
    return {
        "POST /api/tables": [{"name": "Ada", "bots": {"B": "easy"}, **deck} for deck in decks],
        "POST /api/inspect": [
            {"position": str(position), "seat": position.turn, "move": str(position.legal_moves[0])}
            for position in positions
        ],
    }


def test_the_api_is_what_its_document_says(server: Running) -> None:
    with_cards = requests_with_cards()
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    tried = []
    for result in schema.exclude(deprecated=True).get_all_operations():
        operation: Any = result.ok()  # type: ignore[union-attr]  # none of them is an error

        @given(case=operation.as_strategy())
        @settings(max_examples=15, derandomize=True, suppress_health_check=list(HealthCheck))
        def check(case: Any) -> None:
            # What is well-formed can still be refused: a deck that is not there, a name with nothing to show.
            case.call_and_validate(excluded_checks=[positive_data_acceptance])

        check()
        for body in with_cards.pop(operation.label, []):
            answer = operation.Case(body=body, media_type="application/json").call_and_validate()
            assert answer.status_code in (200, 201), "cards of a deck are accepted"
        tried.append(operation.label)
    assert not with_cards
    assert "POST /api/tables/{table}/seats" in tried
    operations = [
        path[method] for path in document()["paths"].values() for method in path.keys() - {"parameters"}
    ]
    assert len(tried) == sum(not operation.get("deprecated") for operation in operations)
