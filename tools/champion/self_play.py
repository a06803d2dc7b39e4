"""Compiled self-play of networks: positions to train on, and matches that show which of two networks is better."""

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
    copy_to_row,
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

# Columns of the labels of a position.
OUTCOME = 0  # how its round ended, as a row of `write_ending_values`
RANDOM = 1  # 1 if the move made here was chosen uniformly at random
LABELS = 2

MAX_MOVES = 4096
"""Capacity of the buffer for legal moves."""

OPENING_ACTIONS = 8
"""In the first actions of a round, moves are sampled in proportion to their visits, for variety."""

TURN_LIMIT = 500
"""Actions after which a round is abandoned (D2)."""

Labels = NDArray[np.int8]


@jit_with_memory
def grow_tree(
    deck: Words,
    view: Words,
    stream: Stream,
    equity: Equity,
    weights: Weights,
    tree: Words,
    rates: Rates,
    iterations: int,
) -> None:
    """Search a view from an empty tree; weights of length 1 mean the search without a network."""
    no_pool = np.empty((0, WORDS), np.int64)
    for word in range(NODE_WORDS):
        tree[0, word] = 0
    if len(weights) == 1:
        search(deck, view, stream, equity, no_pool, tree, rates, 1, iterations)
    else:
        guided_search(deck, view, stream, equity, weights, no_pool, tree, rates, 1, iterations)


@jit
def outcome_row(end: Words) -> int:
    """The row of the ending values for a finished round."""
    players = end[PLAYERS]
    if end[FINISH] == 0:
        return players * players
    first = (end[FINISH] & 15) - 1
    second = (end[FINISH] >> 8) - 1
    return first * players + (second if second >= 0 else first)


@jit
def most_visited(tree: Words, rates: Rates) -> int:
    """The move with the most visits at the root; the mean value decides between equal numbers."""
    best = -1.0
    move = 0
    for child in children(tree, 0):
        votes = tree[child, VISITS] + rates[child, MEAN]
        if votes > best:
            best = votes
            move = key_move(tree[child, KEY])
    return move


@jit
def sample_by_visits(tree: Words, stream: Stream) -> int:
    """A random move of the root, with probabilities proportional to visits."""
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
def move_in_round(deck: Words, state: Words, view: Words, move: int) -> int:
    """Translate a move of a view into a move of its round: the two number copies of a card differently (D4)."""
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
def random_move(deck: Words, state: Words, stream: Stream, moves: Words) -> int:
    """A legal move, all equally likely."""
    return moves[below(stream, list_moves(deck, state, moves))]


@jit
def policy_move(deck: Words, state: Words, stream: Stream, moves: Words) -> int:
    """The policy of the first generation: 10 % random, 40 % rollout policy, 50 % highest heuristic value."""
    lot = below(stream, 20)
    if lot < 2:
        return random_move(deck, state, stream, moves)
    if lot < 10:
        return rollout_move(deck, state, stream)
    return moves[choose_at_sight(deck, state, moves[: list_moves(deck, state, moves)])]


@jit
def random_score(players: int, stream: Stream) -> int:
    """The score at the start of a round: 0 for everyone in two rounds of five, otherwise any that is possible."""
    if below(stream, 5) < 2:
        return 0
    score = 0
    for seat in range(players):
        score |= below(stream, points_to_win(players)) << (8 * seat)
    return score


@jit_with_memory
def play_rounds(
    deck: Words,
    players: int,
    equity: Equity,
    seed: int,
    weights: Weights,
    iterations: int,
    states: Words,
    labels: Labels,
) -> int:
    """Fill `states` with the positions of self-play rounds, and `labels` with their labels; returns their number.

    With 0 iterations moves come from `policy_move` instead of a search.
    """
    stream = np.empty(1, np.uint64)
    stream[0] = seed
    tree = np.zeros((4 * iterations + 1000, NODE_WORDS), np.int64)
    rates = np.zeros((4 * iterations + 1000, RATES), np.float64)
    state = np.zeros(WORDS, np.int64)
    view = np.zeros(WORDS, np.int64)
    moves = np.empty(MAX_MOVES, np.int64)
    limits = make_limits(TURN_LIMIT, 20 * players, 0)
    at = 0
    while at + TURN_LIMIT <= len(states):
        score = random_score(players, stream)
        new_round(deck, state, stream, players, below(stream, players), score, limits)
        first = at
        while not state[ENDING]:
            copy_to_row(state, states, at)
            labels[at, RANDOM] = 0
            if iterations == 0:
                move = policy_move(deck, state, stream, moves)
            elif state[ACTIONS] >= OPENING_ACTIONS and below(stream, 20) == 0:
                move = random_move(deck, state, stream, moves)
                labels[at, RANDOM] = 1
            else:
                make_view(deck, state, seat_in_turn(state) + 1, view)
                grow_tree(deck, view, stream, equity, weights, tree, rates, iterations)
                if state[ACTIONS] < OPENING_ACTIONS:
                    move = sample_by_visits(tree, stream)
                else:
                    move = most_visited(tree, rates)
                move = move_in_round(deck, state, view, move)
            at += 1
            apply_move(deck, state, move)
        for index in range(first, at):
            labels[index, OUTCOME] = outcome_row(state)
    return at


@jit_with_memory
def play_match(
    deck: Words,
    players: int,
    equity: Equity,
    seed: int,
    deals: int,
    weights: Weights,
    iterations: int,
    other: Weights,
    other_iterations: int,
    shares: Rates,
) -> None:
    """Play one network against copies of another, in every seat of every deal.

    Writes for each deal the share of its rounds in which the one was first out; an abandoned round counts 1 / players.
    """
    capacity = 4 * max(iterations, other_iterations) + 1000
    tree = np.zeros((capacity, NODE_WORDS), np.int64)
    rates = np.zeros((capacity, RATES), np.float64)
    state = np.zeros(WORDS, np.int64)
    view = np.zeros(WORDS, np.int64)
    deal_stream = np.empty(1, np.uint64)
    search_stream = np.empty(1, np.uint64)
    search_stream[0] = seed
    limits = make_limits(TURN_LIMIT, 20 * players, 0)
    for deal in range(deals):
        shares[deal] = 0.0
        for alone in range(players):
            deal_stream[0] = split(np.uint64(seed), deal)
            new_round(deck, state, deal_stream, players, 0, 0, limits)
            while not state[ENDING]:
                seat = seat_in_turn(state)
                make_view(deck, state, seat + 1, view)
                if seat == alone:
                    grow_tree(deck, view, search_stream, equity, weights, tree, rates, iterations)
                else:
                    grow_tree(deck, view, search_stream, equity, other, tree, rates, other_iterations)
                apply_move(deck, state, move_in_round(deck, state, view, most_visited(tree, rates)))
            if state[FINISH] == 0:
                shares[deal] += 1.0 / players
            elif (state[FINISH] & 15) == alone + 1:
                shares[deal] += 1.0
        shares[deal] /= players
