"""Train the champion's networks from nothing: self-play, training and a test match, generation by generation.

All data is in a folder, so it can be stopped at any time and continues where it was. With --install the best networks
go into the package if they beat the plain search. `results.jsonl` in the folder has the strength of each generation;
docs/champion.md shows it.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from dnup.cards.deck import DEFAULT_DECK, load_deck
from dnup.network.files import network_file, write_network
from tools.champion.generations import TrainingRun


def main() -> int:
    parser = argparse.ArgumentParser(prog="make champion", description=__doc__)
    parser.add_argument(
        "--deck", default=DEFAULT_DECK, metavar="NAME|FILE", help=f"the cards ({DEFAULT_DECK})"
    )
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 5], choices=(2, 3, 4, 5))
    parser.add_argument(
        "--generations", type=int, default=4, metavar="N", help="number of generations after the first (4)"
    )
    parser.add_argument(
        "--positions", type=int, default=2_000_000, metavar="N", help="positions per generation (2,000,000)"
    )
    parser.add_argument(
        "--iterations", type=int, default=60, metavar="N", help="iterations per move of self-play (60)"
    )
    parser.add_argument(
        "--epochs", type=float, default=4, metavar="N", help="epochs of training per generation (4)"
    )
    parser.add_argument("--folder", type=Path, default=Path("build/champion"), help="folder for all data")
    parser.add_argument("--workers", type=int, metavar="N", help="number of processes (all cores)")
    parser.add_argument(
        "--ray", nargs="?", const="local", metavar="ADDRESS", help="spread the self-play over a Ray cluster"
    )
    parser.add_argument("--install", action="store_true", help="put the best networks into the package")
    options = parser.parse_args()
    deck = load_deck(options.deck)
    for players in options.players:
        folder = options.folder / deck.fingerprint(players)
        run = TrainingRun(deck, players, folder, options.workers, options.ray)
        for generation in range(options.generations + 1):
            run.advance(generation, options.positions, options.iterations, options.epochs)
        if options.install and run.beats_search():
            network_file(deck.name, players).write_bytes(write_network(run.best(), players))
    return 0


if __name__ == "__main__":
    sys.exit(main())
