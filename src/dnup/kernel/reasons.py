"""Why a move is not legal, as JSON: a code for programs, the rule, a sentence for people, and the facts.

Each reason is one text with gaps. In WebAssembly that is a third of what as many calls would take.
"""

import numpy as np

from dnup.kernel import judge as codes
from dnup.kernel import tidying
from dnup.kernel.jit import jit_apart, popcount
from dnup.kernel.layout import (
    CARDS,
    ENDING,
    HANDS,
    LIMITS,
    MATCH,
    OUT,
    PLAYERS,
    SLOTS,
    STALLED,
    TURNED,
    VALUE_SHIFT,
    Words,
    seat_in_turn,
    slot_count,
    stall_limit,
)
from dnup.kernel.notation import (
    ADD_WORD,
    TO_WORD,
    Text,
    phrase,
    put,
    put_cards,
    put_number,
    put_seat,
    put_slot,
)
from dnup.kernel.reading import begins, card_digits, held, read_number, read_slot

# The gaps, and what goes there.
_RULE, RULE = "\x01", 1
_TURN, TURN = "\x02", 2  # the seat in turn
_VERB, VERB = "\x03", 3  # as the text has it, and the cards and the place of a set
_NAMED, NAMED = "\x04", 4
_PLACE, PLACE = "\x05", 5
_LACKS, LACKS = "\x06", 6  # cards that the hand does not have: all of them, or so many as a sentence can take
_LACKS_SOME, LACKS_SOME = "\x07", 7
_SLOT, SLOT = "\x08", 8  # the set in the way, its cards, and its value
_SET, SET = "\x0b", 11
_SHOWS, SHOWS = "\x0c", 12
_SIZE, SIZE = "\x0e", 14  # of the set that would be made, and its value
_VALUE, VALUE = "\x0f", 15
_PLURAL, PLURAL = "\x10", 16
_SEATS, SEATS = "\x11", 17  # how many play, and the places that there are
_PLACES, PLACES = "\x12", 18
_TO, TO = "\x13", 19  # the word, if a card is to be added


def _reason(code: str, sentence: str, facts: str = "") -> str:
    return f'{{"code":"{code}","rule":"{_RULE}","sentence":"{sentence}"{facts}}}'


_ABOUT_PLACE = f',"slot":"{_PLACE}"'
_ABOUT_SET = f',"slot":"{_SLOT}","cards":"{_SET}","size":{_SIZE},"value":{_VALUE}'
_TOO_LOW = f"{_SLOT}'s set of {_SIZE} card{_PLURAL} shows {_SHOWS}, and {_VALUE} is not higher"

# Reasons besides those that have a code, and sentences about what is no move.
NO_PLACE, TWO_AREAS, OWN_SET, PROBLEMS = 14, 15, 16, 16

