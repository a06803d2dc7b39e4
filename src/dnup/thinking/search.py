"""Information-set Monte Carlo tree search: one tree for all worlds that agree with a view.

Each iteration draws a world, walks down the tree along moves that are legal in that world, adds one node, finishes
the round with quick play, and notes for every move on the way what its player got. A node stands for what everyone has
seen: the moves since the root. In another world other moves are legal, so the choice counts how often a move was
available (availability-aware UCB).
"""

import numpy as np

from dnup.kernel.chance import Stream, below
from dnup.kernel.jit import jit, jit_apart, jit_apart_with_memory
from dnup.kernel.layout import ENDING, MAX_PLAYERS, PLAYERS, WORDS, Words, seat_in_turn
from dnup.kernel.moves import SURVEY_WORDS, nth_surveyed, survey_moves
from dnup.kernel.turn import apply_move
from dnup.kernel.worlds import sample_world
from dnup.thinking.policy import finish_quickly, quick_move
from dnup.thinking.stakes import Stakes, play_for_second, score_index, worth_to
from dnup.thinking.tree import (
    AVAILABLE,
    DOUBT,
    KEY,
    MARK,
    MEAN,
    VISITS,
    Rates,
    add_child,
    children,
    has_child,
    is_possible,
    key_move,
    move_key,
    public_mark,
    room_for_child,
)

MAX_DEPTH = 64  # deeper than any search looks: the rest of the round is quick play

# How much to try moves that look worse, and how many visits to a node the square of the number of its children needs;
# measured, see docs/strength.md.
EXPLORATION = 0.4
WIDENING = 9
# With more than two players the end of a round is more a matter of luck, so it is played out several times.
PLAYOUTS = 6

# Logarithms differ in the last bit between systems, and a search is to be the same on all of them: so they are rounded.
LOGS = np.round(np.log(np.maximum(np.arange(1024), 1.0)) * 2.0**32) / 2.0**32
URGES = EXPLORATION * np.sqrt(LOGS)
DOUBLING = EXPLORATION * EXPLORATION * LOGS[2]  # what twice as many chances add to the square of an urge


@jit_apart_with_memory
def search(
    deck: Words,
    view: Words,
    stream: Stream,
    stakes: Stakes,
    pool: Words,
    tree: Words,
    rates: Rates,
    used: int,
    iterations: int,
) -> int:
    """Grow a tree of `used` nodes, node 0 being the view, by so many iterations; returns how many it then has.

    The worlds are those of the pool, see `belief.believe`; if it is empty, any that agree with the view.
    """
    world = np.empty(WORDS, np.int64)
    end = np.empty(WORDS, np.int64)
    survey = np.empty(SURVEY_WORDS, np.int64)
    path = np.empty(MAX_DEPTH, np.int64)
    movers = np.empty(MAX_DEPTH, np.int64)
    gains = np.empty(MAX_PLAYERS, np.float64)
    for _ in range(iterations):
        draw_world(deck, view, stream, pool, world)
        play_for_second(view, world)
        tree[0, VISITS] += 1
        used = try_world(
            deck, world, end, survey, stream, stakes, tree, rates, used, 0, path, movers, 0, gains
        )
    return used


@jit_apart
def draw_world(deck: Words, view: Words, stream: Stream, worlds: Words, world: Words) -> None:
    """One of these worlds, or if there are none, any that agrees with the view."""
    if len(worlds) == 0:
        sample_world(deck, view, stream, world)
        return
    row = below(stream, len(worlds))
    for word in range(WORDS):
        world[word] = worlds[row, word]


@jit_apart
def try_world(
    deck: Words,
    world: Words,
    end: Words,
    survey: Words,
    stream: Stream,
    stakes: Stakes,
    tree: Words,
    rates: Rates,
    used: int,
    node: int,
    path: Words,
    movers: Words,
    depth: int,
    gains: Rates,
) -> int:
    """Go on from a node to the end of the round, and learn from it; returns how many nodes there then are."""
    used, depth = walk_down(
        deck, world, survey, stream, tree, rates, used, node, path, movers, depth, 1.0, WIDENING, 0
    )
    finish_round(deck, world, end, stream, stakes, gains)
    note_gains(tree, rates, path, movers, depth, gains)
    return used


