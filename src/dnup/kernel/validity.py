"""Faults of a position that no round can reach, for positions read from text or JSON."""

from dnup.kernel.jit import jit, popcount
from dnup.kernel.layout import (
    ABANDONED,
    ACTIONS,
    CARDS,
    ENDING,
    FINISH,
    HANDS,
    LIMITS,
    MATCH,
    OUT,
    PLAYERS,
    SHOWN,
    SLOTS,
    STALLED,
    STAR,
    STARTER,
    TURN,
    Words,
    is_out,
    is_played_on,
    seat_in_turn,
    slot_count,
    stall_limit,
    turn_limit,
)
from dnup.kernel.turn import winner_of

# dnup.game.validity has the sentences. Faults of a seat come with its number.
SOUND = 0
SIZES_EQUAL = 1
TOO_MANY_ACTIONS = 2
TOO_MANY_STALLED = 3
MORE_STALLED_THAN_ACTIONS = 4
LAST_ACTION_COUNTED = 5
OUT_WITH_CARDS = 6
EMPTY_NOT_OUT = 7
STAR_ELSEWHERE = 8
TURN_OF_WHO_IS_OUT = 9
OWN_SET_IN_TURN = 10


@jit
def ending_of(state: Words) -> int:
    """The ending of a finished round: it follows from the seats that are out and the score (R19, R20, R27, D2, D5)."""
    players = state[PLAYERS]
    finish = state[FINISH]
    if finish >> 8 or (finish and players == 2):
        return OUT
    if finish and winner_of(state) >= 0 and not is_played_on(state[LIMITS]):
        return MATCH
    limit = stall_limit(state[LIMITS])
    if state[ACTIONS] >= turn_limit(state[LIMITS]) or (limit and state[STALLED] >= limit):
        return ABANDONED
    return 0


@jit
def find_fault(deck: Words, state: Words, sizes: Words) -> tuple[int, int]:
    """The fault of a position and the seat it is about; SOUND if there is none.

    `sizes` are the sizes of the hands. A sound position may be unreachable, but the kernel relies on nothing more.
    """
    players = state[PLAYERS]
    seen = 0
    for slot in range(slot_count(players)):
        size = popcount(state[SLOTS + slot] & CARDS)
        if size and (seen >> size) & 1:  # R16
            return SIZES_EQUAL, 0
        seen |= 1 << size
    fault = _fault_of_counts(state)
    if fault:
        return fault, 0
    for seat in range(players):
        out = is_out(state, seat)
        # D1: with two players the winner may have got a beaten set of their own back.
        if (sizes[seat] == 0) != out and not (players == 2 and out):
            return OUT_WITH_CARDS if out else EMPTY_NOT_OUT, seat
    if not (state[SHOWN] >> deck[STAR]) & 1 and not _starter_can_hold_star(deck, state, sizes):  # R6
        return STAR_ELSEWHERE, 0
    if not state[ENDING]:
        if is_out(state, seat_in_turn(state)):  # R17
            return TURN_OF_WHO_IS_OUT, 0
        if state[SLOTS + state[TURN]]:  # R8
            return OWN_SET_IN_TURN, 0
    return SOUND, 0


@jit
def _fault_of_counts(state: Words) -> int:
    """D2 and D5."""
    limit = stall_limit(state[LIMITS])
    if state[ACTIONS] > turn_limit(state[LIMITS]):
        return TOO_MANY_ACTIONS
    if state[STALLED] > limit:
        return TOO_MANY_STALLED
    if state[STALLED] > state[ACTIONS]:
        return MORE_STALLED_THAN_ACTIONS
    if limit and state[STALLED] == limit and state[ENDING] != ABANDONED:
        return LAST_ACTION_COUNTED
    return SOUND


@jit
def _starter_can_hold_star(deck: Words, state: Words, sizes: Words) -> bool:
    starter = state[STARTER]
    for seat in range(state[PLAYERS]):
        if (state[HANDS + seat] >> deck[STAR]) & 1:
            return seat == starter
    return sizes[starter] > popcount(
        state[HANDS + starter]
    )  # in a view it is among the cards that are not known
