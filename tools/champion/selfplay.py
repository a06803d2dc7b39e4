"""Rounds that networks play against each other, compiled: for data to learn from, and to see which one is better."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dnup.kernel.chance import Stream, below, split
from dnup.kernel.deal import new_round
from dnup.kernel.jit import jit, jit_with_memory
from dnup.kernel.knowledge import make_view
from dnup.kernel.layout import (
    ACTIONS,
    ENDING,
    FINISH,
    MAX_PLAYERS,
    PLAYERS,
    WORDS,
    Words,
    make_limits,
    seat_in_turn,
)
from dnup.kernel.moves import SURVEY_WORDS, list_moves
from dnup.kernel.turn import apply_move, points_to_win
from dnup.kernel.worlds import sample_world
from dnup.thinking.features import MAX_FACTS, fact_count, list_facts
from dnup.thinking.levels import choose_at_sight
from dnup.thinking.network import (
    MAX_ENDINGS,
    ending_count,
    first_out,
    foresee,
    is_open,
    weigh_endings,
    worth_row,
)
from dnup.thinking.policy import quick_move
from dnup.thinking.search import MAX_DEPTH, finish_round, note_gains, walk_down
from dnup.thinking.stakes import Stakes, score_index, write_worths
from dnup.thinking.tree import KEY, MEAN, NODE_WORDS, RATES, VISITS, Rates, children, key_move
from dnup.thinking.vectors import NARROW, WIDTH, Weights

ROWS = MAX_PLAYERS * MAX_PLAYERS + 1  # of the worths: who is first and second, nobody
OUTCOME = ROWS  # of a noted position: how its round ended, as a row of the worths
SURPRISE = ROWS + 1  # whether a move was drawn by lot here
NOTED = ROWS + 2

MAX_MOVES = 4096
OPENING = 8  # so many actions are drawn by how often they were tried
Notes = NDArray[np.float32]


@jit_with_memory
def think_aloud(
    deck: Words,
    view: Words,
    stream: Stream,
    stakes: Stakes,
    weights: Weights,
    tree: Words,
    rates: Rates,
    iterations: int,
    curiosity: float,
    tally: Rates,
) -> None:
    """What `champion.think` does, and how often rounds ended how. Weights of length 1 stand for the plain search."""
    world = np.empty(WORDS, np.int64)
    end = np.empty(WORDS, np.int64)
    survey = np.empty(SURVEY_WORDS, np.int64)
    path = np.empty(MAX_DEPTH, np.int64)
    movers = np.empty(MAX_DEPTH, np.int64)
    gains = np.empty(MAX_PLAYERS, np.float64)
    worths = np.empty((ROWS, MAX_PLAYERS), np.float64)
    facts = np.empty(MAX_FACTS, np.int64)
    levels = np.empty(WIDTH + NARROW, np.int16)
    sums = np.empty(MAX_ENDINGS, np.int64)
    chances = np.empty(MAX_ENDINGS, np.float64)
    players = view[PLAYERS]
    write_worths(view, stakes, worths)
    for row in range(ROWS):
        tally[row] = 0.0
    for word in range(NODE_WORDS):
        tree[0, word] = 0
    used = 1
    for _ in range(iterations):
        sample_world(deck, view, stream, world)
        tree[0, VISITS] += 1
        used, depth = walk_down(deck, world, survey, stream, tree, rates, used, 0, path, movers, 0, curiosity)
        if len(weights) == 1:
            finish_round(deck, world, end, stream, stakes, gains)
        elif world[ENDING]:
            row = score_index(world)
            for seat in range(players):
                gains[seat] = stakes[row, seat]
            tally[outcome_of(world)] += 1.0 / iterations
        else:
            foresee(deck, world, weights, facts, levels, sums, chances)
            weigh_endings(world, chances, worths, gains)
            for ending in range(ending_count(players)):
                tally[worth_row(world, ending)] += chances[ending] / iterations
        note_gains(tree, rates, path, movers, depth, gains)


@jit
def outcome_of(end: Words) -> int:
    """The row of the worths for how a round has ended."""
    players = end[PLAYERS]
    if end[FINISH] == 0:
        return players * players
    first = (end[FINISH] & 15) - 1
    second = (end[FINISH] >> 8) - 1
    return first * players + (second if second >= 0 else first)


@jit
def most_tried(tree: Words, rates: Rates) -> int:
    best = -1.0
    move = 0
    for child in children(tree, 0):
        votes = tree[child, VISITS] + rates[child, MEAN]
        if votes > best:
            best = votes
            move = key_move(tree[child, KEY])
    return move


@jit
def drawn(tree: Words, stream: Stream) -> int:
    """A move by lot, each as likely as it was often tried."""
    total = 0
    for child in children(tree, 0):
        total += tree[child, VISITS]
    left = below(stream, total)
    for child in children(tree, 0):
        left -= tree[child, VISITS]
        if left < 0:
            return key_move(tree[child, KEY])
    return 0


@jit
def any_move(deck: Words, state: Words, stream: Stream, moves: Words) -> int:
    return moves[below(stream, list_moves(deck, state, moves))]


@jit
def instinctive_move(deck: Words, state: Words, stream: Stream, moves: Words) -> int:
    """Before there is a network: quick play, what looks best at first sight, and now and then anything."""
    lot = below(stream, 20)
    if lot < 2:
        return any_move(deck, state, stream, moves)
    if lot < 10:
        return quick_move(deck, state, stream)
    return moves[choose_at_sight(deck, state, moves[: list_moves(deck, state, moves)])]


@jit
def any_score(players: int, stream: Stream) -> int:
    """Nothing yet in two rounds of five; else a score at which a round can begin."""
    if below(stream, 5) < 2:
        return 0
    score = 0
    for seat in range(players):
        score |= below(stream, points_to_win(players)) << (8 * seat)
    return score


@jit_with_memory
def play_alone(
    deck: Words,
    players: int,
    stakes: Stakes,
    seed: int,
    weights: Weights,
    iterations: int,
    curiosity: float,
    states: Words,
    notes: Notes,
) -> int:
    """Fill `states` with positions of rounds that a network plays against itself, and note how they ended.

    Without iterations it is quick play. Returns how many positions there are.
    """
    stream = np.empty(1, np.uint64)
    stream[0] = seed
    tree = np.zeros((4 * iterations + 1000, NODE_WORDS), np.int64)
    rates = np.zeros((4 * iterations + 1000, RATES), np.float64)
    tally = np.zeros(ROWS, np.float64)
    state = np.zeros(WORDS, np.int64)
    view = np.zeros(WORDS, np.int64)
    moves = np.empty(MAX_MOVES, np.int64)
    limits = make_limits(500, 20 * players)
    at = 0
    while at + 500 <= len(states):
        new_round(deck, state, stream, players, below(stream, players), any_score(players, stream), limits)
        first = at
        while not state[ENDING]:
            for word in range(WORDS):
                states[at, word] = state[word]
            notes[at, SURPRISE] = 0.0
            if iterations == 0:
                move = instinctive_move(deck, state, stream, moves)
            else:
                make_view(deck, state, seat_in_turn(state) + 1, view)
                think_aloud(deck, view, stream, stakes, weights, tree, rates, iterations, curiosity, tally)
                for row in range(ROWS):
                    notes[at, row] = tally[row]
                if state[ACTIONS] < OPENING:
                    move = drawn(tree, stream)
                elif below(stream, 20) == 0:
                    move = any_move(deck, state, stream, moves)
                    notes[at, SURPRISE] = 1.0
                else:
                    move = most_tried(tree, rates)
            at += 1
            apply_move(deck, state, move)
        for index in range(first, at):
            notes[index, OUTCOME] = outcome_of(state)
    return at


@jit_with_memory
def play_against(
    deck: Words,
    players: int,
    stakes: Stakes,
    seed: int,
    deals: int,
    weights: Weights,
    iterations: int,
    curiosity: float,
    other: Weights,
    other_iterations: int,
    other_curiosity: float,
    shares: Rates,
) -> None:
    """One sits alone among others, on every seat of every deal: how often it is first; abandoned, a fair share."""
    most = 4 * max(iterations, other_iterations) + 1000
    tree = np.zeros((most, NODE_WORDS), np.int64)
    rates = np.zeros((most, RATES), np.float64)
    tally = np.zeros(ROWS, np.float64)
    state = np.zeros(WORDS, np.int64)
    view = np.zeros(WORDS, np.int64)
    stream = np.empty(1, np.uint64)
    chance = np.empty(1, np.uint64)
    chance[0] = seed
    limits = make_limits(500, 20 * players)
    for deal in range(deals):
        shares[deal] = 0.0
        for alone in range(players):
            stream[0] = split(np.uint64(seed), deal)
            new_round(deck, state, stream, players, 0, 0, limits)
            while not state[ENDING]:
                seat = seat_in_turn(state)
                make_view(deck, state, seat + 1, view)
                if seat == alone:
                    think_aloud(
                        deck, view, chance, stakes, weights, tree, rates, iterations, curiosity, tally
                    )
                else:
                    think_aloud(
                        deck,
                        view,
                        chance,
                        stakes,
                        other,
                        tree,
                        rates,
                        other_iterations,
                        other_curiosity,
                        tally,
                    )
                apply_move(deck, state, most_tried(tree, rates))
            if state[FINISH] == 0:
                shares[deal] += 1.0 / players
            elif (state[FINISH] & 15) == alone + 1:
                shares[deal] += 1.0
        shares[deal] /= players


@jit_with_memory
def learnable(
    deck: Words,
    states: Words,
    notes: Notes,
    trust: float,
    facts: NDArray[np.int16],
    goals: Notes,
    closed: NDArray[np.bool_],
) -> None:
    """The facts of each position, the endings to be foreseen, and those that are not possible any more.

    What is to be foreseen is how the round ended, with the weight `trust`, half of it where moves were drawn by lot
    later on, and what the search thought.
    """
    numbers = np.empty(MAX_FACTS, np.int64)
    wanted = np.empty(ROWS, np.float64)
    surprised = False
    players = states[0, PLAYERS]
    for index in range(len(states) - 1, -1, -1):
        state = states[index]
        if index + 1 < len(states) and states[index + 1, ACTIONS] == 0:
            surprised = False
        surprised = surprised or notes[index, SURPRISE] > 0.0
        count = list_facts(deck, state, numbers)
        for place in range(facts.shape[1]):
            facts[index, place] = numbers[place] if place < count else fact_count(players)
        thought = 0.0
        for row in range(ROWS):
            thought += notes[index, row]
        weight = 1.0 if thought < 0.5 else trust * 0.5 if surprised else trust
        for row in range(ROWS):
            wanted[row] = (1.0 - weight) * notes[index, row]
        wanted[int(notes[index, OUTCOME])] += weight
        first = first_out(state)
        for ending in range(ending_count(players)):
            row = worth_row(state, ending)
            closed[index, ending] = not is_open(players, first, ending)
            goals[index, ending] = 0.0 if closed[index, ending] else wanted[row]
            if players > 2 and first < 0 and ending < ending_count(players) - 1:
                # Where only the first one scored, anybody may have been the second.
                goals[index, ending] += wanted[row // players * (players + 1)] / (players - 1)
