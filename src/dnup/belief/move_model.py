"""The move model: the probability of each legal move, given the hand (a conditional logit).

Each legal move has a score, the dot product of its features and the model's coefficients. Its probability is
proportional to e to the power of the score. The coefficients are fitted to the moves of a strong player by
`tools/champion/fit_move_model.py`. Scores are integers and powers come from tables, so the result is the same on every
machine.
"""

from typing import NamedTuple

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
from dnup.search.rollout import FOURS, ONES, held, tally

Floats = NDArray[np.float64]

MAX_MOVES = 1 << 15
"""Rows of the buffer for scored moves; no hand has as many moves."""

UNIT = 1024
"""A score that is higher by UNIT makes a move e times as likely."""

# The features of a move, as indices of their coefficients. Features of the move itself:
PLAYS, ADDS, TAKES_SET = 0, 1, 2
ROTATES_AGAIN = 3  # the seat's last move was a rotation, too
GOES_OUT = 4
# The hand after the move:
VALUES_HELD = 5  # number of values that it shows
VALUES_ROTATED = 6  # number of values that it would show, rotated
TURNS_NEEDED = 7
CARDS_LEFT = 8
SINGLES = 9  # values with one card
# A play:
SIZE = 10  # ... 13: of one card, two, three, more
VALUE_OF = 14  # ... 16: its value, if it has one card, two, more
NOT_ALL = 17  # cards of that value stay in the hand
NOT_ALL_ONE = 18
BEATS = 19  # an opponent's set
BEATS_TWO, BEATS_THREE = 20, 21  # with two cards or more, with three
BEATS_LAST = 22  # an opponent with at most two cards
BEATS_OWN = 23
TOP = 24
# A take:
TAKEN, TAKEN_VALUES, TAKEN_LARGEST, TAKEN_LAST = 25, 26, 27, 28
# An add:
ADD_BEATS, ADD_HAND = 29, 30
# A rotation:
ROTATE_CARDS, ROTATE_LARGEST = 31, 32
# Further features:
ROTATE_SECOND, TAKE_SECOND = 33, 34  # in the second of two turns in a row
PLAY_LATE, TAKE_LATE, ROTATE_LATE = 35, 36, 37  # when an opponent has at most two cards
LARGEST, LARGEST_ROTATED = 38, 39  # size of the largest group in the hand after the move
MEAN_VALUE = 40
SINGLES_ROTATED = 41
IS_LARGEST = 42  # the largest legal set
BACK_VALUES, BACK_LARGEST = 43, 44  # if the set came back: additional values, largest group
ADD_SINGLE = 45
ROTATE_SAVES, ROTATE_SAVES_MANY = 46, 47
COEFFICIENTS = 48

# A row of the buffer: the move and its score.
MOVE, SCORE_OF = 0, 1
MOVE_ROW = 2

_PAIRS = 0x222_2222_2222_2222

# Powers of e for integers from -_LOWEST to _LOWEST, and for 64ths. Rounded, as the last bit differs between systems.
_LOWEST = 24
WHOLE_POWERS = np.exp(np.arange(-_LOWEST, _LOWEST + 1.0)).astype(np.float32).astype(np.float64)
PART_POWERS = np.exp(np.arange(64) / 64).astype(np.float32).astype(np.float64)


class Hand(NamedTuple):
    """The hand that a move leaves, by its tallies as in `dnup.search.rollout`."""

    upright: int
    rotated: int
    cards: int
    """The number of cards."""
    total: int
    """The sum of the values that they show."""


class Turn(NamedTuple):
    """A turn to score the moves of."""

    deck: Words
    state: Words
    survey: Words
    coefficients: Words
    scored: Words
    """The buffer for the moves and their scores."""
    seat: int
    hand: Hand
    largest: int
    """The size of the largest set that can be played."""
    close: bool
    """Whether an opponent has at most two cards."""
    second: bool
    """Whether this is the second of two turns in a row, with two players."""


