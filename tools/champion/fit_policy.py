"""Fit the habits by which beliefs are judged: python -m tools.champion.fit_policy.

Strong players play rounds, and a conditional logit over the features of `dnup.belief.move_model` is fitted to
their moves. Rounds are kept, in a file a player count, so that it can be stopped and goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import dnup
from dnup.belief.move_model import COEFFICIENTS, MAX_MOVES, MOVE, MOVE_ROW, SCORE_OF, UNIT, score_moves
from dnup.bots.believed_worlds import move_models
from dnup.cards.deck import DEFAULT_DECK, Deck, load_deck
from dnup.cards.packed import pack_deck
from dnup.game.limits import pack_limits
from dnup.kernel.deal import new_round
from dnup.kernel.jit import jit_with_memory, popcount
from dnup.kernel.layout import (
    ABANDONED,
    ACTIONS,
    ENDING,
    HANDS,
    MAX_PLAYERS,
    PLAYERS,
    ROTATE,
    SIZES,
    WORDS,
    Words,
    move_verb,
    seat_in_turn,
)
from dnup.kernel.moves import SURVEY_WORDS
from dnup.kernel.rng import Stream, new_stream
from dnup.kernel.turn import apply_move
from dnup.kernel.views import make_view
from dnup.search.levels import nodes_for
from dnup.search.match_equity import Equity, match_equity
from dnup.search.mcts import search
from dnup.search.tree import KEY, NODE_WORDS, RATES, VISITS, children, key_move
from tools.champion.selfplay import in_round

Matrix = NDArray[np.float64]

FITTED = Path(dnup.__file__).parent / "analysis" / "baseline_move_model.json"
LIMIT = 300
HELD_OUT = 0.15
RIDGE = 1e-4
"""A little against habits that nothing speaks for."""


@jit_with_memory
def play_round(
    deck: Words, state: Words, stakes: Equity, stream: Stream, iterations: int, states: Words, moves: Words
) -> int:
    """A round of search against search; writes all states, with hand sizes, and moves, and returns how many."""
    view = np.empty(WORDS, np.int64)
    any_world = np.empty((0, WORDS), np.int64)
    count = 0
    while not state[ENDING]:
        make_view(deck, state, seat_in_turn(state) + 1, view)
        tree = np.zeros((nodes_for(iterations), NODE_WORDS), np.int64)
        rates = np.zeros((nodes_for(iterations), RATES), np.float64)
        search(deck, view, stream, stakes, any_world, tree, rates, 1, iterations)
        best = 0
        for child in children(tree, 0):
            if tree[child, VISITS] > tree[best, VISITS] or best == 0:
                best = int(np.int64(child))
        move = in_round(deck, state, view, key_move(tree[best, KEY]))
        for word in range(WORDS):
            states[count, word] = state[word]
        states[count, SIZES] = 0
        for seat in range(state[PLAYERS]):
            states[count, SIZES] |= popcount(state[HANDS + seat]) << (8 * seat)
        moves[count] = move
        apply_move(deck, state, move)
        count += 1
    return count


@jit_with_memory
def look_at(
    deck: Words, states: Words, moves: Words, rows: NDArray[np.int16], starts: Words, chosen: Words
) -> int:
    """For each decision what speaks for each of its moves, and which was made; returns how many decisions fit in."""
    survey = np.empty(SURVEY_WORDS, np.int64)
    room = np.empty((MAX_MOVES, MOVE_ROW), np.int64)
    habits = np.zeros(COEFFICIENTS, np.int64)
    before = np.zeros(MAX_PLAYERS, np.int64)
    at = 0
    for index in range(len(states)):
        state = states[index]
        if state[ACTIONS] == 0:
            before[:] = 0
        seat = seat_in_turn(state)
        starts[index] = at
        chosen[index] = -1
        count = 0
        for habit in range(COEFFICIENTS):
            habits[habit] = 1
            count = score_moves(deck, state, survey, before[seat], habits, room)
            if at + count > len(rows):
                return index
            for move in range(count):
                rows[at + move, habit] = room[move, SCORE_OF]
            habits[habit] = 0
        for move in range(count):
            if room[move, MOVE] == moves[index]:
                chosen[index] = at + move
        before[seat] = 1 if move_verb(moves[index]) == ROTATE else 0
        at += count
        starts[index + 1] = at
    return len(states)


def gather(
    cards: Deck, players: int, wanted: int, iterations: int, file: Path, seconds: float
) -> tuple[Words, Words]:
    """A number of decisions of strong players: those in the file first, and new ones, which are added to it."""
    deck = pack_deck(cards, players).words
    stakes = match_equity(players)
    limits = pack_limits(players, LIMIT, None)
    states, moves, rounds = np.zeros((0, WORDS), np.int64), np.zeros(0, np.int64), 0
    if file.exists():
        kept = np.load(file)
        states, moves, rounds = kept["states"], kept["moves"], int(kept["rounds"])
    parts = [(states, moves)]
    decisions = len(states)
    room = np.zeros((LIMIT + 1, WORDS), np.int64), np.zeros(LIMIT + 1, np.int64)
    began = told = time.monotonic()
    while decisions < wanted and time.monotonic() - began < seconds:
        rounds += 1
        state, stream = np.zeros(WORDS, np.int64), new_stream(1_000_000 * players + rounds)
        new_round(deck, state, stream, players, rounds % players, 0, limits)
        count = play_round(deck, state, stakes, stream, iterations, *room)
        if state[ENDING] == ABANDONED:  # in circles the same is done again and again
            continue
        parts.append((room[0][:count].copy(), room[1][:count].copy()))
        decisions += count
        if time.monotonic() - told > 10 or decisions >= wanted:
            told = time.monotonic()
            print(f"{players} players: {decisions} of {wanted} decisions in {rounds} rounds", flush=True)
            states, moves = (np.concatenate(column) for column in zip(*parts, strict=True))
            parts = [(states, moves)]
            np.savez(file, states=states, moves=moves, rounds=rounds)
    states, moves = (np.concatenate(column) for column in zip(*parts, strict=True))
    return states, moves


def fit(rows: Matrix, starts: Words, chosen: Words) -> Matrix:
    """The habits under which these moves are likeliest, by Newton's method: there is one best."""
    scale = rows.std(0)
    used = scale > 0
    scaled = rows[:, used] / scale[used]
    count = len(chosen)
    owner = np.repeat(np.arange(count), np.diff(starts))
    habits = np.zeros(scaled.shape[1])

    def loss(tried: Matrix) -> float:
        return surprise(scaled, starts, chosen, tried) + RIDGE * float(tried @ tried)

    best = loss(habits)
    for _ in range(50):
        chances = _chances(scaled @ habits, starts, owner)
        expected = np.add.reduceat(scaled * chances[:, None], starts[:-1])
        slope = (scaled[chosen] - expected).sum(0) / count - 2 * RIDGE * habits
        bend = ((scaled * chances[:, None]).T @ scaled - expected.T @ expected) / count
        step = np.linalg.solve(bend + 2 * RIDGE * np.eye(len(habits)), slope)
        while loss(habits + step) > best and np.abs(step).max() > 1e-6:
            step /= 2
        habits += step
        before, best = best, loss(habits)
        if before - best < 1e-7:
            break
    whole = np.zeros(rows.shape[1])
    whole[used] = habits / scale[used]
    return whole


