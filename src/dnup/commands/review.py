"""`dnup review`: grade the moves of a recorded game."""

from __future__ import annotations

import argparse
import json
import re
from typing import Final

from rich.console import Console

from dnup.commands.files import write_file
from dnup.commands.options import add_game, add_json, add_seed
from dnup.commands.progress import progress_bar
from dnup.error_text import quoted
from dnup.names import visible

_EFFORT: Final = re.compile(r"([0-9]+(?:\.[0-9]+)?)s|([1-9][0-9_]*)")


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "review",
        help="grade the moves of a recorded game, and separate luck from skill",
        description="Grade every decision of a recorded game by what its player could know, list the moments that "
        "mattered, and separate luck from skill for every player. The same record, seed and number of tries give the "
        "same review on every machine.",
    )
    add_game(parser)
    parser.add_argument(
        "--seat", type=str.upper, metavar="SEAT", help="list only the moments of this seat, A to E"
    )
    parser.add_argument(
        "--effort",
        type=effort,
        metavar="EFFORT",
        help="tries per decision, like 20000, or time for the whole game, like 10s (default: 8000 tries)",
    )
    parser.add_argument("--html", metavar="FILE", help="write the review as one HTML file")
    add_seed(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def effort(text: str) -> int | float:
    """Parse a number of tries, or a time in seconds."""
    found = _EFFORT.fullmatch(text)
    if found is None:
        raise argparse.ArgumentTypeError(
            f"{quoted(text)} is neither tries, like 20000, nor seconds, like 10s"
        )
    return float(found[1]) if found[1] else int(found[2])


def run(options: argparse.Namespace) -> int:
    from dnup.game.round import check_seed
    from dnup.game.seats import seat_number
    from dnup.records.record import pick_short_record
    from dnup.review.html import write_page
    from dnup.review.reviewer import NORMAL, Reviewer
    from dnup.terminal.review import ReviewPages
    from dnup.terminal.screen import Screen

    record = pick_short_record(options.file, options.game)
    record.match()  # a record that breaks the rules is not reviewed
    seed = check_seed(options.seed)
    if options.seat is not None:
        seat_number(options.seat, len(record.players))
    amount = NORMAL if options.effort is None else options.effort
    reviewer = Reviewer(record, seed)
    done = 0.0
    with progress_bar(Console(stderr=True), "reviewer", 1) as advance:
        for now in reviewer.think(amount) if isinstance(amount, int) else reviewer.think_for(amount):
            advance(now - done)
            done = now
    result = reviewer.review()
    if options.html is not None:
        write_file(options.html, write_page(result, options.seat))
    if options.json:
        print(json.dumps(result.to_json()))
        return 0
    screen = Screen.of_terminal(fast=True)
    ReviewPages(result, screen).show(options.seat)
    if options.html is not None:
        screen.say_whole(f"The review is in {visible(str(options.html))}.")
    return 0
