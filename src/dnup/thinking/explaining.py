"""Why one move is better than another, as far as it can be seen: facts with numbers, for others to put into words."""

import numpy as np

from dnup.kernel.jit import jit, jit_apart, jit_with_memory, lowest, popcount
from dnup.kernel.layout import (
    CARDS,
    HANDS,
    HIGHS,
    IN_PLAY,
    LOWS,
    PLAY,
    PLAYERS,
    ROTATE,
    SHOWN,
    SIZES,
    SLOTS,
    TAKE,
    TOP_VALUE,
    TURN,
    TURNED,
    VALUE_SHIFT,
    WORDS,
    Words,
    active_value,
    is_out,
    move_cards,
    move_slot,
    move_verb,
    owner,
    seat_in_turn,
    showing,
    slot_count,
)
from dnup.kernel.turn import apply_move, beaten_by, winner_of
from dnup.thinking.first_sight import turns_needed

# The words of a fact: what it is, and the number of cards, the value and the seat that it is about.
KEY = 0
COUNT = 1
VALUE = 2
SEAT = 3
FACT = 4

# What there is to say for the better move, or against the one made.
WINS_MATCH = 1  # with the better move the match is won at once
GOES_OUT = 2  # and here the hand is empty
UNBEATABLE = 3  # nothing that is still out beats a set of so many cards of this value
KNOWN_TO_BEAT = 4  # the move made can be beaten by a seat with cards that everyone has seen, of this value
SENDS_BACK = 5  # so many cards of this value go back to a seat
ROTATES = 6  # turned, the hand has so many sets of two or more
FITS = 7  # so many cards of a seat, once taken, go with the hand
BREAKS_UP = 8  # the move made takes apart a set of so many cards of this value
LEAVES_SINGLES = 9  # the move made leaves so many single cards
FEWER_TURNS = 10  # so many turns are needed then, where the move made needs as many as `value` says
KEEPS_HIGH = 11  # a higher set of this value is kept for later
NEARLY_OUT = 12  # a seat has so many cards left
LOOKS_AHEAD = 13  # nothing of all this: it takes thinking ahead
MOST_FACTS = 13


@jit
def cards_showing(deck: Words, state: Words, hand: int, value: int) -> int:
    return showing(deck, hand, state[TURNED], value)


@jit
def count_groups(deck: Words, state: Words, hand: int, least: int, most: int) -> int:
    """How many values a hand shows with at least and at most so many cards."""
    count = 0
    for value in range(1, deck[TOP_VALUE] + 1):
        size = popcount(cards_showing(deck, state, hand, value))
        count += size >= least and size <= most
    return count


@jit_apart
def can_beat(deck: Words, view: Words, after: Words, seat: int, size: int, value: int, hidden: int) -> int:
    """The lowest value with which a seat may beat a set at its next turn, 0 if it cannot.

    Of the cards nobody has seen, those in `hidden` may be in its hand, either way up.
    """
    known = view[HANDS + seat] & view[SHOWN]
    room = ((view[SIZES] >> (8 * seat)) & 255) - popcount(known)
    for higher in range(value + 1, deck[TOP_VALUE] + 1):
        either = deck[LOWS + higher] | deck[HIGHS + higher]
        ready = popcount(cards_showing(deck, after, known, higher)) + min(room, popcount(hidden & either))
        if ready >= size:
            return higher
        for slot in range(slot_count(view[PLAYERS])):
            there = after[SLOTS + slot]
            grows = popcount(there & CARDS) == size - 1 and there >> VALUE_SHIFT == higher
            if ready and grows and there and owner(view[PLAYERS], slot) != seat:  # R11
                return higher
    return 0


@jit
def add_fact(facts: Words, count: int, key: int, number: int, value: int, seat: int) -> int:
    facts[count, KEY] = key
    facts[count, COUNT] = number
    facts[count, VALUE] = value
    facts[count, SEAT] = seat
    return count + 1


