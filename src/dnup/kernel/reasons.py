"""Why a move is not legal, as JSON: a code for programs, the rule, a sentence for people, and the facts."""

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
    PLAY_WORD,
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

_A = ord("A")
_QUOTE = ord('"')
_APOSTROPHE = ord("'")
_SPACE = ord(" ")
_END = ord("}")
_MOST_NAMED = 60
"""A sentence names cards in so many characters at most."""

_CODE = phrase('{"code":"')
_RULE = phrase('","rule":"')
_SENTENCE = phrase('","sentence":"')
_SLOT = phrase(',"slot":"')
_CARDS = phrase(',"cards":"')
_SIZE = phrase(',"size":')
_VALUE = phrase(',"value":')
_MORE = phrase("…")

_ROUND_OVER = phrase("round-over")
_NOT_YOUR_TURN = phrase("not-your-turn")
_EMPTY_SET = phrase("empty-set")
_NOT_IN_HAND = phrase("not-in-hand")
_MIXED_VALUES = phrase("mixed-values")
_NOT_HIGHER = phrase("not-higher")
_NO_SUCH_SLOT = phrase("no-such-slot")
_OWN_SET = phrase("own-set")
_NO_SET_THERE = phrase("no-set-there")
_ADD_ONE_CARD = phrase("add-one-card")
_OTHER_VALUE = phrase("other-value")
_GROWN_NOT_HIGHER = phrase("grown-not-higher")
_NOT_A_MOVE = phrase("not-a-move")

_R5, _R6, _R7, _R9, _R10 = phrase("R5"), phrase("R6"), phrase("R7"), phrase("R9"), phrase("R10")
_R11, _R12, _R19, _R20 = phrase("R11"), phrase("R12"), phrase("R19"), phrase("R20")
_R26, _R27, _D2, _D5 = phrase("R26"), phrase("R27"), phrase("D2"), phrase("D5")

_IS_OVER = phrase("the round is over")
_IT_IS = phrase("it is ")
_S_TURN = phrase("'s turn")
_AT_LEAST_ONE = phrase("a set has at least one card")
_DOES_NOT_HOLD = phrase(" does not hold ")
_THAT_WAY_UP = phrase(" that way up")
_SAME_VALUE = phrase("all cards of a set show the same value")
_S_SET_OF = phrase("'s set of ")
_ONE_CARD = phrase(" card shows ")
_SOME_CARDS = phrase(" cards shows ")
_AND = phrase(", and ")
_IS_NOT_HIGHER = phrase(" is not higher")
_WHOSE = phrase(" needs to say whose set")
_TWO_AREAS = phrase(" has two areas, so say ")
_OR = phrase(" or ")
_THERE_IS_NO = phrase("there is no ")
_WITH = phrase(" with ")
_PLAYERS_ONLY = phrase(" players, only ")
_LIST = phrase(", ")
_YOU_ADD = phrase("you add only to opponents' sets")
_YOU_TAKE = phrase("you take only opponents' sets")
_NO_SET = phrase("there is no set in front of ")
_EXACTLY_ONE = phrase("exactly one card is added")
_ADDED_TO = phrase("a card added to ")
_MUST_SHOW = phrase("'s set must show ")
_WOULD_GROW = phrase("the set would grow to ")
_THEN = phrase(": ")
_A_TURN_IS = phrase("a turn is play, add, take or rotate")

_BEGINS = phrase("a move begins with play, add, take or rotate")
_SEATS = phrase("a set is named by its seat, A to E, with two players by its area, like B1")
_A_CARD = phrase("a card is two different values from 1 to 15 with a slash, like 3/6")
_NEEDS = phrase("play and add need cards")
_NAMES_NONE = phrase("take and rotate name no cards")
_ONE_ADDED = phrase("one card is added at a time (R11)")
_NOT_SAID = phrase("it does not say whose set")
_SEVERAL = phrase("this could mean more than one move")


@jit_apart
def write_problem(problem: int, out: Text) -> int:
    """Write what is wrong with a text that is no move, as from `tidying`."""
    if problem == tidying.NO_VERB:
        return put(out, 0, _BEGINS)
    if problem == tidying.NOT_A_SEAT:
        return put(out, 0, _SEATS)
    if problem == tidying.NOT_A_CARD:
        return put(out, 0, _A_CARD)
    if problem == tidying.CARDS_MISSING:
        return put(out, 0, _NEEDS)
    if problem == tidying.CARDS_NAMED:
        return put(out, 0, _NAMES_NONE)
    if problem == tidying.TWO_CARDS:
        return put(out, 0, _ONE_ADDED)
    return put(out, 0, _NOT_SAID if problem == tidying.SET_MISSING else _SEVERAL)


@jit_apart
def _head(out: Text, code: Text, rule: Text) -> int:
    return put(out, put(out, put(out, put(out, 0, _CODE), code), _RULE), rule)


@jit_apart
def _put_part(out: Text, at: int, text: bytes, start: int, end: int) -> int:
    for place in range(start, end):
        out[at] = text[place]
        at += 1
    return at


@jit_apart
def _close(out: Text, at: int) -> int:
    out[at] = _QUOTE
    return at + 1


