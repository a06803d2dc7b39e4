"""Rounds that networks play against each other, compiled: for data to learn from, and to see which one is better."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dnup.kernel.copies import settle_copies
from dnup.kernel.deal import new_round
from dnup.kernel.jit import jit, jit_with_memory
from dnup.kernel.layout import (
    ACTIONS,
    CARDS,
    COPIED,
    ENDING,
    FINISH,
    HANDS,
    KIND_COUNT,
    KINDS,
    PLAYERS,
    TURNED,
    WORDS,
    Words,
    make_limits,
    move_cards,
    seat_in_turn,
)
from dnup.kernel.moves import list_moves
from dnup.kernel.rng import Stream, below, split
from dnup.kernel.turn import apply_move, points_to_win
from dnup.kernel.views import make_view
from dnup.network.guided_search import guided_search
from dnup.network.simd import Weights
from dnup.search.levels import choose_at_sight
from dnup.search.match_equity import Equity
from dnup.search.mcts import search
from dnup.search.rollout import rollout_move
from dnup.search.tree import KEY, MEAN, NODE_WORDS, RATES, VISITS, Rates, children, key_move

# What is noted of a position.
OUTCOME = 0  # how its round ended, as a row of `write_ending_values`
DRAWN = 1  # whether any move at all was drawn by lot here
NOTED = 2

MAX_MOVES = 4096
OPENING = 8  # the first actions of a round, which are sampled by their visits
LONGEST = 500  # actions of a round
Notes = NDArray[np.int8]


@jit_with_memory
def ponder(
    deck: Words,
    view: Words,
    stream: Stream,
    stakes: Equity,
    weights: Weights,
    tree: Words,
    rates: Rates,
    iterations: int,
) -> None:
    """Grow a new tree for a view; weights of length 1 stand for the plain search."""
    any_world = np.empty((0, WORDS), np.int64)
    for word in range(NODE_WORDS):
        tree[0, word] = 0
    if len(weights) == 1:
        search(deck, view, stream, stakes, any_world, tree, rates, 1, iterations)
    else:
        guided_search(deck, view, stream, stakes, weights, any_world, tree, rates, 1, iterations)


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
def in_round(deck: Words, state: Words, view: Words, move: int) -> int:
    """A move of a view as a move of its round, which numbers copies of a card in its own way (D4)."""
    if not move_cards(move) & deck[COPIED]:
        return move
    hand = state[HANDS + seat_in_turn(state)]
    cards = move_cards(move) & ~deck[COPIED]
    left = move_cards(move) & deck[COPIED]
    while left:
        card = left & -left
        left ^= card
        for kind in range(deck[KIND_COUNT]):
            if deck[KINDS + kind] & card:
                side = state[TURNED] if view[TURNED] & card else ~state[TURNED]
                alike = hand & deck[KINDS + kind] & side & ~cards
                cards |= alike & -alike
    return (move & ~CARDS) | settle_copies(deck, state, hand, cards)


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
        return rollout_move(deck, state, stream)
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
    stakes: Equity,
    seed: int,
    weights: Weights,
    iterations: int,
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
    state = np.zeros(WORDS, np.int64)
    view = np.zeros(WORDS, np.int64)
    moves = np.empty(MAX_MOVES, np.int64)
    limits = make_limits(LONGEST, 20 * players, 0)
    at = 0
    while at + LONGEST <= len(states):
        new_round(deck, state, stream, players, below(stream, players), any_score(players, stream), limits)
        first = at
        while not state[ENDING]:
            for word in range(WORDS):
                states[at, word] = state[word]
            notes[at, DRAWN] = 0
            if iterations == 0:
                move = instinctive_move(deck, state, stream, moves)
            elif state[ACTIONS] >= OPENING and below(stream, 20) == 0:
                move = any_move(deck, state, stream, moves)
                notes[at, DRAWN] = 1
            else:
                make_view(deck, state, seat_in_turn(state) + 1, view)
                ponder(deck, view, stream, stakes, weights, tree, rates, iterations)
                move = drawn(tree, stream) if state[ACTIONS] < OPENING else most_tried(tree, rates)
                move = in_round(deck, state, view, move)
            at += 1
            apply_move(deck, state, move)
        for index in range(first, at):
            notes[index, OUTCOME] = outcome_of(state)
    return at


@jit_with_memory
def play_against(
    deck: Words,
    players: int,
    stakes: Equity,
    seed: int,
    deals: int,
    weights: Weights,
    iterations: int,
    other: Weights,
    other_iterations: int,
    shares: Rates,
) -> None:
    """One sits alone among others, on every seat of every deal: how often it is first; abandoned, a fair share."""
    most = 4 * max(iterations, other_iterations) + 1000
    tree = np.zeros((most, NODE_WORDS), np.int64)
    rates = np.zeros((most, RATES), np.float64)
    state = np.zeros(WORDS, np.int64)
    view = np.zeros(WORDS, np.int64)
    stream = np.empty(1, np.uint64)
    chance = np.empty(1, np.uint64)
    chance[0] = seed
    limits = make_limits(LONGEST, 20 * players, 0)
    for deal in range(deals):
        shares[deal] = 0.0
        for alone in range(players):
            stream[0] = split(np.uint64(seed), deal)
            new_round(deck, state, stream, players, 0, 0, limits)
            while not state[ENDING]:
                seat = seat_in_turn(state)
                make_view(deck, state, seat + 1, view)
                if seat == alone:
                    ponder(deck, view, chance, stakes, weights, tree, rates, iterations)
                else:
                    ponder(deck, view, chance, stakes, other, tree, rates, other_iterations)
                apply_move(deck, state, in_round(deck, state, view, most_tried(tree, rates)))
            if state[FINISH] == 0:
                shares[deal] += 1.0 / players
            elif (state[FINISH] & 15) == alone + 1:
                shares[deal] += 1.0
        shares[deal] /= players
