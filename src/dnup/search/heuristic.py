"""Heuristic value of a move without search: the turns that the hand still needs, and the risk that a set is beaten."""

import numpy as np

from dnup.kernel.jit import jit, lowest, popcount
from dnup.kernel.layout import (
    ADD,
    CARDS,
    HANDS,
    HIGHS,
    LOWS,
    PLAYERS,
    ROTATE,
    SLOTS,
    TAKE,
    TOP_VALUE,
    TURN,
    TURNED,
    Words,
    active_value,
    move_cards,
    move_slot,
    move_verb,
    owner,
    seat_in_turn,
)
from dnup.kernel.turn import beaten_by

# By size, the probability that an opponent can play a set of that size, if every value were high enough; a guess.
READY = np.array([0.0, 0.7, 0.35, 0.12, 0.04, 0.01, 0, 0, 0, 0, 0, 0, 0, 0], dtype=np.float64)


@jit
def groups(deck: Words, hand: int, turned: int) -> int:
    """The number of different values that a hand shows: the turns to play it if no set comes back."""
    up = hand & ~turned
    down = hand & turned
    count = 0
    for value in range(1, deck[TOP_VALUE] + 1):
        count += ((up & deck[LOWS + value]) | (down & deck[HIGHS + value])) != 0
    return count


@jit
def turns_needed(deck: Words, hand: int, turned: int) -> int:
    """Turns to empty a hand, with a rotation first where that is quicker."""
    return min(groups(deck, hand, turned), 1 + groups(deck, hand, turned ^ hand))


@jit
def danger(deck: Words, state: Words, value: int, size: int) -> float:
    """Estimated probability that a set is beaten before its owner's next turn."""
    higher = (deck[TOP_VALUE] - value) / deck[TOP_VALUE]
    safe = 1.0
    for _ in range(state[PLAYERS] - 1):
        safe *= 1.0 - higher * READY[size]
    return 1.0 - safe


@jit
def rate_move(deck: Words, state: Words, move: int) -> float:
    """The heuristic value of a legal move, in turns: minus the turns still needed, plus a bonus for beaten sets."""
    seat = seat_in_turn(state)
    hand = state[HANDS + seat]
    turned = state[TURNED]
    verb = move_verb(move)
    if verb == ROTATE:
        return -float(groups(deck, hand, turned ^ hand))
    if verb == TAKE:
        taken = state[SLOTS + move_slot(move)] & CARDS
        return -float(turns_needed(deck, hand | taken, turned ^ taken)) - 0.1 * popcount(taken)
    cards = move_cards(move)
    rest = hand & ~cards
    if rest == 0:
        return 100.0
    slot = move_slot(move) if verb == ADD else state[TURN]
    size = popcount(cards | (state[SLOTS + slot] & CARDS))
    rating = -float(turns_needed(deck, rest, turned))
    if verb != ADD:
        value = active_value(deck, state, lowest(cards))
        back = float(turns_needed(deck, rest | cards, turned ^ cards))
        rating -= danger(deck, state, value, size) * (back + rating)
    beaten = beaten_by(state, slot, size)
    if beaten >= 0 and owner(state[PLAYERS], beaten) != seat:
        rating += 0.3 * size
    return rating + 0.05 * popcount(cards)
