"""Random play at full speed: whole rounds and matches inside the compiled code."""

import numpy as np

from dnup.kernel.copies import is_settled
from dnup.kernel.deal import new_round
from dnup.kernel.jit import jit, jit_with_memory
from dnup.kernel.layout import ACTIONS, ENDING, HANDS, WORDS, Words, move_cards, seat_in_turn
from dnup.kernel.moves import SURVEY_WORDS, count_moves, nth_move, nth_surveyed, survey_moves
from dnup.kernel.rng import Stream, below
from dnup.kernel.turn import apply_move


@jit
def random_move(deck: Words, state: Words, survey: Words, stream: Stream) -> int:
    """A uniformly random legal move."""
    count = survey_moves(deck, state, survey)
    while True:
        move = nth_surveyed(deck, state, survey, below(stream, count))
        # Choices that differ only in the copies of a card are one move; draw again for the others.
        hand = state[HANDS + seat_in_turn(state)]
        if is_settled(deck, state, hand, move_cards(move)):
            return move


@jit
def play_out(deck: Words, state: Words, survey: Words, stream: Stream) -> None:
    """Random moves until the round is over."""
    while not state[ENDING]:
        apply_move(deck, state, random_move(deck, state, survey, stream))


@jit_with_memory
def random_rounds(deck: Words, players: int, rounds: int, limits: int, stream: Stream) -> int:
    """Deal and play rounds from 0-0, and return the number of moves."""
    state = np.zeros(WORDS, np.int64)
    survey = np.zeros(SURVEY_WORDS, np.int64)
    moves = 0
    for number in range(rounds):
        new_round(deck, state, stream, players, number % players, 0, limits)
        play_out(deck, state, survey, stream)
        moves += state[ACTIONS]
    return moves


@jit
def step(deck: Words, state: Words, index: int) -> int:
    """Make the index-th legal move, and return the number of moves of the next player: 0 when the round is over."""
    apply_move(deck, state, nth_move(deck, state, index))
    return count_moves(deck, state)
