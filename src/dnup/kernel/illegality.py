"""Facts about an illegal move: the rule, the set in the way, the cards. `dnup.game.illegality` has the words."""

import numpy as np

from dnup.kernel.jit import jit_apart, lowest, popcount
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
    VALUES,
    Words,
    seat_in_turn,
    stall_limit,
)
from dnup.kernel.legality import (
    ADD_ONE_CARD,
    GROWN_NOT_HIGHER,
    MIXED_VALUES,
    NO_SUCH_SLOT,
    NOT_HIGHER,
    NOT_IN_HAND,
    OTHER_VALUE,
    OWN_SLOT,
    ROUND_OVER,
)
from dnup.kernel.move_reader import begins, card_digits, card_rank, held, read_slot
from dnup.kernel.notation import ADD_WORD, TAKE_WORD, TO_WORD

# The words of the facts.
REASON = 0  # a code of `dnup.kernel.legality`, or one of the two below, which are more precise
RULE = 1  # the number of the rule; negative for a decision (D)
SLOT = 2  # the slot of the set in the way or of the set that was meant, -1 if there is none
SIZE = 3  # how many cards the new set would have, 0 if that does not matter
VALUE = 4  # the value that the new set shows or would have to show, 0 if that does not matter
FACTS = 5  # the cards follow, each as 16 * active value + inactive value

NO_SLOT_NAMED = 14  # NO_SUCH_SLOT: the text names no slot
NO_AREA_NAMED = 15  # NO_SUCH_SLOT: the text names a seat with two areas (R22)

_RULES = np.array([0, 0, 7, 5, 7, 10, 0, 0, 0, 11, 11, 11, 9, 6])
"""The number of the rule behind each code of `legality`; 0 where `_rule` works it out."""

_A = ord("A")


@jit_apart
def _rule(state: Words, code: int, adds: bool) -> int:
    """The number of the rule behind a code; negative for a decision (D)."""
    if _RULES[code]:
        return _RULES[code]
    two = state[PLAYERS] == 2
    if code == ROUND_OVER:
        if state[ENDING] == OUT:
            return 27 if two else 19
        if state[ENDING] == MATCH:
            return 20
        limit = stall_limit(state[LIMITS])
        return -5 if limit and limit == state[STALLED] else -2
    if code == OWN_SLOT and two:
        return 26
    return 11 if adds else 12


@jit_apart
def _put_named_cards(
    deck: Words, state: Words, text: bytes, start: int, end: int, missing: bool, facts: Words
) -> int:
    """Write the cards that a text names, or with `missing` those that the hand in turn does not have."""
    hand = state[HANDS + seat_in_turn(state)]
    count = 0
    while start < end:
        digits = card_digits(text, start, end)
        rank = card_rank(text, start, digits)
        card = held(deck, hand, state[TURNED], rank >> 4, rank & 15)
        hand &= ~card
        if not (missing and card):
            facts[FACTS + count] = rank
            count += 1
        start += (digits & 3) + (digits >> 2) + 2
    return count


@jit_apart
def _put_set(deck: Words, state: Words, slot: int, facts: Words) -> int:
    """Write the set in a slot and its cards."""
    facts[SLOT] = slot
    value = state[SLOTS + slot] >> VALUE_SHIFT
    left = state[SLOTS + slot] & CARDS
    count = 0
    while left:
        card = lowest(left)
        facts[FACTS + count] = 16 * value + deck[VALUES + 2 * card + 1 - ((state[TURNED] >> card) & 1)]
        left &= left - 1
        count += 1
    return count


@jit_apart
def _set_of_size(state: Words, size: int, but: int) -> int:
    """The slot with a set of this size, other than the slot `but`."""
    slot = 0
    while slot == but or popcount(state[SLOTS + slot] & CARDS) != size:
        slot += 1
    return slot


@jit_apart
def find_facts(deck: Words, state: Words, text: bytes, code: int, facts: Words) -> int:
    """Write the facts about the illegal move of a text, with its code from `legality`; returns the number of cards."""
    end = len(text)
    adds = begins(text, 0, end, ADD_WORD)
    first = (len(ADD_WORD) if adds else len(TAKE_WORD)) + 1  # the verb play is as long as take
    cards_end = first - 1
    while cards_end < end and not begins(text, cards_end, end, TO_WORD):
        cards_end += 1
    place = min(cards_end + len(TO_WORD) if adds else first, end)
    facts[REASON] = code
    facts[RULE] = _rule(state, code, adds)
    facts[SLOT] = -1
    facts[SIZE] = facts[VALUE] = 0
    if code in (NOT_IN_HAND, MIXED_VALUES, ADD_ONE_CARD):
        return _put_named_cards(deck, state, text, first, cards_end, code == NOT_IN_HAND, facts)
    if code == NO_SUCH_SLOT:
        if place == end:
            facts[REASON] = NO_SLOT_NAMED
        elif state[PLAYERS] == 2 and place + 1 == end and _A <= text[place] < _A + 2:
            facts[REASON] = NO_AREA_NAMED
        return 0
    if code == OWN_SLOT:
        slot = read_slot(state, text, place, end)
        return _put_set(deck, state, slot, facts) if slot >= 0 else 0
    if code == NOT_HIGHER:
        facts[VALUE] = card_rank(text, first, card_digits(text, first, end)) >> 4
        facts[SIZE] = _put_named_cards(deck, state, text, first, cards_end, False, facts)
        return _put_set(deck, state, _set_of_size(state, facts[SIZE], -1), facts)
    if code not in (OTHER_VALUE, GROWN_NOT_HIGHER):
        return 0
    slot = read_slot(state, text, place, end)
    facts[VALUE] = state[SLOTS + slot] >> VALUE_SHIFT
    facts[SIZE] = popcount(state[SLOTS + slot] & CARDS) + 1
    if code == GROWN_NOT_HIGHER:
        slot = _set_of_size(state, facts[SIZE], slot)
    return _put_set(deck, state, slot, facts)
