"""Two well-known card games stepped from Python, a random legal move at a time."""

import importlib
import time
from random import Random
from typing import Any

from benchmarks.contest import Run, Sample


def crazy_eights(players: int) -> Run:
    """OpenSpiel's crazy_eights, written in C++. Its deals are steps of chance, which are counted apart."""
    pyspiel: Any = importlib.import_module("pyspiel")

    game = pyspiel.load_game("crazy_eights", {"players": players})

    def run(rounds: int, seed: int) -> Sample:
        random = Random(seed).random
        moves = steps = 0
        started = time.process_time()
        for _ in range(rounds):
            state = game.new_initial_state()
            while not state.is_terminal():
                moves += not state.is_chance_node()
                actions = state.legal_actions()
                state.apply_action(actions[int(random() * len(actions))])
                steps += 1
        return Sample(moves, time.process_time() - started, steps)

    return run


def uno() -> Run:
    """RLCard's uno, written in Python, for two players as it comes."""
    rlcard: Any = importlib.import_module("rlcard")

    env = rlcard.make("uno", config={"seed": 0})

    def run(rounds: int, seed: int) -> Sample:
        env.seed(seed)
        random = Random(seed).random
        moves = 0
        started = time.process_time()
        for _ in range(rounds):
            state, _ = env.reset()
            while not env.is_over():
                actions = list(state["legal_actions"])
                state, _ = env.step(actions[int(random() * len(actions))])
                moves += 1
        return Sample(moves, time.process_time() - started)

    return run
