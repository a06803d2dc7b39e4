"""How people play: how likely each move is of whoever holds a hand, by what everyone at a table would look at.

Each legal move has a score, a sum of whole numbers: what speaks for it, times how much that counts (its *habit*). A
move is as likely as e to the power of its score, among all of them (a conditional logit). The habits are fitted to what
a strong player did: `tools/champion/fit_policy.py`. All is in whole numbers and tables, so it is the same everywhere.
"""

import numpy as np
from numpy.typing import NDArray

from dnup.kernel.history import plain_copies
from dnup.kernel.jit import jit, jit_apart, lowest, popcount
from dnup.kernel.layout import (
    ADD,
    CARDS,
    COPIED,
    HANDS,
    MAX_VALUE,
    PLAY,
    PLAYERS,
    ROTATE,
    SIZES,
    SLOTS,
    TAKE,
    TALLIES,
    TOP_VALUE,
    TURN,
    TURNED,
    VALUE_SHIFT,
    Words,
    active_value,
    make_move,
    move_cards,
    owner,
    seat_in_turn,
    slot_count,
)
from dnup.kernel.moves import ADDABLE, BLOCKED, GROUPS, TABLE, TAKES, ceiling, survey_moves
from dnup.kernel.turn import beaten_by
from dnup.thinking.policy import ONES, held, tally

Floats = NDArray[np.float64]

MOST_MOVES = 1 << 15  # no hand has so many

# A score of so many makes a move e times as likely.
UNIT = 1024

# What is looked at, each a number that its habit is multiplied by. Of the move itself:
PLAYS, ADDS, TAKES_SET = 0, 1, 2
ROTATES_AGAIN = 3  # right after a rotation of its own
GOES_OUT = 4
# Of the hand after it:
VALUES_HELD = 5  # how many different values it shows
VALUES_ROTATED = 6  # and would show, rotated
TURNS_NEEDED = 7
CARDS_LEFT = 8
SINGLES = 9  # values of which it has one card
# Of a set that is played:
SIZE = 10  # ... 13: of one card, two, three, more
VALUE_OF = 14  # ... 16: its value, if it has one card, two, more
NOT_ALL = 17  # cards of that value stay in the hand
NOT_ALL_ONE = 18
BEATS = 19  # the set of somebody else
BEATS_TWO, BEATS_THREE = 20, 21  # with two cards or more, with three
BEATS_LAST = 22  # of someone with two cards or less
BEATS_OWN = 23
TOP = 24
# Of a set that is taken:
TAKEN, TAKEN_VALUES, TAKEN_LARGEST, TAKEN_LAST = 25, 26, 27, 28
# Of a card that is added:
ADD_BEATS, ADD_HAND = 29, 30
# Of a rotation:
ROTATE_CARDS, ROTATE_LARGEST = 31, 32
# And more.
ROTATE_SECOND, TAKE_SECOND = 33, 34  # in the second of two turns in a row
PLAY_LATE, TAKE_LATE, ROTATE_LATE = 35, 36, 37  # when someone else has two cards or less
LARGEST, LARGEST_ROTATED = 38, 39  # the largest group of the hand after it
MEAN_VALUE = 40
SINGLES_ROTATED = 41
IS_LARGEST = 42  # the largest set that could be played
BACK_VALUES, BACK_LARGEST = 43, 44  # if the set came back: more values, and the largest group for a low one
ADD_SINGLE = 45
ROTATE_SAVES, ROTATE_SAVES_MANY = 46, 47
HABITS = 48

# What is noted of a move: itself, its score, and of the hand that is left its tallies, how many cards and their sum.
MOVE, SCORE_OF, UPRIGHT, ROTATED, LEFT = 0, 1, 2, 3, 4
MOVE_NOTES = 5

_FOURS = 0xCCC_CCCC_CCCC_CCCC
_PAIRS = 0x222_2222_2222_2222

# e to the power of whole numbers from -LOWEST on, and of 64ths. Rounded, for the last bit differs between systems.
_LOWEST = 24
WHOLE_POWERS = np.exp(np.arange(-_LOWEST, _LOWEST + 1.0)).astype(np.float32).astype(np.float64)
PART_POWERS = np.exp(np.arange(64) / 64).astype(np.float32).astype(np.float64)


