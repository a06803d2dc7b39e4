"""Solve a round of three cards with OpenSpiel's Deep CFR, and say how much a perfect opponent would still gain.

    python examples/deep_cfr.py

Needs `pip install ".[rl]" torch dm-tree`. Exit status 1 if that is more than --at-most.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
import pyspiel
import torch
from open_spiel.python.algorithms.exploitability import exploitability
from open_spiel.python.policy import UniformRandomPolicy, tabular_policy_from_callable
from open_spiel.python.pytorch.deep_cfr import DeepCFRSolver

import dnup.rl.openspiel  # noqa: F401 - makes the game known to OpenSpiel

DECK = Path(__file__).parent / "decks" / "tiny.toml"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--iterations", type=int, default=20, help="of the solver (default: 20)")
    parser.add_argument(
        "--at-most", type=float, default=2.0, help="the exploitability in the end (default: 2, any)"
    )
    parser.add_argument("--seed", type=int, default=1, help="where randomness starts (default: 1)")
    options = parser.parse_args()
    np.random.seed(options.seed)  # noqa: NPY002 - the solver draws from there
    torch.set_num_threads(1)
    game = pyspiel.load_game("dnup", {"deck": str(DECK), "turn_limit": 4})
    solver = DeepCFRSolver(
        game,
        policy_network_layers=(64, 64),
        advantage_network_layers=(64, 64),
        num_iterations=options.iterations,
        num_traversals=40,
        learning_rate=1e-3,
        policy_network_train_steps=1500,
        advantage_network_train_steps=300,
        batch_size_advantage=128,
        batch_size_strategy=512,
        memory_capacity=100_000,
        seed=options.seed,
    )
    solver.solve()
    policy = tabular_policy_from_callable(game, solver.action_probabilities)
    left = exploitability(game, policy)
    before = exploitability(game, UniformRandomPolicy(game))
    print(f"exploitability {left:.3f} after {options.iterations} iterations, {before:.3f} of random play")
    return 0 if left <= options.at_most else 1


if __name__ == "__main__":
    sys.exit(main())
