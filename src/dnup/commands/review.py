"""`dnup review`: what the moves of a recorded game were worth."""

from __future__ import annotations

import argparse
import json
import re
from typing import Final

from rich.console import Console

from dnup.commands.files import write_file
from dnup.commands.options import add_game, add_json, add_seed
from dnup.commands.progress import progress_bar
from dnup.names import visible
from dnup.wording import quoted

_EFFORT: Final = re.compile(r"([0-9]+(?:\.[0-9]+)?)s|([1-9][0-9_]*)")


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "review",
        help="judge the moves of a recorded game, and tell luck from skill",
        description="Judge every decision of a recorded game by what its player could know, list the moments that "
        "mattered, and say for everyone what was luck and what was not. The same record, seed and number of tries give "
        "the same review on every machine.",
    )
    add_game(parser)
    parser.add_argument(
        "--seat", type=str.upper, metavar="SEAT", help="list the moments of this seat alone, A to E"
    )
    parser.add_argument(
        "--effort",
        type=effort,
        metavar="EFFORT",
        help="tries for a decision, like 20000, or seconds for the game, like 10s (default: 8000 tries)",
    )
    parser.add_argument("--html", metavar="FILE", help="write the review as a page that opens anywhere")
    add_seed(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def effort(text: str) -> int | float:
    """Tries, a whole number, or seconds."""
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
    from dnup.study.page import write_page
    from dnup.study.review import NORMAL, Reviewing
    from dnup.terminal.review import ReviewPages
    from dnup.terminal.screen import Screen

    record = pick_short_record(options.file, options.game)
    record.match()  # what is not true is not judged
    seed = check_seed(options.seed)
    if options.seat is not None:
        seat_number(options.seat, len(record.players))
    amount = NORMAL if options.effort is None else options.effort
    reviewing = Reviewing(record, seed)
    done = 0.0
    with progress_bar(Console(stderr=True), "reviewing", 1) as advance:
        for now in reviewing.think(amount) if isinstance(amount, int) else reviewing.think_for(amount):
            advance(now - done)
            done = now
    result = reviewing.review()
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
