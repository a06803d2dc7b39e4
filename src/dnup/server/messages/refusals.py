"""What the server says when it does not do what was asked: one shape for the socket and for HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dnup.cards.card import format_hand
from dnup.game import errors
from dnup.server.messages.protocol import Refused, Why

STATUS: Final[Mapping[str, int]] = {
    "bad-message": 400,
    "bad-options": 400,
    "bad-name": 400,
    "wrong-protocol": 400,
    "wrong-bits": 400,
    "illegal-move": 400,
    "not-a-move": 400,
    "not-a-position": 400,
    "not-your-seat": 403,
    "not-host": 403,
    "wrong-origin": 403,
    "unknown-table": 404,
    "unknown-page": 404,
    "unknown-seat": 404,
    "no-record": 404,
    "wrong-method": 405,
    "seat-taken": 409,
    "no-seat-free": 409,
    "too-many-spectators": 409,
    "too-many-sockets": 409,
    "stale": 409,
    "not-now": 409,
    "no-shuffle": 409,
    "not-your-turn": 409,
    "too-large": 413,
    "wrong-host": 421,
    "too-fast": 429,
    "server-error": 500,
    "damaged-table": 500,
    "starting": 503,
    "draining": 503,
    "full": 503,
    "database-down": 503,
}
"""Every code there is, and the HTTP status that goes with it; docs/protocol.md lists them too."""


class Refusal(Exception):
    """Something is not done. It carries what to tell the client, and nothing that a client may not know."""

    def __init__(self, code: str, sentence: str, expected: str, why: Why | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.expected = expected
        self.why = why

    @property
    def status(self) -> int:
        return STATUS[self.code]

    def message(self, ref: int | None = None) -> Refused:
        return Refused(self.code, self.sentence, self.expected, ref, self.why)


def unknown_table() -> Refusal:
    return Refusal("unknown-table", "there is no such table", "the address of a table, as its link has it")


def damaged_table() -> Refusal:
    return Refusal(
        "damaged-table",
        "what was kept of this table is damaged",
        "ask the operator of the server: nothing was deleted, and it may be repaired",
    )


def reason(why: errors.Why) -> Why:
    """Why a move is not legal, as clients are told."""
    facts = why.slot, format_hand(why.cards), why.size, why.value
    return Why(why.code, why.rule, why.sentence, *facts)
