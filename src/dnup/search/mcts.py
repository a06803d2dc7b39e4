"""Information-set Monte Carlo tree search: one tree for all worlds that agree with a view.

Each iteration draws a world (a determinization), selects moves that are legal in it down the tree, expands one node,
finishes the round with the rollout policy and backpropagates the result. In another world other moves are legal, so
selection counts how often a move was available (availability-aware UCB).
"""

from typing import NamedTuple

import numpy as np

from dnup.kernel.jit import jit, jit_apart, jit_apart_with_memory, jit_with_memory
from dnup.kernel.layout import (
    ENDING,
    MAX_PLAYERS,
    PLAYERS,
    WORDS,
    Words,
    copy_from_row,
    copy_words,
    seat_in_turn,
)
from dnup.kernel.moves import SURVEY_WORDS, nth_surveyed, survey_moves
from dnup.kernel.rng import Stream, below
from dnup.kernel.turn import apply_move
from dnup.kernel.worlds import sample_world
from dnup.search.match_equity import Equity, play_for_second, score_index, value_for
from dnup.search.rollout import finish_round, rollout_move
from dnup.search.tree import (
    AVAILABLE,
    INVERSE_ROOT,
    KEY,
    MEAN,
    POSITION_HASH,
    VISITS,
    Rates,
    add_child,
    children,
    has_child,
    is_possible,
    key_move,
    move_key,
    public_hash,
    size_with_child,
)

MAX_DEPTH = 64
"""Maximum depth of the tree in moves. No search comes near it; the rollout plays the rest of the round."""

EXPLORATION = 0.4
"""Exploration constant of UCB, in units of win probability; measured, see docs/lab/strength.md."""

WIDENING = 9
"""Progressive widening: a node with c children gets another one when c * c < WIDENING * visits; measured."""

ROLLOUTS = 6
"""Rollouts of a leaf with more than two players: the end of a round then depends more on luck."""

# Logarithms differ in the last bit between systems. They are rounded so that a search is the same on all of them.
LOGS = np.round(np.log(np.maximum(np.arange(1024), 1.0)) * 2.0**32) / 2.0**32
BONUSES = EXPLORATION * np.sqrt(LOGS)
DOUBLING = EXPLORATION * EXPLORATION * LOGS[2]
"""What twice the availability adds to the square of a bonus."""


class Selection(NamedTuple):
    """Parameters of selection and expansion."""

    exploration: float
    """A factor of EXPLORATION."""
    widening: int
    """See WIDENING."""
    delay: int
    """Visits that a node needs before its first child, the root excepted."""


PLAIN_SELECTION = Selection(1.0, WIDENING, 0)


class Workspace(NamedTuple):
    """A tree and the buffers of one iteration."""

    tree: Words
    rates: Rates
    world: Words
    """The world of the iteration; selection makes its moves there."""
    end: Words
    """A copy of it for rollouts."""
    survey: Words
    """The legal moves of the world, see `dnup.kernel.moves`."""
    path: Words
    """The nodes from the root to the leaf."""
    movers: Words
    """For each of them the seat that chose it."""
    gains: Rates
    """By seat, the value of the leaf."""


@jit_with_memory
def new_workspace(tree: Words, rates: Rates) -> Workspace:
    """Allocate the buffers for a tree."""
    return Workspace(
        tree,
        rates,
        np.empty(WORDS, np.int64),
        np.empty(WORDS, np.int64),
        np.empty(SURVEY_WORDS, np.int64),
        np.empty(MAX_DEPTH, np.int64),
        np.empty(MAX_DEPTH, np.int64),
        np.empty(MAX_PLAYERS, np.float64),
    )


@jit_apart_with_memory
def search(
    deck: Words,
    view: Words,
    stream: Stream,
    equity: Equity,
    pool: Words,
    tree: Words,
    rates: Rates,
    used: int,
    iterations: int,
) -> int:
    """Grow a tree of `used` nodes, whose root is the view, by some iterations; returns its number of nodes.

    Worlds are drawn from the pool, see `posterior.sample_posterior`; if it is empty, any world that agrees with the
    view is as likely as another.
    """
    work = new_workspace(tree, rates)
    for _ in range(iterations):
        draw_world(deck, view, stream, pool, work.world)
        play_for_second(view, work.world)
        tree[0, VISITS] += 1
        used = run_iteration(deck, stream, equity, work, used, 0, 0)
    return used


