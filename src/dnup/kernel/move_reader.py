"""Read moves and deals from text.

A move is read only in the form that `put_move` writes; `dnup.game.move.parse_move` accepts other spellings.
"""

from dnup.kernel.copies import settle_copies
from dnup.kernel.deal import set_up, start
from dnup.kernel.effects import advance
from dnup.kernel.history import history_word
from dnup.kernel.jit import jit_apart, lowest
from dnup.kernel.layout import (
    ADD,
    ENDING,
    HANDS,
    HIGHS,
    IN_PLAY,
    LOWS,
    MAX_VALUE,
    PLAY,
    PLAYERS,
    ROTATE,
    SLOTS,
    TAKE,
    TURNED,
    VALUE_SHIFT,
    VALUES,
    Words,
    copy_words,
    make_move,
    owner,
    seat_in_turn,
    showing,
    slot_count,
)
from dnup.kernel.legality import (
    EMPTY_SET,
    LEGAL,
    NO_SUCH_SLOT,
    NOT_A_MOVE,
    NOT_IN_HAND,
    NOT_YOUR_TURN,
    OWN_SLOT,
    ROUND_OVER,
    attempt,
    check_move,
)
from dnup.kernel.notation import ADD_WORD, PLAY_WORD, ROTATE_WORD, TAKE_WORD, TO_WORD, Text
from dnup.kernel.views import order_copies

_A = ord("A")
_ZERO = ord("0")
_NINE = ord("9")
_SLASH = ord("/")
_SPACE = ord(" ")
_LINE = ord("\n")
_BAR = ord("|")


@jit_apart
def begins(text: bytes, at: int, end: int, word: Text) -> bool:
    """Whether the text has a word here."""
    if end - at < len(word):
        return False
    for index in range(len(word)):
        if text[at + index] != word[index]:
            return False
    return True


@jit_apart
def _digits(text: bytes, at: int, end: int) -> int:
    """The number of digits here, at most two; a number does not begin with 0."""
    count = 0
    while count < 2 and at + count < end and _ZERO + (count == 0) <= text[at + count] <= _NINE:
        count += 1
    return count


@jit_apart
def read_number(text: bytes, at: int, digits: int) -> int:
    """The number with these digits."""
    first = text[at] - _ZERO
    return first if digits == 1 else 10 * first + text[at + 1] - _ZERO


@jit_apart
def card_rank(text: bytes, at: int, digits: int) -> int:
    """16 times the active value plus the inactive value of the card here; `digits` as from `card_digits`."""
    return 16 * read_number(text, at, digits & 3) + read_number(text, at + (digits & 3) + 1, digits >> 2)


@jit_apart
def card_digits(text: bytes, at: int, end: int) -> int:
    """If a card is here, the number of digits of its first value plus 4 times that of its second; otherwise 0."""
    digits = _digits(text, at, end)
    slash = at + digits
    if digits == 0 or slash >= end or text[slash] != _SLASH:
        return 0
    others = _digits(text, slash + 1, end)
    return digits + 4 * others if others else 0


@jit_apart
def _copies(deck: Words, active: int, inactive: int) -> int:
    """The cards in play that have these two values."""
    if active > MAX_VALUE or inactive > MAX_VALUE:
        return 0
    return deck[LOWS + min(active, inactive)] & deck[HIGHS + max(active, inactive)]


@jit_apart
def named_cards(deck: Words, text: bytes) -> int:
    """All cards in play that a text names, in either orientation, with all copies of each."""
    cards = 0
    at = 0
    while at < len(text):
        digits = card_digits(text, at, len(text))
        if digits:
            inactive = at + (digits & 3) + 1
            cards |= _copies(
                deck, read_number(text, at, digits & 3), read_number(text, inactive, digits >> 2)
            )
            at = inactive + (digits >> 2)
        else:
            at += 1
    return cards


@jit_apart
def read_deal(deck: Words, state: Words, text: bytes, players: int, score: int, limits: int) -> int:
    """Set up the round of these hands, with bars between them; 0 unless every card in play is dealt exactly once."""
    set_up(state, players, score, limits)
    left = deck[IN_PLAY]
    seat = 0
    at = 0
    while at < len(text):
        if text[at] == _BAR or text[at] == _SPACE:
            seat += text[at] == _BAR
            at += 1
            continue
        digits = card_digits(text, at, len(text))
        if not digits or seat >= players:
            return 0
        active = read_number(text, at, digits & 3)
        at += (digits & 3) + 1
        inactive = read_number(text, at, digits >> 2)
        at += digits >> 2
        found = _copies(deck, active, inactive) & left
        if not found:
            return 0
        card = found & -found
        left &= ~card
        state[HANDS + seat] |= card
        if active > inactive:
            state[TURNED] |= card
    if left or seat != players - 1:
        return 0
    start(deck, state)
    order_copies(deck, state)
    return 1


@jit_apart
def held(deck: Words, hand: int, turned: int, active: int, inactive: int) -> int:
    """A card of a hand in this orientation, as a mask, or 0."""
    left = showing(deck, hand, turned, active)
    while left:
        card = lowest(left)
        if deck[VALUES + 2 * card + 1 - ((turned >> card) & 1)] == inactive:
            return left & -left
        left &= left - 1
    return 0


