"""Why one move is better than another: facts with numbers. `dnup.review.texts` and the locales have the sentences."""

import numpy as np

from dnup.kernel.jit import jit, jit_apart, jit_apart_with_memory, jit_with_memory, lowest, popcount
from dnup.kernel.layout import (
    ADD,
    CARDS,
    ENDING,
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
    TURNED,
    VALUE_SHIFT,
    WORDS,
    Words,
    active_value,
    copy_words,
    is_out,
    make_move,
    move_cards,
    move_slot,
    move_verb,
    owner,
    seat_in_turn,
    showing,
    slot_count,
)
from dnup.kernel.moves import ADDABLE, SURVEY_WORDS, survey_moves
from dnup.kernel.turn import apply_move_out_of_line, winner_of
from dnup.search.heuristic import turns_needed
from dnup.search.tree import is_possible

# The words of a fact: its kind, and the number of cards, the value, the seat and the cards that it is about.
KEY = 0
COUNT = 1
VALUE = 2
SEAT = 3
COMING = 4  # a mask of cards that come from the table into a hand, so that they are turned
FACT = 5

# The kinds of facts for the better move, or against the one made. `count`, `value` and `seat` are words of the fact.
WINS_MATCH = 1  # the better move wins the match at once
GOES_OUT = 2  # the better move empties the hand
UNBEATABLE = 3  # no cards that are still out beat this set of `count` cards of `value`
KNOWN_TO_BEAT = 4  # `seat` can beat the move made with known cards of `value`
SENDS_BACK = 5  # `count` cards of `value` go back to `seat`, where they are `coming`
ROTATES = 6  # the rotated hand has `count` sets of two or more
FITS = 7  # `count` cards taken from `seat` go with the hand, where they are `coming`
BREAKS_UP = 8  # the move made breaks up a set of `count` cards of `value`
LEAVES_SINGLES = 9  # the move made leaves `count` single cards
FEWER_TURNS = 10  # `count` turns are needed after the better move, `value` after the one made
KEEPS_HIGH = 11  # a set of a higher `value` is kept for later
NEARLY_OUT = 12  # `seat` has `count` cards left, and the better move gives it more
WINS_BY_FORCE = 13  # the better move wins the round in `count` actions whatever the others hold and do
BECOMES = 14  # all `count` cards taken from `seat` become a set of `value`
LETS_PLAY_OUT = 15  # after the move made, `seat` can play its last cards, `count` of `value`, which are known
LETS_ADD_OUT = 16  # after the move made, `seat` can add its last card, which is known and shows `value`
MOST_FACTS = 16


@jit
def cards_showing(deck: Words, state: Words, hand: int, value: int) -> int:
    return showing(deck, hand, state[TURNED], value)


@jit
def count_groups(deck: Words, state: Words, hand: int, least: int, most: int) -> int:
    """The number of values of which a hand shows at least `least` and at most `most` cards."""
    count = 0
    for value in range(1, deck[TOP_VALUE] + 1):
        size = popcount(cards_showing(deck, state, hand, value))
        count += size >= least and size <= most
    return count


@jit
def hand_size(view: Words, seat: int) -> int:
    return (view[SIZES] >> (8 * seat)) & 255


@jit
def cards_sent_back(view: Words, after_best: Words, after_made: Words, slot: int) -> int:
    """The cards of a set that the better move returns to its owner, and the move made does not."""
    there = view[SLOTS + slot] & CARDS
    hand = HANDS + owner(view[PLAYERS], slot)
    return there & after_best[hand] & ~after_made[hand]


@jit
def gets_more(after_best: Words, after_made: Words, seat: int) -> bool:
    """Whether the better move leaves another seat with more cards than the move made: those that it gets are known."""
    return popcount(after_best[HANDS + seat]) > popcount(after_made[HANDS + seat])


@jit_apart
def can_beat(deck: Words, view: Words, after: Words, seat: int, size: int, value: int, hidden: int) -> int:
    """The lowest value with which a seat may beat a set at its next turn, 0 if it cannot.

    The unseen cards in `hidden` may be in its hand, either way up. Cards that the move sends back to it are known, too.
    """
    known = after[HANDS + seat]
    unknown = hand_size(view, seat) - popcount(view[HANDS + seat])
    for higher in range(value + 1, deck[TOP_VALUE] + 1):
        either = deck[LOWS + higher] | deck[HIGHS + higher]
        ready = popcount(cards_showing(deck, after, known, higher)) + min(unknown, popcount(hidden & either))
        if ready >= size:
            return higher
        for slot in range(slot_count(view[PLAYERS])):
            there = after[SLOTS + slot]
            grows = popcount(there & CARDS) == size - 1 and there >> VALUE_SHIFT == higher
            if ready and grows and there and owner(view[PLAYERS], slot) != seat:  # R11
                return higher
    return 0


