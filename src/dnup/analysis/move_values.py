"""The value of every move of a view: Monte Carlo tree search in which all moves are tried in the same worlds.

An ordinary search spends its time on promising moves. To measure by how much one move is better than another, every
move is tried in each sampled world (common random numbers), so that the luck of the cards cancels out in the
difference. Moves that are far behind are pruned.

The result depends only on the view, the move made, the seed and the number of tries, and not on how often the
computation was interrupted to read it.

One row of statistics for each move, called a trial here, holds sums over the worlds in which the move was tried. From
`VALUE` on, a column stands for MAX_PLAYERS columns, one for each seat.

| column | meaning |
|---|---|
| `TRIED` | the number of worlds |
| `PRUNED` | 1 once the move is no longer tried |
| `VALUE` | the sum of values: the seat's chance to win the match after the round |
| `VALUE_SQUARED` | the sum of the squares of these values |
| `ADVANTAGE` | the sum of differences to the value of the move made in the same world |
| `ADVANTAGE_SQUARED` | the sum of the squares of these differences |
| `ADVANTAGE_IN_HALF` | the sum of these differences over odd-numbered worlds only |

The last one is for a split-sample estimate: the best of many moves is often only a lucky one, so the move that is best
in one half of the worlds is measured in the other half.
"""

import numpy as np

from dnup.kernel.jit import jit, jit_apart, jit_with_memory
from dnup.kernel.layout import (
    HANDS,
    IN_PLAY,
    KIND_COUNT,
    KINDS,
    MAX_PLAYERS,
    PLAYERS,
    SHOWN,
    SIZES,
    TURNED,
    VIEWER,
    WORDS,
    Words,
    copy_words,
    seat_in_turn,
)
from dnup.kernel.rng import Stream
from dnup.kernel.turn import apply_move_out_of_line
from dnup.search.match_equity import Equity
from dnup.search.mcts import draw_world, new_workspace, run_iteration
from dnup.search.tree import AVAILABLE, COUNT, FIRST, KEY, VISITS, Rates, key_move, move_key

TRIED = 0
PRUNED = 1
VALUE = 2
VALUE_SQUARED = VALUE + MAX_PLAYERS
ADVANTAGE = VALUE_SQUARED + MAX_PLAYERS
ADVANTAGE_SQUARED = ADVANTAGE + MAX_PLAYERS
ADVANTAGE_IN_HALF = ADVANTAGE_SQUARED + MAX_PLAYERS
TRIAL_COLUMNS = ADVANTAGE_IN_HALF + MAX_PLAYERS

WORLDS_PER_STEP = 16
"""The number of worlds between two checks for moves to prune and for convergence."""

MIN_WORLDS = 128
"""The number of worlds before any move is pruned: fewer give no reliable standard error."""

MIN_WORLDS_AHEAD = 512
"""The number of worlds before the move made is accepted as the best: the first tries of a move are mostly rollouts."""

MIN_WORLDS_ALONE = 1536
"""The same if it leads so far that it would count as the only good move."""

KEPT_RIVALS = 3
"""The number of rivals of the move made that are never pruned. They have as many tries as the move, in the same worlds:
a rival that was tried less is undervalued, because the first tries of a move are mostly rollouts."""

TARGET_ERROR = 0.005
"""Stop at this standard error of best minus made, in chance to win the match: half a point of 100."""

PRUNE_AT = 3.0
"""Prune a move that is this many standard errors behind the best one."""

SIGNIFICANT = 2.0
"""A difference counts from this many standard errors on."""

NEGLIGIBLE = 0.02
"""Stop if the move made seems best and no other can be better by this chance, within SIGNIFICANT standard errors."""

ALONE = 0.08
"""From this lead on, the move made may be the only good one."""

NODES_PER_TRY = 4
"""The number of tree nodes that one try needs at most, spare room for children included."""


@jit
def mean_of(total: float, count: float) -> float:
    """The mean of `count` values from their sum."""
    return total / max(count, 1.0)


