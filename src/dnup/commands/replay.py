"""`dnup replay`: walk through a recorded game."""

from __future__ import annotations

import argparse
import json
import sys

from dnup.commands.options import add_game, add_json


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "replay",
        help="walk through a recorded game, move by move",
        description="Walk through a recorded game, forwards and backwards, from any seat or with all hands open. If "
        "the output is a pipe or a file, print the whole game.",
    )
    add_game(parser)
    parser.add_argument(
        "--seat", type=str.upper, default="A", metavar="SEAT", help="show the view of this seat (default: A)"
    )
    parser.add_argument(
        "--from", dest="place", metavar="PLACE", help="where to start, like r2m14: round 2, after 14 moves"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Show the game until its end, or until the user leaves."""
    from dnup.game.seats import seat_number
    from dnup.records.record import pick_short_record
    from dnup.terminal.keyboard import Keyboard, Left
    from dnup.terminal.screen import Screen
    from dnup.terminal.walk import Walk

    record = pick_short_record(options.file, options.game)
    record.match()  # a record that breaks the rules is not shown
    seat_number(options.seat, len(record.players))
    if options.json:
        for position in record.positions():
            move = None if position.move is None else str(position.move)
            line = {"round": position.round_number, "position": position.round.to_json(), "move": move}
            json.dump(line, sys.stdout)
            print()
        return 0
    screen = Screen.of_terminal(fast=True)
    walk = Walk(record, options.seat, screen, Keyboard.of_terminal(screen))
    if not screen.live:
        walk.tell()
        return 0
    try:
        walk.go(options.place)
    except (Left, KeyboardInterrupt):
        screen.console.print()
    return 0
