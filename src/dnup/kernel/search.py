"""Information-set Monte Carlo tree search: one tree for all worlds that agree with a view.

Each iteration samples a world, walks down the tree along moves that are legal in that world, adds one node, finishes
the round with quick play, and notes for every move on the way what its player got. A node stands for what everyone has
seen: the moves since the root. In another world other moves are legal, so the choice counts how often a move was
available (availability-aware UCB).
"""

import numpy as np
from numpy.typing import NDArray

from dnup.kernel.chance import Stream, below, hash_words
from dnup.kernel.jit import jit, jit_with_memory, lowest, popcount
from dnup.kernel.layout import (
    ACTIONS,
    CARDS,
    DISCARDS,
    ENDING,
    HANDS,
    MAX_VALUE,
    PLAY,
    PLAYERS,
    SHOWN,
    SIZES,
    TURN,
    TURNED,
    VALUE_SHIFT,
    VIEWER,
    WORDS,
    Words,
    active_value,
    move_cards,
    move_slot,
    move_verb,
    seat_in_turn,
)
from dnup.kernel.moves import ADDABLE, BLOCKED, GROUPS, SURVEY_WORDS, nth_surveyed, survey_moves
from dnup.kernel.policy import quick_move
from dnup.kernel.stakes import Stakes, score_index
from dnup.kernel.turn import apply_move
from dnup.kernel.worlds import sample_world

Worth = NDArray[np.float64]

# The words of a node.
KEY = 0  # the move that leads to it, see move_key
CHILD = 1  # its first child, 0 if it has none
SIBLING = 2  # the next child of its parent, 0 for the last one
VISITS = 3
AVAILABLE = 4  # how often its move could be chosen
MARK = 5  # what everyone sees at it
NODE_WORDS = 6

MAX_DEPTH = 64  # deeper than any search looks: the rest of the round is quick play

# How much to try moves that look worse, and how fast a node gets further children; measured, see docs/strength.md.
EXPLORATION = 0.4
WIDENING = 3.0
# With more than two players the end of a round is more a matter of luck, so it is played out several times.
PLAYOUTS = 3

NOT_A_PLAY = 1 << 62
LOGARITHMS = np.log(np.maximum(np.arange(4096), 1.0))


@jit
def move_key(deck: Words, state: Words, move: int) -> int:
    """A move as everyone sees it: a play with its value, for in another world its cards may be the other way up."""
    if move_verb(move) == PLAY:
        cards = move_cards(move)
        return cards | (active_value(deck, state, lowest(cards)) << VALUE_SHIFT)
    return move | NOT_A_PLAY


@jit
def key_move(key: int) -> int:
    """The move of a key."""
    return key ^ NOT_A_PLAY if key & NOT_A_PLAY else key & CARDS


@jit
def is_possible(survey: Words, key: int) -> bool:
    """Whether the move of a child is legal in the world that was surveyed."""
    cards = key & CARDS
    if not key & NOT_A_PLAY:
        value = (key >> VALUE_SHIFT) & MAX_VALUE
        blocked = survey[BLOCKED + value] >> (popcount(cards) - 1)
        return (cards & ~survey[GROUPS + value]) | (blocked & 1) == 0
    # What lies on the table is the same in all worlds, so a take of what was there once is still possible.
    return cards & ~survey[ADDABLE + move_slot(key)] == 0


@jit
def public_mark(state: Words) -> int:
    """A hash of what everyone sees of a position, to find a node again from the view at the next turn."""
    shown = state[SHOWN]
    mark = hash_words(state[ACTIONS] * 8 + state[TURN], shown)
    mark = hash_words(mark, state[TURNED] & shown)
    mark = hash_words(mark, state[DISCARDS])
    sizes = 0
    for seat in range(state[PLAYERS]):
        mark = hash_words(mark, state[HANDS + seat] & shown)
        sizes |= popcount(state[HANDS + seat]) << (8 * seat)
    return hash_words(mark, state[SIZES] if state[VIEWER] else sizes)