@jit_apart
def read_slot(state: Words, text: bytes, at: int, end: int) -> int:
    """The slot named here, or a negative code of `check_move`."""
    players = state[PLAYERS]
    seat = text[at] - _A if at < end else -1
    if seat < 0 or seat >= players:
        return -NO_SUCH_SLOT
    if players != 2:
        return seat if end == at + 1 else -NO_SUCH_SLOT
    if end == at + 1:  # both areas of a seat
        return -OWN_SLOT if seat == seat_in_turn(state) else -NO_SUCH_SLOT
    area = text[at + 1] - _ZERO - 1
    return 2 * seat + area if end == at + 2 and 0 <= area <= 1 else -NO_SUCH_SLOT


@jit_apart
def opponents_sets(state: Words, value: int) -> int:
    """The slots, a bit each, with an opponent's set that shows this value, or any value if it is 0.

    An add or a take that does not name a slot can mean these.
    """
    players = state[PLAYERS]
    slots = 0
    for slot in range(slot_count(players)):
        there = state[SLOTS + slot]
        if there and owner(players, slot) != seat_in_turn(state) and value in (0, there >> VALUE_SHIFT):
            slots |= 1 << slot
    return slots


@jit_apart
def _read_cards(deck: Words, state: Words, text: bytes, at: int, end: int) -> int:
    """The cards of the hand in turn that are named here, or a negative code of `check_move`."""
    hand = state[HANDS + seat_in_turn(state)]
    cards = 0
    before = 0
    missing = False
    while at < end:
        digits = _digits(text, at, end)
        slash = at + digits
        if digits == 0 or slash >= end or text[slash] != _SLASH:
            return -NOT_A_MOVE
        active = read_number(text, at, digits)
        digits = _digits(text, slash + 1, end)
        at = slash + 1 + digits
        if digits == 0 or (at < end and text[at] != _SPACE) or at == end - 1:
            return -NOT_A_MOVE
        inactive = read_number(text, slash + 1, digits)
        at += 1
        if 16 * active + inactive < before:
            return -NOT_A_MOVE  # cards are written in ascending order
        before = 16 * active + inactive
        card = (
            held(deck, hand & ~cards, state[TURNED], active, inactive) if active < 16 and inactive < 16 else 0
        )
        missing |= card == 0
        cards |= card
    return -NOT_IN_HAND if missing else settle_copies(deck, state, hand, cards)


@jit_apart
def read_move(deck: Words, state: Words, text: bytes, start: int, end: int) -> int:
    """Read the move in a text from `start` to `end`; returns it, or a negative code of `check_move`.

    Its cards are those of the hand in turn; of copies, the ones that leave it first (D4). `check_move` checks legality.
    """
    if state[ENDING]:
        return -ROUND_OVER
    if begins(text, start, end, ROTATE_WORD):
        return make_move(ROTATE, 0, 0) if end == start + len(ROTATE_WORD) else -NOT_A_MOVE
    if begins(text, start, end, TAKE_WORD):
        at = start + len(TAKE_WORD)
        if at < end and text[at] != _SPACE:
            return -NOT_A_MOVE
        slot = read_slot(state, text, at + 1, end)
        return make_move(TAKE, slot, 0) if slot >= 0 else slot
    if begins(text, start, end, PLAY_WORD):
        at = start + len(PLAY_WORD)
        if at == end:
            return -EMPTY_SET
        cards = _read_cards(deck, state, text, at + 1, end) if text[at] == _SPACE else -NOT_A_MOVE
        return make_move(PLAY, 0, cards) if cards >= 0 else cards
    return _read_add(deck, state, text, start, end)


@jit_apart
def _read_add(deck: Words, state: Words, text: bytes, start: int, end: int) -> int:
    if not begins(text, start, end, ADD_WORD):
        return -NOT_A_MOVE
    first = start + len(ADD_WORD)
    if first < end and text[first] != _SPACE:
        return -NOT_A_MOVE
    to = first
    while to < end and not begins(text, to, end, TO_WORD):
        to += 1
    slot = read_slot(state, text, to + len(TO_WORD), end)
    if slot < 0:
        return slot
    cards = _read_cards(deck, state, text, first + 1, to)
    return make_move(ADD, slot, cards) if cards >= 0 else cards


@jit_apart
def make_written_move(deck: Words, before: Words, text: bytes, after: Words) -> int:
    """Make the move of a text and return it, or a negative code of `check_move`."""
    move = read_move(deck, before, text, 0, len(text))
    if move < 0:
        return move
    code = check_move(deck, before, move)
    if code != LEGAL:
        return -code
    copy_words(before, after)
    advance(deck, after, move)
    return move


@jit_apart
def check_written_move(deck: Words, state: Words, seat: int, text: bytes) -> int:
    """LEGAL, or the code for the move of a text, if this seat makes it."""
    if not state[ENDING] and seat != seat_in_turn(state):
        return NOT_YOUR_TURN
    move = read_move(deck, state, text, 0, len(text))
    return -move if move < 0 else check_move(deck, state, move)


@jit_apart
def replay_moves(deck: Words, state: Words, text: bytes, history: Words) -> int:
    """Make the moves of a text, one a line, up to the first that is illegal; returns the number of moves made.

    Their history words are written too, see `dnup.kernel.history`.
    """
    made = 0
    start = 0
    while start < len(text):
        end = start
        while end < len(text) and text[end] != _LINE:
            end += 1
        move = read_move(deck, state, text, start, end)
        if move < 0:
            return made
        entry = history_word(deck, state, move)
        if attempt(deck, state, move) != LEGAL:
            return made
        history[made] = entry
        made += 1
        start = end + 1
    return made
