"""Make the champion's networks from nothing: self-play, training, gates, generation after generation.

Everything is kept in a folder, so it can be stopped and taken up again. With --install the best networks go into the
package, if they beat the plain search. `results.jsonl` in the folder has what each generation was worth;
docs/champion.md shows it.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from dnup.cards.deck import DEFAULT_DECK, load_deck
from dnup.network.files import network_file, write_network
from tools.champion.generations import Breeding


def main() -> int:
    parser = argparse.ArgumentParser(prog="make champion", description=__doc__)
    parser.add_argument(
        "--deck", default=DEFAULT_DECK, metavar="NAME|FILE", help=f"which cards ({DEFAULT_DECK})"
    )
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 5], choices=(2, 3, 4, 5))
    parser.add_argument(
        "--generations", type=int, default=4, metavar="N", help="how many after the first (4)"
    )
    parser.add_argument(
        "--positions", type=int, default=2_000_000, metavar="N", help="for each generation (2,000,000)"
    )
    parser.add_argument(
        "--iterations", type=int, default=60, metavar="N", help="of thought for each move of self-play (60)"
    )
    parser.add_argument(
        "--passes", type=float, default=4, metavar="N", help="through the positions for each generation (4)"
    )
    parser.add_argument(
        "--folder", type=Path, default=Path("build/champion"), help="where everything is kept"
    )
    parser.add_argument("--workers", type=int, metavar="N", help="cores for self-play (all)")
    parser.add_argument(
        "--ray", nargs="?", const="local", metavar="ADDRESS", help="spread the self-play over a Ray cluster"
    )
    parser.add_argument("--install", action="store_true", help="put the best networks into the package")
    options = parser.parse_args()
    deck = load_deck(options.deck)
    for players in options.players:
        folder = options.folder / deck.fingerprint(players)
        breeding = Breeding(deck, players, folder, options.workers, options.ray)
        for generation in range(options.generations + 1):
            breeding.advance(generation, options.positions, options.iterations, options.passes)
        if options.install and breeding.beats_search():
            network_file(deck.name, players).write_bytes(write_network(breeding.best(), players))
    return 0


if __name__ == "__main__":
    sys.exit(main())
