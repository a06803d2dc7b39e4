"""A position as text, written and read: what docs/notation.md has behind the name of the deck.

Only the text that `put_position` would write is read. Python makes that of whatever else a person may type, and says
what is wrong with it.
"""

import numpy as np

from dnup.kernel.jit import jit_apart, jit_with_memory, lowest, popcount
from dnup.kernel.knowledge import order_copies
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
    WORDS,
    Words,
    make_limits,
    showing,
    slot_count,
    stall_limit,
    turn_limit,
)
from dnup.kernel.notation import Text, put_number, put_seat, put_slot
from dnup.kernel.turn import score_of
from dnup.kernel.validity import SOUND, ending_of, find_fault

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
"""No position has so many characters."""

# The fields of the text.
_TURN_FIELD, _COUNTS, _SCORES, _OUT, _FIRST, _HANDS, _TABLE, _GONE, _FIELDS = range(9)
# Which cards of a list are meant.
_ALL, _MARKED, _UNMARKED = 0, 1, 2


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
    """What is empty is a dash."""
    if at > first:
        return at
    out[at] = _NONE
    return at + 1


@jit_apart
def _put_hands(deck: Words, state: Words, out: Text, at: int) -> int:
    """All hands; of a view, how many cards in each are not known."""
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
    """Actions and their limit (D2); if they have a limit, those in a row without a discard (D5)."""
    at = put_number(out, at, state[ACTIONS])
    out[at] = _SLASH
    at = put_number(out, at + 1, turn_limit(state[LIMITS]))
    if stall_limit(state[LIMITS]):
        out[at] = _COMMA
        at = put_number(out, at + 1, state[STALLED])
        out[at] = _SLASH
        at = put_number(out, at + 1, stall_limit(state[LIMITS]))
    return at


@jit_apart
def put_position(deck: Words, state: Words, out: Text, at: int) -> int:
    """A position, or what a view knows of one, from the slot in turn to the discards."""
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
def _part(text: bytes, start: int, index: int, between: int) -> int:
    """Where the index-th part of a text begins, with a character between them; behind the end if there is none."""
    at = start
    while index and at < len(text):
        index -= text[at] == between
        at += 1
    return at if index == 0 else len(text) + 1


@jit_apart
def _end(text: bytes, start: int) -> int:
    """Where the part ends that begins here."""
    at = start
    while at < len(text) and text[at] != _SPACE and text[at] != _BAR:
        at += 1
    return at


@jit_apart
def _digits(text: bytes, at: int) -> int:
    """How many digits stand here, at most seven."""
    count = 0
    while count < 7 and at + count < len(text) and _ZERO <= text[at + count] <= _NINE:
        count += 1
    return count


@jit_apart
def _number(text: bytes, at: int) -> int:
    number = 0
    for place in range(at, at + _digits(text, at)):
        number = 10 * number + text[place] - _ZERO
    return number


@jit_apart
def _lay(deck: Words, state: Words, word: int, text: bytes, start: int, which: int, left: int) -> int:
    """Put cards that are left into a word, and return what is left then; -1 if there is something else than cards."""
    end = _end(text, start)
    if start >= end:
        return -1
    if text[start] == _NONE:
        return left if end == start + 1 else -1
    at = start
    while at < end:
        active = _number(text, at)
        at += _digits(text, at)
        if at >= end or text[at] != _SLASH:
            return -1
        inactive = _number(text, at + 1)
        at += 1 + _digits(text, at + 1)
        marked = at < end and text[at] == _MARK
        at += marked
        if active > MAX_VALUE or inactive > MAX_VALUE or (at < end and text[at] != _COMMA) or at == end - 1:
            return -1
        at += 1
        if which == _ALL or marked == (which == _MARKED):
            card = left & deck[LOWS + min(active, inactive)] & deck[HIGHS + max(active, inactive)]
            card &= -card
            if not card:
                return -1
            left &= ~card
            state[word] |= card
            if active > inactive:
                state[TURNED] |= card
    return left


