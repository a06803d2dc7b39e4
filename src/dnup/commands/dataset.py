"""`dnup dataset`: write positions with the values of their moves as Parquet, with a data card."""

from __future__ import annotations

import argparse
import json
import sys

from dnup.commands.options import add_deck, add_json, add_players, add_seed, positive, whole


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "dataset",
        help="write positions with the values of their moves as Parquet, with a data card",
        description="Let bots play and write a dataset of their decisions: what the player saw, every legal move with "
        "its value, the move that was made, and who won. It is Parquet in three splits, with a data card that says "
        "how it was made. The same options write the same rows on any number of cores.",
    )
    parser.add_argument("directory", metavar="DIR", help="a new folder for the dataset")
    add_players(parser, default=2)
    parser.add_argument(
        "--positions", type=positive, default=1000, metavar="N", help="how many positions (default: 1000)"
    )
    add_seed(parser)
    add_deck(parser)
    parser.add_argument(
        "--bot",
        dest="bots",
        action="append",
        metavar="BOT",
        help="who plays, as in dnup arena; with several, each seat gets one by lot (default: medium, hard and "
        "search:1000)",
    )
    parser.add_argument(
        "--tries",
        type=whole,
        default=4000,
        metavar="N",
        help="tries for the values of a position; more give smaller errors, 0 gives no values (default: 4000)",
    )
    parser.add_argument(
        "--positions-of-round",
        type=positive,
        default=8,
        metavar="N",
        help="at most this many positions of one round (default: 8)",
    )
    parser.add_argument("--workers", type=positive, metavar="N", help="number of cores to use (default: all)")
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from rich.console import Console

    from dnup.commands.progress import progress_bar
    from dnup.rl.dataset import BOTS, write_dataset

    with progress_bar(Console(stderr=True), "positions", options.positions) as advance:
        written = write_dataset(
            options.directory,
            options.players,
            options.positions,
            options.seed,
            bots=options.bots or BOTS,
            deck=options.deck,
            tries=options.tries,
            positions_of_round=options.positions_of_round,
            workers=options.workers,
            progress=advance,
        )
    if options.json:
        print(json.dumps(written.to_json()))
    else:
        parts = ", ".join(f"{count:,} {name}" for name, count in written.positions.items())
        print(
            f"{sum(written.positions.values()):,} positions of {written.games:,} games: {parts}",
            file=sys.stderr,
        )
    return 0
