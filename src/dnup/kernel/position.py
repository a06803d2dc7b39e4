"""Write and read positions as text: the part after the name of the deck in docs/notation.md.

A position is read only in the form that `put_position` writes. `dnup.game.position` accepts other spellings and reports
errors.
"""

import numpy as np

from dnup.kernel.deal import set_up
from dnup.kernel.jit import jit_apart, jit_with_memory, lowest, popcount
from dnup.kernel.layout import (
    ACTIONS,
    CARDS,
    DISCARDS,
    ENDING,
    FINISH,
    HANDS,
    HIGHS,
    IN_PLAY,
    LIMITS,
    LOWS,
    MAX_VALUE,
    PLAYED_ON,
    PLAYERS,
    SCORE,
    SHOWN,
    SIZES,
    SLOTS,
    STALLED,
    STARTER,
    TOP_VALUE,
    TURN,
    TURNED,
    VALUE_SHIFT,
    VALUES,
    VIEWER,
    Words,
    is_played_on,
    make_limits,
    showing,
    slot_count,
    stall_limit,
    turn_limit,
)
from dnup.kernel.notation import Text, put_number, put_seat, put_slot
from dnup.kernel.turn import score_of
from dnup.kernel.validity import ending_of
from dnup.kernel.views import order_copies

_A = ord("A")
_ZERO = ord("0")
_NINE = ord("9")
_SPACE = ord(" ")
_SLASH = ord("/")
_COMMA = ord(",")
_BAR = ord("|")
_MARK = ord("!")
_NONE = ord("-")
_PLUS = ord("+")

LONGEST = 1024
"""Capacity for the text of a position, in characters; no position is as long."""

# The fields of the text.
_TURN, _COUNTS, _SCORES, _OUT, _STARTER, _HANDS, _TABLE = range(7)


@jit_apart
def _put_list(deck: Words, cards: int, marked: int, turned: int, out: Text, at: int) -> int:
    """Cards in ascending order, commas between them and a mark behind some; of copies those without one first."""
    first = at
    for value in range(1, deck[TOP_VALUE] + 1):
        left = showing(deck, cards, turned, value)
        while left:
            side = 1 - ((turned >> lowest(left)) & 1)
            inactive = deck[VALUES + 2 * lowest(left) + side]
            equal = left & deck[(HIGHS if side else LOWS) + inactive]
            left &= ~equal
            while equal:
                card = equal & ~marked if equal & ~marked else equal
                card &= -card
                if at > first:
                    out[at] = _COMMA
                    at += 1
                at = put_number(out, at, value)
                out[at] = _SLASH
                at = put_number(out, at + 1, inactive)
                if card & marked:
                    out[at] = _MARK
                    at += 1
                equal &= ~card
    return at


@jit_apart
def _put_or_none(out: Text, at: int, first: int) -> int:
    """Write a dash if nothing was written since `first`."""
    if at > first:
        return at
    out[at] = _NONE
    return at + 1


@jit_apart
def _put_hands(deck: Words, state: Words, out: Text, at: int) -> int:
    """Write all hands; for a view, with the number of unknown cards in each."""
    for seat in range(state[PLAYERS]):
        if seat:
            out[at] = _BAR
            at += 1
        first = at
        hand = state[HANDS + seat]
        at = _put_list(deck, hand, state[SHOWN], state[TURNED], out, at)
        hidden = ((state[SIZES] >> (8 * seat)) & 255) - popcount(hand) if state[VIEWER] else 0
        if hidden:
            out[at] = _PLUS
            at = put_number(out, at + 1, hidden)
        at = _put_or_none(out, at, first)
    return at


@jit_apart
def _put_counts(state: Words, out: Text, at: int) -> int:
    """Actions and their limit (D2); if they have a limit, those in a row without a discard (D5); + for R20."""
    at = put_number(out, at, state[ACTIONS])
    out[at] = _SLASH
    at = put_number(out, at + 1, turn_limit(state[LIMITS]))
    if stall_limit(state[LIMITS]):
        out[at] = _COMMA
        at = put_number(out, at + 1, state[STALLED])
        out[at] = _SLASH
        at = put_number(out, at + 1, stall_limit(state[LIMITS]))
    if is_played_on(state[LIMITS]):
        out[at] = _PLUS
        at += 1
    return at


