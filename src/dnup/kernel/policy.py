"""Quick play for the end of a simulated round: whole groups of cards, large ones first, with a little chance in it."""

from dnup.kernel.chance import Stream, random_bits
from dnup.kernel.jit import jit, popcount
from dnup.kernel.layout import (
    ADD,
    CARDS,
    HANDS,
    HIGHS,
    LOWS,
    PLAY,
    PLAYERS,
    ROTATE,
    SLOTS,
    TOP_VALUE,
    TURNED,
    VALUE_SHIFT,
    Words,
    make_move,
    owner,
    seat_in_turn,
    slot_count,
)
from dnup.kernel.moves import ceiling, ceilings


@jit
def quick_move(deck: Words, state: Words, stream: Stream) -> int:
    """A sensible legal move at the price of a random one."""
    seat = seat_in_turn(state)
    hand = state[HANDS + seat]
    up = hand & ~state[TURNED]
    down = hand & state[TURNED]
    table = ceilings(state)
    chance = random_bits(stream)
    best = -1
    move = make_move(ROTATE, 0, 0)
    now = 0
    turned_over = 0
    for value in range(1, deck[TOP_VALUE] + 1):
        cards = (up & deck[LOWS + value]) | (down & deck[HIGHS + value])
        turned_over += ((down & deck[LOWS + value]) | (up & deck[HIGHS + value])) != 0
        if cards:
            now += 1
            size = popcount(cards)
            above = ceiling(table, size)
            if value > above:
                rating = 16 * size + ((chance >> (4 * value)) & 15) + (8 if above else 0)
                if rating > best:
                    best = rating
                    move = make_move(PLAY, 0, cards)
    if move == hand:  # a play of all cards: out
        return move
    if now > turned_over + 1 + ((chance >> 2) & 1):
        return make_move(ROTATE, 0, 0)
    if best < 32:  # only a single card, if anything: perhaps a set of somebody else takes one
        players = state[PLAYERS]
        for slot in range(slot_count(players)):
            there = state[SLOTS + slot]
            if there and owner(players, slot) != seat:
                value = there >> VALUE_SHIFT
                if value > ceiling(table, popcount(there & CARDS) + 1):
                    cards = (up & deck[LOWS + value]) | (down & deck[HIGHS + value])
                    if cards and (best < 0 or chance & 1):
                        return make_move(ADD, slot, cards & -cards)
    return move
