"""Fit the move model of beliefs: python -m tools.champion.fit_move_model.

The search plays rounds against itself, and the conditional logit of `dnup.belief.move_model` is fitted to its moves by
maximum likelihood. Rounds are stored in one file per number of players, so it can be stopped at any time and continues
where it was.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import dnup
from dnup.belief.move_model import (
    COEFFICIENTS,
    MAX_MOVES,
    MOVE,
    MOVE_ROW,
    SCORE_OF,
    UNIT,
    move_probability,
    score_moves,
)
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
    copy_to_row,
    move_verb,
    seat_in_turn,
)
from dnup.kernel.moves import SURVEY_WORDS, list_moves
from dnup.kernel.rng import Stream, new_stream
from dnup.kernel.turn import apply_move
from dnup.kernel.views import make_view
from dnup.search.levels import nodes_for
from dnup.search.match_equity import Equity, match_equity
from dnup.search.mcts import search
from dnup.search.tree import KEY, NODE_WORDS, RATES, VISITS, children, key_move
from tools.champion.self_play import move_in_round

Matrix = NDArray[np.float64]

FITTED = Path(dnup.__file__).parent / "belief" / "move_model.json"
TURN_LIMIT = 300
"""Actions after which a round is abandoned; such rounds are left out."""
HELD_OUT = 0.15
"""The share of the rounds that the fit does not see: its quality is measured on them."""
RIDGE = 1e-4
"""L2 regularization, for coefficients of features that hardly occur."""


@jit_with_memory
def play_round(
    deck: Words, state: Words, equity: Equity, stream: Stream, iterations: int, states: Words, moves: Words
) -> int:
    """Play a round of the search against itself; writes states with hand sizes, and moves; returns their number."""
    view = np.empty(WORDS, np.int64)
    no_pool = np.empty((0, WORDS), np.int64)
    count = 0
    while not state[ENDING]:
        make_view(deck, state, seat_in_turn(state) + 1, view)
        tree = np.zeros((nodes_for(iterations), NODE_WORDS), np.int64)
        rates = np.zeros((nodes_for(iterations), RATES), np.float64)
        search(deck, view, stream, equity, no_pool, tree, rates, 1, iterations)
        best = 0
        for child in children(tree, 0):
            if tree[child, VISITS] > tree[best, VISITS] or best == 0:
                best = int(np.int64(child))
        move = move_in_round(deck, state, view, key_move(tree[best, KEY]))
        copy_to_row(state, states, count)
        states[count, SIZES] = 0
        for seat in range(state[PLAYERS]):
            states[count, SIZES] |= popcount(state[HANDS + seat]) << (8 * seat)
        moves[count] = move
        apply_move(deck, state, move)
        count += 1
    return count


@jit_with_memory
def write_features(
    deck: Words, states: Words, moves: Words, rows: NDArray[np.int16], starts: Words, chosen: Words
) -> int:
    """Write a row of features for each legal move of each decision; returns the number of decisions that fit in.

    The rows of a decision begin at `starts`; `chosen` is the row of the move that was made. The features are found by
    scoring the moves with each coefficient alone set to 1.
    """
    survey = np.empty(SURVEY_WORDS, np.int64)
    scored = np.empty((MAX_MOVES, MOVE_ROW), np.int64)
    coefficients = np.zeros(COEFFICIENTS, np.int64)
    rotated_before = np.zeros(MAX_PLAYERS, np.int64)
    at = 0
    for index in range(len(states)):
        state = states[index]
        if state[ACTIONS] == 0:
            rotated_before[:] = 0
        seat = seat_in_turn(state)
        starts[index] = at
        chosen[index] = -1
        count = 0
        for feature in range(COEFFICIENTS):
            coefficients[feature] = 1
            count = score_moves(deck, state, survey, rotated_before[seat], coefficients, scored)
            if at + count > len(rows):
                return index
            for move in range(count):
                rows[at + move, feature] = scored[move, SCORE_OF]
            coefficients[feature] = 0
        for move in range(count):
            if scored[move, MOVE] == moves[index]:
                chosen[index] = at + move
        rotated_before[seat] = 1 if move_verb(moves[index]) == ROTATE else 0
        at += count
        starts[index + 1] = at
    return len(states)


@jit_with_memory
def mean_losses(deck: Words, states: Words, moves: Words, coefficients: Words) -> tuple[float, float]:
    """The mean negative log-likelihood of the moves in nats: of the model, and of uniform play.

    As beliefs use it: copies of a card are one move (D4).
    """
    survey = np.empty(SURVEY_WORDS, np.int64)
    scored = np.empty((MAX_MOVES, MOVE_ROW), np.int64)
    legal = np.empty(MAX_MOVES, np.int64)
    rotated_before = np.zeros(MAX_PLAYERS, np.int64)
    model = 0.0
    uniform = 0.0
    for index in range(len(states)):
        state = states[index]
        if state[ACTIONS] == 0:
            rotated_before[:] = 0
        seat = seat_in_turn(state)
        again = rotated_before[seat]
        model -= np.log(move_probability(deck, state, survey, again, coefficients, moves[index], scored)[0])
        uniform += np.log(list_moves(deck, state, legal))
        rotated_before[seat] = 1 if move_verb(moves[index]) == ROTATE else 0
    return model / len(states), uniform / len(states)


def play_decisions(
    cards: Deck, players: int, wanted: int, iterations: int, file: Path, seconds: float
) -> tuple[Words, Words]:
    """The states and moves of at least `wanted` decisions: those in the file, and new ones, which are added to it."""
    deck = pack_deck(cards, players).words
    equity = match_equity(players)
    limits = pack_limits(players, TURN_LIMIT, None)
    states, moves, rounds = np.zeros((0, WORDS), np.int64), np.zeros(0, np.int64), 0
    if file.exists():
        stored = np.load(file)
        states, moves, rounds = stored["states"], stored["moves"], int(stored["rounds"])
    parts = [(states, moves)]
    decisions = len(states)
    buffers = np.zeros((TURN_LIMIT + 1, WORDS), np.int64), np.zeros(TURN_LIMIT + 1, np.int64)
    started = saved = time.monotonic()
    while decisions < wanted and time.monotonic() - started < seconds:
        rounds += 1
        state, stream = np.zeros(WORDS, np.int64), new_stream(1_000_000 * players + rounds)
        new_round(deck, state, stream, players, rounds % players, 0, limits)
        count = play_round(deck, state, equity, stream, iterations, *buffers)
        if state[ENDING] == ABANDONED:  # its moves repeat each other
            continue
        parts.append((buffers[0][:count].copy(), buffers[1][:count].copy()))
        decisions += count
        if time.monotonic() - saved > 10 or decisions >= wanted:
            saved = time.monotonic()
            print(f"{players} players: {decisions} of {wanted} decisions in {rounds} rounds", flush=True)
            states, moves = (np.concatenate(column) for column in zip(*parts, strict=True))
            parts = [(states, moves)]
            np.savez(file, states=states, moves=moves, rounds=rounds)
    states, moves = (np.concatenate(column) for column in zip(*parts, strict=True))
    return states, moves


def fit(rows: Matrix, starts: Words, chosen: Words) -> Matrix:
    """The coefficients that maximize the likelihood of the chosen rows, by Newton's method (the problem is convex)."""
    scale = rows.std(0)
    used = scale > 0
    scaled = rows[:, used] / scale[used]
    count = len(chosen)
    decision = np.repeat(np.arange(count), np.diff(starts))
    coefficients = np.zeros(scaled.shape[1])

    def loss(tried: Matrix) -> float:
        return cross_entropy(scaled, starts, chosen, tried) + RIDGE * float(tried @ tried)

    best = loss(coefficients)
    for _ in range(50):
        probabilities = _probabilities(scaled @ coefficients, starts, decision)
        expected = np.add.reduceat(scaled * probabilities[:, None], starts[:-1])
        gradient = (scaled[chosen] - expected).sum(0) / count - 2 * RIDGE * coefficients
        hessian = ((scaled * probabilities[:, None]).T @ scaled - expected.T @ expected) / count
        step = np.linalg.solve(hessian + 2 * RIDGE * np.eye(len(coefficients)), gradient)
        while loss(coefficients + step) > best and np.abs(step).max() > 1e-6:
            step /= 2
        coefficients += step
        before, best = best, loss(coefficients)
        if before - best < 1e-7:
            break
    unscaled = np.zeros(rows.shape[1])
    unscaled[used] = coefficients / scale[used]
    return unscaled


