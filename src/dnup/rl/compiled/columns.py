"""Random matches as columns of numbers: a row for each move and a row for each round."""

import numpy as np
from numpy.typing import NDArray

from dnup.kernel.jit import jit_with_memory
from dnup.kernel.layout import (
    ACTIONS,
    ADD,
    TAKE,
    TURN,
    WORDS,
    Words,
    move_cards,
    move_slot,
    move_verb,
    turn_limit,
)
from dnup.kernel.match import COUNTS, DIARY_DEAL, DIARY_END, DIARY_WORDS, MAX_ROUNDS, play_match
from dnup.kernel.rng import split
from dnup.kernel.turn import apply_move, points_of
from dnup.rl.compiled.actions import set_number

Columns = NDArray[np.int32]

# The columns of a move: which round, counted over all games; how many moves before it; the slot in turn; the verb; the
# slot it was about, and the number of its set of cards, each -1 if there is none.
ROUND = 0
NUMBER = 1
SLOT = 2
VERB = 3
TARGET = 4
CARDS = 5
MOVE_COLUMNS = 6


@jit_with_memory
def record_matches(
    deck: Words,
    code: Words,
    players: int,
    limits: int,
    seed: np.uint64,
    first: int,
    games: int,
    moves: Columns,
    rounds: Words,
    numbers: Words,
) -> None:
    """Play the matches `first` to `first + games - 1` of a seed, and write a row for every move and round.

    A row of `rounds` has the words of the deal and of the end; a row of `numbers` the game, the round in it and the
    points of each seat. `count_matches` has the number of rows.
    """
    state = np.empty(WORDS, np.int64)
    counts = np.zeros(COUNTS, np.int64)
    diary = np.empty((MAX_ROUNDS, DIARY_WORDS), np.int64)
    made = np.empty(MAX_ROUNDS * turn_limit(limits), np.int64)
    turned = np.empty(MAX_ROUNDS * turn_limit(limits), np.int64)
    row = 0
    all_rounds = 0
    for game in range(first, first + games):
        count = play_match(deck, players, limits, split(seed, game), diary, made, turned, counts)
        index = 0
        for number in range(count):
            for word in range(DIARY_WORDS):
                rounds[all_rounds, word] = diary[number, word]
            numbers[all_rounds, 0] = game
            numbers[all_rounds, 1] = number
            for word in range(WORDS):
                state[word] = diary[number, DIARY_DEAL + word]
            for action in range(diary[number, DIARY_END + ACTIONS]):
                move = made[index]
                verb = move_verb(move)
                cards = move_cards(move)
                moves[row, ROUND] = all_rounds
                moves[row, NUMBER] = action
                moves[row, SLOT] = state[TURN]
                moves[row, VERB] = verb
                moves[row, TARGET] = move_slot(move) if verb in (ADD, TAKE) else -1
                moves[row, CARDS] = set_number(deck, code, state, cards) if cards else -1
                apply_move(deck, state, move)
                index += 1
                row += 1
            for seat in range(players):
                numbers[all_rounds, 2 + seat] = points_of(state, seat)
            all_rounds += 1
