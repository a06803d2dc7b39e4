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
    WORDS,
    Words,
    copy_to_row,
    seat_in_turn,
)
from dnup.kernel.moves import SURVEY_WORDS, list_moves
from dnup.kernel.playout import random_move
from dnup.kernel.rng import Stream, split
from dnup.kernel.turn import apply_move, points_of
from dnup.kernel.views import make_view
from dnup.rl.compiled.actions import SCRATCH_WORDS, Mask, decode_action, encode_move, write_mask
from dnup.rl.compiled.observation import NO_MOVE, PAST_MOVE, PAST_WORDS, Row, remember, write_observation
from dnup.search.levels import choose_easily, choose_greedily, choose_with_noise

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]
Rewards = NDArray[np.float32]
Seeds = NDArray[np.uint64]
Streams = NDArray[np.uint64]

RANDOM_BOT, GREEDY_BOT, EASY_BOT, MEDIUM_BOT = 0, 1, 2, 3
COMPILED_BOTS = ("random", "greedy", "easy", "medium")
"""The bots that can be opponents in a batch."""

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


class Opponents(NamedTuple):
    """Compiled bots on all seats but the learner's."""

    kinds: Numbers
    """The bot of each opponent, clockwise from the learner; see `COMPILED_BOTS`."""
    fixed_seat: int
    """The learner's seat, -1 if it moves on by one every round."""
    learners: Numbers
    """The learner's seat by row."""
    rewarded: Numbers
    """The same in the round that the rewards of the last step belong to."""
    streams: Streams
    """The random numbers of a row's opponents."""
    most_moves: int
    """The largest number of legal moves with this deck."""


class Scratch(NamedTuple):
    """Buffers of the opponents' moves."""

    stream: Seeds
    seen: Words
    """What the seat in turn may know."""
    moves: Words
    survey: Words


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


@jit
def make_move_in_row(deck: Words, rounds: Rounds, move: int, row: int) -> None:
    """Make a move in a row and add it to the row's history."""
    state = rounds.states[row]
    if state[ACTIONS] < rounds.history.shape[1]:
        rounds.history[row, state[ACTIONS]] = history_word(deck, state, move)
    remember(rounds.past[row], state[TURN], move, state[TURNED])
    apply_move(deck, state, move)
    if not state[ENDING]:
        rounds.seats[row] = seat_in_turn(state)


@jit
def end_row(rounds: Rounds, terms: Terms, rewarded: int, zero_sum: bool, ends: Ends, row: int) -> None:
    """Write the rewards and the end of a row's round."""
    state = rounds.states[row]
    ends.done[row] = True
    ends.truncated[row] = state[ENDING] == ABANDONED
    write_rewards(state, terms.players, rewarded, zero_sum, ends.rewards, row)
    copy_to_row(state, ends.states, row)
    for number in range(rounds.past.shape[1]):
        for word in range(PAST_WORDS):
            ends.past[row, number, word] = rounds.past[row, number, word]


@jit_with_memory
def make_moves(
    deck: Words, rounds: Rounds, terms: Terms, moves: Numbers, rewarded: int, zero_sum: bool, ends: Ends
) -> None:
    """Make a move in every row. Where it ends the round, write the rewards and the end, and deal the next round."""
    stream = np.empty(1, np.uint64)
    for row in range(len(rounds.states)):
        make_move_in_row(deck, rounds, moves[row], row)
        ends.done[row] = False
        ends.truncated[row] = False
        for seat in range(terms.players):
            ends.rewards[row, seat] = 0.0
        if rounds.states[row, ENDING]:
            end_row(rounds, terms, rewarded, zero_sum, ends, row)
            rounds.numbers[row] += 1
            deal_row(deck, rounds, terms, stream, row)