def _chances(scores: Matrix, starts: Words, owner: Words) -> Matrix:
    weights = np.exp(scores - np.maximum.reduceat(scores, starts[:-1])[owner])
    chances: Matrix = weights / np.add.reduceat(weights, starts[:-1])[owner]
    return chances


def surprise(rows: Matrix, starts: Words, chosen: Words, habits: Matrix) -> float:
    """How surprising the moves are on average, as a negative logarithm."""
    owner = np.repeat(np.arange(len(chosen)), np.diff(starts))
    return float(-np.log(_chances(rows @ habits, starts, owner)[chosen]).mean())


def habits_for(cards: Deck, players: int, states: Words, moves: Words) -> Words:
    """Fit, say how well, and return whole numbers."""
    deck = pack_deck(cards, players).words
    rows = np.zeros((60 * len(states), COEFFICIENTS), np.int16)
    starts, chosen = np.zeros(len(states) + 1, np.int64), np.zeros(len(states), np.int64)
    count = int(look_at(deck, states, moves, rows, starts, chosen))
    count = int(np.argmax(chosen[:count] < 0)) if (chosen[:count] < 0).any() else count
    train = int(count * (1 - HELD_OUT))
    split = starts[train]
    learned = fit(rows[:split].astype(np.float64), starts[: train + 1], chosen[:train])
    rest = rows[split : starts[count]].astype(np.float64)
    test = starts[train : count + 1] - split, chosen[train:count] - split
    whole = np.round(learned * UNIT)
    even = float(np.log(np.diff(test[0])).mean())
    told = surprise(rest, *test, whole / UNIT)
    print(f"{players} players: {count} decisions; surprise {told:.3f}, by chance {even:.3f}", flush=True)
    return whole.astype(np.int64)


def write(players: int, habits: Words) -> None:
    """Put the habits that were fitted among the others."""
    table = {**move_models(), str(players): habits.tolist()}
    lines = [f'  "{count}": {json.dumps(row)}' for count, row in sorted(table.items())]
    FITTED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.champion.fit_policy", description=__doc__)
    parser.add_argument(
        "--into", type=Path, default=Path("build/habits"), metavar="FOLDER", help="where rounds are kept"
    )
    parser.add_argument(
        "--deck", default=DEFAULT_DECK, metavar="NAME|FILE", help=f"which cards ({DEFAULT_DECK})"
    )
    parser.add_argument("--decisions", type=int, default=20_000, help="of each number of players")
    parser.add_argument("--iterations", type=int, default=1000, help="of a strong player's search")
    parser.add_argument(
        "--seconds", type=float, default=3600, help="for the rounds of each number of players at most"
    )
    parser.add_argument("--players", type=int, nargs="*", default=[2, 3, 4, 5])
    settings = parser.parse_args()
    settings.into.mkdir(parents=True, exist_ok=True)
    deck = load_deck(settings.deck)
    for players in settings.players:
        file = settings.into / f"{deck.fingerprint(players)}.npz"
        rounds = gather(deck, players, settings.decisions, settings.iterations, file, settings.seconds)
        write(players, habits_for(deck, players, *rounds))


if __name__ == "__main__":
    main()