@jit
def may_be_beaten(deck: Words, view: Words, after: Words, size: int, value: int) -> bool:
    """Whether anyone may beat a set that the seat in turn plays, by what it knows."""
    seat = seat_in_turn(view)
    hidden = deck[IN_PLAY] & ~view[SHOWN] & ~view[HANDS + seat]
    for other in range(view[PLAYERS]):
        if (
            other != seat
            and not is_out(view, other)
            and can_beat(deck, view, after, other, size, value, hidden)
        ):
            return True
    return False


@jit
def known_to_beat(deck: Words, view: Words, after: Words, size: int, value: int) -> int:
    """The first seat that is known to hold what beats a set that the seat in turn plays; -1 if there is none."""
    for other in range(view[PLAYERS]):
        rival = other != seat_in_turn(view) and not is_out(view, other)
        if rival and can_beat(deck, view, after, other, size, value, 0):
            return other
    return -1


@jit_apart_with_memory
def last_move_of_next(deck: Words, view: Words, after: Words) -> int:
    """The move with which the next player can empty a hand whose cards are all known; -1 if there is none."""
    other = seat_in_turn(after)
    hand = after[HANDS + other]
    known = popcount(view[HANDS + other]) == hand_size(view, other)
    if after[ENDING] or other == seat_in_turn(view) or not known:
        return -1
    survey = np.empty(SURVEY_WORDS, np.int64)
    survey_moves(deck, after, survey)
    value = active_value(deck, after, lowest(hand))
    if cards_showing(deck, after, hand, value) == hand and is_possible(survey, hand | value << VALUE_SHIFT):
        return hand
    for slot in range(slot_count(view[PLAYERS])):
        if popcount(hand) == 1 and survey[ADDABLE + slot] == hand:
            return make_move(ADD, slot, hand)
    return -1


@jit
def size_of_played_set(move: int) -> int:
    """The number of cards that a move plays as a set, otherwise 0."""
    return popcount(move_cards(move)) if move_verb(move) == PLAY else 0


@jit
def group_of(deck: Words, view: Words, move: int) -> int:
    """The number of cards in hand that show the value of those that a move uses; 0 if it uses none."""
    cards = move_cards(move)
    if not cards:
        return 0
    value = active_value(deck, view, lowest(cards))
    return popcount(cards_showing(deck, view, view[HANDS + seat_in_turn(view)], value))


@jit
def breaks_up(deck: Words, view: Words, move: int) -> bool:
    """Whether a move leaves cards in hand that show the value of those that it uses."""
    return group_of(deck, view, move) > popcount(move_cards(move))


@jit
def value_of_played_set(deck: Words, view: Words, move: int) -> int:
    """The value of the set that a move plays, otherwise 0."""
    return active_value(deck, view, lowest(move_cards(move))) if move_verb(move) == PLAY else 0


@jit
def add_fact(facts: Words, count: int, key: int, number: int, value: int, seat: int, coming: int = 0) -> int:
    facts[count, KEY] = key
    facts[count, COUNT] = number
    facts[count, VALUE] = value
    facts[count, SEAT] = seat
    facts[count, COMING] = coming
    return count + 1


@jit_with_memory
def explain(deck: Words, view: Words, made: int, best: int, forced: int, facts: Words) -> int:
    """Write why a legal move of a view is better than the one made, the strongest fact first; returns their number.

    A fact that holds for both moves is none; there may be no fact at all. `forced` is the number of actions in which
    the better move wins by force, 0 if it does not or if the move made does, too.
    """
    seat = seat_in_turn(view)
    after_made = np.empty(WORDS, np.int64)
    after_best = np.empty(WORDS, np.int64)
    copy_words(view, after_made)
    copy_words(view, after_best)
    apply_move_out_of_line(deck, after_made, made)
    apply_move_out_of_line(deck, after_best, best)
    if winner_of(after_best) == seat and winner_of(after_made) != seat:
        return add_fact(facts, 0, WINS_MATCH, 0, 0, seat)
    if is_out(after_best, seat) and not is_out(after_made, seat):
        return add_fact(facts, 0, GOES_OUT, 0, 0, seat)
    if forced:
        return add_fact(facts, 0, WINS_BY_FORCE, forced, 0, seat)
    count = add_facts_of_sets(deck, view, made, best, after_made, after_best, facts)
    count = add_facts_of_hands(deck, view, made, best, after_made, after_best, facts, count)
    nearest = -1
    fewest = 3
    for other in range(view[PLAYERS]):
        more = gets_more(after_best, after_made, other)
        if other != seat and not is_out(view, other) and more and hand_size(view, other) < fewest:
            fewest = hand_size(view, other)
            nearest = other
    if nearest >= 0:
        count = add_fact(facts, count, NEARLY_OUT, fewest, 0, nearest)
    return count


