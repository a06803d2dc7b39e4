"""Options that several commands share, and their parsers."""

from __future__ import annotations

import argparse

from dnup.cards.deck import DEFAULT_DECK, PLAYER_COUNTS, deck_names
from dnup.error_text import quoted
from dnup.game.limits import STALL_LIMIT_A_PLAYER, TURN_LIMIT


def whole(text: str) -> int:
    """Parse an integer, also one like `100_000`."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a whole number") from None


def positive(text: str) -> int:
    """Parse a positive integer."""
    number = whole(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a whole number from 1 on")
    return number


def player_count(text: str) -> int:
    """Parse a number of players."""
    if text not in map(str, PLAYER_COUNTS):
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a number of players; write 2, 3, 4 or 5")
    return int(text)


def add_players(parser: argparse.ArgumentParser, default: int | None = None) -> None:
    unless_said = "" if default is None else f" (default: {default})"
    parser.add_argument(
        "--players",
        type=player_count,
        required=default is None,
        default=default,
        metavar="N",
        help=f"number of players: 2, 3, 4 or 5{unless_said}",
    )


def add_seed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seed",
        type=whole,
        default=0,
        metavar="N",
        help="seed of the random numbers, 0 to 2**64 - 1 (default: 0)",
    )


def add_deck(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--deck",
        default=DEFAULT_DECK,
        metavar="NAME|FILE",
        help=f"{', '.join(deck_names())}, or your own deck file (default: %(default)s)",
    )


def add_finish_round(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--finish-round",
        action="store_true",
        help="finish the last round after somebody has won the match, to see who comes second",
    )


def add_limits(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--turn-limit",
        type=positive,
        default=TURN_LIMIT,
        metavar="N",
        help=f"abandon a round after this number of actions (default: {TURN_LIMIT})",
    )
    parser.add_argument(
        "--stall-limit",
        type=whole,
        metavar="N",
        help="abandon a round after this number of actions in a row without a discard, 0 for never "
        f"(default: {STALL_LIMIT_A_PLAYER} for each player)",
    )


def add_ray(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="run on the Ray cluster at this address; local starts one on this machine",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add a file of records, and the number of the game in it."""
    parser.add_argument(
        "file", metavar="FILE", help="a file of records, one JSON line each; - for standard input"
    )
    parser.add_argument(
        "--game", type=positive, default=1, metavar="N", help="which game of the file (default: the first)"
    )


def add_mixed_decks(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--mixed-decks",
        action="store_true",
        help="with --parquet: allow games of different decks in one folder; the column deck distinguishes them",
    )


def check_mixed_decks(options: argparse.Namespace) -> None:
    """Raise a `ValueError` if --mixed-decks is given without --parquet."""
    if options.mixed_decks and options.parquet is None:
        raise ValueError("--mixed-decks is about the folder of --parquet DIR, which is missing")
