"""What every move of a view is worth: the search, with all of them tried in the same worlds.

The search spends its time on the moves it likes. To say by how much one move is better than another, each world is
tried with every move, so that what they have in common, the luck of the cards, is not in the difference. Moves that are
far behind are given up.

What comes out depends on the view, the move made, the seed and the number of tries alone, and not on how often one
stopped on the way to look.
"""

import numpy as np

from dnup.kernel.chance import Stream
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
    seat_in_turn,
)
from dnup.kernel.moves import SURVEY_WORDS
from dnup.kernel.turn import apply_move
from dnup.thinking.search import MAX_DEPTH, draw_world, try_world
from dnup.thinking.stakes import Stakes
from dnup.thinking.tree import AVAILABLE, COUNT, FIRST, KEY, VISITS, Rates, key_move, move_key

# What is known of a move: in how many worlds it was tried; by seat what it was worth there and the square of that, and
# how much more than the move that was made, the square of that, and how much of it in every other world: what looks
# best in one half of the worlds is measured in the other, for what looks best is, among many, often only lucky.
TRIED = 0
WORTH = 1
WORTH_SQUARED = WORTH + MAX_PLAYERS
MORE = WORTH_SQUARED + MAX_PLAYERS
MORE_SQUARED = MORE + MAX_PLAYERS
MORE_IN_HALF = MORE_SQUARED + MAX_PLAYERS
TRIAL = MORE_IN_HALF + MAX_PLAYERS

STEP = 16
"""So many worlds pass between two looks at which moves are still worth trying."""

FEWEST = 128
"""In so many worlds the move made is tried at least."""

CLOSE_ENOUGH = 0.005
"""Half a point: with so small a standard error of best minus made, there is no need to go on."""

HOPELESS = 3.0
"""A move that is so many standard errors behind the best one is not tried any more."""

SURE = 2.0
"""A difference counts if it is so many standard errors."""

NO_MATTER = 0.02
"""If the move made seems best, and no other is better by so much for sure, there is no need to go on either."""

NODES_A_TRY = 4
"""So many nodes a tree needs for a try at most, with all the room that is left for children."""


@jit
def mean_of(total: float, tried: float) -> float:
    """The mean of what was added up."""
    return total / max(tried, 1.0)


@jit
def error_of(total: float, squares: float, tried: float) -> float:
    """The standard error of that mean."""
    mean = mean_of(total, tried)
    variance = max(squares / max(tried, 1.0) - mean * mean, 0.0)
    return np.sqrt(variance / max(tried - 1.0, 1.0))


@jit
def tries_of(trials: Rates) -> int:
    """How often moves were tried in all."""
    tries = 0.0
    for index in range(len(trials)):
        tries += trials[index, TRIED]
    return int(tries)


@jit
def plant_moves(deck: Words, view: Words, moves: Words, tree: Words) -> int:
    """Make all legal moves of a view the children of its root, in their order; returns how many nodes there are."""
    tree[0, FIRST] = 1
    tree[0, COUNT] = len(moves)
    for index in range(len(moves)):
        tree[1 + index, KEY] = move_key(deck, view, moves[index])
        tree[1 + index, AVAILABLE] = 1
    return 1 + len(moves)


@jit
def true_world(deck: Words, view: Words, state: Words, world: Words) -> None:
    """Write the state that a view is of as a world of that view, which numbers copies of a card in its own way (D4)."""
    viewer = view[VIEWER] - 1
    hidden = deck[IN_PLAY] & ~view[SHOWN] & ~view[HANDS + viewer]
    there = deck[IN_PLAY] & ~state[SHOWN] & ~state[HANDS + viewer]
    for word in range(WORDS):
        world[word] = view[word]
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
def appraise_moves(
    deck: Words,
    view: Words,
    stream: Stream,
    stakes: Stakes,
    worlds: Words,
    tree: Words,
    rates: Rates,
    used: int,
    made: int,
    trials: Rates,
    wanted: Words,
    tries: int,
    thorough: int,
) -> int:
    """Try the wanted moves of a planted tree until there are so many tries in all, or nothing is left to find out.

    Returns how many nodes the tree then has. `trials` has a row for each move, see TRIAL; `made` is the number of the
    move that was made; of `worlds`, see draw_world. Who is thorough goes on to the last try.
    """
    base = np.empty(WORDS, np.int64)
    world = np.empty(WORDS, np.int64)
    end = np.empty(WORDS, np.int64)
    survey = np.empty(SURVEY_WORDS, np.int64)
    path = np.empty(MAX_DEPTH, np.int64)
    movers = np.empty(MAX_DEPTH, np.int64)
    gains = np.empty(MAX_PLAYERS, np.float64)
    all_gains = np.empty((len(trials), MAX_PLAYERS), np.float64)
    players = view[PLAYERS]
    seat = seat_in_turn(view)
    while tries_of(trials) < tries and (thorough or not is_settled(trials, wanted, made, seat)):
        for number in range(STEP):
            draw_world(deck, view, stream, worlds, base)
            tree[0, VISITS] += 1
            for index in range(len(trials)):
                if not wanted[index]:
                    continue
                for word in range(WORDS):
                    world[word] = base[word]
                node = 1 + index
                path[0] = node
                movers[0] = seat
                tree[node, VISITS] += 1
                apply_move(deck, world, key_move(tree[node, KEY]))
                used = try_world(
                    deck, world, end, survey, stream, stakes, tree, rates, used, node, path, movers, 1, gains
                )
                for other in range(players):
                    all_gains[index, other] = gains[other]
            for index in range(len(trials)):
                if wanted[index]:
                    note_trial(trials[index], all_gains[index], all_gains[made], players, number & 1)
        give_up_hopeless(trials, wanted, made, seat)
    return used


