"""Is this move legal, and if not, why?"""

from dnup.kernel.jit import jit, jit_apart, lowest, popcount
from dnup.kernel.layout import (
    CARDS,
    ENDING,
    HANDS,
    PLAY,
    PLAYERS,
    ROTATE,
    SLOTS,
    TAKE,
    TURNED,
    VALUE_SHIFT,
    Words,
    active_value,
    make_move,
    move_cards,
    move_slot,
    move_verb,
    owner,
    seat_in_turn,
    showing,
    slot_count,
)
from dnup.kernel.moves import ceiling, ceilings
from dnup.kernel.turn import apply_move_out_of_line

# dnup.kernel.illegality has the rule and the facts behind each, dnup.game.illegality the words.
LEGAL = 0
ROUND_OVER = 1
EMPTY_SET = 2
NOT_IN_HAND = 3
MIXED_VALUES = 4
NOT_HIGHER = 5
NO_SUCH_SLOT = 6
OWN_SLOT = 7
NO_SET_THERE = 8
ADD_ONE_CARD = 9
OTHER_VALUE = 10
GROWN_NOT_HIGHER = 11
NOT_A_MOVE = 12
NOT_YOUR_TURN = 13  # only for a view: a round is moved by the seat in turn


@jit_apart
def check_move(deck: Words, state: Words, move: int) -> int:
    """LEGAL, or the code of the first rule that a move breaks; the move may be any number."""
    if state[ENDING]:
        return ROUND_OVER
    verb = move_verb(move)
    cards = move_cards(move)
    slot = move_slot(move)
    players = state[PLAYERS]
    seat = seat_in_turn(state)
    if verb == ROTATE:
        return LEGAL if move == make_move(ROTATE, 0, 0) else NOT_A_MOVE
    if verb < PLAY or verb > ROTATE or (verb == PLAY and slot) or (verb == TAKE and cards):
        return NOT_A_MOVE
    if verb == PLAY:
        return _check_play(deck, state, seat, cards)
    if slot >= slot_count(players):
        return NO_SUCH_SLOT
    if owner(players, slot) == seat:
        return OWN_SLOT
    if state[SLOTS + slot] == 0:
        return NO_SET_THERE
    if verb == TAKE:
        return LEGAL
    return _check_add(deck, state, seat, slot, cards)


@jit
def _check_play(deck: Words, state: Words, seat: int, cards: int) -> int:
    hand = state[HANDS + seat]
    if cards == 0:
        return EMPTY_SET
    if cards & ~hand:
        return NOT_IN_HAND
    value = active_value(deck, state, lowest(cards))
    if cards & ~showing(deck, hand, state[TURNED], value):
        return MIXED_VALUES
    if value <= ceiling(ceilings(state), popcount(cards)):
        return NOT_HIGHER
    return LEGAL


@jit
def _check_add(deck: Words, state: Words, seat: int, slot: int, cards: int) -> int:
    if popcount(cards) != 1:
        return ADD_ONE_CARD
    if cards & ~state[HANDS + seat]:
        return NOT_IN_HAND
    value = state[SLOTS + slot] >> VALUE_SHIFT
    if active_value(deck, state, lowest(cards)) != value:
        return OTHER_VALUE
    if value <= ceiling(ceilings(state), popcount(state[SLOTS + slot] & CARDS) + 1):
        return GROWN_NOT_HIGHER
    return LEGAL


@jit_apart
def attempt(deck: Words, state: Words, move: int) -> int:
    """Make a move if it is legal; returns LEGAL or a code."""
    code = check_move(deck, state, move)
    if code == LEGAL:
        apply_move_out_of_line(deck, state, move)
    return code
