"""Whatever a person may type, made the one text that `read_move` reads.

Cards may come in any order and letters in any case, and whose set is meant may be left out where only one can be. What
is given are words with single spaces between them.
"""

from dnup.kernel.jit import jit_apart, popcount
from dnup.kernel.layout import (
    ADD,
    CARDS,
    ENDING,
    MAX_VALUE,
    PLAY,
    PLAYERS,
    ROTATE,
    SLOTS,
    TAKE,
    VALUE_SHIFT,
    Words,
    owner,
    seat_in_turn,
    slot_count,
)
from dnup.kernel.notation import (
    ADD_WORD,
    PLAY_WORD,
    ROTATE_WORD,
    TAKE_WORD,
    TO_WORD,
    Text,
    put,
    put_number,
    put_slot,
    put_verb,
)
from dnup.kernel.reading import begins, card_digits, read_number

# What can be wrong with a text, whatever the position; dnup.kernel.reasons has the words.
NO_VERB = 1
NOT_A_SEAT = 2
NOT_A_CARD = 3
CARDS_MISSING = 4
CARDS_NAMED = 5
TWO_CARDS = 6
# And what in a position.
SET_MISSING = 7
AMBIGUOUS = 8

_A = ord("A")
_E = ord("E")
_ONE = ord("1")
_TWO = ord("2")
_SPACE = ord(" ")
_SLASH = ord("/")
_CASE = ord("a") - ord("A")
_TO = TO_WORD[1:3]


@jit_apart
def _upper(letter: int) -> int:
    return letter - _CASE if _A + _CASE <= letter <= _A + _CASE + 25 else letter


@jit_apart
def _is_word(text: bytes, at: int, end: int, word: Text) -> bool:
    """Whether this word stands there, in letters of any case."""
    if end - at != len(word):
        return False
    for index in range(len(word)):
        if _upper(text[at + index]) != word[index] - _CASE:
            return False
    return True


@jit_apart
def _word_end(text: bytes, at: int, end: int) -> int:
    while at < end and text[at] != _SPACE:
        at += 1
    return at


@jit_apart
def _last_word(text: bytes, at: int, end: int) -> int:
    """Where the last word begins."""
    while end > at and text[end - 1] != _SPACE:
        end -= 1
    return end


@jit_apart
def _verb(text: bytes, end: int) -> int:
    """The verb that is written up to there, or -1."""
    if _is_word(text, 0, end, PLAY_WORD):
        return PLAY
    if _is_word(text, 0, end, ADD_WORD):
        return ADD
    if _is_word(text, 0, end, TAKE_WORD):
        return TAKE
    return ROTATE if _is_word(text, 0, end, ROTATE_WORD) else -1


@jit_apart
def _is_slot(text: bytes, at: int, end: int) -> bool:
    if not 1 <= end - at <= 2 or not _A <= _upper(text[at]) <= _E:
        return False
    return end == at + 1 or _ONE <= text[at + 1] <= _TWO


@jit_apart
def _rank(text: bytes, at: int, end: int) -> int:
    """16 times the active value and the inactive one of a card that stands there, or 0."""
    digits = card_digits(text, at, end)
    if not digits or end - at != (digits & 3) + 1 + (digits >> 2):
        return 0
    active = read_number(text, at, digits & 3)
    inactive = read_number(text, at + (digits & 3) + 1, digits >> 2)
    return 16 * active + inactive if active != inactive and max(active, inactive) <= MAX_VALUE else 0


@jit_apart
def _put_sorted(text: bytes, start: int, end: int, out: Text, at: int) -> int:
    """Write the cards between these places in ascending order, each behind a space."""
    written = 0
    while True:
        least = 0
        count = 0
        place = start
        while place < end:
            behind = _word_end(text, place, end)
            rank = _rank(text, place, behind)
            if rank > written and (not least or rank <= least):
                count = count + 1 if rank == least else 1
                least = rank
            place = behind + 1
        if not least:
            return at
        for _ in range(count):
            out[at] = _SPACE
            at = put_number(out, at + 1, least >> 4)
            out[at] = _SLASH
            at = put_number(out, at + 1, least & 15)
        written = least


@jit_apart
def tidy_move(text: bytes, out: Text) -> int:
    """Write the move that these words mean, whatever the position, and return where it ends; or a problem, negative."""
    end = len(text)
    behind = _word_end(text, 0, end)
    verb = _verb(text, behind)
    if verb < 0:
        return -NO_VERB
    start = min(behind + 1, end)
    last = _last_word(text, start, end)
    cards_end = end
    slot = -1
    if verb == TAKE and start < end:
        slot = last
        cards_end = last - 1
    elif verb == ADD and last > start:
        before = _last_word(text, start, last - 1)
        if _is_word(text, before, last - 1, _TO):
            slot = last
            cards_end = before - 1
    if slot >= 0 and not _is_slot(text, slot, end):
        return -NOT_A_SEAT
    cards = 0
    place = start
    while place < cards_end:
        behind = _word_end(text, place, cards_end)
        if not _rank(text, place, behind):
            return -NOT_A_CARD
        cards += 1
        place = behind + 1
    if cards == 0 and verb <= ADD:  # to play or to add
        return -CARDS_MISSING
    if cards and verb > ADD:
        return -CARDS_NAMED
    if verb == ADD and cards > 1:
        return -TWO_CARDS
    at = _put_sorted(text, start, cards_end, out, put_verb(out, 0, verb))
    if slot >= 0:
        if verb == ADD:
            at = put(out, at, TO_WORD)
        else:
            out[at] = _SPACE
            at += 1
        for place in range(slot, end):
            out[at] = _upper(text[place])
            at += 1
    return at


@jit_apart
def meant_slots(state: Words, text: bytes) -> int:
    """The slots that a tidy text may mean, a bit each; -1 if it says itself which, or no set is meant."""
    end = len(text)
    adds = begins(text, 0, end, ADD_WORD)
    if state[ENDING] or not (adds or begins(text, 0, end, TAKE_WORD)):
        return -1
    value = read_number(text, 4, card_digits(text, 4, end) & 3) if adds else 0
    players = state[PLAYERS]
    last = _last_word(text, 0, end)
    named = text[last] - _A if last and _is_slot(text, last, end) else -1
    area = text[last + 1] - _ONE if named >= 0 and end == last + 2 else -1
    if named >= 0 and named < players and (players == 2) == (area >= 0):
        return -1
    meant = 0
    for slot in range(slot_count(players)):
        lies = state[SLOTS + slot] & CARDS
        seat = owner(players, slot)
        if lies and seat != seat_in_turn(state) and (named < 0 or (seat == named and area < 0)):
            if not adds or state[SLOTS + slot] >> VALUE_SHIFT == value:
                meant |= 1 << slot
    return meant


@jit_apart
def complete_move(state: Words, text: bytes, out: Text) -> int:
    """Write a tidy text with the set that it means, and return where it ends; or a problem, negative."""
    meant = meant_slots(state, text)
    if meant > 0 and popcount(meant) > 1:
        return -AMBIGUOUS
    end = len(text)
    last = _last_word(text, 0, end)
    named = last > 0 and _is_slot(text, last, end)
    if meant == 0 and not named:
        return -SET_MISSING
    for place in range(end):
        out[place] = text[place]
    if meant <= 0:
        return end
    slot = 0
    while not (meant >> slot) & 1:
        slot += 1
    if named:
        end = last
    elif begins(text, 0, end, ADD_WORD):
        end = put(out, end, TO_WORD)
    else:
        out[end] = _SPACE
        end += 1
    return put_slot(out, end, state[PLAYERS], slot)
