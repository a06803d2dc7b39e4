"""A client of the socket that keeps every message it gets, and holds each against the published schema."""

from __future__ import annotations

import importlib.resources
import json
import random
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any

from jsonschema_rs import Draft202012Validator
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

Message = dict[str, Any]

PATIENCE = 180.0

SCHEMA: dict[str, Any] = json.loads(
    (importlib.resources.files("dnup") / "schemas" / "protocol.schema.json").read_text(encoding="utf-8")
)


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]})


def _validators(union: str) -> dict[str, Draft202012Validator]:
    mapping = SCHEMA["$defs"][union]["discriminator"]["mapping"]
    return {kind: validator(ref.rpartition("/")[2]) for kind, ref in mapping.items()}


SERVER_VALIDATORS = _validators("ServerMessage")
CLIENT_VALIDATORS = _validators("ClientMessage")
HTTP_VALIDATORS = {name: validator(name) for name in SCHEMA["$defs"]}


class Closed(Exception):
    """The server has hung up."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"{code} {reason}")
        self.code = code
        self.reason = reason

    @classmethod
    def by(cls, closed: ConnectionClosed) -> Closed:
        return cls(closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else cls(1006, "")


class Client:
    """One connection. What it knows after each message is in its attributes."""

    def __init__(self, address: str, **options: Any) -> None:
        self._open = ExitStack()
        line = connect(
            f"ws://{address}/socket",
            compression=None,
            ping_interval=None,
            open_timeout=PATIENCE,
            close_timeout=1,
            **{"max_queue": None, **options},
        )
        self.socket = self._open.enter_context(line)
        self.texts: list[str] = []
        self.messages: list[Message] = []
        self.seat: str | None = None
        self.token: str | None = None
        self.welcome: Message = {}
        self.log: list[Message] = []
        self.number = 0
        self.position = 0
        self.table: Message = {}
        self.view: Message = {}
        self.moves: list[Message] = []
        self.clock: Message | None = None
        self.result: Message | None = None

    def hello(self, table: str, token: str | None = None, last: int | None = None) -> Message:
        self.token = token
        self.send("hello", protocol=1, table=table, token=token, last=last)
        return self.until("welcome")

    def send(self, kind: str, **fields: Any) -> None:
        message = {"type": kind, **fields}
        CLIENT_VALIDATORS[kind].validate(message)
        self.say(json.dumps(message))

    def say(self, data: str | bytes) -> None:
        """Send anything at all; `Closed` if the server has hung up."""
        try:
            self.socket.send(data)
        except ConnectionClosed as closed:
            raise Closed.by(closed) from None

    def receive(self, patience: float = PATIENCE) -> Message:
        """The next message; `Closed` if the server has hung up, `TimeoutError` if there is none in time."""
        try:
            text = self.socket.recv(timeout=patience)
        except ConnectionClosed as closed:
            raise Closed.by(closed) from None
        assert isinstance(text, str)
        message: Message = json.loads(text)
        SERVER_VALIDATORS[message["type"]].validate(message)
        self.texts.append(text)
        self.messages.append(message)
        self._take_in(message)
        return message

    def until(self, *kinds: str, test: Callable[[Message], object] = lambda message: True) -> Message:
        """The next message of one of these kinds that passes a test."""
        while True:
            message = self.receive()
            if message["type"] in kinds and test(message):
                return message

    def until_number(self, number: int) -> None:
        while self.number < number:
            self.receive()

    def until_closed(self) -> Closed:
        try:
            while True:
                self.receive()
        except Closed as closed:
            return closed

    def ask(self, kind: str, **fields: Any) -> Message:
        """Say something, and what came of it: an update, or a refusal."""
        self.send(kind, **fields)
        return self.until("update", "refused", "because", "accepted", "pong", "reaction")

    def refusal(self, kind: str, **fields: Any) -> Message:
        self.send(kind, **fields)
        return self.until("refused")

    def sync(self) -> None:
        """Take in all that was sent before now."""
        self.send("ping", ref=len(self.messages))
        wanted = len(self.messages)
        self.until("pong", test=lambda message: message["ref"] == wanted)

    def move(self, text: str) -> Message:
        return self.ask("move", position=self.position, move=text)

    @property
    def phase(self) -> str:
        return str(self.table["phase"])

    @property
    def in_turn(self) -> bool:
        return bool(self.moves)

    def close(self) -> None:
        self._open.close()

    def _take_in(self, message: Message) -> None:
        if message["type"] == "welcome":
            self.seat, self.welcome = message["seat"], message
            if message["fresh"]:
                self.log = []
            self.log += message["log"]
        elif message["type"] == "update":
            self.log += message["events"]
        elif message["type"] == "presence":
            self.table = message["table"]
        if (state := message.get("state")) is not None:
            self.number = state["number"]
            self.position = state.get("position", self.position)
            self.table = state.get("table", self.table)
            self.view = state.get("view", self.view)
            self.moves = state.get("moves", [])
            self.clock = state.get("clock")
            self.result = state.get("result")


def hasty(rng: random.Random, moves: Sequence[Message]) -> str:
    """Large sets and high values mostly, so that rounds are short."""
    texts = [move["move"] for move in moves]
    if rng.random() < 0.2:
        return str(rng.choice(texts))

    def haste(text: str) -> tuple[int, float]:
        cards = [word for word in text.split() if "/" in word]
        return len(cards), int(cards[0].partition("/")[0]) if cards else rng.random()

    return str(max(texts, key=haste))


def play_round(clients: Sequence[Client], rng: random.Random, longest: int = 100_000) -> int:
    """Play until the round is over; bots of the table play too. Returns how many moves people have made.

    At the end everyone has heard what the others have.
    """
    made = 0
    catch_up(clients)
    while made < longest:
        mover = next((client for client in clients if client.in_turn), None)
        if mover is not None:
            answer = mover.move(hasty(rng, mover.moves))
            assert answer["type"] == "update", answer
            made += 1
        elif clients[0].phase in ("between", "over"):
            break
        else:
            clients[0].until("update")
        catch_up(clients)
    return made


def catch_up(clients: Sequence[Client]) -> None:
    number = max(client.number for client in clients)
    for client in clients:
        client.until_number(number)