@jit_apart
def _lay_table(deck: Words, state: Words, text: bytes, left: int) -> int:
    """The sets, for everyone to see; likewise."""
    start = _part(text, 0, _TABLE, _SPACE)
    for slot in range(slot_count(state[PLAYERS])):
        left = _lay(deck, state, SLOTS + slot, text, _part(text, start, slot, _BAR), _ALL, left)
        if left < 0:
            return -1
        cards = state[SLOTS + slot]
        if cards:
            card = lowest(cards)
            value = deck[VALUES + 2 * card + ((state[TURNED] >> card) & 1)]
            if cards & ~showing(deck, cards, state[TURNED], value):
                return -1
            state[SLOTS + slot] |= value << VALUE_SHIFT
    return left


@jit_apart
def _lay_cards(deck: Words, state: Words, text: bytes) -> int:
    """All cards: what everyone has seen, then the rest; likewise."""
    left = _lay_table(deck, state, text, deck[IN_PLAY])
    if left >= 0:
        left = _lay(deck, state, DISCARDS, text, _part(text, 0, _GONE, _SPACE), _ALL, left)
    start = _part(text, 0, _HANDS, _SPACE)
    for which in (_MARKED, _UNMARKED):
        for seat in range(state[PLAYERS]):
            if left >= 0:
                left = _lay(deck, state, HANDS + seat, text, _part(text, start, seat, _BAR), which, left)
        if which == _MARKED:
            state[SHOWN] = deck[IN_PLAY] & ~left
    return left


@jit_apart
def _read_seat(text: bytes, at: int, players: int) -> int:
    """The seat that stands here, or -1."""
    seat = text[at] - _A if at < len(text) else -1
    return seat if seat < players else -1


@jit_apart
def _read_standing(state: Words, text: bytes) -> bool:
    """All but the cards."""
    players = state[PLAYERS]
    seat = _read_seat(text, 0, players)
    starter = _read_seat(text, _part(text, 0, _FIRST, _SPACE), players)
    if seat < 0 or starter < 0:
        return False
    state[TURN] = 2 * seat + (text[1] == _ZERO + 2) if players == 2 else seat
    state[STARTER] = starter
    at = _part(text, 0, _COUNTS, _SPACE)
    end = _end(text, at)
    limit = at + _digits(text, at) + 1
    in_a_row = _part(text, at, 1, _COMMA)
    state[ACTIONS] = _number(text, at)
    if in_a_row < end:
        state[STALLED] = _number(text, in_a_row)
        stall = in_a_row + _digits(text, in_a_row) + 1
        state[LIMITS] = make_limits(_number(text, limit), _number(text, stall))
    else:
        state[LIMITS] = make_limits(_number(text, limit), 0)
    at = _part(text, 0, _SCORES, _SPACE)
    for place in range(players):
        state[SCORE] |= (_number(text, _part(text, at, place, _COMMA)) & 255) << (8 * place)
    at = _part(text, 0, _OUT, _SPACE)
    for place in range(_end(text, at) - at):
        out = _read_seat(text, at + place, players)
        if out >= 0 and place < 2:
            state[FINISH] |= (out + 1) << (8 * place)
    return True


@jit_with_memory
def read_position(deck: Words, state: Words, text: bytes, players: int) -> int:
    """Make a state the position of a text, as `put_position` writes it; 0 if no round can come to it."""
    for word in range(WORDS):
        state[word] = 0
    state[PLAYERS] = players
    if _part(text, 0, _GONE, _SPACE) >= len(text) or not _read_standing(state, text):
        return 0
    if _lay_cards(deck, state, text) != 0:
        return 0
    sizes = np.empty(players, np.int64)
    for seat in range(players):
        sizes[seat] = popcount(state[HANDS + seat])
    state[ENDING] = ending_of(state)
    fault, _ = find_fault(deck, state, sizes)
    if fault != SOUND:
        return 0
    order_copies(deck, state)
    return int(_is_written(deck, state, text))


@jit_with_memory
def _is_written(deck: Words, state: Words, text: bytes) -> bool:
    """Whether a position has this text, which was read without looking at every character."""
    out = np.empty(LONGEST, np.uint8)
    end = put_position(deck, state, out, 0)
    if end != len(text):
        return False
    for place in range(end):
        if text[place] != out[place]:
            return False
    return True
