"""Perft: how many sequences of legal moves there are, by which two implementations of the rules are compared."""

import numpy as np

from dnup.kernel.jit import jit_with_memory
from dnup.kernel.layout import WORDS, Words
from dnup.kernel.moves import count_moves, nth_move
from dnup.kernel.turn import apply_move


@jit_with_memory
def count_sequences(deck: Words, state: Words, depth: int) -> int:
    """How many sequences of so many moves, at least one, begin here; the last move of each is counted, not made."""
    states = np.empty((depth, WORDS), np.int64)
    left = np.zeros(depth, np.int64)  # by level, how many moves are still to be tried there
    states[0] = state
    left[0] = count_moves(deck, state)
    if depth == 1:
        return left[0]
    total = 0
    level = 0
    while level >= 0:
        if not left[level]:
            level -= 1
            continue
        left[level] -= 1
        after = states[level + 1]
        after[:] = states[level]
        apply_move(deck, after, nth_move(deck, after, left[level]))
        moves = count_moves(deck, after)
        if level + 2 == depth:
            total += moves
        else:
            level += 1
            left[level] = moves
    return total
