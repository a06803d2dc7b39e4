"""Moves that are known beforehand, as from a record, made one after another."""

from dnup.kernel.jit import jit
from dnup.kernel.judge import LEGAL, judge
from dnup.kernel.layout import TURNED, Words, move_cards
from dnup.kernel.turn import apply_move


@jit
def replay_moves(deck: Words, state: Words, moves: Words) -> int:
    """Make moves up to the first one that is not legal, and return how many were made.

    Each row has a move and those of its cards that must be turned: a move read from a text says which way up they are.
    """
    for index in range(len(moves)):
        move = moves[index, 0]
        if judge(deck, state, move) != LEGAL or state[TURNED] & move_cards(move) != moves[index, 1]:
            return index
        apply_move(deck, state, move)
    return len(moves)