@jit
def power(score: int) -> float:
    """A score as a weight: e to its power, to the 64th."""
    steps = min(max(score // (UNIT // 64), -64 * _LOWEST), 64 * _LOWEST)
    return WHOLE_POWERS[(steps >> 6) + _LOWEST] * PART_POWERS[steps & 63]


@jit
def _largest(tallied: int) -> int:
    """How many cards the largest group of a tally has; four for more."""
    if tallied & _FOURS:
        return 4
    if tallied & (tallied >> 1) & ONES:
        return 3
    return 2 if tallied & _PAIRS else (1 if tallied else 0)


@jit
def _singles(tallied: int) -> int:
    """How many values of a tally have one card."""
    return MAX_VALUE - popcount(held(tallied ^ ONES))


@jit
def _worth_of_rest(habits: Words, upright: int, rotated: int, cards: int, total: int) -> int:
    """What speaks for a hand that is left, given by its tallies, its cards and the sum of their values."""
    values = popcount(held(upright))
    over = popcount(held(rotated))
    score = habits[VALUES_HELD] * values + habits[VALUES_ROTATED] * over
    score += habits[TURNS_NEEDED] * min(values, over + 1) + habits[CARDS_LEFT] * cards
    score += habits[SINGLES] * _singles(upright) + habits[SINGLES_ROTATED] * _singles(rotated)
    score += habits[LARGEST] * _largest(upright) + habits[LARGEST_ROTATED] * _largest(rotated)
    if cards:
        score += habits[MEAN_VALUE] * (16 * total // cards)
    return score


@jit
def _tally_over(deck: Words, cards: int, turned: int) -> int:
    """What some cards would show rotated."""
    tallied = 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        tallied += deck[TALLIES + (2 * card + ((turned >> card) & 1) ^ 1)]
    return tallied


@jit
def _total(tallied: int) -> int:
    """The sum of the values that a tally has."""
    total = 0
    value = 1
    while tallied:
        total += value * (tallied & 15)
        tallied >>= 4
        value += 1
    return total


@jit
def size_of(state: Words, seat: int) -> int:
    """How many cards a seat holds, where SIZES say it."""
    return (state[SIZES] >> (8 * seat)) & 255


@jit
def someone_is_close(state: Words, seat: int) -> bool:
    """Whether somebody else has two cards or less."""
    for other in range(state[PLAYERS]):
        if other != seat and 0 < size_of(state, other) <= 2:
            return True
    return False


@jit
def _note(
    room: Words, count: int, move: int, score: int, upright: int, rotated: int, cards: int, total: int
) -> int:
    """Write down a move with its score so far, and the hand that it leaves."""
    room[count, MOVE] = move
    room[count, SCORE_OF] = score
    room[count, UPRIGHT] = upright
    room[count, ROTATED] = rotated
    room[count, LEFT] = (total << 8) | cards
    return count + 1


@jit_apart
def score_moves(deck: Words, state: Words, survey: Words, again: int, habits: Words, room: Words) -> int:
    """Write the moves of the hand in turn, equal cards counting as different, and their scores; returns how many.

    SIZES of the state say how many cards others hold. `again` is 1 if the seat's last move was a rotation.
    """
    survey_moves(deck, state, survey)
    players = state[PLAYERS]
    seat = seat_in_turn(state)
    hand = state[HANDS + seat]
    turned = state[TURNED]
    cards_held = popcount(hand)
    close = someone_is_close(state, seat)
    second = players == 2 and (state[TURN] & 1) == 1
    upright, rotated = tally(deck, hand, turned)
    total = _total(upright)
    largest = 0
    for value in range(1, deck[TOP_VALUE] + 1):
        size = popcount(survey[GROUPS + value])
        if size > largest and value > ceiling(survey[TABLE], size):
            largest = size
    count = 0
    for value in range(1, deck[TOP_VALUE] + 1):
        group = survey[GROUPS + value]
        chosen = group
        while chosen:
            size = popcount(chosen)
            if not (survey[BLOCKED + value] >> (size - 1)) & 1:
                back = _tally_over(deck, chosen, turned)
                rest = upright - (size << (4 * (value - 1)))
                score = habits[PLAYS] + habits[SIZE - 1 + min(size, 4)]
                score += habits[VALUE_OF - 1 + min(size, 3)] * value
                if size == cards_held:
                    score += habits[GOES_OUT]
                if chosen != group:
                    score += habits[NOT_ALL]
                    if size == 1:
                        score += habits[NOT_ALL_ONE]
                if value == deck[TOP_VALUE]:
                    score += habits[TOP]
                if close:
                    score += habits[PLAY_LATE] * value
                if size == largest:
                    score += habits[IS_LARGEST]
                score += habits[BACK_VALUES] * (popcount(held(rest + back)) - popcount(held(rest)))
                score += habits[BACK_LARGEST] * (deck[TOP_VALUE] - value) * _largest(rest + back)
                beaten = beaten_by(state, state[TURN], size)
                if beaten >= 0:
                    loser = owner(players, beaten)
                    if loser == seat:
                        score += habits[BEATS_OWN]
                    else:
                        score += habits[BEATS]
                        if size >= 2:
                            score += habits[BEATS_TWO]
                        if size >= 3:
                            score += habits[BEATS_THREE]
                        if size_of(state, loser) <= 2:
                            score += habits[BEATS_LAST]
                count = _note(
                    *(room, count, make_move(PLAY, 0, chosen), score),
                    *(rest, rotated - back, cards_held - size, total - size * value),
                )
            chosen = (chosen - 1) & group
    for slot in range(slot_count(players)):
        there = state[SLOTS + slot]
        left = survey[ADDABLE + slot]
        if left:
            value = there >> VALUE_SHIFT
            base = habits[ADDS] + habits[ADD_HAND] * size_of(state, owner(players, slot))
            beaten = beaten_by(state, slot, popcount(there & CARDS) + 1)
            if beaten >= 0:
                base += habits[ADD_BEATS]
                if owner(players, beaten) == seat:
                    base += habits[BEATS_OWN]
            if (upright >> (4 * (value - 1))) & 15 == 1:
                base += habits[ADD_SINGLE]
            if cards_held == 1:
                base += habits[GOES_OUT]
            rest = upright - (1 << (4 * (value - 1)))
            while left:
                card = left & -left
                left ^= card
                over = rotated - _tally_over(deck, card, turned)
                count = _note(
                    room, count, make_move(ADD, slot, card), base, rest, over, cards_held - 1, total - value
                )
        if (survey[TAKES] >> slot) & 1:
            taken = there & CARDS
            size = popcount(taken)
            more = 0
            over = 0
            left = taken
            while left:
                card = lowest(left)
                left &= left - 1
                side = (turned >> card) & 1
                more += deck[TALLIES + 2 * card + (side ^ 1)]
                over += deck[TALLIES + 2 * card + side]
            score = habits[TAKES_SET] + habits[TAKEN] * size
            score += habits[TAKEN_VALUES] * (popcount(held(upright + more)) - popcount(held(upright)))
            score += habits[TAKEN_LARGEST] * _largest(upright + more)
            if size_of(state, owner(players, slot)) <= 2:
                score += habits[TAKEN_LAST]
            if second:
                score += habits[TAKE_SECOND]
            if close:
                score += habits[TAKE_LATE]
            count = _note(
                *(room, count, make_move(TAKE, slot, 0), score),
                *(upright + more, rotated + over, cards_held + size, total + _total(more)),
            )
    score = (
        habits[ROTATE_CARDS] * cards_held + habits[ROTATE_LARGEST] * largest + habits[ROTATES_AGAIN] * again
    )
    if second:
        score += habits[ROTATE_SECOND]
    if close:
        score += habits[ROTATE_LATE]
    saved = popcount(held(upright)) - popcount(held(rotated))
    if saved > 0:
        score += habits[ROTATE_SAVES] + habits[ROTATE_SAVES_MANY] * saved
    count = _note(room, count, make_move(ROTATE, 0, 0), score, rotated, upright, cards_held, _total(rotated))
    for index in range(count):
        room[index, SCORE_OF] += _worth_of_rest(
            habits,
            room[index, UPRIGHT],
            room[index, ROTATED],
            room[index, LEFT] & 255,
            room[index, LEFT] >> 8,
        )
    return count


@jit_apart
def chance_of(
    deck: Words,
    state: Words,
    survey: Words,
    again: int,
    habits: Words,
    move: int,
    room: Words,
) -> tuple[float, int]:
    """How likely whoever is in turn makes a move, and how many there are; copies of a card are one move (D4)."""
    count = score_moves(deck, state, survey, again, habits, room)
    copied = move_cards(move) & deck[COPIED]
    plain = plain_copies(deck, move_cards(move)) if copied else 0
    all_of_them = 0.0
    this = 0.0
    best = room[0, SCORE_OF]
    for index in range(1, count):
        best = max(best, room[index, SCORE_OF])
    for index in range(count):
        weight = power(room[index, SCORE_OF] - best)  # beside the best, for of large scores there is no power
        all_of_them += weight
        other = room[index, MOVE]
        if other == move:
            this += weight
        elif (
            copied
            and (other ^ move) >> VALUE_SHIFT == 0
            and _alike(deck, state, plain, other & CARDS, move & CARDS)
        ):
            this += weight
    return this / all_of_them, count


@jit
def _alike(deck: Words, state: Words, plain: int, cards: int, others: int) -> bool:
    """Whether some cards look like others, whose lowest copies are given."""
    if plain_copies(deck, cards) != plain:
        return False
    return active_value(deck, state, lowest(cards)) == active_value(deck, state, lowest(others))
