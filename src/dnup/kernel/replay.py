"""Moves that are known beforehand, as from a record, made one after another."""

from dnup.kernel.copies import first_of
from dnup.kernel.jit import jit, popcount
from dnup.kernel.judge import LEGAL, judge
from dnup.kernel.layout import (
    CARDS,
    COPIED,
    HANDS,
    KIND_COUNT,
    KINDS,
    SHOWN,
    TURNED,
    Words,
    move_cards,
    seat_in_turn,
)
from dnup.kernel.turn import apply_move


@jit
def replay_moves(deck: Words, state: Words, moves: Words) -> int:
    """Make moves up to the first one that is not legal, and return how many were made.

    Each row has a move and those of its cards that must be turned, as its text says. Any copies of a card
    will do: the ones that leave the hand first are found here (D4). A negative number is never legal.
    """
    for index in range(len(moves)):
        move = moves[index, 0]
        cards = _meant_cards(deck, state, move_cards(move), moves[index, 1])
        if move < 0 or cards < 0:
            return index
        move = (move & ~CARDS) | cards
        if judge(deck, state, move) != LEGAL:
            return index
        apply_move(deck, state, move)
    return len(moves)


@jit
def _meant_cards(deck: Words, state: Words, cards: int, turned: int) -> int:
    """Cards that look like these in the hand in turn, -1 if they are the other way up or copies lack."""
    if (cards & ~deck[COPIED] & state[TURNED]) != (turned & ~deck[COPIED]):
        return -1
    if not cards & deck[COPIED]:
        return cards
    hand = state[HANDS + seat_in_turn(state)]
    for kind in range(deck[KIND_COUNT]):
        asked = cards & deck[KINDS + kind]
        up = hand & deck[KINDS + kind] & ~state[TURNED]
        down = hand & deck[KINDS + kind] & state[TURNED]
        asked_down = popcount(asked & turned)
        asked_up = popcount(asked) - asked_down
        if asked_up > popcount(up) or asked_down > popcount(down):
            return -1
        cards ^= asked
        cards |= first_of(up, state[SHOWN], asked_up) | first_of(down, state[SHOWN], asked_down)
    return cards
