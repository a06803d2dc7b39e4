"""Many rounds in lock step: each row is a round, and a finished one is followed by a new deal."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dnup.kernel.deal import new_round
from dnup.kernel.history import history_word
from dnup.kernel.jit import jit, jit_with_memory
from dnup.kernel.layout import (
    ABANDONED,
    ACTIONS,
    ENDING,
    FINISH,
    TURN,
    TURNED,
    Words,
    copy_to_row,
    seat_in_turn,
)
from dnup.kernel.moves import SURVEY_WORDS
from dnup.kernel.playout import random_move
from dnup.kernel.rng import split
from dnup.kernel.turn import apply_move, points_of
from dnup.rl.compiled.actions import SCRATCH_WORDS, Mask, decode_action, encode_move, write_mask
from dnup.rl.compiled.observation import NO_MOVE, PAST_MOVE, PAST_WORDS, Row, remember, write_observation

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]
Rewards = NDArray[np.float32]
Seeds = NDArray[np.uint64]

POINTS, WIN = 0, 1  # the kinds of rewards
REWARDED = ("points", "win")


@jit
def reward_of(state: Words, rewarded: int, seat: int) -> int:
    """The reward of a seat for a finished round: its points, or 1 for the first seat to go out and -1 for others."""
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


class Rounds(NamedTuple):
    """A batch of rounds, one a row."""

    states: Words
    past: Words
    """The last moves, the latest first, see `dnup.rl.compiled.observation`."""
    seats: Numbers
    """The seats in turn."""
    seeds: Seeds
    """Of the matches that the rounds belong to."""
    numbers: Numbers
    """Of the rounds in these matches, from 0."""
    history: Words
    """The history words of the moves since the deal, as many as there are columns."""


class Terms(NamedTuple):
    """How rounds are dealt."""

    players: int
    score: int
    limits: int


class Ends(NamedTuple):
    """What a step writes: the rewards by row and seat, and the last end of a round."""

    rewards: Rewards
    done: Flags
    truncated: Flags
    states: Words
    past: Words


@jit
def deal_row(deck: Words, rounds: Rounds, terms: Terms, stream: Seeds, row: int) -> None:
    """Deal the round of the row's number and seed, as in a match whose score stays the same."""
    number = rounds.numbers[row]
    stream[0] = split(rounds.seeds[row], number)
    new_round(
        deck,
        rounds.states[row],
        stream,
        terms.players,
        number % terms.players,
        terms.score,
        terms.limits,
    )
    for index in range(rounds.past.shape[1]):
        rounds.past[row, index, PAST_MOVE] = NO_MOVE
    rounds.seats[row] = seat_in_turn(rounds.states[row])


@jit_with_memory
def deal_rounds(deck: Words, rounds: Rounds, terms: Terms, rows: Numbers) -> None:
    """Deal new rounds in these rows."""
    stream = np.empty(1, np.uint64)
    for index in range(len(rows)):
        deal_row(deck, rounds, terms, stream, rows[index])


@jit
def decode_actions(deck: Words, code: Words, states: Words, actions: Numbers, moves: Numbers) -> int:
    """Write the move of each row's action; returns the first row whose action is illegal, -1 if there is none."""
    for row in range(len(states)):
        moves[row] = decode_action(deck, code, states[row], actions[row])
        if moves[row] < 0:
            return row
    return -1


@jit_with_memory
def make_moves(
    deck: Words, rounds: Rounds, terms: Terms, moves: Numbers, rewarded: int, zero_sum: bool, ends: Ends
) -> None:
    """Make a move in every row. Where it ends the round, write the rewards and the end, and deal the next round."""
    stream = np.empty(1, np.uint64)
    for row in range(len(rounds.states)):
        state = rounds.states[row]
        if state[ACTIONS] < rounds.history.shape[1]:
            rounds.history[row, state[ACTIONS]] = history_word(deck, state, moves[row])
        remember(rounds.past[row], state[TURN], moves[row], state[TURNED])
        apply_move(deck, state, moves[row])
        ends.done[row] = state[ENDING] != 0
        ends.truncated[row] = state[ENDING] == ABANDONED
        if state[ENDING]:
            write_rewards(state, terms.players, rewarded, zero_sum, ends.rewards, row)
            copy_to_row(state, ends.states, row)
            for number in range(rounds.past.shape[1]):
                for word in range(PAST_WORDS):
                    ends.past[row, number, word] = rounds.past[row, number, word]
            rounds.numbers[row] += 1
            deal_row(deck, rounds, terms, stream, row)
        else:
            rounds.seats[row] = seat_in_turn(state)
            for seat in range(terms.players):
                ends.rewards[row, seat] = 0.0


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
    """Write for every row the observation of the seat in turn and the mask of its legal actions."""
    scratch = np.empty(SCRATCH_WORDS, np.int64)
    for row in range(len(states)):
        state = states[row]
        write_observation(deck, plan, state, past[row], seats[row], observations, row)
        write_mask(deck, code, state, scratch, masks, row)


@jit_with_memory
def look_back(
    deck: Words, plan: Words, states: Words, past: Words, rows: Numbers, players: int, observations: Row
) -> None:
    """Write the observation of every seat at the end of the last round of these rows."""
    for index in range(len(rows)):
        row = rows[index]
        for seat in range(players):
            write_observation(deck, plan, states[row], past[row], seat, observations[index], seat)


@jit_with_memory
def random_actions(deck: Words, code: Words, states: Words, streams: Seeds, actions: Numbers) -> None:
    """Write a uniformly random legal action for every row, from the row's random stream."""
    survey = np.empty(SURVEY_WORDS, np.int64)
    for row in range(len(states)):
        state = states[row]
        move = random_move(deck, state, survey, streams[row])
        actions[row] = encode_move(deck, code, state, move)
