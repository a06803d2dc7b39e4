"""What the screen of a table remembers: trims what is sent again, and says what to forget."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from dnup.round import Round
from dnup.server.protocol import Event, Moved


def kinds(texts: Iterable[str]) -> Counter[frozenset[str]]:
    """Cards by their two values, whichever way up."""
    return Counter(frozenset(card.split("/")) for text in texts for card in text.split() if "/" in card)


def in_sight(position: Round, memory: str) -> set[frozenset[str]]:
    """The cards a table of this memory still shows; one with copies only if it shows them all."""
    open_cards = [str(card) for cards in position.table.values() for card in cards]
    if memory != "table":
        open_cards += map(str, position.discards)
    there = kinds(open_cards)
    all_cards = kinds(map(str, position._tables.cards(position._tables.in_play, 0)))
    return {kind for kind, count in there.items() if count == all_cards[kind]}


def forget(log: Sequence[Event], position: Round, memory: str) -> list[Event]:
    """The events as this table remembers them: a move whose cards are out of sight keeps its verb alone."""
    if memory == "all":
        return list(log)
    seen = in_sight(position, memory)
    return [_forgotten(event) if is_forgotten(event, seen) else event for event in log]


def is_forgotten(event: Event, seen: set[frozenset[str]]) -> bool:
    """Whether an event speaks of a card that is out of sight."""
    if not isinstance(event, Moved):
        return False
    texts = [event.move or "", event.effects.returns if event.effects else ""]
    return not kinds(texts).keys() <= seen


def _forgotten(event: Event) -> Event:
    return replace(event, move=None, effects=None) if isinstance(event, Moved) else event