@jit_apart
def put_position(deck: Words, state: Words, out: Text, at: int) -> int:
    """Write a position or a view, from the slot in turn to the discards."""
    players = state[PLAYERS]
    at = put_slot(out, at, players, state[TURN])
    out[at] = _SPACE
    at = _put_counts(state, out, at + 1)
    for seat in range(players):
        out[at] = _COMMA if seat else _SPACE
        at = put_number(out, at + 1, score_of(state, seat))
    out[at] = _SPACE
    at += 1
    first = at
    left = state[FINISH]
    while left:
        at = put_seat(out, at, (left & 255) - 1)
        left >>= 8
    at = _put_or_none(out, at, first)
    out[at] = _SPACE
    at = put_seat(out, at + 1, state[STARTER])
    out[at] = _SPACE
    at = _put_hands(deck, state, out, at + 1)
    for slot in range(slot_count(players)):
        out[at] = _BAR if slot else _SPACE
        at += 1
        at = _put_or_none(out, _put_list(deck, state[SLOTS + slot] & CARDS, 0, state[TURNED], out, at), at)
    out[at] = _SPACE
    at += 1
    return _put_or_none(out, _put_list(deck, state[DISCARDS], 0, state[TURNED], out, at), at)


@jit_apart
def _lay(deck: Words, state: Words, word: int, active: int, inactive: int, shown: bool) -> int:
    """Put a card that has no place yet into a word of the state; 0 if there is none."""
    if active > MAX_VALUE or inactive > MAX_VALUE:
        return 0
    card = deck[LOWS + min(active, inactive)] & deck[HIGHS + max(active, inactive)] & deck[IN_PLAY]
    for place in range(HANDS, TURNED):
        card &= ~state[place]
    card &= ~state[DISCARDS]
    card &= -card
    state[word] |= card
    if active > inactive:
        state[TURNED] |= card
    if shown:
        state[SHOWN] |= card
    return card


@jit_apart
def _read_seat(state: Words, field: int, index: int, seat: int) -> None:
    """Read the index-th seat of a field."""
    if field == _TURN:
        state[TURN] = 2 * seat if state[PLAYERS] == 2 else seat
    elif field == _STARTER:
        state[STARTER] = seat
    elif index < 2:
        state[FINISH] |= (seat + 1) << (8 * index)


@jit_apart
def _read_count(state: Words, field: int, index: int, number: int) -> None:
    """Read the index-th number of a field."""
    if field == _TURN:
        state[TURN] += number == 2  # the area
    elif field == _SCORES and index < state[PLAYERS]:
        state[SCORE] |= (number & 255) << (8 * index)
    elif field == _COUNTS:
        if index == 0:
            state[ACTIONS] = number
        elif index == 1:
            state[LIMITS] = make_limits(number, 0, is_played_on(state[LIMITS]))
        elif index == 2:
            state[STALLED] = number
        else:
            state[LIMITS] = make_limits(turn_limit(state[LIMITS]), number, is_played_on(state[LIMITS]))


@jit_apart
def _read_signs(deck: Words, state: Words, text: bytes) -> bool:
    """Read character by character; False if a card does not exist or cannot be in its place."""
    places = slot_count(state[PLAYERS])
    field = part = index = number = active = 0
    marked = False
    for at in range(len(text) + 1):
        sign = text[at] if at < len(text) else _SPACE
        if _ZERO <= sign <= _NINE:
            number = (10 * number + sign - _ZERO) & 0xFFFFFF
        elif sign == _MARK:
            marked = True
        elif sign == _PLUS and field == _COUNTS:
            state[LIMITS] |= PLAYED_ON
        elif _A <= sign < _A + state[PLAYERS]:
            _read_seat(state, field, index, sign - _A)
            index += 1
        elif field >= _HANDS and sign == _SLASH:
            active = number
            number = 0
        else:
            if field < _HANDS:
                _read_count(state, field, index, number)
            elif active:
                word = HANDS + part if field == _HANDS else SLOTS + part if field == _TABLE else DISCARDS
                if part >= places or not _lay(deck, state, word, active, number, marked or field > _HANDS):
                    return False
                if field == _TABLE:
                    state[word] |= active << VALUE_SHIFT
            number = active = 0
            marked = False
            index += 1
            part += sign == _BAR
            if sign == _SPACE:
                field += 1
                part = index = 0
    return True


@jit_with_memory
def read_position(deck: Words, state: Words, text: bytes, players: int) -> int:
    """Read a position from a text; 0 if `put_position` would write it differently.

    `find_fault` checks whether a round can reach it.
    """
    set_up(state, players, 0, 0)
    if not _read_signs(deck, state, text):
        return 0
    state[ENDING] = ending_of(state)
    order_copies(deck, state)
    out = np.empty(LONGEST, np.uint8)
    end = put_position(deck, state, out, 0)
    if end != len(text):
        return 0
    for place in range(end):
        if text[place] != out[place]:
            return 0
    return 1
