"""What every move of a view is worth: the search, with all of them tried in the same worlds.

The search spends its time on the moves it likes. To say by how much one move is better than another, each world is
tried with every move, so that what they have in common, the luck of the cards, is not in the difference.
"""

import numpy as np

from dnup.kernel.chance import Stream
from dnup.kernel.jit import jit, jit_with_memory
from dnup.kernel.layout import MAX_PLAYERS, PLAYERS, WORDS, Words, seat_in_turn
from dnup.kernel.moves import SURVEY_WORDS
from dnup.kernel.turn import apply_move
from dnup.kernel.worlds import sample_world
from dnup.thinking.search import MAX_DEPTH, finish_round, note_gains, walk_down
from dnup.thinking.stakes import Stakes
from dnup.thinking.tree import AVAILABLE, COUNT, FIRST, KEY, VISITS, Rates, key_move, move_key

# What is known of a move: in how many worlds it was tried, what it was worth there to each seat, and how much more
# than the move that was made it was worth to who moves, and the square of that.
TRIED = 0
WORTH = 1
MORE = WORTH + MAX_PLAYERS
MORE_SQUARED = MORE + 1
ACCOUNT = MORE_SQUARED + 1


@jit
def plant_moves(deck: Words, view: Words, moves: Words, tree: Words) -> int:
    """Make all legal moves of a view the children of its root, in their order; returns how many nodes there are."""
    tree[0, FIRST] = 1
    tree[0, COUNT] = len(moves)
    for index in range(len(moves)):
        tree[1 + index, KEY] = move_key(deck, view, moves[index])
        tree[1 + index, AVAILABLE] = 1
    return 1 + len(moves)


@jit_with_memory
def appraise_moves(
    deck: Words,
    view: Words,
    stream: Stream,
    stakes: Stakes,
    tree: Words,
    rates: Rates,
    used: int,
    made: int,
    accounts: Rates,
    wanted: Words,
    worlds: int,
) -> int:
    """Try the wanted moves of a planted tree in so many worlds; returns how many nodes it then has.

    `accounts` has a row for each move, see ACCOUNT; `made` is the number of the move that was made.
    """
    base = np.empty(WORDS, np.int64)
    world = np.empty(WORDS, np.int64)
    end = np.empty(WORDS, np.int64)
    survey = np.empty(SURVEY_WORDS, np.int64)
    path = np.empty(MAX_DEPTH, np.int64)
    movers = np.empty(MAX_DEPTH, np.int64)
    gains = np.empty(MAX_PLAYERS, np.float64)
    mine = np.empty(len(accounts), np.float64)
    seat = seat_in_turn(view)
    for _ in range(worlds):
        sample_world(deck, view, stream, base)
        tree[0, VISITS] += 1
        for index in range(len(accounts)):
            if not wanted[index]:
                continue
            for word in range(WORDS):
                world[word] = base[word]
            node = 1 + index
            path[0] = node
            movers[0] = seat
            tree[node, VISITS] += 1
            apply_move(deck, world, key_move(tree[node, KEY]))
            used, depth = walk_down(
                deck, world, survey, stream, tree, rates, used, node, path, movers, 1, 1.0
            )
            finish_round(deck, world, end, stream, stakes, gains)
            note_gains(tree, rates, path, movers, depth, gains)
            accounts[index, TRIED] += 1.0
            for other in range(view[PLAYERS]):
                accounts[index, WORTH + other] += gains[other]
            mine[index] = gains[seat]
        for index in range(len(accounts)):
            if wanted[index]:
                more = mine[index] - mine[made]
                accounts[index, MORE] += more
                accounts[index, MORE_SQUARED] += more * more
    return used


@jit_with_memory
def appraise_view(
    deck: Words,
    view: Words,
    stream: Stream,
    stakes: Stakes,
    tree: Words,
    rates: Rates,
    used: int,
    account: Rates,
    worlds: int,
) -> int:
    """Try so many worlds that agree with a view, whoever is in turn; `account` is one row, see ACCOUNT."""
    world = np.empty(WORDS, np.int64)
    end = np.empty(WORDS, np.int64)
    survey = np.empty(SURVEY_WORDS, np.int64)
    path = np.empty(MAX_DEPTH, np.int64)
    movers = np.empty(MAX_DEPTH, np.int64)
    gains = np.empty(MAX_PLAYERS, np.float64)
    for _ in range(worlds):
        sample_world(deck, view, stream, world)
        tree[0, VISITS] += 1
        used, depth = walk_down(deck, world, survey, stream, tree, rates, used, 0, path, movers, 0, 1.0)
        finish_round(deck, world, end, stream, stakes, gains)
        note_gains(tree, rates, path, movers, depth, gains)
        account[TRIED] += 1.0
        for seat in range(view[PLAYERS]):
            account[WORTH + seat] += gains[seat]
    return used
