"""What the screens of a table remember: trims what is sent again, and says what to forget."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from dnup.game.round import Round
from dnup.kernel.reading import named_cards
from dnup.screens.memory import cards_in_sight
from dnup.server.messages.protocol import Dealt, Event, Moved
from dnup.server.tables.scribe import MEMORIES, read_moved

_encode: Final = msgspec.json.Encoder().encode


class Screen:
    """The moves of a round that screens still show. What has once gone out of sight is not shown again."""

    def __init__(self, memory: str) -> None:
        self._memory = memory
        self.forgets = memory != "all"
        """Whether anything ever goes out of sight."""
        self._shown: dict[int, int] = {}
        """By the number of a move, a mask of the cards that it speaks of."""

    def follow(self, event: Event | Raw, position: Round | None) -> list[int]:
        """An event has led to this position: the numbers of the moves whose cards have gone out of sight with it."""
        if not self.forgets:
            return []
        if isinstance(event, Dealt):
            self._shown.clear()
        if position is None or not isinstance(event, Raw | Moved):
            return []
        text, event = (bytes(event), read_moved(event)) if isinstance(event, Raw) else (_encode(event), event)
        deck = position._packed.words
        self._shown[event.number] = int(named_cards(deck, text))
        seen = int(cards_in_sight(deck, position._words, MEMORIES[self._memory]))
        gone = [number for number, cards in self._shown.items() if cards & ~seen]
        for number in gone:
            del self._shown[number]
        return gone


def recall(log: Iterable[tuple[Event, Round]], memory: str) -> tuple[list[Event], Screen]:
    """The events of a round as screens remember them, each with the position it led to; and a screen that has them."""
    screen = Screen(memory)
    events: dict[int, Event] = {}
    for event, position in log:
        events[event.number] = event
        for number in screen.follow(event, position):
            events[number] = _forgotten(events[number])
    return list(events.values()), screen


def _forgotten(event: Event) -> Event:
    """A move whose cards are out of sight keeps its verb alone."""
    return replace(event, move=None, effects=None, gone="") if isinstance(event, Moved) else event