_TEXTS = {
    codes.ROUND_OVER: _reason("round-over", "the round is over"),
    codes.NOT_YOUR_TURN: _reason("not-your-turn", f"it is {_TURN}'s turn"),
    codes.EMPTY_SET: _reason("empty-set", "a set has at least one card"),
    codes.NOT_IN_HAND: _reason(
        "not-in-hand", f"{_TURN} does not hold {_LACKS_SOME} that way up", f',"cards":"{_LACKS}"'
    ),
    codes.MIXED_VALUES: _reason(
        "mixed-values", "all cards of a set show the same value", f',"cards":"{_NAMED}"'
    ),
    codes.NOT_HIGHER: _reason("not-higher", _TOO_LOW, _ABOUT_SET),
    codes.NO_SUCH_SLOT: _reason(
        "no-such-slot", f"there is no {_PLACE} with {_SEATS} players, only {_PLACES}", _ABOUT_PLACE
    ),
    NO_PLACE: _reason("no-such-slot", f"{_VERB} needs to say whose set"),
    TWO_AREAS: _reason(
        "no-such-slot", f"{_PLACE} has two areas, so say {_PLACE}1 or {_PLACE}2", _ABOUT_PLACE
    ),
    codes.OWN_SLOT: _reason("own-set", f"you {_VERB} only {_TO}opponents' sets", _ABOUT_PLACE),
    OWN_SET: _reason("own-set", f"you {_VERB} only {_TO}opponents' sets", f'{_ABOUT_PLACE},"cards":"{_SET}"'),
    codes.NO_SET_THERE: _reason("no-set-there", f"there is no set in front of {_PLACE}", _ABOUT_PLACE),
    codes.ADD_ONE_CARD: _reason(
        "add-one-card", "exactly one card is added", f'{_ABOUT_PLACE},"cards":"{_NAMED}"'
    ),
    codes.OTHER_VALUE: _reason(
        "other-value", f"a card added to {_PLACE}'s set must show {_VALUE}", _ABOUT_SET
    ),
    codes.GROWN_NOT_HIGHER: _reason(
        "grown-not-higher", f"the set would grow to {_SIZE}: {_TOO_LOW}", _ABOUT_SET
    ),
    codes.NOT_A_MOVE: _reason("not-a-move", "a turn is play, add, take or rotate"),
    PROBLEMS + tidying.NO_VERB: "a move begins with play, add, take or rotate",
    PROBLEMS
    + tidying.NOT_A_SEAT: "a set is named by its seat, A to E, with two players by its area, like B1",
    PROBLEMS + tidying.NOT_A_CARD: "a card is two different values from 1 to 15 with a slash, like 3/6",
    PROBLEMS + tidying.CARDS_MISSING: "play and add need cards",
    PROBLEMS + tidying.CARDS_NAMED: "take and rotate name no cards",
    PROBLEMS + tidying.TWO_CARDS: "one card is added at a time (R11)",
    PROBLEMS + tidying.SET_MISSING: "it does not say whose set",
    PROBLEMS + tidying.AMBIGUOUS: "this could mean more than one move",
}
_LINES = [_TEXTS.get(number, "") for number in range(max(_TEXTS) + 1)]
_ALL = phrase("".join(_LINES))
_STARTS = np.cumsum([0, *map(len, _LINES)])

_RULES = np.array([0, 0, 7, 5, 7, 10, 0, 0, 0, 11, 11, 11, 9, 6])
"""The number of the rule behind each code of `judge`; 0 where it depends."""

_A = ord("A")
_R = ord("R")
_D = ord("D")
_S = ord("s")
_SPACE = ord(" ")
_APOSTROPHE = ord("'")
_MOST = 60
"""A sentence names cards in so many characters at most."""
_MORE = phrase("'…")
_TO_GIVE = phrase("to ")


@jit_apart
def _put_part(out: Text, at: int, text: bytes, start: int, end: int) -> int:
    for place in range(start, end):
        out[at] = text[place]
        at += 1
    return at


@jit_apart
def _cards_end(text: bytes) -> int:
    """Where the cards of a play or an add end."""
    to = 0
    while to < len(text) and not begins(text, to, len(text), TO_WORD):
        to += 1
    return to


@jit_apart
def _verb_end(text: bytes) -> int:
    end = 0
    while end < len(text) and text[end] != _SPACE:
        end += 1
    return end


@jit_apart
def _place_start(text: bytes) -> int:
    """Where a text says whose set it is about; its end if it does not."""
    adds = begins(text, 0, len(text), ADD_WORD)
    return min(_cards_end(text) + len(TO_WORD) if adds else _verb_end(text) + 1, len(text))


@jit_apart
def _put_lacking(deck: Words, state: Words, text: bytes, most: int, out: Text, at: int) -> int:
    """The cards of a move that the hand in turn does not have; if they take more room than there is, some of them."""
    hand = state[HANDS + seat_in_turn(state)]
    first = at
    place = _verb_end(text) + 1
    end = _cards_end(text)
    while place < end:
        digits = card_digits(text, place, end)
        second = place + (digits & 3) + 1
        behind = second + (digits >> 2)
        active = read_number(text, place, digits & 3)
        card = held(deck, hand, state[TURNED], active, read_number(text, second, digits >> 2))
        hand &= ~card
        if not card:
            if at > first:
                out[at] = _SPACE
                at += 1
            at = _put_part(out, at, text, place, behind)
        place = behind + 1
    if at - first <= most:
        return at
    for place in range(first + most, first, -1):
        out[place] = out[place - 1]
    out[first] = _APOSTROPHE
    for place in range(len(_MORE)):
        out[first + 1 + most + place] = _MORE[place]
    return first + 1 + most + len(_MORE)


