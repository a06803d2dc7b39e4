"""Refusals: what the server answers when it does not do what was asked, in one shape for WebSocket and HTTP.

`refusals.json` has every code with its HTTP status and its English sentences. The page has a text for each code in
each language (`web/refusals/words`), and a table on the device gives the same refusals (`web/device/refusals.js`).
"""

from __future__ import annotations

import string
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from dnup.cards.card import format_hand
from dnup.game import errors
from dnup.server.messages.protocol import Fact, Refused, Why


class RefusalText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A code's English sentences, with gaps for facts as in `seat {seat} is taken`."""

    sentence: str
    """What was wrong."""
    expected: str
    """What would be right."""
    status: int | None = None
    """The HTTP status; None for codes that only a table on a device has."""

    @property
    def gaps(self) -> set[str]:
        """The names of the facts that the sentences need."""
        parsed = string.Formatter().parse(f"{self.sentence} {self.expected}")
        return {name for _, name, _, _ in parsed if name}


TEXTS: Final[Mapping[str, RefusalText]] = msgspec.json.decode(
    Path(__file__).with_name("refusals.json").read_bytes(), type=dict[str, RefusalText]
)
"""Every code, those of tables on a device included."""

STATUS: Final[Mapping[str, int]] = {
    code: text.status for code, text in TEXTS.items() if text.status is not None
}
"""The HTTP status of each code that a server uses."""


class Refusal(Exception):
    """A request is refused. It carries what the client is sent, and nothing that the client may not know."""

    def __init__(self, code: str, why: Why | None = None, **facts: Fact) -> None:
        text = TEXTS[code]
        if facts.keys() != text.gaps:
            raise ValueError(f"{code} needs the facts {sorted(text.gaps)}, got {sorted(facts)}")
        self.code = code
        self.sentence = text.sentence.format_map(facts)
        self.expected = text.expected.format_map(facts)
        self.facts = facts
        self.why = why
        super().__init__(self.sentence)

    @property
    def status(self) -> int:
        return STATUS[self.code]

    def message(self, ref: int | None = None) -> Refused:
        return Refused(self.code, self.sentence, self.expected, self.facts, ref, self.why)


def reason(why: errors.Why) -> Why:
    """Why a move is not legal, as a client is sent it."""
    return Why(why.code, why.rule, why.sentence, why.slot, format_hand(why.cards), why.size, why.value)
