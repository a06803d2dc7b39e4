"""Information-set Monte Carlo tree search: one tree for all worlds that agree with a view.

Each iteration samples a world, walks down the tree along moves that are legal in that world, adds one node, finishes the
round with quick play, and notes for every move on the way what its player got. A node stands for what everyone has
seen: the moves since the root. In another world other moves are legal, so the choice counts how often a move was
available (availability-aware UCB).
"""

import numpy as np
from numpy.typing import NDArray

from dnup.kernel.chance import Stream, below
from dnup.kernel.greedy import rate_move
from dnup.kernel.jit import jit, popcount
from dnup.kernel.layout import (
    ADD,
    CARDS,
    ENDING,
    HANDS,
    PLAY,
    PLAYERS,
    ROTATE,
    SLOTS,
    TURNED,
    VALUE_SHIFT,
    WORDS,
    Words,
    active_value,
    move_cards,
    move_slot,
    move_verb,
    seat_in_turn,
    showing,
)
from dnup.kernel.jit import lowest
from dnup.kernel.moves import SURVEY_WORDS, ceiling, ceilings, list_moves, survey_moves, nth_surveyed
from dnup.kernel.policy import quick_move
from dnup.kernel.stakes import Stakes, score_index
from dnup.kernel.turn import apply_move
from dnup.kernel.worlds import sample_world

# The words of a node.
KEY = 0  # the move that leads to it
CHILD = 1  # its first child
SIBLING = 2  # the next child of its parent
VISITS = 3
AVAILABLE = 4  # how often its move could be chosen
NODE_WORDS = 5

MAX_DEPTH = 64


@jit
def move_key(deck: Words, state: Words, move: int) -> int:
    """A move as everyone sees it: a play with its value, for in another world the cards may be the other way up."""
    if move_verb(move) == PLAY:
        cards = move_cards(move)
        return cards | (active_value(deck, state, lowest(cards)) << 56)
    return move | (1 << 62)


@jit
def key_move(key: int) -> int:
    return key & CARDS if key < (1 << 62) else key ^ (1 << 62)


@jit
def is_possible(deck: Words, state: Words, hand: int, table: int, key: int) -> bool:
    """Whether the move of a child can be made in this world: the table is the same in all of them."""
    cards = key & CARDS
    if key < (1 << 62):
        value = key >> 56
        return cards & ~showing(deck, hand, state[TURNED], value) == 0 and value > ceiling(table, popcount(cards))
    if move_verb(key ^ (1 << 62)) != ADD:
        return True
    there = state[SLOTS + move_slot(key ^ (1 << 62))]
    return cards & showing(deck, hand, state[TURNED], there >> VALUE_SHIFT) != 0


@jit
def search(
    deck: Words,
    view: Words,
    stream: Stream,
    stakes: Stakes,
    tree: Words,
    worth: NDArray[np.float64],
    used: int,
    iterations: int,
    exploration: float,
    widen: float,
) -> int:
    """Grow a tree of `used` nodes, node 0 being the view, by so many iterations; returns how many it then has."""
    world = np.empty(WORDS, np.int64)
    survey = np.empty(SURVEY_WORDS, np.int64)
    moves = np.empty(20000, np.int64)
    path = np.empty(MAX_DEPTH, np.int64)
    movers = np.empty(MAX_DEPTH, np.int64)
    for _ in range(iterations):
        sample_world(deck, view, stream, world)
        node = 0
        depth = 0
        tree[0, VISITS] += 1
        while not world[ENDING] and depth < MAX_DEPTH:
            seat = seat_in_turn(world)
            hand = world[HANDS + seat]
            table = ceilings(world)
            best = -1.0
            pick = -1
            available = 0
            child = tree[node, CHILD]
            while child:
                if is_possible(deck, world, hand, table, tree[child, KEY]):
                    available += 1
                    tree[child, AVAILABLE] += 1
                    visits = tree[child, VISITS]
                    bound = worth[child] / visits + exploration * np.sqrt(np.log(float(tree[child, AVAILABLE])) / visits)
                    if bound > best:
                        best = bound
                        pick = child
                child = tree[child, SIBLING]
            total = survey_moves(deck, world, survey)
            grow = available < total and used < len(tree) and (available == 0 or available < widen * np.sqrt(float(tree[node, VISITS])))
            if grow:
                pick = add_child(deck, world, survey, stream, tree, node, used, total, moves)
                used += 1
            elif pick < 0:
                break
            apply_move(deck, world, key_move(tree[pick, KEY]))
            path[depth] = pick
            movers[depth] = seat
            depth += 1
            node = pick
            tree[node, VISITS] += 1
            if grow:
                break
        while not world[ENDING]:
            apply_move(deck, world, quick_move(deck, world, stream))
        row = score_index(world)
        for step in range(depth):
            worth[path[step]] += stakes[row, movers[step]]
    return used


@jit
def add_child(deck: Words, world: Words, survey: Words, stream: Stream, tree: Words, node: int, used: int, total: int, moves: Words) -> int:
    """A new child of a node: the most promising of the moves that have none yet."""
    best = -1e9
    chosen = 0
    for index in range(total):
        move = nth_surveyed(deck, world, survey, index)
        key = move_key(deck, world, move)
        child = tree[node, CHILD]
        while child and tree[child, KEY] != key:
            child = tree[child, SIBLING]
        if child == 0:
            rating = rate_move(deck, world, move)
            if rating > best:
                best = rating
                chosen = key
    tree[used, KEY] = chosen
    tree[used, CHILD] = 0
    tree[used, SIBLING] = tree[node, CHILD]
    tree[used, VISITS] = 0
    tree[used, AVAILABLE] = 1
    tree[node, CHILD] = used
    return used