def _probabilities(scores: Matrix, starts: Words, decision: Words) -> Matrix:
    """The softmax of the scores of each decision."""
    weights = np.exp(scores - np.maximum.reduceat(scores, starts[:-1])[decision])
    probabilities: Matrix = weights / np.add.reduceat(weights, starts[:-1])[decision]
    return probabilities


def cross_entropy(rows: Matrix, starts: Words, chosen: Words, coefficients: Matrix) -> float:
    """The mean negative log-likelihood of the chosen rows, in nats."""
    decision = np.repeat(np.arange(len(chosen)), np.diff(starts))
    return float(-np.log(_probabilities(rows @ coefficients, starts, decision)[chosen]).mean())


def fit_decisions(cards: Deck, players: int, states: Words, moves: Words) -> Words:
    """Fit the model to some decisions, print how well it does on held-out ones, and return integer coefficients."""
    deck = pack_deck(cards, players).words
    rows = np.zeros((60 * len(states), COEFFICIENTS), np.int16)
    starts, chosen = np.zeros(len(states) + 1, np.int64), np.zeros(len(states), np.int64)
    count = int(write_features(deck, states, moves, rows, starts, chosen))
    assert (chosen[:count] >= 0).all(), "every move that was made is legal"
    begins = np.flatnonzero(states[:count, ACTIONS] == 0)
    train = int(begins[int(len(begins) * (1 - HELD_OUT))])
    end = starts[train]
    fitted = fit(rows[:end].astype(np.float64), starts[: train + 1], chosen[:train])
    coefficients = np.round(UNIT * fitted).astype(np.int64)
    model, uniform = mean_losses(deck, states[train:count], moves[train:count], coefficients)
    print(
        f"{players} players: {count} decisions; {model:.3f} nats per move, uniform {uniform:.3f}", flush=True
    )
    return coefficients


