"""`dnup play`: play a match against bots in the terminal."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from dnup.cards.deck import DEFAULT_DECK
from dnup.commands.options import add_deck, add_finish_round, add_limits, player_count, whole
from dnup.game.limits import TURN_LIMIT
from dnup.names import visible


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "play",
        help="play a match in the terminal",
        description="Play a match in the terminal against bots. Type ? for help.",
    )
    parser.add_argument(
        "--players",
        type=player_count,
        default=3,
        metavar="N",
        help="number of players, including you: 2, 3, 4 or 5 (default: 3)",
    )
    parser.add_argument(
        "--seat", type=str.upper, default="A", metavar="SEAT", help="your seat, A to E (default: A)"
    )
    parser.add_argument(
        "--bots",
        default="medium",
        metavar="BOT",
        help="your opponents: easy, medium, hard, expert, or any bot of docs/bots.md (default: medium)",
    )
    parser.add_argument(
        "--seed",
        type=whole,
        metavar="N",
        help="play the match with this seed, 0 to 2**64 - 1 (default: a random one)",
    )
    add_deck(parser)
    add_limits(parser)
    parser.add_argument(
        "--record", metavar="FILE", help="append the match to this file as a record, finished or not"
    )
    parser.add_argument(
        "--letters", action="store_true", help="show points as letters, as in the edition with letter tokens"
    )
    add_finish_round(parser)
    parser.add_argument("--fast", action="store_true", help="do not pause after bots' moves")
    parser.add_argument(
        "--show-belief",
        action="store_true",
        help="at your turns, show where the unseen cards probably are, judging by everyone's moves",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play until the match is over or the player leaves; neither is a failure."""
    from dnup import bots
    from dnup.bots.match_play import FIRST_BOT
    from dnup.cards.deck import load_deck
    from dnup.game.limits import check_stall_limit, check_turn_limit
    from dnup.game.match import Match, round_seed
    from dnup.game.round import check_seed
    from dnup.game.seats import seat_names, seat_number
    from dnup.records.record import Record
    from dnup.terminal.game import Game
    from dnup.terminal.keyboard import Keyboard, Left, farewell
    from dnup.terminal.screen import Screen

    # Check the options before a file is opened.
    players, seat = options.players, options.seat
    seat_number(seat, players)
    seed = check_seed(secrets.randbits(32) if options.seed is None else options.seed)
    turn_limit = check_turn_limit(options.turn_limit)
    stall_limit = check_stall_limit(options.stall_limit, players)
    deck = load_deck(options.deck)
    deck.in_play(players)
    bots.get(options.bots).close()
    screen = Screen.of_terminal(fast=options.fast)
    with _record_file(options.record) as file:
        match = Match.new(
            players,
            seed,
            deck=deck,
            turn_limit=turn_limit,
            stall_limit=stall_limit,
            finish_round=options.finish_round,
        )
        others = [name for name in seat_names(players) if name != seat]
        opponents = {
            name: bots.get(options.bots, seed=round_seed(seed, FIRST_BOT + number))
            for number, name in enumerate(others)
        }
        keyboard = Keyboard.of_terminal(screen)
        shown = {"letters": options.letters, "show_belief": options.show_belief}
        game = Game(match, seat, opponents, screen, keyboard, **shown)
        try:
            game.play()
        except Left as left:
            screen.say(farewell(left.how))
        except KeyboardInterrupt:
            screen.console.print()
            screen.say(farewell("interrupt"))
        finally:
            for bot in opponents.values():
                bot.close()
            if file is not None:
                names = ["you" if name == seat else options.bots for name in seat_names(players)]
                _append(file, str(Record.of(game.match, names, bots=others)))
        if file is not None:
            screen.say_whole(f"The match is recorded in {visible(str(options.record))}.")
        screen.say_whole(f"The same deals again: {visible(_again(options, seed))}")
    return 0


def _again(options: argparse.Namespace, seed: int) -> str:
    """The command that deals this match again."""
    words = f"dnup play --players {options.players} --seat {options.seat} --seed {seed}"
    if options.bots != "medium":
        words += f" --bots {options.bots}"
    if options.deck != DEFAULT_DECK:
        words += f" --deck {options.deck}"
    if options.turn_limit != TURN_LIMIT:
        words += f" --turn-limit {options.turn_limit}"
    if options.stall_limit is not None:
        words += f" --stall-limit {options.stall_limit}"
    if options.finish_round:
        words += " --finish-round"
    return words


@contextmanager
def _record_file(name: str | None) -> Iterator[BinaryIO | None]:
    """Open the file that the match is appended to, before the first move, so that a bad name loses no game."""
    if name is None:
        yield None
    elif name == "-":
        raise ValueError("standard output shows the table, so --record needs the name of a file")
    else:
        with Path(name).open("a+b") as file:
            yield file


def _append(file: BinaryIO, line: str) -> None:
    """Append a line; if a crash has cut off the last line of the file, start a new one."""
    if file.tell():
        file.seek(-1, 2)
        if file.read(1) != b"\n":
            line = f"\n{line}"
    file.write(f"{line}\n".encode())