@jit_apart
def _end(out: Text, at: int) -> int:
    out[at] = _END
    return at + 1


@jit_apart
def _slot_start(text: bytes) -> int:
    """Where a text says whose set it is about; its end if it does not."""
    end = len(text)
    if begins(text, 0, end, PLAY_WORD):
        return end
    if not begins(text, 0, end, ADD_WORD):
        return min(5, end)
    to = 0
    while to < end and not begins(text, to, end, TO_WORD):
        to += 1
    return min(to + len(TO_WORD), end)


@jit_apart
def _cards_end(text: bytes) -> int:
    """Where the cards of a play or an add end."""
    end = len(text)
    to = 0
    while to < end and not begins(text, to, end, TO_WORD):
        to += 1
    return to


@jit_apart
def _cards_start(text: bytes) -> int:
    return min(len(PLAY_WORD if begins(text, 0, len(text), PLAY_WORD) else ADD_WORD) + 1, len(text))


@jit_apart
def _put_missing(deck: Words, state: Words, text: bytes, most: int, out: Text, at: int) -> int:
    """The cards of a move that the hand in turn does not have, in so many characters at most."""
    hand = state[HANDS + seat_in_turn(state)]
    first = at
    place = _cards_start(text)
    end = _cards_end(text)
    while place < end:
        digits = card_digits(text, place, end)
        second = place + (digits & 3) + 1
        behind = second + (digits >> 2)
        active = read_number(text, place, digits & 3)
        inactive = read_number(text, second, digits >> 2)
        card = held(deck, hand, state[TURNED], active, inactive)
        hand &= ~card
        if not card:
            if at > first:
                out[at] = _SPACE
                at += 1
            at = _put_part(out, at, text, place, behind)
        place = behind + 1
    return min(at, first + most)


@jit_apart
def _not_held(deck: Words, state: Words, text: bytes, out: Text) -> int:
    at = put_seat(out, put(out, _head(out, _NOT_IN_HAND, _R5), _SENTENCE), seat_in_turn(state))
    at = put(out, at, _DOES_NOT_HOLD)
    length = _put_missing(deck, state, text, len(text), out, at) - at
    if length > _MOST_NAMED:
        out[at] = _APOSTROPHE
        at = _put_missing(deck, state, text, _MOST_NAMED, out, at + 1)
        out[at] = _APOSTROPHE
        at = put(out, at + 1, _MORE)
    else:
        at += length
    at = put(out, _close(out, put(out, at, _THAT_WAY_UP)), _CARDS)
    return _end(out, _close(out, _put_missing(deck, state, text, len(text), out, at)))


@jit_apart
def _put_set(deck: Words, state: Words, slot: int, out: Text, at: int) -> int:
    """The cards of a set, if there is one."""
    cards = state[SLOTS + slot] & CARDS
    if not cards:
        return at
    return _close(out, put_cards(deck, cards, state[TURNED], out, put(out, at, _CARDS)))


@jit_apart
def _too_low(deck: Words, state: Words, but: int, size: int, value: int, out: Text, at: int) -> int:
    """Which set a set of this size and value would have to beat, and cannot."""
    players = state[PLAYERS]
    other = 0
    while other == but or popcount(state[SLOTS + other] & CARDS) != size:
        other += 1
    at = put_number(out, put(out, put_slot(out, at, players, other), _S_SET_OF), size)
    at = put_number(
        out, put(out, at, _ONE_CARD if size == 1 else _SOME_CARDS), state[SLOTS + other] >> VALUE_SHIFT
    )
    at = _close(out, put(out, put_number(out, put(out, at, _AND), value), _IS_NOT_HIGHER))
    at = _close(out, put_slot(out, put(out, at, _SLOT), players, other))
    at = put_number(out, put(out, _put_set(deck, state, other, out, at), _SIZE), size)
    return _end(out, put_number(out, put(out, at, _VALUE), value))


@jit_apart
def _no_such_slot(state: Words, text: bytes, rule: Text, out: Text) -> int:
    players = state[PLAYERS]
    start, end = _slot_start(text), len(text)
    at = put(out, _head(out, _NO_SUCH_SLOT, rule), _SENTENCE)
    if start == end:
        verb = _cards_start(text) - 1 if begins(text, 0, end, ADD_WORD) else min(4, end)
        return _end(out, _close(out, put(out, _put_part(out, at, text, 0, verb), _WHOSE)))
    if players == 2 and end == start + 1 and text[start] - _A < players:
        at = put(out, _put_part(out, at, text, start, end), _TWO_AREAS)
        at = put_slot(out, at, players, 2 * (text[start] - _A))
        at = put_slot(out, put(out, at, _OR), players, 2 * (text[start] - _A) + 1)
    else:
        at = put(out, _put_part(out, put(out, at, _THERE_IS_NO), text, start, end), _WITH)
        at = put(out, put_number(out, at, players), _PLAYERS_ONLY)
        for slot in range(slot_count(players)):
            at = put_slot(out, put(out, at, _LIST) if slot else at, players, slot)
    at = put(out, _close(out, at), _SLOT)
    return _end(out, _close(out, _put_part(out, at, text, start, end)))


