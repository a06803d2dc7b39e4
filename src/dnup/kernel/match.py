"""Rounds of a match in order, and random matches: counted, or recorded."""

import numpy as np

from dnup.kernel.deal import new_round
from dnup.kernel.jit import jit, jit_with_memory
from dnup.kernel.layout import (
    ABANDONED,
    ACTIONS,
    ENDING,
    FINISH,
    PLAYERS,
    SCORE,
    STARTER,
    TURNED,
    WORDS,
    Words,
    move_verb,
)
from dnup.kernel.moves import SURVEY_WORDS
from dnup.kernel.playout import random_move
from dnup.kernel.rng import Stream, split
from dnup.kernel.turn import apply_move, points_of, winner_of

ROUNDS_TO_DRAW = 3  # abandoned rounds in a row that end a match (D2)
MAX_ROUNDS = 24  # at most 6 rounds that score, each after at most 2 abandoned ones

# How a match stands.
UNFINISHED, WON, TIED = 0, 1, 2

# The diary of a match has a row for each round: the words of its deal and of its end.
DIARY_DEAL = 0
DIARY_END = WORDS
DIARY_WORDS = 2 * WORDS

# Counts over many matches.
GAMES = 0
ROUNDS = 1
MOVES = 2
LONGEST = 3  # most moves in a round
DRAWN = 4
STARTER_FIRST = 5  # rounds in which the starter was the first to go out
ENDINGS = 6  # ... 9: rounds by ending
VERBS = 10  # ... 13: moves by verb
WINS = 14  # ... 18: matches won by seat
POINTS = 19  # ... 23: points made by seat
COUNTS = 24


@jit
def dealt_first(players: int, number: int) -> int:
    """The seat where dealing begins in a round, numbered from 0: A, then one further each round (R4)."""
    return number % players


@jit
def abandoned_in_a_row(state: Words, before: int) -> int:
    """The number of abandoned rounds in a row including this one, if there were `before` until then."""
    return before + 1 if state[ENDING] == ABANDONED else 0


@jit
def result_of(state: Words, abandoned: int) -> int:
    """The result of the match after this round, with `abandoned` rounds in a row (R20, R27, D2)."""
    if winner_of(state) >= 0 and state[ENDING]:  # a round may be played on after the match is decided
        return WON
    return TIED if abandoned >= ROUNDS_TO_DRAW else UNFINISHED


@jit_with_memory
def deal_round(
    deck: Words,
    state: Words,
    stream: Stream,
    players: int,
    seed: np.uint64,
    number: int,
    score: int,
    limits: int,
) -> None:
    """Deal a round, numbered from 0, of the match with this seed at `score` (R4)."""
    stream[0] = split(seed, number)
    new_round(deck, state, stream, players, dealt_first(players, number), score, limits)


@jit
def score_after(state: Words) -> int:
    """The score of the match with the points of this round, a byte a seat."""
    score = state[SCORE]
    for seat in range(state[PLAYERS]):
        score += points_of(state, seat) << (8 * seat)
    return score


@jit_with_memory
def play_match(
    deck: Words,
    players: int,
    limits: int,
    seed: np.uint64,
    diary: Words,
    moves: Words,
    turned: Words,
    counts: Words,
) -> int:
    """Play a random match; its rounds are dealt as by dnup.Match with that seed. Returns the number of rounds.

    Each round writes a row of the diary. Unless `moves` is empty, it gets every move, and `turned` the turned cards
    before it: together they determine its text.
    """
    state = np.empty(WORDS, np.int64)
    survey = np.empty(SURVEY_WORDS, np.int64)
    stream = np.empty(1, np.uint64)
    keep = len(moves) > 0
    score = 0
    abandoned = 0
    made = 0
    number = 0
    result = UNFINISHED
    while result == UNFINISHED:
        deal_round(deck, state, stream, players, seed, number, score, limits)
        for word in range(WORDS):
            diary[number, DIARY_DEAL + word] = state[word]
        while not state[ENDING]:
            move = random_move(deck, state, survey, stream)
            if keep:
                moves[made] = move
                turned[made] = state[TURNED]
                made += 1
            counts[VERBS + move_verb(move)] += 1
            apply_move(deck, state, move)
        for word in range(WORDS):
            diary[number, DIARY_END + word] = state[word]
        number += 1
        abandoned = abandoned_in_a_row(state, abandoned)
        result = result_of(state, abandoned)
        score = score_after(state)
        _count_round(state, players, counts)
    counts[GAMES] += 1
    if result == WON:
        counts[WINS + winner_of(state)] += 1
    else:
        counts[DRAWN] += 1
    return number


@jit
def _count_round(state: Words, players: int, counts: Words) -> None:
    counts[ROUNDS] += 1
    counts[MOVES] += state[ACTIONS]
    counts[LONGEST] = max(counts[LONGEST], state[ACTIONS])
    counts[ENDINGS + state[ENDING]] += 1
    counts[STARTER_FIRST] += (state[FINISH] & 15) == state[STARTER] + 1
    for seat in range(players):
        counts[POINTS + seat] += points_of(state, seat)


@jit_with_memory
def count_matches(deck: Words, players: int, limits: int, seed: np.uint64, first: int, games: int) -> Words:
    """Play the matches `first` to `first + games - 1` of a seed, and return the counts."""
    counts = np.zeros(COUNTS, np.int64)
    diary = np.empty((MAX_ROUNDS, DIARY_WORDS), np.int64)
    nothing = np.empty(0, np.int64)
    for game in range(first, first + games):
        play_match(deck, players, limits, split(seed, game), diary, nothing, nothing, counts)
    return counts
