"""How much a perfect opponent would gain: python -m tools.measure.best_response.

Rounds of three, four and five cards can be solved. What a best response wins against the champion there, beside what it
wins against CFR+ after some iterations, by OpenSpiel's own solvers. The champion has no network for such decks, so this
is its search; it draws its own moves from several seeds, and what it does in how many of them is its policy.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyspiel
from open_spiel.python.algorithms.cfr import CFRPlusSolver
from open_spiel.python.algorithms.exploitability import exploitability
from open_spiel.python.policy import TabularPolicy, UniformRandomPolicy, tabular_policy_from_callable

import dnup.rl.openspiel  # noqa: F401 - makes the game known to OpenSpiel
from dnup.bots.budget import Budget
from dnup.bots.champion import ChampionBot

DECKS = {
    "three cards": (("1/2 star", "1/3", "2/3"), 4),
    "four cards": (("1/2 star", "1/3", "2/3", "2/4"), 3),
    "five cards": (("1/2 star", "1/3", "2/3", "2/4", "3/4"), 2),
}
"""By name the cards, and after how many turns the round is given up, so that the whole tree can be walked."""

ITERATIONS = (100, 1000, 10_000)


def load(cards: tuple[str, ...], turn_limit: int, folder: Path) -> Any:
    """The game of a deck."""
    file = folder / f"{len(cards)}.toml"
    listed = ", ".join(f'"{card}"' for card in cards)
    file.write_text(f'name = "solved"\nplayers = [2]\ncards = [{listed}]\n', encoding="utf-8")
    return pyspiel.load_game("dnup", {"deck": str(file), "turn_limit": turn_limit})


def policy_of(iterations: int, seeds: int) -> Callable[[Any], dict[int, float]]:
    """What the champion does in a state, seen from the seat in turn: each move as often as it is chosen."""

    def chances(state: Any) -> dict[int, float]:
        view = state.round.view(state.round.turn)
        legal = state.legal_actions()
        named = {state.action_to_string(state.current_player(), action): action for action in legal}
        chosen = Counter(
            str(ChampionBot(Budget(iterations=iterations), seed).choose(view).move)
            for seed in range(seeds if len(legal) > 1 else 1)
        )
        total = sum(chosen.values())
        return {action: chosen[name] / total for name, action in named.items()}

    return chances


def report(seeds: int, sizes: list[int], rounds_of_cfr: list[int]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for name, (cards, turn_limit) in DECKS.items():
            if len(cards) not in sizes:
                continue
            game = load(cards, turn_limit, Path(folder))
            _tell(f"| {name}, {turn_limit} turns")
            _tell(f"{len(TabularPolicy(game).state_lookup):,}")
            _tell(_lost(game, UniformRandomPolicy(game)))
            for iterations in ITERATIONS:
                _tell(_lost(game, tabular_policy_from_callable(game, policy_of(iterations, seeds))))
            solver, done = CFRPlusSolver(game), 0
            for rounds in sorted(rounds_of_cfr):
                for _ in range(rounds - done):
                    solver.evaluate_and_update_policy()
                done = rounds
                _tell(_lost(game, solver.average_policy()))
            print(flush=True)


def _tell(cell: str) -> None:
    """Each figure as soon as it is there: with five cards each takes minutes."""
    print(cell, end=" | ", flush=True)


def _lost(game: Any, policy: Any) -> str:
    return f"{exploitability(game, policy):.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.measure.best_response", description=__doc__)
    parser.add_argument("--seeds", type=int, default=8, metavar="N", help="of the champion (8)")
    parser.add_argument("--cards", type=int, nargs="+", default=[3, 4, 5], help="of which decks (3 4 5)")
    parser.add_argument(
        "--cfr", type=int, nargs="+", default=[10, 100], metavar="N", help="iterations of CFR+ (10 100)"
    )
    options = parser.parse_args()
    columns = [f"champion:{iterations}" for iterations in ITERATIONS]
    columns += [f"CFR+, {rounds} iterations" for rounds in sorted(options.cfr)]
    print("| round | what a player can know | random play |", " | ".join(columns), "|")
    print("|---" * (3 + len(columns)) + "|")
    report(options.seeds, options.cards, options.cfr)


if __name__ == "__main__":
    main()
