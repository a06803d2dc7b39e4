"""The search tree: nodes in one array, the children of a node side by side.

A node is an information set: the moves since the root, as all players have seen them.
"""

import numpy as np
from numpy.typing import NDArray

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
from dnup.kernel.rng import hash_words

Rates = NDArray[np.float64]

# The words of a node.
KEY = 0  # the move that leads to it, see move_key
AVAILABLE = 1  # number of iterations in which its move was legal at the parent
VISITS = 2
FIRST = 3  # index of its first child; the other children follow
COUNT = 4  # number of children
POSITION_HASH = 5  # hash of the public position, see public_hash
NODE_WORDS = 6

# The rates of a node.
MEAN = 0  # mean value for the player who moves to it
INVERSE_ROOT = 1  # 1 / sqrt(visits), a factor of the exploration bonus
RATES = 2

NOT_A_PLAY = (
    1 << VERB_SHIFT
)  # added to the other moves, so that the bits above the cards exceed any card value


@jit
def move_key(deck: Words, state: Words, move: int) -> int:
    """The public identity of a move. For a play it has the value, as the same cards can be turned in another world."""
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
    """Whether the move of a child is legal in the surveyed world.

    The table is the same in all worlds of a node, so a take that was legal once is always legal.
    """
    cards = key & CARDS
    kind = key >> VALUE_SHIFT
    missing = cards & ~survey[GROUPS + kind]  # for an add, the addable cards of its slot are here
    if kind <= MAX_VALUE:
        missing |= (survey[BLOCKED + kind] >> (popcount(cards) - 1)) & 1
    return missing == 0


@jit
def public_hash(state: Words) -> int:
    """A hash of the public part of a position. It finds the node of the view at the next turn."""
    shown = state[SHOWN]
    digest = hash_words((state[STALLED] << 32) + state[ACTIONS] * 8 + state[TURN], shown)
    digest = hash_words(digest, state[TURNED] & shown)
    digest = hash_words(digest, state[DISCARDS])
    for slot in range(slot_count(state[PLAYERS])):
        digest = hash_words(digest, state[SLOTS + slot])
    sizes = 0
    for seat in range(state[PLAYERS]):
        digest = hash_words(digest, state[HANDS + seat] & shown)
        sizes |= popcount(state[HANDS + seat]) << (8 * seat)
    return hash_words(digest, state[SIZES] if state[VIEWER] else sizes)


@jit
def children(tree: Words, node: int) -> range:
    """Indices of the children as uint64: with unsigned indices Numba omits the check for negative ones."""
    first = np.uint64(tree[node, FIRST])
    return range(first, first + np.uint64(tree[node, COUNT]))


@jit
def has_child(tree: Words, node: int, key: int) -> bool:
    for child in children(tree, node):
        if tree[child, KEY] == key:
            return True
    return False


@jit
def size_with_child(tree: Words, node: int, used: int) -> int:
    """The number of used nodes after one more child. Full blocks of children move to a block of twice the size."""
    count = tree[node, COUNT]
    return used if count & (count - 1) else used + max(1, 2 * count)


@jit
def add_child(tree: Words, rates: Rates, node: int, used: int, key: int) -> int:
    """Add a child and return its index; see size_with_child."""
    count = tree[node, COUNT]
    first = tree[node, FIRST]
    if count & (count - 1) == 0:  # a power of two: the block is full
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
def find_node(tree: Words, used: int, position_hash: int) -> int:
    """The most visited node with this hash of its public position, or 0."""
    found = 0
    for node in range(1, used):
        if tree[node, POSITION_HASH] == position_hash and (
            found == 0 or tree[node, VISITS] > tree[found, VISITS]
        ):
            found = node
    return found


@jit
def reroot(view: Words, tree: Words, rates: Rates, used: int, new_tree: Words, new_rates: Rates) -> int:
    """Copy the subtree of a view's node to another tree, which is all zeros; returns the number of nodes.

    If no node has the position of the view, the new tree has only its root.
    """
    root = find_node(tree, used, public_hash(view))
    return copy_subtree(tree, rates, root, new_tree, new_rates) if root else 1


@jit
def copy_subtree(tree: Words, rates: Rates, root: int, new_tree: Words, new_rates: Rates) -> int:
    """Copy a node and its descendants to another tree, where it becomes the root; returns the number of nodes."""
    copy_node(tree, rates, root, new_tree, new_rates, 0)
    used = 1
    done = 0
    while done < used:
        count = new_tree[done, COUNT]
        first = new_tree[done, FIRST]  # still the index in the old tree
        new_tree[done, FIRST] = used
        for child in range(count):
            copy_node(tree, rates, first + child, new_tree, new_rates, used + child)
        while count & (count - 1):
            count += 1
        used += count
        done += 1
    return used