@jit
def standard_error(total: float, squares: float, count: float) -> float:
    """The standard error of the mean of `count` values, from their sum and the sum of their squares."""
    mean = mean_of(total, count)
    variance = max(squares / max(count, 1.0) - mean * mean, 0.0)
    return np.sqrt(variance / max(count - 1.0, 1.0))


@jit
def total_tries(trials: Rates) -> int:
    """The number of tries of all moves together."""
    tries = 0.0
    for index in range(len(trials)):
        tries += trials[index, TRIED]
    return int(tries)


@jit
def add_root_moves(deck: Words, view: Words, moves: Words, tree: Words) -> int:
    """Make all legal moves of a view children of the root, in their order; returns the number of nodes in use."""
    tree[0, FIRST] = 1
    tree[0, COUNT] = len(moves)
    for index in range(len(moves)):
        tree[1 + index, KEY] = move_key(deck, view, moves[index])
        tree[1 + index, AVAILABLE] = 1
    return 1 + len(moves)


@jit
def true_world(deck: Words, view: Words, state: Words, world: Words) -> None:
    """Write the true state as a world of a view, in which equal cards may be numbered differently (D4)."""
    viewer = view[VIEWER] - 1
    hidden = deck[IN_PLAY] & ~view[SHOWN] & ~view[HANDS + viewer]
    there = deck[IN_PLAY] & ~state[SHOWN] & ~state[HANDS + viewer]
    copy_words(view, world)
    world[VIEWER] = 0
    world[SIZES] = 0
    while hidden:
        card = hidden & -hidden
        same = card
        for kind in range(deck[KIND_COUNT]):
            if deck[KINDS + kind] & card:
                same = there & deck[KINDS + kind]
                same &= -same
        for seat in range(view[PLAYERS]):
            if state[HANDS + seat] & same:
                world[HANDS + seat] |= card
        if state[TURNED] & same:
            world[TURNED] |= card
        there &= ~same
        hidden &= ~card


@jit_with_memory
def evaluate_moves(
    deck: Words,
    view: Words,
    stream: Stream,
    equity: Equity,
    worlds: Words,
    tree: Words,
    rates: Rates,
    used: int,
    made: int,
    trials: Rates,
    tries: int,
    thorough: int,
) -> int:
    """Try all moves that are not pruned until there are `tries` in all, or, unless `thorough`, until convergence.

    Returns the number of tree nodes in use. The tree starts with `add_root_moves`; `worlds` is as in `draw_world`;
    `made` is the index of the move made; `trials` has a row for each move.
    """
    base = np.empty(WORDS, np.int64)
    work = new_workspace(tree, rates)
    all_gains = np.empty((len(trials), MAX_PLAYERS), np.float64)
    players = view[PLAYERS]
    seat = seat_in_turn(view)
    while total_tries(trials) < tries and (thorough or not has_converged(trials, made, seat)):
        for number in range(WORLDS_PER_STEP):
            draw_world(deck, view, stream, worlds, base)
            tree[0, VISITS] += 1
            for index in range(len(trials)):
                if trials[index, PRUNED]:
                    continue
                copy_words(base, work.world)
                node = 1 + index
                work.path[0] = node
                work.movers[0] = seat
                tree[node, VISITS] += 1
                apply_move_out_of_line(deck, work.world, key_move(tree[node, KEY]))
                used = run_iteration(deck, stream, equity, work, used, node, 1)
                for other in range(players):
                    all_gains[index, other] = work.gains[other]
            for index in range(len(trials)):
                if not trials[index, PRUNED]:
                    add_to_trial(trials[index], all_gains[index], all_gains[made], players, number & 1)
        prune_moves(trials, made, seat)
    return used