@jit_apart
def walk_down(
    deck: Words,
    world: Words,
    survey: Words,
    stream: Stream,
    tree: Words,
    rates: Rates,
    used: int,
    node: int,
    path: Words,
    movers: Words,
    depth: int,
    curiosity: float,
    widening: int,
    patience: int,
) -> tuple[int, int]:
    """Walk from a node to a new one, and let its moves happen in the world.

    `curiosity` is how much to try moves that look worse, beside what the plain search does; `widening` how soon a node
    gets another child, and `patience` after how many visits the first one, the root aside. Returns how many nodes there
    then are, and how long the path is: which nodes, and who chose them.
    """
    fresh = False
    while not fresh and not world[ENDING] and depth < MAX_DEPTH:
        total = survey_moves(deck, world, survey)
        available, child = most_promising(survey, tree, rates, node, curiosity)
        visits = tree[node, VISITS] - patience if depth else tree[node, VISITS]
        wanted = available * available < widening * visits
        if wanted and available < total:
            room = room_for_child(tree, node, used)
            fresh = room <= len(tree)
            if fresh:
                key = new_key(deck, world, survey, total, stream, tree, node, available)
                child = add_child(tree, rates, node, used, key)
                used = room
        if child == 0:
            break
        movers[depth] = seat_in_turn(world)
        path[depth] = child
        depth += 1
        node = child
        tree[node, VISITS] += 1
        apply_move(deck, world, key_move(tree[node, KEY]))
        if fresh:
            tree[node, MARK] = public_mark(world)
    return used, depth


@jit
def finish_round(deck: Words, world: Words, end: Words, stream: Stream, stakes: Stakes, gains: Rates) -> None:
    """What a world is worth to each seat: the round is finished with quick play, in `end`."""
    players = world[PLAYERS]
    playouts = 1 if players == 2 else PLAYOUTS
    for seat in range(players):
        gains[seat] = 0.0
    for _ in range(playouts):
        for word in range(WORDS):
            end[word] = world[word]
        finish_quickly(deck, end, stream)
        row = score_index(end)
        for seat in range(players):
            gains[seat] += worth_to(end, stakes, row, seat) / playouts


@jit
def note_gains(tree: Words, rates: Rates, path: Words, movers: Words, depth: int, gains: Rates) -> None:
    """Let every move on the way know what its player got."""
    for step in range(depth):
        child = path[step]
        visits = float(tree[child, VISITS])
        rates[child, MEAN] += (gains[movers[step]] - rates[child, MEAN]) / visits
        rates[child, DOUBT] = 1.0 / np.sqrt(visits)


@jit
def urge_to_try(chances: int) -> float:
    """How much to try a move that was available so often, to be divided by the root of how often it was tried."""
    if chances < len(URGES):
        return URGES[chances]
    more = 0.0
    while chances >= len(URGES):
        chances >>= 1
        more += DOUBLING
    return np.sqrt(URGES[chances] * URGES[chances] + more)


@jit
def most_promising(survey: Words, tree: Words, rates: Rates, node: int, curiosity: float) -> tuple[int, int]:
    """How many children of a node are possible in this world, and which of them has the highest upper bound."""
    available = 0
    best = -1.0
    pick = 0
    for child in children(tree, node):
        if is_possible(survey, tree[child, KEY]):
            available += 1
            chances = tree[child, AVAILABLE] + 1
            tree[child, AVAILABLE] = chances
            bound = rates[child, MEAN] + curiosity * urge_to_try(chances) * rates[child, DOUBT]
            if bound > best:
                best = bound
                pick = int(np.int64(child))
    return available, pick


@jit
def new_key(
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
    key = move_key(deck, world, nth_surveyed(deck, world, survey, index))
    while has_child(tree, node, key):
        index = index + 1 if index + 1 < total else 0
        key = move_key(deck, world, nth_surveyed(deck, world, survey, index))
    return key