@jit
def power(score: int) -> float:
    """E to the power of score / UNIT, in steps of 1/64."""
    steps = min(max(score // (UNIT // 64), -64 * _LOWEST), 64 * _LOWEST)
    return WHOLE_POWERS[(steps >> 6) + _LOWEST] * PART_POWERS[steps & 63]


@jit
def _largest(tallied: int) -> int:
    """The size of the largest group of a tally, at most 4."""
    if tallied & FOURS:
        return 4
    if tallied & (tallied >> 1) & ONES:
        return 3
    return 2 if tallied & _PAIRS else (1 if tallied else 0)


@jit
def _singles(tallied: int) -> int:
    """The number of values with one card in a tally."""
    return MAX_VALUE - popcount(held(tallied ^ ONES))


@jit
def _more_values(tallied: int, more: int) -> int:
    """The number of values that a tally has only together with another one."""
    return popcount(held(tallied + more)) - popcount(held(tallied))


@jit
def _score_hand(coefficients: Words, hand: Hand) -> int:
    """The part of a score that depends on the hand after the move."""
    values = popcount(held(hand.upright))
    over = popcount(held(hand.rotated))
    score = coefficients[VALUES_HELD] * values + coefficients[VALUES_ROTATED] * over
    score += coefficients[TURNS_NEEDED] * min(values, over + 1) + coefficients[CARDS_LEFT] * hand.cards
    score += coefficients[SINGLES] * _singles(hand.upright)
    score += coefficients[SINGLES_ROTATED] * _singles(hand.rotated)
    score += coefficients[LARGEST] * _largest(hand.upright)
    score += coefficients[LARGEST_ROTATED] * _largest(hand.rotated)
    if hand.cards:
        score += coefficients[MEAN_VALUE] * (16 * hand.total // hand.cards)
    return score


@jit
def _tally_over(deck: Words, cards: int, turned: int) -> int:
    """The tally of some cards after a rotation."""
    tallied = 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        tallied += deck[TALLIES + (2 * card + ((turned >> card) & 1) ^ 1)]
    return tallied


@jit
def _total(tallied: int) -> int:
    """The sum of the values of a tally."""
    total = 0
    value = 1
    while tallied:
        total += value * (tallied & 15)
        tallied >>= 4
        value += 1
    return total


@jit
def size_of(state: Words, seat: int) -> int:
    """The number of cards of a seat, from SIZES."""
    return (state[SIZES] >> (8 * seat)) & 255


@jit
def someone_is_close(state: Words, seat: int) -> bool:
    """Whether an opponent has at most two cards."""
    for other in range(state[PLAYERS]):
        if other != seat and 0 < size_of(state, other) <= 2:
            return True
    return False


@jit
def _largest_play(deck: Words, survey: Words) -> int:
    """The size of the largest whole group that can be played."""
    largest = 0
    for value in range(1, deck[TOP_VALUE] + 1):
        size = popcount(survey[GROUPS + value])
        if size > largest and value > ceiling(survey[TABLE], size):
            largest = size
    return largest


@jit_apart
def score_moves(
    deck: Words, state: Words, survey: Words, again: int, coefficients: Words, scored: Words
) -> int:
    """Write the legal moves and their scores, equal cards counting as different; returns the number of moves.

    SIZES of the state are the sizes of all hands. `again` is 1 if the seat's last move was a rotation.
    """
    survey_moves(deck, state, survey)
    players = state[PLAYERS]
    seat = seat_in_turn(state)
    cards = state[HANDS + seat]
    upright, rotated = tally(deck, cards, state[TURNED])
    turn = Turn(
        deck,
        state,
        survey,
        coefficients,
        scored,
        seat,
        Hand(upright, rotated, popcount(cards), _total(upright)),
        _largest_play(deck, survey),
        someone_is_close(state, seat),
        players == 2 and (state[TURN] & 1) == 1,
    )
    count = _score_plays(turn, 0)
    for slot in range(slot_count(players)):
        if survey[ADDABLE + slot]:
            count = _score_adds(turn, slot, count)
        if (survey[TAKES] >> slot) & 1:
            count = _score_take(turn, slot, count)
    return _score_rotation(turn, again, count)


@jit
def _write_move(turn: Turn, count: int, move: int, score: int, hand: Hand) -> int:
    """Write a move with its score, and the hand that it leaves added to that; returns the number of moves."""
    turn.scored[count, MOVE] = move
    turn.scored[count, SCORE_OF] = score + _score_hand(turn.coefficients, hand)
    return count + 1


@jit
def _score_plays(turn: Turn, count: int) -> int:
    """Score all plays; returns the number of moves."""
    deck = turn.deck
    hand = turn.hand
    for value in range(1, deck[TOP_VALUE] + 1):
        group = turn.survey[GROUPS + value]
        chosen = group
        while chosen:
            size = popcount(chosen)
            if not (turn.survey[BLOCKED + value] >> (size - 1)) & 1:
                back = _tally_over(deck, chosen, turn.state[TURNED])
                rest = hand.upright - (size << (4 * (value - 1)))
                score = _score_set(turn, value, size, chosen == group) + _score_beaten(turn, size)
                score += turn.coefficients[BACK_VALUES] * _more_values(rest, back)
                score += turn.coefficients[BACK_LARGEST] * (deck[TOP_VALUE] - value) * _largest(rest + back)
                left = Hand(rest, hand.rotated - back, hand.cards - size, hand.total - size * value)
                count = _write_move(turn, count, make_move(PLAY, 0, chosen), score, left)
            chosen = (chosen - 1) & group
    return count


@jit
def _score_set(turn: Turn, value: int, size: int, whole: bool) -> int:
    """The part of a play's score that depends on its value and size; `whole` if all cards of the value are played."""
    coefficients = turn.coefficients
    score = coefficients[PLAYS] + coefficients[SIZE - 1 + min(size, 4)]
    score += coefficients[VALUE_OF - 1 + min(size, 3)] * value
    if size == turn.hand.cards:
        score += coefficients[GOES_OUT]
    if not whole:
        score += coefficients[NOT_ALL]
        if size == 1:
            score += coefficients[NOT_ALL_ONE]
    if value == turn.deck[TOP_VALUE]:
        score += coefficients[TOP]
    if turn.close:
        score += coefficients[PLAY_LATE] * value
    if size == turn.largest:
        score += coefficients[IS_LARGEST]
    return score


@jit
def _score_beaten(turn: Turn, size: int) -> int:
    """The part of a play's score that depends on the set that it beats, 0 if there is none."""
    coefficients = turn.coefficients
    state = turn.state
    beaten = beaten_by(state, state[TURN], size)
    if beaten < 0:
        return 0
    loser = owner(state[PLAYERS], beaten)
    if loser == turn.seat:
        return coefficients[BEATS_OWN]
    score = coefficients[BEATS]
    if size >= 2:
        score += coefficients[BEATS_TWO]
    if size >= 3:
        score += coefficients[BEATS_THREE]
    if size_of(state, loser) <= 2:
        score += coefficients[BEATS_LAST]
    return score


@jit
def _score_adds(turn: Turn, slot: int, count: int) -> int:
    """Score all adds to the set in a slot; returns the number of moves."""
    coefficients = turn.coefficients
    state = turn.state
    hand = turn.hand
    players = state[PLAYERS]
    there = state[SLOTS + slot]
    value = there >> VALUE_SHIFT
    score = coefficients[ADDS] + coefficients[ADD_HAND] * size_of(state, owner(players, slot))
    beaten = beaten_by(state, slot, popcount(there & CARDS) + 1)
    if beaten >= 0:
        score += coefficients[ADD_BEATS]
        if owner(players, beaten) == turn.seat:
            score += coefficients[BEATS_OWN]
    if (hand.upright >> (4 * (value - 1))) & 15 == 1:
        score += coefficients[ADD_SINGLE]
    if hand.cards == 1:
        score += coefficients[GOES_OUT]
    rest = hand.upright - (1 << (4 * (value - 1)))
    left = turn.survey[ADDABLE + slot]
    while left:
        card = left & -left
        left ^= card
        over = hand.rotated - _tally_over(turn.deck, card, state[TURNED])
        after = Hand(rest, over, hand.cards - 1, hand.total - value)
        count = _write_move(turn, count, make_move(ADD, slot, card), score, after)
    return count


@jit
def _score_take(turn: Turn, slot: int, count: int) -> int:
    """Score the take of the set in a slot; returns the number of moves."""
    coefficients = turn.coefficients
    state = turn.state
    hand = turn.hand
    taken = state[SLOTS + slot] & CARDS
    size = popcount(taken)
    over, more = tally(turn.deck, taken, state[TURNED])  # a taken set is turned (R15)
    score = coefficients[TAKES_SET] + coefficients[TAKEN] * size
    score += coefficients[TAKEN_VALUES] * _more_values(hand.upright, more)
    score += coefficients[TAKEN_LARGEST] * _largest(hand.upright + more)
    if size_of(state, owner(state[PLAYERS], slot)) <= 2:
        score += coefficients[TAKEN_LAST]
    if turn.second:
        score += coefficients[TAKE_SECOND]
    if turn.close:
        score += coefficients[TAKE_LATE]
    after = Hand(hand.upright + more, hand.rotated + over, hand.cards + size, hand.total + _total(more))
    return _write_move(turn, count, make_move(TAKE, slot, 0), score, after)


@jit
def _score_rotation(turn: Turn, again: int, count: int) -> int:
    """Score the rotation of the hand; returns the number of moves."""
    coefficients = turn.coefficients
    hand = turn.hand
    score = coefficients[ROTATE_CARDS] * hand.cards + coefficients[ROTATE_LARGEST] * turn.largest
    score += coefficients[ROTATES_AGAIN] * again
    if turn.second:
        score += coefficients[ROTATE_SECOND]
    if turn.close:
        score += coefficients[ROTATE_LATE]
    saved = popcount(held(hand.upright)) - popcount(held(hand.rotated))
    if saved > 0:
        score += coefficients[ROTATE_SAVES] + coefficients[ROTATE_SAVES_MANY] * saved
    after = Hand(hand.rotated, hand.upright, hand.cards, _total(hand.rotated))
    return _write_move(turn, count, make_move(ROTATE, 0, 0), score, after)


@jit_apart
def move_probability(
    deck: Words, state: Words, survey: Words, again: int, coefficients: Words, move: int, scored: Words
) -> tuple[float, int]:
    """The probability of a move and the number of moves; copies of a card are one move (D4)."""
    count = score_moves(deck, state, survey, again, coefficients, scored)
    copied = move_cards(move) & deck[COPIED]
    plain = plain_copies(deck, move_cards(move)) if copied else 0
    total = 0.0
    this = 0.0
    best = scored[0, SCORE_OF]
    for index in range(1, count):
        best = max(best, scored[index, SCORE_OF])
    for index in range(count):
        weight = power(scored[index, SCORE_OF] - best)  # relative to the best, so that no power overflows
        total += weight
        other = scored[index, MOVE]
        if other == move:
            this += weight
        elif (
            copied
            and (other ^ move) >> VALUE_SHIFT == 0
            and _alike(deck, state, plain, other & CARDS, move & CARDS)
        ):
            this += weight
    return this / total, count


@jit
def _alike(deck: Words, state: Words, plain: int, cards: int, others: int) -> bool:
    """Whether some cards look like others; `plain` are the lowest copies of the others."""
    if plain_copies(deck, cards) != plain:
        return False
    return active_value(deck, state, lowest(cards)) == active_value(deck, state, lowest(others))