@jit_apart
def add_to_trial(trial: Rates, values: Rates, values_of_made: Rates, players: int, half: int) -> None:
    """Add the values of a move and of the move made in one more world; `half` is 1 in odd-numbered worlds."""
    trial[TRIED] += 1.0
    for seat in range(players):
        difference = values[seat] - values_of_made[seat]
        trial[VALUE + seat] += values[seat]
        trial[VALUE_SQUARED + seat] += values[seat] * values[seat]
        trial[ADVANTAGE + seat] += difference
        trial[ADVANTAGE_SQUARED + seat] += difference * difference
        trial[ADVANTAGE_IN_HALF + seat] += difference * half


@jit
def advantage_of(trials: Rates, index: int, seat: int) -> float:
    """The value of a move to a seat minus that of the move made."""
    return mean_of(trials[index, ADVANTAGE + seat], trials[index, TRIED])


@jit
def advantage_error(trials: Rates, index: int, seat: int) -> float:
    """The standard error of `advantage`."""
    total = trials[index, ADVANTAGE + seat]
    return standard_error(total, trials[index, ADVANTAGE_SQUARED + seat], trials[index, TRIED])


@jit
def advantage_in_half(trials: Rates, index: int, seat: int, half: int) -> float:
    """`advantage` in the even- or the odd-numbered worlds."""
    total = trials[index, ADVANTAGE_IN_HALF + seat]
    if not half:
        total = trials[index, ADVANTAGE + seat] - total
    return mean_of(total, trials[index, TRIED] / 2.0)


@jit
def best_in_half(trials: Rates, seat: int, half: int) -> int:
    """The best move in one half of the worlds, of those not pruned; the first of equals."""
    best = -1
    for index in range(len(trials)):
        if not trials[index, PRUNED] and (
            best < 0
            or advantage_in_half(trials, index, seat, half) > advantage_in_half(trials, best, seat, half)
        ):
            best = index
    return best


@jit
def best_move(trials: Rates, seat: int) -> int:
    """The best move of those not pruned; the first of equals."""
    best = -1
    for index in range(len(trials)):
        if not trials[index, PRUNED] and (
            best < 0 or advantage_of(trials, index, seat) > advantage_of(trials, best, seat)
        ):
            best = index
    return best


@jit
def prune_moves(trials: Rates, made: int, seat: int) -> None:
    """Prune moves that are far behind the best; the move made stays, and so do its best rivals."""
    if trials[made, TRIED] < MIN_WORLDS:
        return
    best = best_move(trials, seat)
    best_error = advantage_error(trials, best, seat)
    for index in range(len(trials)):
        if (
            not trials[index, PRUNED]
            and index != made
            and better_rivals(trials, made, seat, index) >= KEPT_RIVALS
        ):
            error = advantage_error(trials, index, seat)
            combined = np.sqrt(error * error + best_error * best_error)
            if advantage_of(trials, best, seat) - advantage_of(trials, index, seat) > PRUNE_AT * combined:
                trials[index, PRUNED] = 1.0


@jit
def better_rivals(trials: Rates, made: int, seat: int, index: int) -> int:
    """The number of rivals of the move made that are not pruned and better than a move."""
    better = 0
    advantage = advantage_of(trials, index, seat)
    for other in range(len(trials)):
        if other != made and not trials[other, PRUNED] and advantage_of(trials, other, seat) > advantage:
            better += 1
    return better


@jit
def has_converged(trials: Rates, made: int, seat: int) -> bool:
    """Whether more tries could not change the grade of the move made noticeably."""
    if trials[made, TRIED] < MIN_WORLDS:
        return False
    best = best_move(trials, seat)
    if best != made:
        return advantage_error(trials, best, seat) <= TARGET_ERROR
    if trials[made, TRIED] < MIN_WORLDS_AHEAD:
        return False
    second = -1.0
    for index in range(len(trials)):
        if not trials[index, PRUNED] and index != made:
            error = advantage_error(trials, index, seat)
            advantage = advantage_of(trials, index, seat)
            second = max(second, advantage)
            if error > TARGET_ERROR and advantage + SIGNIFICANT * error > NEGLIGIBLE:
                return False
    return second > -ALONE or trials[made, TRIED] >= MIN_WORLDS_ALONE
