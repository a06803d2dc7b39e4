"""The tree of the search: nodes in one array, the children of a node side by side.

A node stands for what everyone has seen: the moves since the root.
"""

import numpy as np
from numpy.typing import NDArray

from dnup.kernel.chance import hash_words
from dnup.kernel.jit import jit, lowest, popcount
from dnup.kernel.layout import (
    ACTIONS,
    CARDS,
    DISCARDS,
    HANDS,
    MAX_VALUE,
    PLAY,
    PLAYERS,
    SHOWN,
    SIZES,
    SLOTS,
    STALLED,
    TURN,
    TURNED,
    VALUE_SHIFT,
    VERB_SHIFT,
    VIEWER,
    Words,
    active_value,
    move_cards,
    move_verb,
    slot_count,
)
from dnup.kernel.moves import BLOCKED, GROUPS

Rates = NDArray[np.float64]

# The words of a node.
KEY = 0  # the move that leads to it, see move_key
AVAILABLE = 1  # how often its move could be chosen
VISITS = 2
FIRST = 3  # its first child; the others follow
COUNT = 4  # how many children it has
MARK = 5  # what everyone sees at it
NODE_WORDS = 6

# The rates of a node.
MEAN = 0  # what it is worth to whoever moves there
DOUBT = 1  # one by the root of its visits
RATES = 2

NOT_A_PLAY = 1 << VERB_SHIFT  # added to other moves, so that what is above the cards is more than any value


@jit
def move_key(deck: Words, state: Words, move: int) -> int:
    """A move as everyone sees it: a play with its value, for in another world its cards may be the other way up."""
    if move_verb(move) == PLAY:
        cards = move_cards(move)
        return cards | (active_value(deck, state, lowest(cards)) << VALUE_SHIFT)
    return move + NOT_A_PLAY


@jit
def key_move(key: int) -> int:
    """The move of a key."""
    return key & CARDS if key >> VALUE_SHIFT <= MAX_VALUE else key - NOT_A_PLAY


@jit
def is_possible(survey: Words, key: int) -> bool:
    """Whether the move of a child is legal in the world that was surveyed.

    What lies on the table is the same in all worlds, so a take of what was there once is still possible.
    """
    cards = key & CARDS
    kind = key >> VALUE_SHIFT
    missing = cards & ~survey[GROUPS + kind]  # for an add, that is where the cards are that may be added
    if kind <= MAX_VALUE:
        missing |= (survey[BLOCKED + kind] >> (popcount(cards) - 1)) & 1
    return missing == 0


@jit
def public_mark(state: Words) -> int:
    """A hash of what everyone sees of a position, to find a node again from the view at the next turn."""
    shown = state[SHOWN]
    mark = hash_words((state[STALLED] << 32) + state[ACTIONS] * 8 + state[TURN], shown)
    mark = hash_words(mark, state[TURNED] & shown)
    mark = hash_words(mark, state[DISCARDS])
    for slot in range(slot_count(state[PLAYERS])):
        mark = hash_words(mark, state[SLOTS + slot])
    sizes = 0
    for seat in range(state[PLAYERS]):
        mark = hash_words(mark, state[HANDS + seat] & shown)
        sizes |= popcount(state[HANDS + seat]) << (8 * seat)
    return hash_words(mark, state[SIZES] if state[VIEWER] else sizes)


@jit
def children(tree: Words, node: int) -> range:
    """The numbers of its children, as unsigned ones, because a negative index would have to be thought of."""
    first = np.uint64(tree[node, FIRST])
    return range(first, first + np.uint64(tree[node, COUNT]))


@jit
def has_child(tree: Words, node: int, key: int) -> bool:
    for child in children(tree, node):
        if tree[child, KEY] == key:
            return True
    return False


@jit
def room_for_child(tree: Words, node: int, used: int) -> int:
    """How many nodes are used once there is a place for one more child, which may need a larger place for all."""
    count = tree[node, COUNT]
    return used if count & (count - 1) else used + max(1, 2 * count)


@jit
def add_child(tree: Words, rates: Rates, node: int, used: int, key: int) -> int:
    """The number of a new child; see room_for_child."""
    count = tree[node, COUNT]
    first = tree[node, FIRST]
    if count & (count - 1) == 0:  # a power of two: the place is full
        for child in range(count):
            copy_node(tree, rates, first + child, tree, rates, used + child)
        first = used
        tree[node, FIRST] = first
    child = first + count
    tree[node, COUNT] = count + 1
    tree[child, KEY] = key
    tree[child, AVAILABLE] = 1
    tree[child, VISITS] = 0
    tree[child, COUNT] = 0
    rates[child, MEAN] = 0.0
    return child


@jit
def copy_node(tree: Words, rates: Rates, node: int, to: Words, to_rates: Rates, place: int) -> None:
    for word in range(NODE_WORDS):
        to[place, word] = tree[node, word]
    for rate in range(RATES):
        to_rates[place, rate] = rates[node, rate]


@jit
def find_node(tree: Words, used: int, mark: int) -> int:
    """The most visited node at which everyone sees what the mark stands for, or 0."""
    found = 0
    for node in range(1, used):
        if tree[node, MARK] == mark and (found == 0 or tree[node, VISITS] > tree[found, VISITS]):
            found = node
    return found


@jit
def plant(view: Words, tree: Words, rates: Rates, used: int, new_tree: Words, new_rates: Rates) -> int:
    """Make the node of a view the root of another tree, which is all zeros; returns the number of its nodes.

    What has grown from that node, if it is found, comes with it.
    """
    root = find_node(tree, used, public_mark(view))
    return replant(tree, rates, root, new_tree, new_rates) if root else 1


@jit
def replant(tree: Words, rates: Rates, root: int, new_tree: Words, new_rates: Rates) -> int:
    """Copy what grows from a node to another tree, where it becomes the root; returns the number of nodes."""
    copy_node(tree, rates, root, new_tree, new_rates, 0)
    used = 1
    done = 0
    while done < used:
        count = new_tree[done, COUNT]
        first = new_tree[done, FIRST]  # still the number it had in the old tree
        new_tree[done, FIRST] = used
        for child in range(count):
            copy_node(tree, rates, first + child, new_tree, new_rates, used + child)
        while count & (count - 1):
            count += 1
        used += count
        done += 1
    return used
