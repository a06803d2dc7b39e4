"""Options that several commands share, and how their values are read."""

from __future__ import annotations

import argparse

from dnup.cards.deck import DEFAULT_DECK, PLAYER_COUNTS, deck_names
from dnup.game.limits import STALL_LIMIT_A_PLAYER, TURN_LIMIT
from dnup.wording import quoted


def whole(text: str) -> int:
    """A whole number; `100_000` is one too."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a whole number") from None


def positive(text: str) -> int:
    """A whole number from 1 on."""
    number = whole(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a whole number from 1 on")
    return number


def player_count(text: str) -> int:
    """A number of players."""
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
        help=f"how many play: 2, 3, 4 or 5{unless_said}",
    )


def add_seed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seed",
        type=whole,
        default=0,
        metavar="N",
        help="where randomness starts, 0 to 2**64 - 1 (default: 0)",
    )


def add_deck(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--deck",
        default=DEFAULT_DECK,
        metavar="NAME|FILE",
        help=f"{', '.join(deck_names())}, or a deck file of your own (default: %(default)s)",
    )


def add_limits(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--turn-limit",
        type=positive,
        default=TURN_LIMIT,
        metavar="N",
        help=f"a round is abandoned after so many actions (default: {TURN_LIMIT})",
    )
    parser.add_argument(
        "--stall-limit",
        type=whole,
        metavar="N",
        help="a round is abandoned after so many actions in a row without a discard, 0 for never "
        f"(default: {STALL_LIMIT_A_PLAYER} for each player)",
    )


def add_ray(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="do the work on the Ray cluster at this address; local starts one here",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def add_game(parser: argparse.ArgumentParser) -> None:
    """A file of records, and which of its games."""
    parser.add_argument("file", metavar="FILE", help="records, a JSON line each; - for standard input")
    parser.add_argument(
        "--game", type=positive, default=1, metavar="N", help="which game of the file (default: the first)"
    )


def add_mixed_decks(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--mixed-decks",
        action="store_true",
        help="with --parquet, let games of different decks into one folder; the column deck tells them apart",
    )


def check_mixed_decks(options: argparse.Namespace) -> None:
    """A `ValueError` if decks may be mixed where there is nothing to mix."""
    if options.mixed_decks and options.parquet is None:
        raise ValueError("--mixed-decks is about the folder of --parquet DIR, which is missing")
