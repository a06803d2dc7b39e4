"""`dnup arena`: play bots against each other and rate them."""

from __future__ import annotations

import argparse
import json
import re
import sys
from typing import Final

from dnup.commands.files import write_file
from dnup.commands.options import (
    add_deck,
    add_finish_round,
    add_json,
    add_limits,
    add_players,
    add_ray,
    add_seed,
    positive,
)
from dnup.error_text import quoted

PLAYERS: Final = 2
ROUNDS: Final = 200
"""The default number of games: 15 seconds for quick bots, and enough to tell a strong bot from a weak one."""

LUCK_TRIES: Final = 4000
"""The default number of tries per decision for the estimate of luck."""

_TIME = re.compile(r"([0-9]+(?:\.[0-9]+)?)(ms|s)")


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "arena",
        help="play bots against each other and rate them",
        description="Play bots against each other on all cores and rate them. Every deal is played with several "
        "seatings, so that luck cancels. The same seed gives the same games on any number of cores.",
    )
    parser.add_argument(
        "bots",
        nargs="+",
        metavar="BOT",
        help="random, greedy, easy, medium, hard, expert, search:1000 (iterations per move), search:200ms (time "
        "per move), py:MODULE:CLASS, or cmd:'PROGRAM …'",
    )
    add_players(parser, default=PLAYERS)
    amount = parser.add_mutually_exclusive_group()
    amount.add_argument(
        "--games", type=positive, metavar="N", help="number of matches, rounded up to whole deals"
    )
    amount.add_argument(
        "--rounds",
        type=positive,
        metavar="N",
        help=f"play this number of single rounds from 0–0 instead of matches (default: {ROUNDS})",
    )
    parser.add_argument(
        "--alone",
        action="store_true",
        help="with two bots: one copy of the first plays against copies of the second, on each seat in turn",
    )
    parser.add_argument(
        "--luck-adjusted",
        nargs="?",
        type=positive,
        const=LUCK_TRIES,
        default=0,
        metavar="TRIES",
        help="review every match and report results adjusted for luck, which needs fewer games; needs "
        f"--games (default: {LUCK_TRIES} tries per decision)",
    )
    add_seed(parser)
    add_deck(parser)
    add_limits(parser)
    add_finish_round(parser)
    parser.add_argument(
        "--move-time",
        type=move_time,
        default=1.0,
        metavar="TIME",
        help="time limit of a cmd: bot per move, like 500ms or 2s (default: 1s)",
    )
    parser.add_argument("--workers", type=positive, metavar="N", help="number of cores to use (default: all)")
    add_ray(parser)
    files = parser.add_mutually_exclusive_group()
    files.add_argument(
        "--out",
        metavar="FILE",
        help="write the result of every game to a new file, one JSON line each",
    )
    files.add_argument(
        "--resume", metavar="FILE", help="continue a file that --out began, with the same options"
    )
    parser.add_argument("--record", metavar="FILE", help="write every game as a record to a new file")
    parser.add_argument(
        "--plot", metavar="FILE", help="draw ratings and shares with confidence intervals, as SVG"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def move_time(text: str) -> float:
    """A time in seconds."""
    match = _TIME.fullmatch(text)
    if match is None or not 0 < float(match[1]) <= 3600:
        raise argparse.ArgumentTypeError(
            f"{quoted(text)} is not a time for a move; write one like 500ms or 2s"
        )
    return float(match[1]) / (1000 if match[2] == "ms" else 1)


def run(options: argparse.Namespace) -> int:
    from rich.console import Console

    from dnup import arena
    from dnup.arena.lineups import whole_deals
    from dnup.arena.output import show
    from dnup.arena.plot import plot
    from dnup.arena.settings import Settings
    from dnup.commands.progress import progress_bar
    from dnup.workers.cluster import check_ray
    from dnup.workers.parallel import check_workers

    unsaid = options.games is None and options.rounds is None
    if unsaid:
        options.rounds = ROUNDS
    # Check the options before a file is opened, and before hours of play.
    settings = Settings.of(
        options.bots,
        options.players,
        single_rounds=options.rounds is not None,
        seed=options.seed,
        deck=options.deck,
        turn_limit=options.turn_limit,
        stall_limit=options.stall_limit,
        move_seconds=options.move_time,
        alone=options.alone,
        luck_tries=options.luck_adjusted,
        finish_round=options.finish_round,
    )
    if options.workers is not None:
        check_workers(options.workers)
    if options.ray is not None:
        check_ray()
    for name in (options.out, options.resume, options.record, options.plot):
        if name == "-":
            raise ValueError("standard output shows the report, so a file needs a name")
    wanted = options.games or options.rounds
    total = whole_deals(wanted, *settings.shape, settings.alone)
    file = options.resume or options.out
    if unsaid:
        print(
            f"{wanted} rounds of {options.players} players; --rounds, --games and --players say otherwise",
            file=sys.stderr,
        )
    if total != wanted:
        unit = "rounds" if settings.single_rounds else "matches"
        print(
            f"{total:,} {unit} instead of {wanted:,}, so that every deal has all its seatings",
            file=sys.stderr,
        )
    done = 0
    try:
        with progress_bar(Console(stderr=True), "playing", total) as advance:

            def progress(games: int) -> None:
                nonlocal done
                done += games
                advance(games)

            report = arena.run(
                settings,
                wanted,
                workers=options.workers,
                ray=options.ray,
                results=file,
                records=options.record,
                resume=options.resume is not None,
                progress=progress,
            )
    except KeyboardInterrupt:
        print(f"dnup: {_stopped(done, total, file)}", file=sys.stderr)
        return 130
    if options.plot is not None:
        write_file(options.plot, plot(report))
    if options.json:
        print(json.dumps(report.to_json()))
    else:
        show(Console(), report)
    return 0


def _stopped(done: int, total: int, file: str | None) -> str:
    """The command that resumes after Ctrl-C."""
    if file is None:
        return "stopped; with --out FILE the games played so far would be kept"
    return f"stopped after {done:,} of {total:,}; go on with the same options and --resume {file}"
