"""What of a table a client is shown: a seat's view less what the table does not remember, and the moves of its turn.

Everything here is made from a `View`, so nothing a seat cannot know can get in.
"""

from __future__ import annotations

import functools
from typing import Final, NamedTuple

import numpy as np

from dnup.board import ENDINGS
from dnup.kernel import layout as at
from dnup.kernel.effects import EFFECT_WORDS, list_effects
from dnup.kernel.moves import count_moves, list_moves
from dnup.move import VERBS
from dnup.round import Round
from dnup.seats import SEATS, slot_names
from dnup.server.events import By
from dnup.server.protocol import Effects, LegalMove, Moved, SeatView
from dnup.tables import Tables

CACHED: Final = 1 << 14
"""So many texts of cards and moves are kept: the same ones come up again and again at all tables."""


class Choice(NamedTuple):
    """A legal move: the kernel's number, and what a client is told of it."""

    number: int
    shown: LegalMove


@functools.lru_cache(CACHED)
def cards_text(tables: Tables, mask: int, turned: int) -> str:
    """The cards of a mask as a text."""
    return " ".join(map(str, tables.cards(mask, turned)))


def legal_choices(position: Round) -> dict[str, Choice]:
    """The legal moves of the seat in turn by their texts, with what each brings about."""
    if position.over:
        return {}
    tables, words, players = position._tables, position._words, position.players
    numbers = np.empty(count_moves(tables.words, words), np.int64)
    list_moves(tables.words, words, numbers)
    effects = np.empty((len(numbers), EFFECT_WORDS), np.int64)
    list_effects(words, numbers, effects)
    turned = int(words[at.TURNED])
    choices = {}
    for number, (beaten, hand, returned, goes_out) in zip(numbers.tolist(), effects.tolist(), strict=True):
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


def seat_view(position: Round, seat: str | None, memory: str) -> SeatView:
    """What a seat, or a spectator, is shown of a position."""
    view = position.view(seat)
    tables = view._tables
    words = view._words.tolist()
    players = words[at.PLAYERS]
    seats = range(players)
    shown, turned = words[at.SHOWN], words[at.TURNED]
    own = 0 if seat is None else words[at.HANDS + SEATS.index(seat)]

    def text(mask: int) -> str:
        return cards_text(tables, mask, turned & mask) if mask else ""

    lying = [(slot, words[at.SLOTS + index] & at.CARDS) for index, slot in enumerate(slot_names(players))]
    discards = words[at.DISCARDS]
    knows_hands = memory == "all"
    return SeatView(
        seat=seat,
        players=players,
        turn=None if words[at.ENDING] else slot_names(players)[words[at.TURN]],
        starter=SEATS[words[at.STARTER]],
        star=view.star if knows_hands else None,
        actions=words[at.ACTIONS],
        turn_limit=words[at.LIMIT],
        score=_bytes(words[at.SCORE], players),
        points=list(view.points),
        finish=list(view.finish),
        ending=ENDINGS[words[at.ENDING]],
        hand=text(own),
        sizes=_bytes(words[at.SIZES], players),
        table={slot: text(mask) for slot, mask in lying if mask},
        discarded=discards.bit_count(),
        discards=None if memory == "table" else text(discards),
        known=[text(words[at.HANDS + other] & shown) for other in seats] if knows_hands else None,
        unseen=cards_text(tables, tables.in_play & ~shown & ~own, 0) if knows_hands else None,
    )


def _bytes(word: int, count: int) -> list[int]:
    return [word >> 8 * index & 255 for index in range(count)]
