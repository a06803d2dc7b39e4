"""The rollout policy, which finishes a simulated round: play whole groups of cards, large ones first, with some chance.

With two players the policy is the fastest possible, because that search gains most from many rollouts. With more
players a policy that is less predictable and prefers to beat sets wins one or two rounds more in a hundred, though it
is slower.
"""

from dnup.kernel.jit import jit, jit_apart, lowest, popcount
from dnup.kernel.layout import (
    ADD,
    CARDS,
    ENDING,
    HANDS,
    HIGHS,
    LOWS,
    MAX_SIZE,
    PLAY,
    PLAYERS,
    ROTATE,
    SLOTS,
    TALLIES,
    TOP_VALUE,
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
from dnup.kernel.rng import Stream, random_bits
from dnup.kernel.turn import apply_move

##### Two players #####
#
# A hand is one word, its *tally*: four bits a value, the number of cards that show it. There are few branches, as
# mispredicted branches cost more than everything else.

ONES = 0x111_1111_1111_1111  # a one for each of the 15 values
FOURS = 0xCCC_CCCC_CCCC_CCCC  # masks a tally: not zero if a value has four cards or more


@jit
def tally(deck: Words, hand: int, turned: int) -> tuple[int, int]:
    """The tallies of a hand as it is and rotated."""
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
    """A one for each value that a tally has cards of."""
    tallied |= tallied >> 2
    return (tallied | (tallied >> 1)) & ONES


@jit
def playable(tallied: int, table: int, size: int) -> int:
    """A one for each value with exactly `size` cards that is high enough to play them all."""
    return ~held(tallied ^ (size * ONES)) & ONES & (-1 << (4 * ceiling(table, size)))


@jit
def duel_move(deck: Words, state: Words, stream: Stream) -> int:
    """The largest group that can be played, a rotation that saves turns, or a card added to a set."""
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
    if only_singles and (groups == 0 or (chance >> 2) & 1):
        addition = any_addition(deck, state, table)
        move = addition if addition else move
    return move


##### More players #####


@jit
def crowd_move(deck: Words, state: Words, stream: Stream) -> int:
    """A large group that beats a set if possible, a rotation that saves turns, or a card added to a set."""
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
    if best < 32 and (best < 0 or chance & 1):  # only a single card, if anything
        addition = any_addition(deck, state, table)
        move = addition if addition else move
    return move


##### Any number of players #####


@jit
def any_addition(deck: Words, state: Words, table: int) -> int:
    """A legal add to an opponent's set; 0 if there is none."""
    seat = seat_in_turn(state)
    players = state[PLAYERS]
    for slot in range(slot_count(players)):
        there = state[SLOTS + slot]
        if there and owner(players, slot) != seat:
            value = there >> VALUE_SHIFT
            if value > ceiling(table, popcount(there & CARDS) + 1):
                cards = showing(deck, state[HANDS + seat], state[TURNED], value)
                if cards:
                    return make_move(ADD, slot, cards & -cards)
    return 0


@jit_apart
def finish_round(deck: Words, state: Words, stream: Stream) -> None:
    """Play a round to its end with the rollout policy."""
    while not state[ENDING]:
        apply_move(deck, state, rollout_move(deck, state, stream))


@jit
def rollout_move(deck: Words, state: Words, stream: Stream) -> int:
    """The rollout policy: a sensible legal move, little slower than a random one."""
    return duel_move(deck, state, stream) if state[PLAYERS] == 2 else crowd_move(deck, state, stream)