def write(players: int, coefficients: Words) -> None:
    """Store the coefficients for a number of players."""
    table = {**move_models(), str(players): coefficients.tolist()}
    lines = [f'  "{count}": {json.dumps(row)}' for count, row in sorted(table.items())]
    FITTED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.champion.fit_move_model", description=__doc__)
    parser.add_argument(
        "--folder",
        type=Path,
        default=Path("build/move_model"),
        metavar="FOLDER",
        help="where rounds are stored",
    )
    parser.add_argument(
        "--deck", default=DEFAULT_DECK, metavar="NAME|FILE", help=f"the cards ({DEFAULT_DECK})"
    )
    parser.add_argument("--decisions", type=int, default=20_000, help="for each number of players")
    parser.add_argument("--iterations", type=int, default=1000, help="of the search, for each move")
    parser.add_argument(
        "--seconds", type=float, default=3600, help="the most to spend on rounds of each number of players"
    )
    parser.add_argument("--players", type=int, nargs="*", default=[2, 3, 4, 5])
    settings = parser.parse_args()
    settings.folder.mkdir(parents=True, exist_ok=True)
    deck = load_deck(settings.deck)
    for players in settings.players:
        file = settings.folder / f"{deck.fingerprint(players)}.npz"
        rounds = play_decisions(
            deck, players, settings.decisions, settings.iterations, file, settings.seconds
        )
        write(players, fit_decisions(deck, players, *rounds))


if __name__ == "__main__":
    main()