@jit_with_memory
def explain(deck: Words, view: Words, made: int, best: int, facts: Words) -> int:
    """Write why a legal move of a view is better than the one made, what says most first; returns how many facts."""
    players = view[PLAYERS]
    seat = seat_in_turn(view)
    hand = view[HANDS + seat]
    after_made = np.empty(WORDS, np.int64)
    after_best = np.empty(WORDS, np.int64)
    for word in range(WORDS):
        after_made[word] = view[word]
        after_best[word] = view[word]
    apply_move(deck, after_made, made)
    apply_move(deck, after_best, best)
    left_made = after_made[HANDS + seat]
    left_best = after_best[HANDS + seat]
    if winner_of(after_best) == seat:
        return add_fact(facts, 0, WINS_MATCH, 0, 0, seat)
    if is_out(after_best, seat):
        return add_fact(facts, 0, GOES_OUT, 0, 0, seat)
    hidden = deck[IN_PLAY] & ~view[SHOWN] & ~hand
    best_size = popcount(move_cards(best)) if move_verb(best) == PLAY else 0
    made_size = popcount(move_cards(made)) if move_verb(made) == PLAY else 0
    best_value = active_value(deck, view, lowest(move_cards(best))) if best_size else 0
    made_value = active_value(deck, view, lowest(move_cards(made))) if made_size else 0
    best_beatable = 0
    made_beatable = 0
    beater = -1
    beats_with = 0
    nearest = -1
    fewest = 3
    for other in range(players):
        if other == seat or is_out(view, other):
            continue
        if best_size:
            best_beatable |= can_beat(deck, view, after_best, other, best_size, best_value, hidden)
        if made_size:
            made_beatable |= can_beat(deck, view, after_made, other, made_size, made_value, hidden)
            value = can_beat(deck, view, after_made, other, made_size, made_value, 0)
            as_well = best_size and can_beat(deck, view, after_best, other, best_size, best_value, 0)
            if value and beater < 0 and not as_well:
                beater = other
                beats_with = value
        size = (view[SIZES] >> (8 * other)) & 255
        if size < fewest:
            fewest = size
            nearest = other
    count = 0
    if best_size and not best_beatable and (not made_size or made_beatable):
        count = add_fact(facts, count, UNBEATABLE, best_size, best_value, seat)
    if beater >= 0:
        count = add_fact(facts, count, KNOWN_TO_BEAT, made_size, beats_with, beater)
    if best_size and not (made_size and beaten_by(view, view[TURN], made_size) >= 0):
        beaten = beaten_by(view, view[TURN], best_size)
        if beaten >= 0 and owner(players, beaten) != seat and not is_out(view, owner(players, beaten)):
            there = view[SLOTS + beaten]
            count = add_fact(
                facts, count, SENDS_BACK, best_size, there >> VALUE_SHIFT, owner(players, beaten)
            )
    sets_now = count_groups(deck, view, hand, 2, 99)
    sets_then = count_groups(deck, after_best, left_best, 2, 99)
    turns_best = turns_needed(deck, left_best, after_best[TURNED])
    turns_made = turns_needed(deck, left_made, after_made[TURNED])
    if move_verb(best) == ROTATE and sets_then > sets_now:
        count = add_fact(facts, count, ROTATES, sets_then, 0, seat)
    if move_verb(best) == TAKE and turns_best <= turns_needed(deck, hand, view[TURNED]):
        slot = move_slot(best)
        number = popcount(view[SLOTS + slot] & CARDS)
        count = add_fact(facts, count, FITS, number, 0, owner(players, slot))
    group = popcount(cards_showing(deck, view, hand, made_value)) if made_size else 0
    if group > made_size and not (best_size and best_value == made_value and best_size < group):
        count = add_fact(facts, count, BREAKS_UP, group, made_value, seat)
    singles = count_groups(deck, after_made, left_made, 1, 1)
    if singles > count_groups(deck, after_best, left_best, 1, 1):
        count = add_fact(facts, count, LEAVES_SINGLES, singles, 0, seat)
    elif turns_made > turns_best:
        count = add_fact(facts, count, FEWER_TURNS, turns_best, turns_made, seat)
    if best_size and best_size == made_size and best_value < made_value:
        count = add_fact(facts, count, KEEPS_HIGH, made_size, made_value, seat)
    if count == 0:
        count = add_fact(facts, count, LOOKS_AHEAD, 0, 0, seat)
    if nearest >= 0:
        count = add_fact(facts, count, NEARLY_OUT, fewest, 0, nearest)
    return count
