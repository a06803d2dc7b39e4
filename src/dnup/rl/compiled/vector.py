"""Many rounds in lock step: each row is a round, and a new one is dealt where one has ended."""

import numpy as np
from numpy.typing import NDArray

from dnup.kernel.chance import split
from dnup.kernel.deal import new_round
from dnup.kernel.history import tell_move
from dnup.kernel.jit import jit, jit_with_memory
from dnup.kernel.layout import ABANDONED, ACTIONS, ENDING, FINISH, TURN, TURNED, WORDS, Words, seat_in_turn
from dnup.kernel.moves import SURVEY_WORDS
from dnup.kernel.playout import random_move
from dnup.kernel.turn import apply_move, points_of
from dnup.rl.compiled.actions import SCRATCH_WORDS, Mask, decode_action, encode_move, write_mask
from dnup.rl.compiled.observation import NO_MOVE, PAST_MOVE, PAST_WORDS, Row, remember, write_observation

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]
Rewards = NDArray[np.float32]
Seeds = NDArray[np.uint64]

POINTS, WIN = 0, 1  # what is rewarded
REWARDED = ("points", "win")


@jit
def reward_of(state: Words, rewarded: int, seat: int) -> int:
    """What a round that is over brings a seat: its points, or 1 for who was out first and -1 for the others."""
    if rewarded == POINTS:
        return points_of(state, seat)
    if state[FINISH] == 0:
        return 0
    return 1 if (state[FINISH] & 15) == seat + 1 else -1


@jit
def write_rewards(
    state: Words, players: int, rewarded: int, zero_sum: bool, rewards: Rewards, row: int
) -> None:
    total = 0
    for seat in range(players):
        total += reward_of(state, rewarded, seat)
    mean = total / players if zero_sum else 0.0
    for seat in range(players):
        rewards[row, seat] = reward_of(state, rewarded, seat) - mean


@jit
def deal_row(
    deck: Words,
    states: Words,
    past: Words,
    seats: Numbers,
    stream: Seeds,
    seeds: Seeds,
    numbers: Numbers,
    row: int,
    players: int,
    score: int,
    limits: int,
) -> None:
    """Deal in a row the round of its number: those of a match with the row's seed, if the score stayed 0."""
    stream[0] = split(seeds[row], numbers[row])
    new_round(deck, states[row], stream, players, numbers[row] % players, score, limits)
    for number in range(past.shape[1]):
        past[row, number, PAST_MOVE] = NO_MOVE
    seats[row] = seat_in_turn(states[row])


@jit_with_memory
def deal_rounds(
    deck: Words,
    states: Words,
    past: Words,
    seats: Numbers,
    seeds: Seeds,
    numbers: Numbers,
    rows: Numbers,
    players: int,
    score: int,
    limits: int,
) -> None:
    """Deal in these rows."""
    stream = np.empty(1, np.uint64)
    for index in range(len(rows)):
        deal_row(deck, states, past, seats, stream, seeds, numbers, rows[index], players, score, limits)


@jit
def decode_actions(deck: Words, code: Words, states: Words, actions: Numbers, moves: Numbers) -> int:
    """Find the moves of all rows; returns the first row whose action is not legal, -1 if all are."""
    for row in range(len(states)):
        moves[row] = decode_action(deck, code, states[row], actions[row])
        if moves[row] < 0:
            return row
    return -1


@jit_with_memory
def make_moves(
    deck: Words,
    states: Words,
    past: Words,
    seats: Numbers,
    seeds: Seeds,
    numbers: Numbers,
    moves: Numbers,
    players: int,
    score: int,
    limits: int,
    rewarded: int,
    zero_sum: bool,
    rewards: Rewards,
    done: Flags,
    truncated: Flags,
    last_states: Words,
    last_past: Words,
    diary: Words,
) -> None:
    """Make a move in every row. Where that ends the round, note the rewards, keep the end and deal the next one.

    A row of `diary` has the words of the round's moves since the deal, as far as there is room.
    """
    stream = np.empty(1, np.uint64)
    for row in range(len(states)):
        state = states[row]
        if state[ACTIONS] < diary.shape[1]:
            diary[row, state[ACTIONS]] = tell_move(deck, state, moves[row])
        remember(past[row], state[TURN], moves[row], state[TURNED])
        apply_move(deck, state, moves[row])
        done[row] = state[ENDING] != 0
        truncated[row] = state[ENDING] == ABANDONED
        if state[ENDING]:
            write_rewards(state, players, rewarded, zero_sum, rewards, row)
            for word in range(WORDS):
                last_states[row, word] = state[word]
            for number in range(past.shape[1]):
                for word in range(PAST_WORDS):
                    last_past[row, number, word] = past[row, number, word]
            numbers[row] += 1
            deal_row(deck, states, past, seats, stream, seeds, numbers, row, players, score, limits)
        else:
            seats[row] = seat_in_turn(state)
            for seat in range(players):
                rewards[row, seat] = 0.0


@jit_with_memory
def look(
    deck: Words,
    code: Words,
    plan: Words,
    states: Words,
    past: Words,
    seats: Numbers,
    observations: Row,
    masks: Mask,
) -> None:
    """Write for every row what the seat in turn knows, and what it may do."""
    scratch = np.empty(SCRATCH_WORDS, np.int64)
    for row in range(len(states)):
        state = states[row]
        write_observation(deck, plan, state, past[row], seats[row], observations, row)
        write_mask(deck, code, state, scratch, masks, row)


@jit_with_memory
def look_back(
    deck: Words, plan: Words, states: Words, past: Words, rows: Numbers, players: int, observations: Row
) -> None:
    """Write what each seat knew when the last round of these rows had ended."""
    for index in range(len(rows)):
        row = rows[index]
        for seat in range(players):
            write_observation(deck, plan, states[row], past[row], seat, observations[index], seat)


@jit_with_memory
def random_actions(deck: Words, code: Words, states: Words, streams: Seeds, actions: Numbers) -> None:
    """A legal action for every row, each as likely as any other, from the row's own stream."""
    survey = np.empty(SURVEY_WORDS, np.int64)
    for row in range(len(states)):
        state = states[row]
        move = random_move(deck, state, survey, streams[row])
        actions[row] = encode_move(deck, code, state, move)
