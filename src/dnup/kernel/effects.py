"""The effects of legal moves, and making a move at a table."""

from dnup.kernel.history import history_word
from dnup.kernel.jit import jit, jit_apart, popcount
from dnup.kernel.layout import (
    ADD,
    CARDS,
    HANDS,
    PLAYERS,
    ROTATE,
    SLOTS,
    TAKE,
    TURN,
    Words,
    is_out,
    move_cards,
    move_slot,
    move_verb,
    owner,
    seat_in_turn,
)
from dnup.kernel.turn import apply_move_out_of_line, beaten_by
from dnup.kernel.views import order_copies

# The words of an effect.
BEATEN = 0  # the slot of the beaten set, or -1
HAND = 1  # the seat whose hand gets cards, or -1
RETURNED = 2  # these cards, not yet turned
GOES_OUT = 3  # whether the hand in turn becomes empty
EFFECT_WORDS = 4


@jit
def list_effects(state: Words, moves: Words, effects: Words) -> None:
    """Write the effects of each of these legal moves."""
    seat = seat_in_turn(state)
    for index in range(len(moves)):
        move = moves[index]
        beaten = -1
        hand = -1
        returned = 0
        goes_out = 0
        verb = move_verb(move)
        if verb == TAKE:
            hand = seat
            returned = state[SLOTS + move_slot(move)] & CARDS
        elif verb != ROTATE:
            slot = move_slot(move) if verb == ADD else state[TURN]
            cards = move_cards(move)
            goes_out = 1 if state[HANDS + seat] == cards else 0
            beaten = beaten_by(state, slot, popcount((state[SLOTS + slot] & CARDS) | cards))
            if beaten >= 0 and not is_out(state, owner(state[PLAYERS], beaten)):  # R18
                hand = owner(state[PLAYERS], beaten)
                returned = state[SLOTS + beaten] & CARDS
        effects[index, BEATEN] = beaten
        effects[index, HAND] = hand
        effects[index, RETURNED] = returned
        effects[index, GOES_OUT] = goes_out


@jit_apart
def advance(deck: Words, state: Words, move: int) -> int:
    """Make a legal move, renumber the copies of cards (D4), and return the history word."""
    entry = history_word(deck, state, move)
    apply_move_out_of_line(deck, state, move)
    order_copies(deck, state)
    return entry