@jit_apart
def _put_gap(
    gap: int,
    deck: Words,
    state: Words,
    text: bytes,
    rule: int,
    slot: int,
    size: int,
    value: int,
    out: Text,
    at: int,
) -> int:
    """What goes into a gap."""
    players = state[PLAYERS]
    if gap == RULE:
        out[at] = _D if rule < 0 else _R
        return put_number(out, at + 1, abs(rule))
    if gap == TURN:
        return put_seat(out, at, seat_in_turn(state))
    if gap == VERB:
        return _put_part(out, at, text, 0, _verb_end(text))
    if gap == NAMED:
        return _put_part(out, at, text, _verb_end(text) + 1, _cards_end(text))
    if gap == PLACE:
        return _put_part(out, at, text, _place_start(text), len(text))
    if gap in (LACKS, LACKS_SOME):
        return _put_lacking(deck, state, text, len(text) if gap == LACKS else _MOST, out, at)
    if gap == SLOT:
        return put_slot(out, at, players, slot)
    if gap == SET:
        return put_cards(deck, state[SLOTS + slot] & CARDS, state[TURNED], out, at)
    if gap == PLACES:
        for number in range(slot_count(players)):
            if number:
                out[at] = ord(",")
                out[at + 1] = _SPACE
                at += 2
            at = put_slot(out, at, players, number)
        return at
    if gap == PLURAL:
        out[at] = _S
        return at + (size > 1)
    if gap == TO:
        return put(out, at, _TO_GIVE) if begins(text, 0, len(text), ADD_WORD) else at
    number = players
    if gap == SHOWS:
        number = state[SLOTS + slot] >> VALUE_SHIFT
    elif gap != SEATS:
        number = size if gap == SIZE else value
    return put_number(out, at, number)


@jit_apart
def _rule_of(state: Words, adds: bool, code: int) -> int:
    """The number of the rule behind a code of `judge`; that of a decision (D) is negative."""
    if _RULES[code]:
        return _RULES[code]
    two = state[PLAYERS] == 2
    if code == codes.ROUND_OVER:
        if state[ENDING] == OUT:
            return 27 if two else 19
        if state[ENDING] == MATCH:
            return 20
        limit = stall_limit(state[LIMITS])
        return -5 if limit and limit == state[STALLED] else -2
    if code == codes.OWN_SLOT and two:
        return 26
    return 11 if adds else 12


@jit_apart
def _variant(state: Words, text: bytes, code: int, slot: int) -> int:
    """Which text tells of a code: of some there are several."""
    start = _place_start(text)
    if code == codes.NO_SUCH_SLOT:
        if start == len(text):
            return NO_PLACE
        both = state[PLAYERS] == 2 and start + 1 == len(text)
        return TWO_AREAS if both and _A <= text[start] < _A + 2 else code
    return OWN_SET if code == codes.OWN_SLOT and slot >= 0 and state[SLOTS + slot] else code


@jit_apart
def write_why(deck: Words, state: Words, text: bytes, code: int, out: Text) -> int:
    """Write the reason behind a code of `judge`, for the move that a tidy text names; returns where it ends."""
    adds = begins(text, 0, len(text), ADD_WORD)
    first = _verb_end(text) + 1
    slot = read_slot(state, text, _place_start(text), len(text))
    size = 1
    value = 0
    but = -1
    if code in (codes.OTHER_VALUE, codes.GROWN_NOT_HIGHER):
        size = popcount(state[SLOTS + slot] & CARDS) + 1
        value = state[SLOTS + slot] >> VALUE_SHIFT
        but = slot
    elif code == codes.NOT_HIGHER:
        value = read_number(text, first, card_digits(text, first, len(text)) & 3)
        for place in range(first, len(text)):
            size += text[place] == _SPACE
    number = _variant(state, text, code, slot)
    if code in (codes.NOT_HIGHER, codes.GROWN_NOT_HIGHER):  # some set is too high for it
        slot = 0
        while slot == but or popcount(state[SLOTS + slot] & CARDS) != size:
            slot += 1
    rule = _rule_of(state, adds, code)
    at = 0
    for place in range(_STARTS[number], _STARTS[number + 1]):
        letter = _ALL[place]
        if letter < _SPACE:
            at = _put_gap(letter, deck, state, text, rule, slot, size, value, out, at)
        else:
            out[at] = letter
            at += 1
    return at


@jit_apart
def write_problem(problem: int, out: Text) -> int:
    """Write what is wrong with a text that is no move, as from `tidying`."""
    at = 0
    for place in range(_STARTS[PROBLEMS + problem], _STARTS[PROBLEMS + problem + 1]):
        out[at] = _ALL[place]
        at += 1
    return at
