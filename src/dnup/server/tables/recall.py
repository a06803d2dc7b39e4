"""What the screens of a table remember: trims what is sent again, and says what to forget."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from dnup.cards.packed import PackedDeck
from dnup.game.round import Round
from dnup.server.messages.protocol import Dealt, Event, Moved
from dnup.server.tables.scribe import read_moved

Kinds = Counter[frozenset[str]]


class Screen:
    """The moves of a round that screens still show. What has once gone out of sight is not shown again."""

    def __init__(self, memory: str) -> None:
        self._memory = memory
        self._shown: dict[int, frozenset[frozenset[str]]] = {}

    def follow(self, event: Event | bytes, position: Round | None) -> list[int]:
        """An event has led to this position: the numbers of the moves whose cards have gone out of sight with it."""
        if self._memory == "all":
            return []
        if isinstance(event, bytes):
            event = read_moved(event)
        if isinstance(event, Dealt):
            self._shown.clear()
        if not isinstance(event, Moved) or position is None:
            return []
        self._shown[event.number] = _cards_of(event)
        seen = in_sight(position, self._memory)
        gone = [number for number, cards in self._shown.items() if not cards <= seen]
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


def in_sight(position: Round, memory: str) -> set[frozenset[str]]:
    """The cards a table of this memory still shows; one with copies only if it shows them all."""
    open_cards = [str(card) for cards in position.table.values() for card in cards]
    if memory != "table":
        open_cards += map(str, position.discards)
    copies = _copies(position._packed)
    return {kind for kind, count in _kinds(open_cards).items() if count == copies[kind]}


@functools.lru_cache(64)
def _copies(packed: PackedDeck) -> Kinds:
    return _kinds(map(str, packed.cards(packed.in_play, 0)))


def _cards_of(event: Moved) -> frozenset[frozenset[str]]:
    """The cards that an event speaks of."""
    returns = event.effects.returns if event.effects else ""
    return frozenset(_kinds(f"{event.move or ''} {returns} {event.gone}".split()))


def _kinds(words: Iterable[str]) -> Kinds:
    """Cards by their two values, whichever way up."""
    return Counter(frozenset(word.split("/")) for word in words if "/" in word)


def _forgotten(event: Event) -> Event:
    """A move whose cards are out of sight keeps its verb alone."""
    return replace(event, move=None, effects=None, gone="") if isinstance(event, Moved) else event
