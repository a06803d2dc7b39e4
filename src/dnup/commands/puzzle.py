"""`dnup puzzle`: find the best move, in the terminal."""

from __future__ import annotations

import argparse
import datetime
import json
import random
from typing import TYPE_CHECKING

from dnup.commands.options import add_json, player_count, positive

if TYPE_CHECKING:
    from dnup.review.puzzles import Puzzle


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "puzzle",
        help="find the best move in a position",
        description="Show a position in which one move is much better than all others, and let you find it. Without "
        "arguments it is the puzzle of today; otherwise choose by number, theme, difficulty or number of players.",
    )
    parser.add_argument(
        "number", nargs="?", type=positive, metavar="NUMBER", help="number of the puzzle, from 1"
    )
    parser.add_argument("--date", metavar="YYYY-MM-DD", help="the puzzle of another day")
    parser.add_argument(
        "--theme", metavar="THEME", help="a puzzle with this theme, such as rotate or endgame"
    )
    parser.add_argument(
        "--difficulty", metavar="LEVEL", help="a puzzle of this difficulty: easy, medium, hard or expert"
    )
    parser.add_argument(
        "--players", type=player_count, metavar="N", help="a puzzle with this number of players"
    )
    parser.add_argument("--list", action="store_true", help="list puzzles instead of asking one")
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Ask one puzzle, or list them."""
    chosen = choose(options)
    if options.json:
        for puzzle in chosen:
            print(json.dumps(describe(puzzle)))
        return 0
    from dnup.terminal.keyboard import Keyboard, Left
    from dnup.terminal.puzzle import PuzzlePages
    from dnup.terminal.screen import Screen

    screen = Screen.of_terminal(fast=True)
    pages = PuzzlePages(screen, Keyboard.of_terminal(screen))
    if options.list:
        pages.list(chosen)
        return 0
    try:
        pages.ask(chosen[0])
    except Left:
        screen.say("You leave, and the puzzle stays unsolved.")
    return 0


def choose(options: argparse.Namespace) -> tuple[Puzzle, ...]:
    """The requested puzzle; with --list all that match the options."""
    from dnup.review.puzzles import puzzle_of, puzzle_with, select

    if options.number is not None:
        return (puzzle_with(options.number),)
    if options.date is not None:
        return (puzzle_of(_day(options.date)),)
    wishes = (options.theme, options.difficulty, options.players)
    if not options.list and wishes == (None, None, None):
        return (puzzle_of(datetime.date.today()),)
    found = select(*wishes)
    if not found:
        raise ValueError("there is no such puzzle; dnup puzzle --list shows what there is")
    return found if options.list else (random.choice(found),)


def _day(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise ValueError(f"{text!r} is not a date like 2026-11-16") from None


def describe(puzzle: Puzzle) -> dict[str, object]:
    """A puzzle as JSON data, with the view to solve it from."""
    return {
        "difficulty": puzzle.difficulty,
        **puzzle.to_json(),
        "view": puzzle.view.to_json(),
    }
