"""The key evidence of a decision: the past move of another player that speaks most for the better move.

Two moves are compared in worlds sampled uniformly from all that agree with the view. Then, for each past move alone,
each world gets an importance weight: the likelihood of that past move in it. The past move with which the better move
leads by most is the key evidence.
"""

from typing import NamedTuple

import numpy as np

from dnup.analysis.baseline import play_baseline
from dnup.belief.move_model import MAX_MOVES, MOVE_ROW, Floats, move_probability
from dnup.belief.posterior import MAX_EVIDENCE, RANDOM_MOVE_RATE, STALLED_LAPS
from dnup.kernel.history import look_back, unseen_cards
from dnup.kernel.jit import jit_apart, jit_with_memory
from dnup.kernel.layout import (
    HANDS,
    MAX_PLAYERS,
    PLAYERS,
    ROTATE,
    STALLED,
    TURN,
    TURNED,
    VIEWER,
    WORDS,
    Words,
    copy_from_row,
    move_verb,
    owner,
    slot_count,
)
from dnup.kernel.moves import SURVEY_WORDS
from dnup.kernel.rng import Stream
from dnup.search.match_equity import Equity
from dnup.search.mcts import draw_world

WORLDS = 512
"""The number of worlds in which the two moves are compared."""

ROLLOUTS = 4
"""The number of rollouts of each move in a world."""


class Past(NamedTuple):
    """The round so far as the viewer saw it, and buffers to compute likelihoods in."""

    states: Words
    """The public state before each move."""
    moves: Words
    viewer: int
    hidden: int
    """The cards that the viewer has not seen."""
    coefficients: Words
    """The move model."""
    state: Words
    survey: Words
    scored: Words


@jit_with_memory
def find_key_evidence(
    deck: Words,
    view: Words,
    history: Words,
    coefficients: Words,
    stream: Stream,
    equity: Equity,
    made: int,
    best: int,
) -> int:
    """The index in a history of the move that speaks most for `best` against `made`; -1 if none does."""
    hidden = unseen_cards(deck, view)
    count = len(history)
    viewer = view[VIEWER] - 1
    end = np.empty(WORDS, np.int64)
    past = Past(
        np.empty((count, WORDS), np.int64),
        np.empty(count, np.int64),
        viewer,
        hidden,
        coefficients,
        end,
        np.empty(SURVEY_WORDS, np.int64),
        np.empty((MAX_MOVES, MOVE_ROW), np.int64),
    )
    if not hidden or not count or not look_back(deck, view, history, past.states, past.moves):
        return -1
    no_pool = np.empty((0, WORDS), np.int64)
    world = np.empty(WORDS, np.int64)
    values = np.empty(MAX_PLAYERS, np.float64)
    weights = np.empty(count, np.float64)
    totals = np.zeros(count, np.float64)
    leads = np.zeros(count, np.float64)
    total_lead = 0.0
    for _ in range(WORLDS):
        draw_world(deck, view, stream, no_pool, world)
        lead = 0.0
        for _ in range(ROLLOUTS):
            start = stream[0]
            play_baseline(deck, world, best, end, stream, equity, values)
            lead += values[viewer]
            stream[0] = start
            play_baseline(deck, world, made, end, stream, equity, values)
            lead -= values[viewer]
        total_lead += lead
        _write_likelihood_ratios(deck, past, world, weights)
        for index in range(count):
            totals[index] += weights[index]
            leads[index] += weights[index] * lead
    found = -1
    most = total_lead / WORLDS
    for index in range(count):
        if totals[index] > 0.0 and leads[index] / totals[index] > most:
            most = leads[index] / totals[index]
            found = index
    return found


@jit_apart
def _write_likelihood_ratios(deck: Words, past: Past, world: Words, weights: Floats) -> None:
    """Write the likelihood ratio of each move of the others in a world to random play; 0 if it has no information."""
    states = past.states
    moves = past.moves
    state = past.state
    players = states[0, PLAYERS]
    max_stalled = STALLED_LAPS * slot_count(players)
    for index in range(len(moves)):
        weights[index] = 0.0
    for seat in range(players):
        held = world[HANDS + seat] & past.hidden
        if seat == past.viewer or not held:
            continue
        turned = world[TURNED] & held
        left = MAX_EVIDENCE
        index = len(moves) - 1
        while index >= 0 and left:
            if owner(players, states[index, TURN]) == seat:
                if move_verb(moves[index]) == ROTATE:
                    turned ^= held
                if states[index, STALLED] < max_stalled:
                    copy_from_row(states, index, state)
                    state[HANDS + seat] |= held
                    state[TURNED] |= turned
                    again = 0
                    before = index - 1
                    while before >= 0 and owner(players, states[before, TURN]) != seat:
                        before -= 1
                    if before >= 0 and move_verb(moves[before]) == ROTATE:
                        again = 1
                    probability, count = move_probability(
                        deck, state, past.survey, again, past.coefficients, moves[index], past.scored
                    )
                    weights[index] = (1.0 - RANDOM_MOVE_RATE) * probability * count + RANDOM_MOVE_RATE
                    left -= 1
            index -= 1
