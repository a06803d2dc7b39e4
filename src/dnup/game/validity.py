"""Check that a position from text or JSON is possible."""

from __future__ import annotations

import numpy as np

from dnup.cards.packed import PackedDeck
from dnup.error_text import quoted
from dnup.game.seats import SEATS, seat_number, slot_names
from dnup.kernel import layout as at
from dnup.kernel import validity as faults
from dnup.kernel.layout import Words


def slot_number(slot: str, players: int) -> int:
    """The number of a slot, from 0."""
    slots = slot_names(players)
    if slot not in slots:
        raise ValueError(
            f"{quoted(slot)} is not a slot; with {players} players it is one of {', '.join(slots)}"
        )
    return slots.index(slot)


def pack_finish(finish: str, players: int) -> int:
    """The seats that went out, in order, as the kernel's word."""
    places = 1 if players == 2 else 2
    if len(finish) > places or len(set(finish)) < len(finish):
        raise ValueError(
            f"{quoted(finish)} cannot have gone out; the round of {players} players ends with "
            f"{'the first' if places == 1 else 'the second'}"
        )
    return sum(seat_number(seat, players) + 1 << 8 * place for place, seat in enumerate(finish))


def check_state(words: Words, packed: PackedDeck, sizes: tuple[int, ...]) -> None:
    """Raise a `ValueError` unless a round can come to this position; `sizes` are those of the hands."""
    fault, seat = faults.find_fault(packed.words, words, np.array(sizes, np.int64))
    if fault:
        raise ValueError(_sentence(int(fault), SEATS[seat], words))


def _sentence(fault: int, seat: str, words: Words) -> str:
    actions, stalled = int(words[at.ACTIONS]), int(words[at.STALLED])
    turn_limit, stall_limit = at.turn_limit(words[at.LIMITS]), at.stall_limit(words[at.LIMITS])
    if fault == faults.TOO_MANY_STALLED and not stall_limit:
        return "without a stall limit nobody counts the actions without a discard (D5)"
    return {
        faults.SIZES_EQUAL: "two sets on the table have the same size (R16)",
        faults.TOO_MANY_ACTIONS: f"a round of {actions} actions was abandoned after {turn_limit} (D2)",
        faults.TOO_MANY_STALLED: f"a round with {stalled} actions in a row without a discard was abandoned after "
        f"{stall_limit} (D5)",
        faults.MORE_STALLED_THAN_ACTIONS: f"of {actions} actions {stalled} cannot have been without a discard (D5)",
        faults.LAST_ACTION_COUNTED: "the action that ends a round is not counted as one without a discard (D5)",
        faults.OUT_WITH_CARDS: f"{seat} is out but holds cards",
        faults.EMPTY_NOT_OUT: f"{seat} has no cards but is not out",
        faults.STAR_ELSEWHERE: "the star has not been shown, so the starter must hold it (R6)",
        faults.TURN_OF_WHO_IS_OUT: "a player who is out takes no more turns (R17)",
        faults.OWN_SET_IN_TURN: "the slot in turn is empty: its set was discarded when the turn began (R8)",
    }[fault]
