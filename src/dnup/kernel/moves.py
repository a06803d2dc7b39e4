"""The legal moves of a position: count them, list them, or pick one by its number.

The order of the moves is part of the interface: plays by value, then size, then cards in ascending order; adds by
slot, then card; takes by slot; rotate last. Counting and picking need no list: with k cards of a value there are
2**k - 1 sets to play, minus those whose size is blocked by a set of at least that value.
"""

import numpy as np

from dnup.kernel.copies import is_settled, repeated_cards
from dnup.kernel.jit import jit, jit_apart, jit_apart_with_memory, jit_with_memory, lowest, popcount
from dnup.kernel.layout import (
    ADD,
    CARDS,
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
    VALUES,
    Words,
    make_move,
    move_cards,
    owner,
    seat_in_turn,
    slot_count,
)
from dnup.kernel.sets import choose, count_sets, nth_set

# The words of a survey, which survey_moves writes: the table as one word, the number of sets that can be played, and
# the slots with a set to take; by value the cards of the hand in turn that show it, then by slot the cards that can be
# added there; by value the blocked sizes, and the number of sets of all lower values.
TABLE = 0
PLAYS = 1
TAKES = 2
GROUPS = 3
ADDABLE = GROUPS + MAX_VALUE + 1
BLOCKED = ADDABLE + MAX_PLAYERS
BEFORE = BLOCKED + MAX_VALUE + 1
SURVEY_WORDS = BEFORE + MAX_VALUE + 1


@jit
def ceilings(state: Words) -> int:
    """The table as one word: in the four bits at 4 * size the value of the set of that size (R16: at most one)."""
    players = state[PLAYERS]
    word = 0
    for slot in range(slot_count(players)):
        there = state[SLOTS + slot]
        word |= (there >> VALUE_SHIFT) << (4 * popcount(there & CARDS))
    return word


@jit
def ceiling(table: int, size: int) -> int:
    """The value a set of this size has to exceed (R10), 0 if no such set lies on the table."""
    return (table >> (4 * size)) & 15


@jit
def _survey_table(state: Words, survey: Words) -> int:
    """Write the table and, by value, the sizes of sets with this value; returns the sizes of all sets."""
    for value in range(MAX_VALUE + 1):
        survey[BLOCKED + value] = 0
    table = 0
    sizes = 0
    for slot in range(slot_count(state[PLAYERS])):
        there = state[SLOTS + slot]
        size = popcount(there & CARDS)
        value = (there >> VALUE_SHIFT) & MAX_VALUE
        table |= value << (4 * size)
        bit = (1 << size) >> 1
        survey[BLOCKED + value] |= bit
        sizes |= bit
    survey[TABLE] = table
    return sizes


@jit
def survey_moves(deck: Words, state: Words, survey: Words) -> int:
    """Write the survey of a position; returns the number of moves if equal cards count as different."""
    players = state[PLAYERS]
    seat = seat_in_turn(state)
    hand = state[HANDS + seat]
    up = hand & ~state[TURNED]
    down = hand & state[TURNED]
    blocked = _survey_table(state, survey)
    total = 0
    for value in range(1, deck[TOP_VALUE] + 1):
        cards = (up & deck[LOWS + value]) | (down & deck[HIGHS + value])
        survey[GROUPS + value] = cards
        survey[BEFORE + value] = total
        total += count_sets(popcount(cards), blocked)
        # R10: the size of a set is blocked for its own value and those below.
        lying = survey[BLOCKED + value]
        survey[BLOCKED + value] = blocked
        blocked &= ~lying
    survey[PLAYS] = total
    takes = 0
    for slot in range(slot_count(players)):
        cards = 0
        there = state[SLOTS + slot]
        if there and owner(players, slot) != seat:
            takes |= 1 << slot
            value = (there >> VALUE_SHIFT) & MAX_VALUE
            if not (survey[BLOCKED + value] >> popcount(there & CARDS)) & 1:  # R11: the size grows by one
                cards = survey[GROUPS + value]
        survey[ADDABLE + slot] = cards
        total += popcount(cards)
    survey[TAKES] = takes
    return total + popcount(takes) + 1  # rotate is always possible (R9)