@jit_with_memory
def _opponent_move(
    deck: Words, code: Words, state: Words, kind: int, stream: Stream, scratch: Scratch
) -> int:
    """The move of a compiled bot, which sees the view of its seat."""
    if kind == RANDOM_BOT:
        return random_move(deck, state, scratch.survey, stream)
    view = scratch.seen
    make_view(deck, state, seat_in_turn(state) + 1, view)
    moves = scratch.moves[: list_moves(deck, view, scratch.moves)]
    if kind == GREEDY_BOT:
        chosen = choose_greedily(deck, view, moves)
    elif kind == EASY_BOT:
        chosen = choose_easily(deck, view, stream, moves)
    else:
        chosen = choose_with_noise(deck, view, stream, moves)
    # A view numbers copies of a card differently (D4), so the move is found again by its action.
    return decode_action(deck, code, state, encode_move(deck, code, view, moves[chosen]))


@jit
def _seat_learner(terms: Terms, opponents: Opponents, number: int, row: int) -> None:
    """The learner's seat in a round: the fixed one, or one further every round."""
    seat = opponents.fixed_seat
    opponents.learners[row] = number % terms.players if seat < 0 else seat


@jit_with_memory
def _play_to_learner(
    deck: Words,
    code: Words,
    rounds: Rounds,
    terms: Terms,
    opponents: Opponents,
    rewarded: int,
    zero_sum: bool,
    ends: Ends,
    scratch: Scratch,
    row: int,
) -> None:
    """Let the opponents move in a row until it is the learner's turn; a round that ends is followed by the next."""
    state = rounds.states[row]
    while True:
        if state[ENDING]:
            if not ends.done[row]:  # a later round that ends before the learner's first turn is dropped
                end_row(rounds, terms, rewarded, zero_sum, ends, row)
            rounds.numbers[row] += 1
            deal_row(deck, rounds, terms, scratch.stream, row)
            _seat_learner(terms, opponents, rounds.numbers[row], row)
            continue
        seat = rounds.seats[row]
        if seat == opponents.learners[row]:
            return
        place = (seat - opponents.learners[row] - 1 + terms.players) % terms.players
        move = _opponent_move(deck, code, state, opponents.kinds[place], opponents.streams[row], scratch)
        make_move_in_row(deck, rounds, move, row)


@jit_with_memory
def make_learner_moves(
    deck: Words,
    code: Words,
    rounds: Rounds,
    terms: Terms,
    moves: Numbers,
    rewarded: int,
    zero_sum: bool,
    ends: Ends,
    opponents: Opponents,
) -> None:
    """Make the learner's move in every row, then those of its opponents, until it is the learner's turn again."""
    scratch = Scratch(
        np.empty(1, np.uint64),
        np.empty(WORDS, np.int64),
        np.empty(opponents.most_moves, np.int64),
        np.empty(SURVEY_WORDS, np.int64),
    )
    for row in range(len(rounds.states)):
        opponents.rewarded[row] = opponents.learners[row]
        make_move_in_row(deck, rounds, moves[row], row)
        ends.done[row] = False
        ends.truncated[row] = False
        for seat in range(terms.players):
            ends.rewards[row, seat] = 0.0
        _play_to_learner(deck, code, rounds, terms, opponents, rewarded, zero_sum, ends, scratch, row)


@jit_with_memory
def start_against(
    deck: Words, code: Words, rounds: Rounds, terms: Terms, rows: Numbers, ends: Ends, opponents: Opponents
) -> None:
    """Seat the learner in the new rounds of these rows, and let its opponents move until it is its turn."""
    scratch = Scratch(
        np.empty(1, np.uint64),
        np.empty(WORDS, np.int64),
        np.empty(opponents.most_moves, np.int64),
        np.empty(SURVEY_WORDS, np.int64),
    )
    for index in range(len(rows)):
        row = rows[index]
        _seat_learner(terms, opponents, rounds.numbers[row], row)
        opponents.rewarded[row] = opponents.learners[row]
        ends.done[row] = True  # so that a round without a turn for the learner is dropped
        _play_to_learner(deck, code, rounds, terms, opponents, POINTS, False, ends, scratch, row)
        ends.done[row] = False


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
