"""What positions teach: the facts of each, and how its round should be foreseen to end."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dnup.cards.deck import Deck
from dnup.cards.packed import pack_deck
from dnup.kernel.jit import jit_with_memory
from dnup.kernel.layout import ACTIONS, ENDING, MAX_PLAYERS, PLAYERS, WORDS, Words
from dnup.kernel.turn import apply_move
from dnup.network.features import MAX_FEATURES, feature_count, list_features
from dnup.network.inference import MAX_ENDINGS, ending_count, ending_row, first_out, is_open, predict_endings
from dnup.network.simd import NARROW, WIDTH, Weights
from dnup.search.rollout import rollout_move
from tools.champion.selfplay import DRAWN, OUTCOME, Notes, outcome_of

ROWS = MAX_PLAYERS * MAX_PLAYERS + 1  # of the worths: who is first and second, nobody
PLAYOUTS = 12
"""Rollouts per position of the first generation."""

TRUST = 0.9
"""How much more what comes later counts than what the network says of the next position."""

MOST_FACTS = {2: 128, 3: 144, 4: 176, 5: 208}
"""By number of players, more facts than are ever true at once."""

Goals = NDArray[np.float32]


@dataclass(frozen=True)
class Lessons:
    """By position: its facts, how often the round should end how, and which endings are not possible any more."""

    facts: NDArray[np.int16]
    goals: Goals
    closed: NDArray[np.bool_]


def lessons_of(
    cards: Deck, players: int, states: Words, notes: Notes, weights: Weights, seed: int, threads: int
) -> Lessons:
    """What positions teach a network that follows the one with these weights; of length 1, there is none yet."""
    deck = pack_deck(cards, players).words
    endings = ending_count(players)
    facts = np.zeros((len(states), MOST_FACTS[players]), np.int16)
    goals = np.zeros((len(states), endings), np.float32)
    closed = np.zeros((len(states), endings), np.bool_)

    def teach(part: slice) -> None:
        wanted = np.zeros((part.stop - part.start, ROWS), np.float32)
        if len(weights) == 1:
            play_on(deck, states[part], seed + part.start, wanted)
        else:
            look_ahead(deck, states[part], notes[part], weights, wanted)
        write_lessons(deck, states[part], wanted, facts[part], goals[part], closed[part])

    _in_parts(states, teach, threads)
    return Lessons(facts, goals, closed)


def _in_parts(states: Words, work: Callable[[slice], None], threads: int) -> None:
    """Each part has whole rounds."""
    begins = np.flatnonzero(states[:, ACTIONS] == 0)
    cuts = [*begins[:: max(1, len(begins) // (8 * threads))].tolist(), len(states)]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, (slice(*ends) for ends in pairwise(cuts))))


@jit_with_memory
def play_on(deck: Words, states: Words, seed: int, wanted: Goals) -> None:
    """How rounds end from each position if quick play finishes them."""
    stream = np.empty(1, np.uint64)
    stream[0] = seed
    end = np.empty(WORDS, np.int64)
    for index in range(len(states)):
        for _ in range(PLAYOUTS):
            for word in range(WORDS):
                end[word] = states[index, word]
            while not end[ENDING]:
                apply_move(deck, end, rollout_move(deck, end, stream))
            wanted[index, outcome_of(end)] += np.float32(1.0 / PLAYOUTS)


@jit_with_memory
def look_ahead(deck: Words, states: Words, notes: Notes, weights: Weights, wanted: Goals) -> None:
    """How the round ended, mixed with what the network says of the positions on the way: a little of each of them.

    How it ended is true but a matter of luck; what the network says later is less so, and nearer to the truth than what
    it says now. What came after a move that was drawn by lot says nothing.
    """
    facts = np.empty(MAX_FEATURES, np.int64)
    levels = np.empty(WIDTH + NARROW, np.int16)
    sums = np.empty(MAX_ENDINGS, np.int64)
    chances = np.empty(MAX_ENDINGS, np.float64)
    players = states[0, PLAYERS]
    for index in range(len(states) - 1, -1, -1):
        if index + 1 == len(states) or states[index + 1, ACTIONS] == 0:
            wanted[index, notes[index, OUTCOME]] = 1.0
            continue
        trust = 0.0 if notes[index + 1, DRAWN] else TRUST
        for row in range(ROWS):
            wanted[index, row] = trust * wanted[index + 1, row]
        predict_endings(deck, states[index + 1], weights, facts, levels, sums, chances)
        for ending in range(ending_count(players)):
            wanted[index, ending_row(states[index + 1], ending)] += (1.0 - trust) * chances[ending]


@jit_with_memory
def write_lessons(
    deck: Words,
    states: Words,
    wanted: Goals,
    facts: NDArray[np.int16],
    goals: Goals,
    closed: NDArray[np.bool_],
) -> None:
    """The facts of each position, and the endings as they are counted from the seat in turn on."""
    numbers = np.empty(MAX_FEATURES, np.int64)
    players = states[0, PLAYERS]
    for index in range(len(states)):
        state = states[index]
        count = list_features(deck, state, numbers)
        for place in range(facts.shape[1]):
            facts[index, place] = numbers[place] if place < count else feature_count(players)
        first = first_out(state)
        for ending in range(ending_count(players)):
            row = ending_row(state, ending)
            closed[index, ending] = not is_open(players, first, ending)
            goals[index, ending] = 0.0 if closed[index, ending] else wanted[index, row]
            if players > 2 and first < 0 and ending < ending_count(players) - 1:
                # Where only the first one scored, anybody may have been the second.
                goals[index, ending] += wanted[index, row // players * (players + 1)] / (players - 1)