@jit
def nth_surveyed(deck: Words, state: Words, survey: Words, index: int) -> int:
    """The index-th move if equal cards count as different."""
    if index < survey[PLAYS]:
        value = 1
        for higher in range(2, deck[TOP_VALUE] + 1):
            value += survey[BEFORE + higher] <= index
        index -= survey[BEFORE + value]
        return make_move(PLAY, 0, nth_set(survey[GROUPS + value], survey[BLOCKED + value], index))
    index -= survey[PLAYS]
    for slot in range(slot_count(state[PLAYERS])):
        cards = survey[ADDABLE + slot]
        adds = popcount(cards)
        if index < adds:
            return make_move(ADD, slot, choose(cards, 1 << index))
        index -= adds
    return _take_or_rotate(survey, index)


@jit
def _take_or_rotate(survey: Words, index: int) -> int:
    """The index-th of the moves that come after all plays and adds."""
    if index < popcount(survey[TAKES]):
        return make_move(TAKE, lowest(choose(survey[TAKES], 1 << index)), 0)
    return make_move(ROTATE, 0, 0)


@jit_apart
def _survey_out_of_line(deck: Words, state: Words, survey: Words) -> int:
    """`survey_moves` as a call, where speed does not matter: inlined, it is a kilobyte of machine code each time."""
    return survey_moves(deck, state, survey)


@jit_with_memory
def count_moves(deck: Words, state: Words) -> int:
    """The number of legal moves, 0 when the round is over."""
    if state[ENDING]:
        return 0
    survey = np.empty(SURVEY_WORDS, np.int64)
    total = _survey_out_of_line(deck, state, survey)
    repeated = repeated_cards(deck, state, state[HANDS + seat_in_turn(state)])
    if not repeated:
        return total
    # Moves count once if they differ only in the copies of a card, and only values with equal cards have such moves.
    for slot in range(slot_count(state[PLAYERS])):
        total -= popcount(survey[ADDABLE + slot] & repeated)
    while repeated:
        card = lowest(repeated)
        value = deck[VALUES + 2 * card + ((state[TURNED] >> card) & 1)]
        cards, blocked = survey[GROUPS + value], survey[BLOCKED + value]
        for index in range(count_sets(popcount(cards), blocked)):
            total -= not is_settled(deck, state, cards, nth_set(cards, blocked, index))
        repeated &= ~cards
    return total


@jit_with_memory
def nth_move(deck: Words, state: Words, index: int) -> int:
    """The index-th legal move; the index must be below count_moves()."""
    survey = np.empty(SURVEY_WORDS, np.int64)
    _survey_out_of_line(deck, state, survey)
    repeated = repeated_cards(deck, state, state[HANDS + seat_in_turn(state)])
    if not repeated:
        return nth_surveyed(deck, state, survey, index)
    for value in range(1, deck[TOP_VALUE] + 1):
        cards, blocked = survey[GROUPS + value], survey[BLOCKED + value]
        count = count_sets(popcount(cards), blocked)
        if not cards & repeated:
            if index < count:
                return make_move(PLAY, 0, nth_set(cards, blocked, index))
            index -= count
            continue
        for place in range(count):
            chosen = nth_set(cards, blocked, place)
            index -= is_settled(deck, state, cards, chosen)
            if index < 0:
                return make_move(PLAY, 0, chosen)
    for slot in range(slot_count(state[PLAYERS])):
        cards = survey[ADDABLE + slot]
        adds = popcount(cards & ~repeated)
        if index >= adds:
            index -= adds
            continue
        left = cards
        card = 0
        while index >= 0:
            card = left & -left
            left ^= card
            index -= is_settled(deck, state, cards, card)
        return make_move(ADD, slot, card)
    return _take_or_rotate(survey, index)


@jit_apart_with_memory
def list_moves(deck: Words, state: Words, moves: Words) -> int:
    """Write all legal moves, in order, and return their number."""
    if state[ENDING]:
        return 0
    survey = np.empty(SURVEY_WORDS, np.int64)
    total = _survey_out_of_line(deck, state, survey)
    hand = state[HANDS + seat_in_turn(state)]
    count = 0
    for index in range(total):
        move = nth_surveyed(deck, state, survey, index)
        cards = move_cards(move)
        if is_settled(deck, state, hand, cards):
            moves[count] = move
            count += 1
    return count
