"""`dnup bench`: measure the speed of random play."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from dnup.cards.deck import Deck, load_deck
from dnup.commands.options import add_deck, add_json, player_count
from dnup.commands.progress import progress_bar
from dnup.error_text import quoted
from dnup.random_games.bench import Rate, Report, check_seconds, measure


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "bench",
        help="measure the speed of random play on this machine",
        description="Measure random moves per second, including dealing: inside the compiled code on one core "
        "and on all, and move by move from Python. Every figure is the best of several alternating runs.",
    )
    parser.add_argument(
        "--seconds",
        type=_seconds,
        default=15.0,
        metavar="S",
        help="how long to measure, without compilation (default: 15)",
    )
    parser.add_argument(
        "--players",
        type=player_count,
        nargs="+",
        metavar="N",
        help="numbers of players to measure with (default: all)",
    )
    add_deck(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    deck = load_deck(options.deck)
    for players in options.players or ():
        deck.in_play(players)  # raises if the deck is not for this number of players
    console = Console(stderr=True)
    with progress_bar(console, "measuring", 1000) as advance:
        report = measure(options.seconds, options.players, deck=deck, progress=advance)
    if options.json:
        print(json.dumps({"deck": deck.name, **asdict(report)}))
    else:
        _show(Console(), deck, report)
    return 0


def _seconds(text: str) -> float:
    try:
        return check_seconds(float(text))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a number of seconds up to 86400") from None


def _show(console: Console, deck: Deck, report: Report) -> None:
    most = max(rate.cores for rate in report.playouts)
    console.print(Text("random moves a second", style="bold"))
    console.print(Text(f"deck {deck.name}, dealing included\n", style="dim"))
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("players", justify="right", style="bold")
    headings = ["one core", *([f"{most} cores"] if most > 1 else []), "from Python", "turns a round"]
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for stepped in report.stepping:
        playouts = [rate for rate in report.playouts if rate.players == stepped.players]
        cells = [_format_rate(rate) for rate in (*playouts, stepped)]
        table.add_row(str(stepped.players), *cells, f"{playouts[0].mean_turns:.2f}")
    console.print(table)
    runs = report.stepping[0].runs
    note = f"best of {runs} runs, and by how much the slowest was slower; from Python: move by move"
    console.print(Text(f"\n{note}", style="dim"))


def _format_rate(rate: Rate) -> Text:
    speed = rate.moves_per_second
    number = f"{speed / 1e6:.2f} M" if speed >= 1e6 else f"{speed:,.0f}"
    return Text.assemble(number, (f"−{rate.spread:.0%}".rjust(6), "dim"))
