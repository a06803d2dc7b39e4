"""One turn: make a move, return beaten sets, see who is out, and open the next turn (R8 to R27)."""

from dnup.kernel.jit import jit, jit_apart, lowest, popcount
from dnup.kernel.layout import (
    ABANDONED,
    ACTIONS,
    ADD,
    CARDS,
    DISCARDS,
    ENDING,
    FINISH,
    HANDS,
    LIMITS,
    MATCH,
    OUT,
    PLAYERS,
    ROTATE,
    SCORE,
    SHOWN,
    SLOTS,
    STALLED,
    TAKE,
    TURN,
    TURNED,
    VALUE_SHIFT,
    Words,
    active_value,
    is_out,
    is_played_on,
    move_cards,
    move_slot,
    move_verb,
    owner,
    seat_in_turn,
    slot_count,
    stall_limit,
    turn_limit,
)


@jit
def points_to_win(players: int) -> int:
    """Points that win the match: 4 (R20), with two players 2 won rounds (R27)."""
    return 2 if players == 2 else 4


@jit
def points_of(state: Words, seat: int) -> int:
    """The points a seat has made in this round (R17, R19, R27)."""
    first = 1 if state[PLAYERS] == 2 else 2
    if (state[FINISH] & 15) == seat + 1:
        return first
    return 1 if (state[FINISH] >> 8) == seat + 1 else 0


@jit
def score_of(state: Words, seat: int) -> int:
    """The points a seat had before this round."""
    return (state[SCORE] >> (8 * seat)) & 255


@jit
def winner_of(state: Words) -> int:
    """The seat that has won the match with what it made in this round, or -1.

    Where the round is played on, the second to go out may come to as many points; the first has won (R20).
    """
    first = (state[FINISH] & 15) - 1
    if first >= 0 and score_of(state, first) + points_of(state, first) >= points_to_win(state[PLAYERS]):
        return first
    for seat in range(state[PLAYERS]):
        if score_of(state, seat) + points_of(state, seat) >= points_to_win(state[PLAYERS]):
            return seat
    return -1


@jit
def return_to_hand(state: Words, seat: int, cards: int) -> None:
    """Cards go from the table into a hand, turned on the way (R15)."""
    state[HANDS + seat] |= cards
    state[TURNED] ^= cards


@jit
def beaten_by(state: Words, slot: int, size: int) -> int:
    """The slot whose set a set of this size in `slot` beats, or -1 (R10, R11)."""
    for other in range(slot_count(state[PLAYERS])):
        if other != slot and popcount(state[SLOTS + other] & CARDS) == size:
            return other
    return -1


@jit
def beat(state: Words, slot: int) -> None:
    """Return the set in a slot to the player it lay in front of (R14), or discard it if they are out (R18)."""
    cards = state[SLOTS + slot] & CARDS
    seat = owner(state[PLAYERS], slot)
    state[SLOTS + slot] = 0
    if is_out(state, seat):
        state[DISCARDS] |= cards
    else:
        return_to_hand(state, seat, cards)


@jit
def put(deck: Words, state: Words, slot: int, cards: int) -> None:
    """Cards leave the hand in turn for a slot; a set of the same size gives way."""
    seat = seat_in_turn(state)
    value = active_value(deck, state, lowest(cards))
    state[HANDS + seat] &= ~cards
    # D1: the hand is empty now, whatever comes back to it below.
    gone_out = state[HANDS + seat] == 0
    state[SHOWN] |= cards
    state[SLOTS + slot] |= cards | (value << VALUE_SHIFT)
    beaten = beaten_by(state, slot, popcount(state[SLOTS + slot] & CARDS))
    if beaten >= 0:
        beat(state, beaten)
    if gone_out:
        go_out(state, seat)


@jit
def go_out(state: Words, seat: int) -> None:
    """A seat has emptied its hand: note it, and end the round if that ends it."""
    if state[FINISH]:  # R19: the second one
        state[FINISH] |= (seat + 1) << 8
        state[ENDING] = OUT
    else:
        state[FINISH] = seat + 1
        if state[PLAYERS] == 2:  # R27
            state[ENDING] = OUT
        elif winner_of(state) >= 0 and not is_played_on(state[LIMITS]):  # R20
            state[ENDING] = MATCH


@jit
def open_turn(state: Words) -> None:
    """Clear the slot in turn (R8). Slots of players who are out are cleared and passed over (R17)."""
    while True:
        state[DISCARDS] |= state[SLOTS + state[TURN]] & CARDS
        state[SLOTS + state[TURN]] = 0
        if state[FINISH] == 0 or not is_out(state, seat_in_turn(state)):
            return
        state[TURN] = next_slot(state)


@jit
def next_slot(state: Words) -> int:
    slot = state[TURN] + 1
    return 0 if slot == slot_count(state[PLAYERS]) else slot


@jit
def apply_move(deck: Words, state: Words, move: int) -> None:
    """Make a legal move; the state then shows the next turn, after its discard, or the end of the round."""
    verb = move_verb(move)
    discards = state[DISCARDS]
    if verb == ROTATE:
        state[TURNED] ^= state[HANDS + seat_in_turn(state)]
    elif verb == TAKE:
        cards = state[SLOTS + move_slot(move)] & CARDS
        state[SLOTS + move_slot(move)] = 0
        return_to_hand(state, seat_in_turn(state), cards)
    elif verb == ADD:
        put(deck, state, move_slot(move), move_cards(move))
    else:
        put(deck, state, state[TURN], move_cards(move))
    state[ACTIONS] += 1
    if state[ENDING]:
        return
    if state[ACTIONS] >= turn_limit(state[LIMITS]):  # D2
        state[ENDING] = ABANDONED
        return
    slot = state[TURN]
    state[TURN] = next_slot(state)
    open_turn(state)
    limit = stall_limit(state[LIMITS])
    # A product instead of a branch, which would often be mispredicted.
    state[STALLED] = (state[STALLED] + (limit > 0)) * (state[DISCARDS] == discards)
    if state[STALLED] >= limit and limit:  # D5: nothing was discarded, so no turn has begun
        state[ENDING] = ABANDONED
        state[TURN] = slot


@jit_apart
def apply_move_out_of_line(deck: Words, state: Words, move: int) -> None:
    """`apply_move` as a call, where speed does not matter: inlined, it is a kilobyte of machine code each time."""
    apply_move(deck, state, move)
