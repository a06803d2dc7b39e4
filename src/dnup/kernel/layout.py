"""The layout of kernel data: the words of a state, the words of a deck, and the bits of a move.

A state is a flat vector of 64-bit words. A set of cards is a mask: bit `i` is card `i` of the deck. `TURNED` says which
cards show their higher value; a card never shows both, so one mask serves hands, table and discards alike.

Turns belong to *slots*, the places where a set can lie: one a seat, and with two players two a seat (R22), in the
order A1 A2 B1 B2. Turn order is slot order for every player count.
"""

import numpy as np
from numpy.typing import NDArray

from dnup.kernel.jit import jit

Words = NDArray[np.int64]

MAX_CARDS = 56
MAX_VALUE = 15
MAX_SIZE = 12
MAX_PLAYERS = 5

# The words of a state.
HANDS = 0  # ... 4: the cards of seats A to E
SLOTS = 5  # ... 9: the set in each slot, its value in the bits above the cards
TURNED = 10  # cards that show their higher value
SHOWN = 11  # cards everyone has seen face up (D3)
DISCARDS = 12
PLAYERS = 13
TURN = 14  # the slot in turn
STARTER = 15  # the seat that was dealt the star
ACTIONS = 16  # actions so far in this round
LIMITS = 17  # the limits of actions, and whether the round is played on: see make_limits
FINISH = 18  # seats that went out, first in the lowest byte, each plus one
SCORE = 19  # points before this round, a byte a seat
ENDING = 20  # how the round ended, 0 while it goes on
VIEWER = 21  # 0 in a round; in a view the seat that looks on plus one, or SPECTATOR
SIZES = 22  # in a view: hand sizes, a byte a seat
STALLED = 23  # actions in a row without a discard, counted while there is a limit to them (D5)
WORDS = 24

SPECTATOR = 6  # VIEWER of a view that belongs to no seat

# How a round can end.
OUT, MATCH, ABANDONED = 1, 2, 3

# The words of a deck's tables, made for one player count.
CARD_COUNT = 0
TOP_VALUE = 1
STAR = 2  # index of the star card
IN_PLAY = 3  # cards used with this player count (R3)
COPIED = 4  # cards in play that have a copy in play
KIND_COUNT = 5  # the number of different cards that have copies
SPREAD = 6  # the largest distance of two copies, in bits
LOWS = 8  # ... 23: by value, the cards that have it at their lower end
HIGHS = 24  # ... 39: by value, the cards that have it at their higher end
VALUES = 40  # ... 151: by card, its lower and its higher value
KINDS = 152  # ... 179: masks of cards that are copies of each other
TWINS = 180  # ... 191: by distance, the cards that have a copy that many bits above
TALLIES = 192  # ... 303: by card, a one in the four bits of its lower and of its higher value
DECK_WORDS = 304

# A move: the cards in the low bits, then the slot it is about, then its verb.
CARDS = (1 << MAX_CARDS) - 1
SLOT_SHIFT = MAX_CARDS
VERB_SHIFT = SLOT_SHIFT + 3
PLAY, ADD, TAKE, ROTATE = 0, 1, 2, 3

VALUE_SHIFT = MAX_CARDS  # the value of the set in a slot

# The limits of a round are one number: of all actions, and above that of those in a row without a discard.
STALL_SHIFT = 32
TURN_LIMIT_MASK = (1 << STALL_SHIFT) - 1
STALL_LIMIT_MASK = (1 << 28) - 1
# Above both: whether a round goes on after somebody has won the match in it (R20); and in the worlds of a search that
# begins after that, that it is about second place.
PLAYED_ON = 1 << 62
FOR_SECOND = 1 << 61


@jit
def copy_words(source: Words, target: Words) -> None:
    """Copy a state."""
    for word in range(WORDS):
        target[word] = source[word]


@jit
def copy_from_row(states: Words, row: int, target: Words) -> None:
    """Copy a state out of a row of many."""
    for word in range(WORDS):
        target[word] = states[row, word]


@jit
def copy_to_row(source: Words, states: Words, row: int) -> None:
    """Copy a state into a row of many."""
    for word in range(WORDS):
        states[row, word] = source[word]


@jit
def make_move(verb: int, slot: int, cards: int) -> int:
    return (verb << VERB_SHIFT) | (slot << SLOT_SHIFT) | cards


@jit
def move_verb(move: int) -> int:
    return move >> VERB_SHIFT


@jit
def move_slot(move: int) -> int:
    return (move >> SLOT_SHIFT) & 7


@jit
def move_cards(move: int) -> int:
    return move & CARDS


@jit
def make_limits(turn_limit: int, stall_limit: int, played_on: int) -> int:
    """Pack the number of actions after which a round is abandoned (D2), and of those in a row without a discard (D5).

    0 is no limit. `played_on` is 1 if a round goes on after somebody has won the match in it (R20), else 0.
    """
    return (played_on << 62) | (stall_limit << STALL_SHIFT) | turn_limit


@jit
def turn_limit(limits: int) -> int:
    return limits & TURN_LIMIT_MASK


@jit
def stall_limit(limits: int) -> int:
    return (limits >> STALL_SHIFT) & STALL_LIMIT_MASK


@jit
def is_played_on(limits: int) -> bool:
    """Whether a round goes on after somebody has won the match in it (R20)."""
    return (limits & PLAYED_ON) != 0


@jit
def slot_count(players: int) -> int:
    return 4 if players == 2 else players


@jit
def first_slot(players: int, starter: int) -> int:
    """The slot of the first turn: the starter's (R6), with two players its area 2 (R24)."""
    return 2 * starter + 1 if players == 2 else starter


@jit
def owner(players: int, slot: int) -> int:
    """The seat a slot belongs to."""
    return slot >> 1 if players == 2 else slot


@jit
def seat_in_turn(state: Words) -> int:
    """The seat that the slot in turn belongs to."""
    return owner(state[PLAYERS], state[TURN])


@jit
def is_out(state: Words, seat: int) -> bool:
    """Whether a seat has emptied its hand in this round."""
    return (state[FINISH] & 15) == seat + 1 or ((state[FINISH] >> 8) & 15) == seat + 1


@jit
def showing(deck: Words, cards: int, turned: int, value: int) -> int:
    """Those of some cards whose active value is `value`."""
    return (cards & ~turned & deck[LOWS + value]) | (cards & turned & deck[HIGHS + value])


@jit
def active_value(deck: Words, state: Words, card: int) -> int:
    return deck[VALUES + 2 * card + ((state[TURNED] >> card) & 1)]