@jit_apart
def draw_world(deck: Words, view: Words, stream: Stream, pool: Words, world: Words) -> None:
    """Draw a world from a pool; if that is empty, any world that agrees with the view."""
    if len(pool) == 0:
        sample_world(deck, view, stream, world)
    else:
        copy_from_row(pool, below(stream, len(pool)), world)


@jit_apart
def run_iteration(
    deck: Words, stream: Stream, equity: Equity, work: Workspace, used: int, node: int, depth: int
) -> int:
    """Selection, expansion, rollout and backpropagation from a node on; returns the number of nodes.

    The path has `depth` nodes already, of which `node` is the last.
    """
    used, depth = select_leaf(deck, stream, work, PLAIN_SELECTION, used, node, depth)
    roll_out(deck, stream, equity, work)
    backpropagate(work, depth)
    return used


@jit_apart
def select_leaf(
    deck: Words, stream: Stream, work: Workspace, selection: Selection, used: int, node: int, depth: int
) -> tuple[int, int]:
    """Select moves from a node down to a new one, and make them in the world.

    Returns the number of nodes and the length of the path.
    """
    tree = work.tree
    world = work.world
    expanded = False
    while not expanded and not world[ENDING] and depth < MAX_DEPTH:
        total = survey_moves(deck, world, work.survey)
        available, child = select_child(work, node, selection.exploration)
        visits = tree[node, VISITS] - selection.delay if depth else tree[node, VISITS]
        if available < total and available * available < selection.widening * visits:
            size = size_with_child(tree, node, used)
            expanded = size <= len(tree)
            if expanded:
                key = untried_key(deck, stream, work, node, total, available)
                child = add_child(tree, work.rates, node, used, key)
                used = size
        if child == 0:
            break
        work.movers[depth] = seat_in_turn(world)
        work.path[depth] = child
        depth += 1
        node = child
        tree[node, VISITS] += 1
        apply_move(deck, world, key_move(tree[node, KEY]))
        if expanded:
            tree[node, POSITION_HASH] = public_hash(world)
    return used, depth


@jit
def roll_out(deck: Words, stream: Stream, equity: Equity, work: Workspace) -> None:
    """Estimate the value of the world for each seat with rollouts."""
    gains = work.gains
    players = work.world[PLAYERS]
    rollouts = 1 if players == 2 else ROLLOUTS
    for seat in range(players):
        gains[seat] = 0.0
    for _ in range(rollouts):
        copy_words(work.world, work.end)
        finish_round(deck, work.end, stream)
        row = score_index(work.end)
        for seat in range(players):
            gains[seat] += value_for(work.end, equity, row, seat) / rollouts


@jit
def backpropagate(work: Workspace, depth: int) -> None:
    """Update the mean of every node on the path with the gain of the player who chose it."""
    rates = work.rates
    for step in range(depth):
        child = work.path[step]
        visits = float(work.tree[child, VISITS])
        rates[child, MEAN] += (work.gains[work.movers[step]] - rates[child, MEAN]) / visits
        rates[child, INVERSE_ROOT] = 1.0 / np.sqrt(visits)


@jit
def exploration_bonus(available: int) -> float:
    """The exploration bonus of a move with this availability, to be divided by the root of its visits."""
    if available < len(BONUSES):
        return BONUSES[available]
    more = 0.0
    while available >= len(BONUSES):
        available >>= 1
        more += DOUBLING
    return np.sqrt(BONUSES[available] * BONUSES[available] + more)


@jit
def select_child(work: Workspace, node: int, exploration: float) -> tuple[int, int]:
    """The number of children that are legal in this world, and the one with the highest upper confidence bound."""
    tree = work.tree
    rates = work.rates
    available = 0
    best = -1.0
    pick = 0
    for child in children(tree, node):
        if is_possible(work.survey, tree[child, KEY]):
            available += 1
            chances = tree[child, AVAILABLE] + 1
            tree[child, AVAILABLE] = chances
            bound = rates[child, MEAN] + exploration * exploration_bonus(chances) * rates[child, INVERSE_ROOT]
            if bound > best:
                best = bound
                pick = int(np.int64(child))
    return available, pick


@jit
def untried_key(deck: Words, stream: Stream, work: Workspace, node: int, total: int, available: int) -> int:
    """The key of a move without a child: the rollout policy's move first, then the others at random."""
    world = work.world
    if available == 0:
        return move_key(deck, world, rollout_move(deck, world, stream))
    index = below(stream, total)
    key = move_key(deck, world, nth_surveyed(deck, world, work.survey, index))
    while has_child(work.tree, node, key):
        index = index + 1 if index + 1 < total else 0
        key = move_key(deck, world, nth_surveyed(deck, world, work.survey, index))
    return key
