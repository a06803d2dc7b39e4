"""What of a table a client is shown: a seat's view less what the table does not remember, and the moves of its turn.

Made of a spectator's `View` and the seat's own hand, so nothing that a seat cannot know can get in.
"""

from __future__ import annotations

import functools
from typing import Final, NamedTuple

import numpy as np
from msgspec.structs import replace

from dnup.board import ENDINGS
from dnup.kernel import layout as at
from dnup.kernel.effects import EFFECT_WORDS, list_choices
from dnup.move import VERBS
from dnup.round import Round
from dnup.seats import SEATS, slot_names
from dnup.server.events import By
from dnup.server.protocol import Effects, LegalMove, Moved, SeatView
from dnup.tables import Tables

CACHED: Final = 1 << 14
"""So many texts of cards and moves are kept: the same ones come up again and again at all tables."""

_ROOM: Final = 1 << 15
"""No hand has so many moves: at most 12 cards show the same value, and at most 56 cards are in play."""
_MOVES: Final = np.empty(_ROOM, np.int64)
_EFFECTS: Final = np.empty((_ROOM, EFFECT_WORDS), np.int64)


class Choice(NamedTuple):
    """A legal move: the kernel's number, and what a client is told of it."""

    number: int
    shown: LegalMove


cards_text = functools.lru_cache(CACHED)(Tables.text)
"""The cards of a mask as a text."""


def legal_choices(position: Round) -> dict[str, Choice]:
    """The legal moves of the seat in turn by their texts, with what each brings about."""
    if position.over:
        return {}
    tables, words, players = position._tables, position._words, position.players
    count = list_choices(tables.words, words, _MOVES, _EFFECTS)
    turned = int(words[at.TURNED])
    choices = {}
    for number, (beaten, hand, returned, goes_out) in zip(
        _MOVES[:count].tolist(), _EFFECTS[:count].tolist(), strict=True
    ):
        choice = _choice(
            tables,
            players,
            number,
            turned & number & at.CARDS,
            beaten,
            hand,
            returned,
            ~turned & returned,
            goes_out,
        )
        choices[choice.shown.move] = choice
    return choices


@functools.lru_cache(CACHED)
def _choice(
    tables: Tables,
    players: int,
    number: int,
    turned: int,
    beaten: int,
    hand: int,
    returned: int,
    turned_back: int,
    goes_out: int,
) -> Choice:
    verb = VERBS[number >> at.VERB_SHIFT]
    slots = slot_names(players)
    text = verb
    if number & at.CARDS:
        text += f" {cards_text(tables, number & at.CARDS, turned)}"
    if verb in ("add", "take"):
        text += f"{' to' if verb == 'add' else ''} {slots[number >> at.SLOT_SHIFT & 7]}"
    effects = Effects(
        None if beaten < 0 else slots[beaten],
        None if hand < 0 else SEATS[hand],
        cards_text(tables, returned, turned_back),
        bool(goes_out),
    )
    return Choice(number, LegalMove(text, None if effects == Effects() else effects))


def moved(number: int, seat: str, by: By, before: Round, choice: Choice, after: Round) -> Moved:
    """What everyone is told of a move."""
    text, effects = choice.shown.move, choice.shown.effects
    verb = VERBS[choice.number >> at.VERB_SHIFT]
    gone = {effects.beats} if effects else set()
    if verb == "take":
        gone.add(before.slots[choice.number >> at.SLOT_SHIFT & 7])
    slots = range(at.SLOTS, at.SLOTS + len(before.slots))
    discarded = [
        before.slots[slot - at.SLOTS]
        for slot in slots
        if before._words[slot] and not after._words[slot] and before.slots[slot - at.SLOTS] not in gone
    ]
    return Moved(number, seat, by, verb, text, effects, discarded)  # type: ignore[arg-type]


def open_view(position: Round, memory: str) -> SeatView:
    """What everyone is shown of a position, made from a spectator's view."""
    view = position.view()
    tables = view._tables
    words = view._words.tolist()
    players = words[at.PLAYERS]
    slots = slot_names(players)
    shown, turned, discards = words[at.SHOWN], words[at.TURNED], words[at.DISCARDS]
    table = {}
    for index, slot in enumerate(slots):
        lying = words[at.SLOTS + index] & at.CARDS
        if lying:
            table[slot] = cards_text(tables, lying, turned & lying)
    known = None
    if memory == "all":
        hands = words[at.HANDS : at.HANDS + players]
        known = [cards_text(tables, hand, turned & hand) if hand else "" for hand in hands]
    return SeatView(
        seat=None,
        players=players,
        turn=None if words[at.ENDING] else slots[words[at.TURN]],
        starter=SEATS[words[at.STARTER]],
        star=None if memory != "all" or shown & tables.star else SEATS[words[at.STARTER]],
        actions=words[at.ACTIONS],
        turn_limit=words[at.LIMIT],
        score=_bytes(words[at.SCORE], players),
        points=list(view.points) if words[at.FINISH] else [0] * players,
        finish=list(view.finish) if words[at.FINISH] else [],
        ending=ENDINGS[words[at.ENDING]],
        hand="",
        sizes=_bytes(words[at.SIZES], players),
        table=table,
        discarded=discards.bit_count(),
        discards=None if memory == "table" else cards_text(tables, discards, turned & discards),
        known=known,
        unseen=cards_text(tables, tables.in_play & ~shown, 0) if memory == "all" else None,
    )


def seat_view(position: Round, seat: str | None, memory: str, everyone: SeatView | None = None) -> SeatView:
    """What a seat is shown of a position: what everyone is, and its own hand."""
    everyone = everyone or open_view(position, memory)
    if seat is None:
        return everyone
    tables, words = position._tables, position._words
    hand, turned = int(words[at.HANDS + SEATS.index(seat)]), int(words[at.TURNED])
    unseen = everyone.unseen
    if unseen is not None:
        unseen = cards_text(tables, tables.in_play & ~int(words[at.SHOWN]) & ~hand, 0)
    own = cards_text(tables, hand, turned & hand)
    return replace(everyone, seat=seat, hand=own, unseen=unseen)


def _bytes(word: int, count: int) -> list[int]:
    return [word >> 8 * index & 255 for index in range(count)]
