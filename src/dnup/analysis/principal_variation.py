"""The principal variation: the moves that a search expects after a move of a view.

Each of them is the one that a search prefers by what the seat of the view knows once the moves before it are made. What
others do depends on cards that the seat has not seen, so the line is an example: their most likely replies.
"""

import numpy as np

from dnup.kernel.jit import jit, jit_apart, jit_apart_with_memory, popcount
from dnup.kernel.layout import (
    CARDS,
    ENDING,
    MAX_PLAYERS,
    PLAYERS,
    WORDS,
    Words,
    copy_to_row,
    is_out,
    seat_in_turn,
)
from dnup.kernel.moves import SURVEY_WORDS, survey_moves
from dnup.kernel.rng import Stream
from dnup.kernel.turn import apply_move_out_of_line
from dnup.kernel.views import make_view
from dnup.kernel.worlds import sample_world
from dnup.search.match_equity import Equity
from dnup.search.mcts import search
from dnup.search.tree import COUNT, KEY, VISITS, Rates, children, is_possible, key_move

LINE_TRIES = 500
"""The number of iterations of the search for each move of a line: some milliseconds of processor time."""

LINE_SEED = 1
"""The seed of these searches, so that a move always has the same line."""

LINE_NODES = 4 * LINE_TRIES + 1
"""The number of tree nodes that one of them needs at most, spare room for children included."""

FEWEST_FOLLOWING = 3
"""This number of moves follows; with more players, one of each."""

MAX_LINE = MAX_PLAYERS + 1
"""The number of moves of a line at most, the first one included."""

MAX_SAMPLES = 10_000
"""This number of worlds is sampled at most to find one in which a reply is possible. Most replies need a few."""


@jit_apart_with_memory
def write_principal_variation(
    deck: Words,
    view: Words,
    stream: Stream,
    equity: Equity,
    move: int,
    tree: Words,
    rates: Rates,
    worlds: Words,
    line: Words,
) -> int:
    """Write a legal move of a view and the moves that a search expects after it; returns their number.

    The tree has LINE_NODES rows. With each move there is a world before it, in which it is legal: only what is known of
    the world is the same from move to move. The line ends early with the round, or when the seat of the view has
    emptied its hand.
    """
    seat = seat_in_turn(view)
    anything = np.empty((0, WORDS), np.int64)
    world = np.empty(WORDS, np.int64)
    known = np.empty(WORDS, np.int64)
    survey = np.empty(SURVEY_WORDS, np.int64)
    sample_world(deck, view, stream, world)
    following = max(view[PLAYERS], FEWEST_FOLLOWING)
    count = 0
    while True:
        copy_to_row(world, worlds, count)
        line[count] = move
        count += 1
        apply_move_out_of_line(deck, world, move)
        if world[ENDING] or is_out(world, seat) or count > following:
            return count
        make_view(deck, world, seat + 1, known)
        tree[0, VISITS] = 0
        tree[0, COUNT] = 0
        search(deck, known, stream, equity, anything, tree, rates, 1, LINE_TRIES)
        key = tree[expected_move(tree), KEY]
        move = key_move(key)
        samples = 0
        survey_moves(deck, world, survey)
        while not is_possible(survey, key):
            samples += 1
            if samples > MAX_SAMPLES:
                return count
            sample_world(deck, known, stream, world)
            survey_moves(deck, world, survey)


@jit
def look_of(key: int) -> int:
    """What of a move's key a player cares about: what is done, with which value and how many cards."""
    return (key & ~CARDS) | popcount(key & CARDS)


@jit_apart
def expected_move(tree: Words) -> int:
    """The most visited child of the root.

    Children that differ only in which cards of a value are used count together: which of them a hand has is chance.
    """
    best = 0
    most = -1
    for child in children(tree, 0):
        visits = 0
        for other in children(tree, 0):
            if look_of(tree[other, KEY]) == look_of(tree[child, KEY]):
                visits += tree[other, VISITS]
        if visits > most or (visits == most and tree[child, VISITS] > tree[best, VISITS]):
            most = visits
            best = int(np.int64(child))
    return best
