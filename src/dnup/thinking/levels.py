"""The levels that need no search: what a greedy player, a beginner and one who counts do.

Each is asked with the legal moves of its view, and answers with the number of one of them; of equal ones the first.
"""

from dnup.kernel.chance import Stream, below
from dnup.kernel.jit import jit, lowest, popcount
from dnup.kernel.layout import ADD, PLAY, ROTATE, Words, active_value, move_cards, move_verb
from dnup.thinking.first_sight import rate_move

HARD_ITERATIONS = 300
"""The iterations of the level `hard`: enough to beat `medium` clearly with every number of players, in a few ms."""

EARLIER_HARD_ITERATIONS = 100
"""The iterations of `hard` until November 2026: the opponents of earlier daily deals keep them."""

MEDIUM_NOISE = 1.0
"""How much chance there is in the level `medium`, in turns: the unit of `rate_move`."""

NOISE_STEPS = 1024
"""The resolution of that noise: a power of two, so that every machine computes the same numbers."""

EXPERT_MILLISECONDS = 400
"""How long an expert thinks about a move."""

MAX_NODES = 400_000
"""A tree grows no further than this (26 MB); the search goes on in what there is."""


@jit
def nodes_for(iterations: int) -> int:
    """How large a tree is made that grows by so many iterations a move, and is kept from move to move."""
    return min(MAX_NODES, 10 * iterations + 1000)


@jit
def appeal(deck: Words, view: Words, move: int) -> int:
    """How much a beginner likes a move: many cards are played, else one is added, else the hand is rotated."""
    verb = move_verb(move)
    if verb == PLAY:
        # High cards stay in the hand: they will still be playable when the low ones no longer are.
        cards = move_cards(move)
        return 16 * (2 + popcount(cards)) - active_value(deck, view, lowest(cards))
    return 32 if verb == ADD else 16 if verb == ROTATE else 0


@jit
def choose_greedily(deck: Words, view: Words, moves: Words) -> int:
    """The most cards that can be played, of the lowest value; else a card added; else a rotation; never a take."""
    best = 0
    for index in range(1, len(moves)):
        if appeal(deck, view, moves[index]) > appeal(deck, view, moves[best]):
            best = index
    return best


@jit
def choose_easily(deck: Words, view: Words, stream: Stream, moves: Words) -> int:
    """What a greedy player would do who overlooks half of what could be done."""
    best = -1
    for index in range(len(moves)):
        noticed = below(stream, 2)
        if noticed and (best < 0 or appeal(deck, view, moves[index]) > appeal(deck, view, moves[best])):
            best = index
    return best if best >= 0 else choose_greedily(deck, view, moves)


@jit
def choose_at_sight(deck: Words, view: Words, moves: Words) -> int:
    """What looks best at first sight."""
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
    """The move with the highest rating at first sight, after noise of up to `MEDIUM_NOISE` is added to each."""
    best = -1
    highest = 0.0
    for index in range(len(moves)):
        noise = MEDIUM_NOISE * below(stream, NOISE_STEPS) / NOISE_STEPS
        rating = rate_move(deck, view, moves[index]) + noise
        if best < 0 or rating > highest:
            best = index
            highest = rating
    return best
