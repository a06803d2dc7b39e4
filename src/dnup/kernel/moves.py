"""The legal moves of a position: count them, list them, or pick one by its number.

The order of the moves is part of the interface: plays by value, then size, then cards in ascending order; adds by
slot, then card; takes by slot; rotate last. Counting and picking need no list: with k cards of a value there are
2**k - 1 sets to play, less those whose size is held by a set at least as high.
"""

import numpy as np

from dnup.kernel.copies import holds_equal_cards, settle_copies
from dnup.kernel.jit import jit, popcount
from dnup.kernel.layout import (
    ADD,
    CARDS,
    CHOICES,
    ENDING,
    HANDS,
    HIGHS,
    LOWS,
    MAX_PLAYERS,
    MAX_VALUE,
    PLAY,
    PLAYERS,
    ROTATE,
    SLOTS,
    TAKE,
    TOP_VALUE,
    TURNED,
    VALUE_SHIFT,
    Words,
    make_move,
    move_cards,
    owner,
    seat_in_turn,
    slot_count,
)

# A survey of the position, filled by survey_moves: the table as one word; by value the cards of the hand in turn that
# show it, and how many sets that makes; by slot the cards that may be added there.
TABLE = 0
GROUPS = 0  # values begin at 1, so the table is not in their way
WAYS = GROUPS + MAX_VALUE + 1
ADDABLE = WAYS + MAX_VALUE + 1
SURVEY_WORDS = ADDABLE + MAX_PLAYERS


@jit
def ceilings(state: Words) -> int:
    """The table as one word: in the four bits at 4 * size the value of the set of that size (R16: at most one)."""
    players = state[PLAYERS]
    word = 0
    for slot in range(slot_count(players)):
        there = state[SLOTS + slot]
        if there:
            word |= (there >> VALUE_SHIFT) << (4 * popcount(there & CARDS))
    return word


@jit
def ceiling(table: int, size: int) -> int:
    """The value a set of this size has to exceed (R10), 0 if no such set lies on the table."""
    return (table >> (4 * size)) & 15


@jit
def count_sets(table: int, value: int, cards: int) -> int:
    """How many sets of a value can be played by someone who holds so many cards of it."""
    total = 0
    for size in range(1, cards + 1):
        if value > ceiling(table, size):
            total += CHOICES[16 * cards + size]
    return total


@jit
def nth_choice(cards: int, size: int, index: int) -> int:
    """The index-th way, in ascending order, to choose `size` of some cards."""
    chosen = 0
    left = popcount(cards)
    while size:
        left -= 1
        with_lowest = CHOICES[16 * left + size - 1]
        if index < with_lowest:
            chosen |= cards & -cards
            size -= 1
        else:
            index -= with_lowest
        cards &= cards - 1
    return chosen


@jit
def nth_set(table: int, value: int, cards: int, index: int) -> int:
    """The index-th legal set of a value, sizes ascending."""
    count = popcount(cards)
    size = 1
    while True:
        if value > ceiling(table, size):
            ways = CHOICES[16 * count + size]
            if index < ways:
                return nth_choice(cards, size, index)
            index -= ways
        size += 1


@jit
def addable(survey: Words, there: int) -> int:
    """The cards of the surveyed hand that may be added to a set, given as the word of its slot (R11)."""
    value = there >> VALUE_SHIFT
    if value <= ceiling(survey[TABLE], popcount(there & CARDS) + 1):
        return 0
    return survey[GROUPS + value]


@jit
def survey_moves(deck: Words, state: Words, survey: Words) -> int:
    """Look over the hand in turn and return how many moves there are if equal cards count as different."""
    players = state[PLAYERS]
    seat = seat_in_turn(state)
    hand = state[HANDS + seat]
    up = hand & ~state[TURNED]
    down = hand & state[TURNED]
    table = ceilings(state)
    survey[TABLE] = table
    total = 1  # rotate is always possible (R9)
    for value in range(1, deck[TOP_VALUE] + 1):
        cards = (up & deck[LOWS + value]) | (down & deck[HIGHS + value])
        survey[GROUPS + value] = cards
        ways = count_sets(table, value, popcount(cards))
        survey[WAYS + value] = ways
        total += ways
    for slot in range(slot_count(players)):
        if state[SLOTS + slot] and owner(players, slot) != seat:
            cards = addable(survey, state[SLOTS + slot])
            survey[ADDABLE + slot] = cards
            total += 1 + popcount(cards)
        else:
            survey[ADDABLE + slot] = 0
    return total


@jit
def nth_surveyed(deck: Words, state: Words, survey: Words, index: int) -> int:
    """The index-th move if equal cards count as different."""
    players = state[PLAYERS]
    seat = seat_in_turn(state)
    table = survey[TABLE]
    for value in range(1, deck[TOP_VALUE] + 1):
        sets = survey[WAYS + value]
        if index < sets:
            return make_move(PLAY, 0, nth_set(table, value, survey[GROUPS + value], index))
        index -= sets
    for slot in range(slot_count(players)):
        cards = survey[ADDABLE + slot]
        adds = popcount(cards)
        if index < adds:
            return make_move(ADD, slot, nth_choice(cards, 1, index))
        index -= adds
    for slot in range(slot_count(players)):
        if state[SLOTS + slot] and owner(players, slot) != seat:
            if index == 0:
                return make_move(TAKE, slot, 0)
            index -= 1
    return make_move(ROTATE, 0, 0)


@jit
def count_moves(deck: Words, state: Words) -> int:
    """How many legal moves there are, 0 when the round is over."""
    if state[ENDING]:
        return 0
    survey = np.empty(SURVEY_WORDS, np.int64)
    total = survey_moves(deck, state, survey)
    hand = state[HANDS + seat_in_turn(state)]
    if not holds_equal_cards(deck, state, hand):
        return total
    different = 0
    for index in range(total):
        cards = move_cards(nth_surveyed(deck, state, survey, index))
        different += settle_copies(deck, state, hand, cards) == cards
    return different


@jit
def nth_move(deck: Words, state: Words, index: int) -> int:
    """The index-th legal move; the index must be below count_moves()."""
    survey = np.empty(SURVEY_WORDS, np.int64)
    survey_moves(deck, state, survey)
    hand = state[HANDS + seat_in_turn(state)]
    if not holds_equal_cards(deck, state, hand):
        return nth_surveyed(deck, state, survey, index)
    position = -1
    move = 0
    while index >= 0:
        position += 1
        move = nth_surveyed(deck, state, survey, position)
        cards = move_cards(move)
        index -= settle_copies(deck, state, hand, cards) == cards
    return move


@jit
def list_moves(deck: Words, state: Words, moves: Words) -> int:
    """Write all legal moves, in order, and return their number."""
    if state[ENDING]:
        return 0
    survey = np.empty(SURVEY_WORDS, np.int64)
    total = survey_moves(deck, state, survey)
    hand = state[HANDS + seat_in_turn(state)]
    count = 0
    for index in range(total):
        move = nth_surveyed(deck, state, survey, index)
        cards = move_cards(move)
        if settle_copies(deck, state, hand, cards) == cards:
            moves[count] = move
            count += 1
    return count