@jit_apart
def _round_over(state: Words, out: Text) -> int:
    ending = state[ENDING]
    limit = stall_limit(state[LIMITS])
    if ending == OUT:
        at = _head(out, _ROUND_OVER, _R27 if state[PLAYERS] == 2 else _R19)
    elif ending == MATCH:
        at = _head(out, _ROUND_OVER, _R20)
    else:
        at = _head(out, _ROUND_OVER, _D5 if limit > 0 and limit == state[STALLED] else _D2)
    return _end(out, _close(out, put(out, put(out, at, _SENTENCE), _IS_OVER)))


@jit_apart
def _about_cards(text: bytes, out: Text, at: int) -> int:
    at = _put_part(out, put(out, at, _CARDS), text, _cards_start(text), _cards_end(text))
    return _end(out, _close(out, at))


@jit_apart
def _about_slot(deck: Words, state: Words, text: bytes, code: int, out: Text) -> int:
    """What is wrong with the set that an add or a take is about."""
    players = state[PLAYERS]
    adds = begins(text, 0, len(text), ADD_WORD)
    rule = _R11 if adds else _R12
    if code == codes.NO_SUCH_SLOT:
        return _no_such_slot(state, text, rule, out)
    start, end = _slot_start(text), len(text)
    slot = read_slot(state, text, start, end)
    if code == codes.OWN_SLOT:
        at = put(out, _head(out, _OWN_SET, _R26 if players == 2 else rule), _SENTENCE)
        at = put(out, _close(out, put(out, at, _YOU_ADD if adds else _YOU_TAKE)), _SLOT)
        at = _close(out, _put_part(out, at, text, start, end))
        return _end(out, _put_set(deck, state, slot, out, at) if slot >= 0 else at)
    if code == codes.NO_SET_THERE:
        at = put(out, put(out, _head(out, _NO_SET_THERE, rule), _SENTENCE), _NO_SET)
        at = put(out, _close(out, _put_part(out, at, text, start, end)), _SLOT)
        return _end(out, _close(out, _put_part(out, at, text, start, end)))
    if code == codes.ADD_ONE_CARD:
        at = put(out, put(out, _head(out, _ADD_ONE_CARD, _R11), _SENTENCE), _EXACTLY_ONE)
        at = _close(out, put_slot(out, put(out, _close(out, at), _SLOT), players, slot))
        return _about_cards(text, out, at)
    value = state[SLOTS + slot] >> VALUE_SHIFT
    size = popcount(state[SLOTS + slot] & CARDS) + 1
    if code == codes.GROWN_NOT_HIGHER:
        at = put(out, put(out, _head(out, _GROWN_NOT_HIGHER, _R11), _SENTENCE), _WOULD_GROW)
        return _too_low(deck, state, slot, size, value, out, put(out, put_number(out, at, size), _THEN))
    at = put(out, put(out, _head(out, _OTHER_VALUE, _R11), _SENTENCE), _ADDED_TO)
    at = put_number(out, put(out, put_slot(out, at, players, slot), _MUST_SHOW), value)
    at = _close(out, put_slot(out, put(out, _close(out, at), _SLOT), players, slot))
    at = put_number(out, put(out, _put_set(deck, state, slot, out, at), _SIZE), size)
    return _end(out, put_number(out, put(out, at, _VALUE), value))


@jit_apart
def write_why(deck: Words, state: Words, text: bytes, code: int, out: Text) -> int:
    """Write the reason behind a code of `judge`, for the move that a tidy text names; returns where it ends."""
    if code == codes.ROUND_OVER:
        return _round_over(state, out)
    if code == codes.NOT_YOUR_TURN:
        at = put(out, put(out, _head(out, _NOT_YOUR_TURN, _R6), _SENTENCE), _IT_IS)
        return _end(out, _close(out, put(out, put_seat(out, at, seat_in_turn(state)), _S_TURN)))
    if code == codes.EMPTY_SET:
        at = put(out, put(out, _head(out, _EMPTY_SET, _R7), _SENTENCE), _AT_LEAST_ONE)
        return _end(out, _close(out, at))
    if code == codes.NOT_IN_HAND:
        return _not_held(deck, state, text, out)
    if code == codes.MIXED_VALUES:
        at = put(out, put(out, _head(out, _MIXED_VALUES, _R7), _SENTENCE), _SAME_VALUE)
        return _about_cards(text, out, _close(out, at))
    if code == codes.NOT_HIGHER:
        start = _cards_start(text)
        size = 1
        for place in range(start, len(text)):
            size += text[place] == _SPACE
        value = read_number(text, start, card_digits(text, start, len(text)) & 3)
        at = put(out, _head(out, _NOT_HIGHER, _R10), _SENTENCE)
        return _too_low(deck, state, -1, size, value, out, at)
    if code == codes.NOT_A_MOVE:
        at = put(out, put(out, _head(out, _NOT_A_MOVE, _R9), _SENTENCE), _A_TURN_IS)
        return _end(out, _close(out, at))
    return _about_slot(deck, state, text, code, out)
