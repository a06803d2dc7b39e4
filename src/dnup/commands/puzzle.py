"""`dnup puzzle`: find the best move."""

from __future__ import annotations

import argparse
import json

from dnup.commands.options import add_json, player_count, positive


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    from dnup.study.puzzles import LEVELS, THEMES

    parser = subparsers.add_parser(
        "puzzle",
        help="find the best move",
        description="A position in which one move is clearly the best: find it. Without a choice, the puzzle of the day.",
    )
    parser.add_argument("--number", type=positive, metavar="N", help="this one; the first is the easiest")
    parser.add_argument("--theme", choices=THEMES, help="one about this")
    parser.add_argument("--level", choices=(*LEVELS, "master"), help="one that this level finds and no weaker one")
    parser.add_argument("--players", type=player_count, metavar="N", help="one with so many players")
    parser.add_argument("--list", action="store_true", help="list the puzzles that are chosen, without answers")
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Ask until the answer is found or the player gives up; neither is a failure."""
    import datetime
    import random

    from dnup.study.puzzles import puzzle_of_the_day, puzzles
    from dnup.terminal.keyboard import Keyboard, Left
    from dnup.terminal.puzzle import PuzzleGame
    from dnup.terminal.screen import Screen

    everything = list(enumerate(puzzles(), 1))
    chosen = [
        (number, puzzle)
        for number, puzzle in everything
        if options.number in (None, number)
        and (options.theme is None or options.theme in puzzle.themes)
        and options.level in (None, puzzle.difficulty)
        and options.players in (None, puzzle.players)
    ]
    if not chosen:
        raise ValueError(f"there is no such puzzle among the {len(everything)}; leave out one of the choices")
    if options.list:
        for number, puzzle in chosen:
            if options.json:
                print(json.dumps({"number": number, **puzzle.to_json()}))
            else:
                print(f"{number:4}  {puzzle.players} players  {puzzle.difficulty}")
        return 0
    if len(chosen) == len(everything):
        today = puzzle_of_the_day(datetime.date.today().toordinal())
        number, puzzle = next(pair for pair in chosen if pair[1] is today)
    else:
        number, puzzle = random.choice(chosen)
    if options.json:
        print(json.dumps({"number": number, **puzzle.to_json()}))
        return 0
    screen = Screen.of_terminal(fast=True)
    try:
        PuzzleGame(puzzle, number, screen, Keyboard.of_terminal(screen)).play()
    except (Left, KeyboardInterrupt):
        screen.console.print()
    return 0
