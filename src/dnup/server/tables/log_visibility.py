"""Which moves of the log a client may still see with their cards, by the table's option `memory` (D3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from dnup.game.round import Round
from dnup.kernel.move_reader import named_cards
from dnup.server.messages.protocol import Dealt, Event, Moved
from dnup.server.tables.wire_writer import MEMORIES, read_moved
from dnup.wire.log_visibility import cards_in_sight

_encode: Final = msgspec.json.Encoder().encode


class LogVisibility:
    """Tracks the moves of a round whose cards are still visible. A move that was hidden once stays hidden."""

    def __init__(self, memory: str) -> None:
        self._memory = memory
        self.forgets = memory != "all"
        """Whether moves are ever hidden."""
        self._shown: dict[int, int] = {}
        """By the number of a move, a mask of the cards it names."""

    def follow(self, event: Event | Raw, position: Round | None) -> list[int]:
        """Follow an event to this position; returns the numbers of the moves that are hidden from now on."""
        if not self.forgets:
            return []
        if isinstance(event, Dealt):
            self._shown.clear()
        if position is None or not isinstance(event, Raw | Moved):
            return []
        text, event = (bytes(event), read_moved(event)) if isinstance(event, Raw) else (_encode(event), event)
        deck = position.deck_words
        self._shown[event.number] = int(named_cards(deck, text))
        seen = int(cards_in_sight(deck, position.words, MEMORIES[self._memory]))
        gone = [number for number, cards in self._shown.items() if cards & ~seen]
        for number in gone:
            del self._shown[number]
        return gone


def visible_log(log: Iterable[tuple[Event, Round]], memory: str) -> tuple[list[Event], LogVisibility]:
    """The log as a client may see it, and the visibility after it. Each event comes with the position after it."""
    visibility = LogVisibility(memory)
    events: dict[int, Event] = {}
    for event, position in log:
        events[event.number] = event
        for number in visibility.follow(event, position):
            events[number] = _hidden(events[number])
    return list(events.values()), visibility


def _hidden(event: Event) -> Event:
    """A hidden move keeps its verb only."""
    return replace(event, move=None, effects=None, gone="") if isinstance(event, Moved) else event