@jit_apart
def note_trial(trial: Rates, gains: Rates, gains_of_made: Rates, players: int, half: int) -> None:
    """A move was tried in one more world, as was the move made."""
    trial[TRIED] += 1.0
    for seat in range(players):
        more = gains[seat] - gains_of_made[seat]
        trial[WORTH + seat] += gains[seat]
        trial[WORTH_SQUARED + seat] += gains[seat] * gains[seat]
        trial[MORE + seat] += more
        trial[MORE_SQUARED + seat] += more * more
        trial[MORE_IN_HALF + seat] += more * half


@jit
def more_than_made(trials: Rates, index: int, seat: int) -> float:
    """How much more than the move made a move is worth to a seat."""
    return mean_of(trials[index, MORE + seat], trials[index, TRIED])


@jit
def error_of_more(trials: Rates, index: int, seat: int) -> float:
    """The standard error of that."""
    return error_of(trials[index, MORE + seat], trials[index, MORE_SQUARED + seat], trials[index, TRIED])


@jit
def more_in_half(trials: Rates, index: int, seat: int, half: int) -> float:
    """The same in one half of the worlds."""
    total = trials[index, MORE_IN_HALF + seat]
    if not half:
        total = trials[index, MORE + seat] - total
    return mean_of(total, trials[index, TRIED] / 2.0)


@jit
def best_in_half(trials: Rates, wanted: Words, seat: int, half: int) -> int:
    """What is worth most in one half of the worlds, of the moves that are still tried."""
    best = -1
    for index in range(len(trials)):
        if wanted[index] and (
            best < 0 or more_in_half(trials, index, seat, half) > more_in_half(trials, best, seat, half)
        ):
            best = index
    return best


@jit
def best_wanted(trials: Rates, wanted: Words, seat: int) -> int:
    """What is worth most of the moves that are still tried; of equal ones the first."""
    best = -1
    for index in range(len(trials)):
        if wanted[index] and (
            best < 0 or more_than_made(trials, index, seat) > more_than_made(trials, best, seat)
        ):
            best = index
    return best


@jit
def give_up_hopeless(trials: Rates, wanted: Words, made: int, seat: int) -> None:
    """Try no more what is far behind the best; the move made stays, for all others are measured by it."""
    best = best_wanted(trials, wanted, seat)
    lead = more_than_made(trials, best, seat)
    doubt = error_of_more(trials, best, seat)
    for index in range(len(trials)):
        if wanted[index] and index != made and trials[index, TRIED] >= FEWEST / 2:
            error = error_of_more(trials, index, seat)
            apart = np.sqrt(error * error + doubt * doubt)
            if lead - more_than_made(trials, index, seat) > HOPELESS * apart:
                wanted[index] = 0


@jit
def is_settled(trials: Rates, wanted: Words, made: int, seat: int) -> bool:
    """Whether more tries would tell nothing that matters."""
    if trials[made, TRIED] < FEWEST:
        return False
    best = best_wanted(trials, wanted, seat)
    if best != made:
        return error_of_more(trials, best, seat) <= CLOSE_ENOUGH
    for index in range(len(wanted)):
        if wanted[index] and index != made:
            error = error_of_more(trials, index, seat)
            if error > CLOSE_ENOUGH and more_than_made(trials, index, seat) + SURE * error > NO_MATTER:
                return False
    return True
