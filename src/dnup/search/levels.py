"""The bot levels that need no search, and the limits of those that do.

Each function takes the legal moves of a view and returns the index of one of them; among equals the first.
"""

from dnup.kernel.jit import jit, lowest, popcount
from dnup.kernel.layout import ADD, PLAY, ROTATE, Words, active_value, move_cards, move_verb
from dnup.kernel.rng import Stream, below
from dnup.search.heuristic import rate_move

HARD_ITERATIONS = 300
"""The iterations of the level `hard`: enough to beat `medium` clearly with every number of players, in a few ms."""

EARLIER_HARD_ITERATIONS = 100
"""The iterations of `hard` until November 2026: the opponents of earlier daily games keep them."""

MEDIUM_NOISE = 1.0
"""How much chance there is in the level `medium`, in turns: the unit of `rate_move`."""

NOISE_STEPS = 1024
"""The resolution of that noise: a power of two, so that every machine computes the same numbers."""

EXPERT_MILLISECONDS = 400
"""Time budget of the level `expert` for a move, in milliseconds."""

MAX_NODES = 400_000
"""Capacity of a tree in nodes (26 MB). When it is full, the search goes on without expansion."""


@jit
def nodes_for(iterations: int) -> int:
    """Capacity of a tree for a number of iterations a move, if it is kept from move to move."""
    return min(MAX_NODES, 10 * iterations + 1000)


@jit
def appeal(deck: Words, view: Words, move: int) -> int:
    """Rating of a move for a beginner: a play of many cards, then an add, then a rotation, then a take."""
    verb = move_verb(move)
    if verb == PLAY:
        # Low cards first: high ones stay playable for longer.
        cards = move_cards(move)
        return 16 * (2 + popcount(cards)) - active_value(deck, view, lowest(cards))
    return 32 if verb == ADD else 16 if verb == ROTATE else 0


@jit
def choose_greedily(deck: Words, view: Words, moves: Words) -> int:
    """Play as many cards as possible, of the lowest value; else add a card; else rotate; never take."""
    best = 0
    for index in range(1, len(moves)):
        if appeal(deck, view, moves[index]) > appeal(deck, view, moves[best]):
            best = index
    return best


@jit
def choose_easily(deck: Words, view: Words, stream: Stream, moves: Words) -> int:
    """The greedy choice among a random half of the moves."""
    best = -1
    for index in range(len(moves)):
        noticed = below(stream, 2)
        if noticed and (best < 0 or appeal(deck, view, moves[index]) > appeal(deck, view, moves[best])):
            best = index
    return best if best >= 0 else choose_greedily(deck, view, moves)


@jit
def choose_at_sight(deck: Words, view: Words, moves: Words) -> int:
    """The move with the highest heuristic value."""
    best = 0
    highest = rate_move(deck, view, moves[0])
    for index in range(1, len(moves)):
        rating = rate_move(deck, view, moves[index])
        if rating > highest:
            best = index
            highest = rating
    return best


@jit
def choose_with_noise(deck: Words, view: Words, stream: Stream, moves: Words) -> int:
    """The move with the highest heuristic value, after noise of up to `MEDIUM_NOISE` is added to each."""
    best = -1
    highest = 0.0
    for index in range(len(moves)):
        noise = MEDIUM_NOISE * below(stream, NOISE_STEPS) / NOISE_STEPS
        rating = rate_move(deck, view, moves[index]) + noise
        if best < 0 or rating > highest:
            best = index
            highest = rating
    return best
