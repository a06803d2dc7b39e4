"""`dnup simulate`: play random matches, and count or record them."""

from __future__ import annotations

import argparse
import functools
import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from dnup.commands.options import (
    add_deck,
    add_json,
    add_limits,
    add_mixed_decks,
    add_players,
    add_ray,
    add_seed,
    check_mixed_decks,
    positive,
)
from dnup.commands.progress import progress_bar
from dnup.game.seats import SEATS
from dnup.random_games.simulate import Summary, Task, simulate
from dnup.records.record import check_unused
from dnup.workers.cluster import check_ray
from dnup.workers.parallel import check_workers


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "simulate",
        help="play random matches by the million",
        description="Play whole matches with uniformly random moves on all cores. The same seed gives the "
        "same games on any number of cores.",
    )
    add_players(parser)
    parser.add_argument("--games", type=positive, required=True, metavar="N", help="number of matches")
    add_seed(parser)
    add_deck(parser)
    add_limits(parser)
    output = parser.add_mutually_exclusive_group()
    output.add_argument(
        "--record",
        metavar="FILE",
        help="write every match as a record to a new file, one JSON line each; - for standard output",
    )
    output.add_argument(
        "--parquet",
        metavar="DIR",
        help="write every move and every round to Parquet files in this folder",
    )
    add_mixed_decks(parser)
    parser.add_argument("--workers", type=positive, metavar="N", help="number of cores to use (default: all)")
    add_ray(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    # Check the options before a file is opened.
    task = Task.of(options.players, options.seed, options.deck, options.turn_limit, options.stall_limit)
    if options.workers is not None:
        check_workers(options.workers)
    if options.ray is not None:
        check_ray()
    play = simulate
    check_mixed_decks(options)
    if options.parquet is not None:
        from dnup.rl.parquet import simulate_to_parquet

        play = functools.partial(simulate_to_parquet, options.parquet, mixed_decks=options.mixed_decks)
    to_stdout = options.record == "-"
    console = Console(stderr=True)
    # No progress bar if records are printed to the screen.
    bar = Console(stderr=True, quiet=to_stdout and sys.stdout.isatty())
    with _recorder(options.record) as record:
        task.compile(recording=record is not None)
        started = time.perf_counter()
        with progress_bar(bar, "playing", options.games) as advance:
            summary = play(
                options.players,
                options.games,
                options.seed,
                deck=options.deck,
                turn_limit=options.turn_limit,
                stall_limit=options.stall_limit,
                workers=options.workers,
                ray=options.ray,
                progress=advance,
                **({} if record is None else {"record": record}),
            )
        seconds = time.perf_counter() - started
    if options.json:
        print(json.dumps(asdict(summary)), file=sys.stderr if to_stdout else sys.stdout)
    else:
        _show(console if to_stdout else Console(), summary, seconds)
    return 0


@contextmanager
def _recorder(name: str | None) -> Iterator[Callable[[str], object] | None]:
    """A function that writes records to a file, as lines of UTF-8 on every system."""
    if name is None:
        yield None
    elif name == "-":
        yield lambda lines: sys.stdout.buffer.write(lines.encode())
    else:
        check_unused(name)
        with Path(name).open("wb") as file:
            yield lambda lines: file.write(lines.encode())


def _show(console: Console, summary: Summary, seconds: float) -> None:
    games, rounds = summary.games, summary.rounds
    matches = "1 random match" if games == 1 else f"{games:,} random matches"
    console.print(Text(f"{matches} of {summary.players} players", style="bold"))
    console.print(Text(f"deck {summary.deck}, seed {summary.seed}\n", style="dim"))
    seats = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    seats.add_column("seat", style="bold")
    for heading in ("matches won", "share", "points a round"):
        seats.add_column(heading, justify="right")
    for seat, won, points in zip(SEATS, summary.won, summary.points, strict=False):
        seats.add_row(seat, f"{won:,}", f"{won / games:.1%}", f"{points / rounds:.3f}")
    if summary.drawn:
        seats.add_row("drawn", f"{summary.drawn:,}", f"{summary.drawn / games:.1%}", "")
    console.print(seats)
    facts = Table.grid(padding=(0, 2, 0, 0))
    verbs = ", ".join(f"{verb} {count / summary.moves:.0%}" for verb, count in summary.verbs.items())
    facts.add_row("rounds", f"{rounds:,}, {rounds / games:.2f} a match")
    facts.add_row("", f"{summary.starter_first_out / rounds:.1%} won by the starter")
    facts.add_row("", f"{summary.endings['abandoned']:,} abandoned")
    facts.add_row(
        "moves", f"{summary.moves:,}, {summary.moves / rounds:.2f} a round, {summary.longest_round:,} at most"
    )
    facts.add_row("", verbs)
    facts.add_row("speed", f"{summary.moves / seconds:,.0f} moves a second, {seconds:.1f} s in all")
    console.print("", facts, sep="\n")
