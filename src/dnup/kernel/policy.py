"""Quick play for the end of a simulated round: whole groups of cards, large ones first, with a little chance in it.

A hand is one word here, its *tally*: in the four bits of each value how many cards show it. Branches that the
processor cannot foresee cost more than all the rest, so there are as few as possible.
"""

from dnup.kernel.chance import Stream, random_bits
from dnup.kernel.jit import jit, lowest, popcount
from dnup.kernel.layout import (
    ADD,
    CARDS,
    HANDS,
    MAX_SIZE,
    PLAY,
    PLAYERS,
    ROTATE,
    SLOTS,
    TALLIES,
    TURNED,
    VALUE_SHIFT,
    Words,
    make_move,
    owner,
    seat_in_turn,
    showing,
    slot_count,
)
from dnup.kernel.moves import ceiling, ceilings

ONES = 0x111_1111_1111_1111  # a one for each of the 15 values
FOURS = 0xCCC_CCCC_CCCC_CCCC  # what is not zero if a value has four or more


@jit
def tally(deck: Words, hand: int, turned: int) -> tuple[int, int]:
    """The tallies of a hand as it is, and rotated."""
    upright = 0
    rotated = 0
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        side = (turned >> card) & 1
        upright += deck[TALLIES + 2 * card + side]
        rotated += deck[TALLIES + (2 * card + side ^ 1)]
    return upright, rotated


@jit
def held(tallied: int) -> int:
    """A one for each value that is not zero in a tally."""
    tallied |= tallied >> 2
    return (tallied | (tallied >> 1)) & ONES


@jit
def playable(tallied: int, table: int, size: int) -> int:
    """A one for each value that has just so many cards and is high enough to play them all."""
    return ~held(tallied ^ (size * ONES)) & ONES & (-1 << (4 * ceiling(table, size)))


@jit
def quick_move(deck: Words, state: Words, stream: Stream) -> int:
    """A sensible legal move at the price of a random one."""
    seat = seat_in_turn(state)
    hand = state[HANDS + seat]
    turned = state[TURNED]
    table = ceilings(state)
    chance = random_bits(stream)
    upright, rotated = tally(deck, hand, turned)
    singles = playable(upright, table, 1)
    pairs = playable(upright, table, 2)
    triples = playable(upright, table, 3)
    groups = pairs if pairs else singles
    groups = triples if triples else groups
    if upright & FOURS:
        for size in range(4, MAX_SIZE + 1):
            larger = playable(upright, table, size)
            groups = larger if larger else groups
    only_singles = groups == singles
    for bit in range(2):  # not always the lowest
        higher = groups & (groups - 1)
        groups = higher if higher and (chance >> bit) & 1 else groups
    move = make_move(ROTATE, 0, 0)
    if groups:
        move = make_move(PLAY, 0, showing(deck, hand, turned, (lowest(groups) >> 2) + 1))
        if move == hand:  # all cards: out
            return move
    if popcount(held(upright)) > popcount(held(rotated)) + 1:
        return make_move(ROTATE, 0, 0)
    if only_singles:  # or nothing at all: perhaps a set of somebody else takes one
        players = state[PLAYERS]
        for slot in range(slot_count(players)):
            there = state[SLOTS + slot]
            if there and owner(players, slot) != seat:
                value = there >> VALUE_SHIFT
                if value > ceiling(table, popcount(there & CARDS) + 1):
                    cards = showing(deck, hand, turned, value)
                    if cards and (groups == 0 or (chance >> 2) & 1):
                        return make_move(ADD, slot, cards & -cards)
    return move