@jit_apart_with_memory
def add_facts_of_sets(
    deck: Words, view: Words, made: int, best: int, after_made: Words, after_best: Words, facts: Words
) -> int:
    """Write the facts about sets on the table: which of them can be beaten, and which one is."""
    players = view[PLAYERS]
    seat = seat_in_turn(view)
    best_size = size_of_played_set(best)
    made_size = size_of_played_set(made)
    best_value = value_of_played_set(deck, view, best)
    made_value = value_of_played_set(deck, view, made)
    count = 0
    last = last_move_of_next(deck, view, after_made)
    if last >= 0 and last_move_of_next(deck, view, after_best) < 0:
        other = seat_in_turn(after_made)
        cards = move_cards(last)
        value = active_value(deck, after_made, lowest(cards))
        key = LETS_PLAY_OUT if move_verb(last) == PLAY else LETS_ADD_OUT
        count = add_fact(facts, count, key, popcount(cards), value, other)
    if (
        best_size
        and not may_be_beaten(deck, view, after_best, best_size, best_value)
        and (not made_size or may_be_beaten(deck, view, after_made, made_size, made_value))
    ):
        count = add_fact(facts, count, UNBEATABLE, best_size, best_value, seat)
    if made_size and not (best_size and known_to_beat(deck, view, after_best, best_size, best_value) >= 0):
        other = known_to_beat(deck, view, after_made, made_size, made_value)
        if other >= 0:
            value = can_beat(deck, view, after_made, other, made_size, made_value, 0)
            count = add_fact(facts, count, KNOWN_TO_BEAT, made_size, value, other)
    for slot in range(slot_count(players)):
        other = owner(players, slot)
        cards = cards_sent_back(view, after_best, after_made, slot)
        if cards and other != seat:
            value = view[SLOTS + slot] >> VALUE_SHIFT
            count = add_fact(facts, count, SENDS_BACK, popcount(cards), value, other, cards)
    return count


@jit_apart
def add_facts_of_hands(
    deck: Words,
    view: Words,
    made: int,
    best: int,
    after_made: Words,
    after_best: Words,
    facts: Words,
    count: int,
) -> int:
    """Write the facts about the hand that each of the two moves leaves."""
    seat = seat_in_turn(view)
    hand = view[HANDS + seat]
    left_made = after_made[HANDS + seat]
    left_best = after_best[HANDS + seat]
    turns_best = turns_needed(deck, left_best, after_best[TURNED])
    turns_made = turns_needed(deck, left_made, after_made[TURNED])
    sets = count_groups(deck, after_best, left_best, 2, 99)
    sets_before = count_groups(deck, view, hand, 2, 99)
    if move_verb(best) == ROTATE and sets > max(
        sets_before, count_groups(deck, after_made, left_made, 2, 99)
    ):
        count = add_fact(facts, count, ROTATES, sets, 0, seat)
    turns_now = turns_needed(deck, hand, view[TURNED])
    made_fits = move_verb(made) == TAKE and turns_made <= turns_now
    if move_verb(best) == TAKE and turns_best <= turns_now and not made_fits:
        slot = move_slot(best)
        cards = view[SLOTS + slot] & CARDS
        number = popcount(cards)
        value = active_value(deck, after_best, lowest(cards))
        same = number > 1 and cards_showing(deck, after_best, cards, value) == cards
        key = BECOMES if same else FITS
        count = add_fact(facts, count, key, number, value * same, owner(view[PLAYERS], slot), cards)
    best_size = size_of_played_set(best)
    made_size = size_of_played_set(made)
    best_value = value_of_played_set(deck, view, best)
    made_value = value_of_played_set(deck, view, made)
    if breaks_up(deck, view, made) and not breaks_up(deck, view, best):
        value = active_value(deck, view, lowest(move_cards(made)))
        count = add_fact(facts, count, BREAKS_UP, group_of(deck, view, made), value, seat)
    singles = count_groups(deck, after_made, left_made, 1, 1)
    if singles > count_groups(deck, after_best, left_best, 1, 1):
        count = add_fact(facts, count, LEAVES_SINGLES, singles, 0, seat)
    elif turns_made > turns_best:
        count = add_fact(facts, count, FEWER_TURNS, turns_best, turns_made, seat)
    # No set like it is in the hand afterwards, not even of cards that came back from the player's other area.
    gone = popcount(cards_showing(deck, after_made, left_made, made_value)) < made_size
    if best_size and best_size == made_size and best_value < made_value and gone:
        count = add_fact(facts, count, KEEPS_HIGH, made_size, made_value, seat)
    return count