@jit_with_memory
def search(
    deck: Words,
    view: Words,
    stream: Stream,
    stakes: Stakes,
    tree: Words,
    worth: Worth,
    used: int,
    iterations: int,
) -> int:
    """Grow a tree of `used` nodes, node 0 being the view, by so many iterations; returns how many it then has."""
    world = np.empty(WORDS, np.int64)
    end = np.empty(WORDS, np.int64)
    survey = np.empty(SURVEY_WORDS, np.int64)
    path = np.empty(MAX_DEPTH, np.int64)
    movers = np.empty(MAX_DEPTH, np.int64)
    for _ in range(iterations):
        sample_world(deck, view, stream, world)
        node = 0
        depth = 0
        tree[0, VISITS] += 1
        fresh = False
        while not fresh and not world[ENDING] and depth < MAX_DEPTH:
            total = survey_moves(deck, world, survey)
            available, child = _most_promising(survey, tree, worth, node)
            wanted = available == 0 or available < WIDENING * np.sqrt(float(tree[node, VISITS]))
            fresh = wanted and available < total and used < len(tree)
            if fresh:
                key = _new_key(deck, world, survey, total, stream, tree, node, available)
                child = _add_child(tree, worth, node, used, key)
                used += 1
            elif available == 0:
                break
            movers[depth] = seat_in_turn(world)
            path[depth] = child
            depth += 1
            node = child
            tree[node, VISITS] += 1
            apply_move(deck, world, key_move(tree[node, KEY]))
            if fresh:
                tree[node, MARK] = public_mark(world)
        playouts = 1 if world[PLAYERS] == 2 else PLAYOUTS
        for _ in range(playouts):
            for word in range(WORDS):
                end[word] = world[word]
            while not end[ENDING]:
                apply_move(deck, end, quick_move(deck, end, stream))
            row = score_index(end)
            for step in range(depth):
                worth[path[step]] += stakes[row, movers[step]] / playouts
    return used


@jit
def _most_promising(survey: Words, tree: Words, worth: Worth, node: int) -> tuple[int, int]:
    """How many children of a node are possible in this world, and which of them has the highest upper bound."""
    available = 0
    best = -1.0
    pick = 0
    child = tree[node, CHILD]
    while child:
        if is_possible(survey, tree[child, KEY]):
            available += 1
            tree[child, AVAILABLE] += 1
            visits = tree[child, VISITS]
            chances = tree[child, AVAILABLE]
            logarithm = LOGARITHMS[chances] if chances < len(LOGARITHMS) else np.log(float(chances))
            bound = worth[child] / visits + EXPLORATION * np.sqrt(logarithm / visits)
            if bound > best:
                best = bound
                pick = child
        child = tree[child, SIBLING]
    return available, pick


@jit
def _new_key(
    deck: Words,
    world: Words,
    survey: Words,
    total: int,
    stream: Stream,
    tree: Words,
    node: int,
    available: int,
) -> int:
    """The key of a move that has no child yet: what quick play would do, then the others at random."""
    if available == 0:
        return move_key(deck, world, quick_move(deck, world, stream))
    index = below(stream, total)
    key = 0
    for _ in range(total):
        key = move_key(deck, world, nth_surveyed(deck, world, survey, index))
        child = tree[node, CHILD]
        while child and tree[child, KEY] != key:
            child = tree[child, SIBLING]
        if child == 0:
            break
        index = index + 1 if index + 1 < total else 0
    return key


@jit
def _add_child(tree: Words, worth: Worth, node: int, child: int, key: int) -> int:
    tree[child, KEY] = key
    tree[child, CHILD] = 0
    tree[child, SIBLING] = tree[node, CHILD]
    tree[child, VISITS] = 0
    tree[child, AVAILABLE] = 1
    worth[child] = 0.0
    tree[node, CHILD] = child
    return child


@jit
def find_node(tree: Words, used: int, mark: int) -> int:
    """The most visited node at which everyone sees what the mark stands for, or 0."""
    found = 0
    for node in range(1, used):
        if tree[node, MARK] == mark and (found == 0 or tree[node, VISITS] > tree[found, VISITS]):
            found = node
    return found


@jit_with_memory
def replant(tree: Words, worth: Worth, root: int, new_tree: Words, new_worth: Worth) -> int:
    """Copy what grows from a node to another tree, where it becomes the root; returns the number of nodes."""
    new_tree[0] = tree[root]
    new_worth[0] = worth[root]
    new_tree[0, SIBLING] = 0
    used = 1
    done = 0
    while done < used:
        child = new_tree[done, CHILD]  # still the number it had in the old tree
        new_tree[done, CHILD] = used if child else 0
        while child:
            new_tree[used] = tree[child]
            new_worth[used] = worth[child]
            child = tree[child, SIBLING]
            used += 1
            new_tree[used - 1, SIBLING] = used if child else 0
        done += 1
    return used
