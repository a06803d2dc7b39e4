"""`dnup stats`: statistics of the players of recorded games."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.console import Console

from dnup.commands.options import add_json, add_seed, positive
from dnup.commands.progress import progress_bar
from dnup.error_text import quoted
from dnup.names import visible

if TYPE_CHECKING:
    from dnup.records.record import Record
    from dnup.review.statistics import GameSummary, Statistics

_NORMAL: Final = 8000
"""Tries per decision: those with which the losses of the levels were measured."""


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "stats",
        help="how well the players of recorded games decide, and how much was luck",
        description="Review every finished game of a file and print, for each name: games won with a 95 % confidence "
        "interval, points of winning chance lost per decision, the level that loses as much, luck with the range that "
        "chance explains, and what each kind of decision costs. The page My play shows the same numbers; files saved "
        "there can be read, too. Games with hints are left out.",
    )
    parser.add_argument(
        "file", metavar="FILE", help="a file of records, one JSON line each; - for standard input"
    )
    parser.add_argument("--player", metavar="NAME", help="only the player of this name")
    parser.add_argument(
        "--effort", type=positive, default=_NORMAL, metavar="N", help="tries per decision (default: 8000)"
    )
    parser.add_argument(
        "--workers", type=positive, metavar="N", help="processes (default: one for each core)"
    )
    add_seed(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from dnup.game.round import check_seed
    from dnup.review.statistics import Statistics
    from dnup.workers.parallel import check_workers, in_order

    seed = check_seed(options.seed)
    workers = None if options.workers is None else check_workers(options.workers)
    names = "standard input" if options.file == "-" else options.file
    lines = list(_records(options.file))
    if not lines:
        raise ValueError(f"{quoted(names)} has no finished game without hints")
    players: dict[str, list[GameSummary]] = {}
    tasks = [(line, options.effort, seed, options.player) for line in lines]
    with progress_bar(Console(stderr=True), "reviewing", len(tasks)) as advance:
        for _, found in in_order(_review, tasks, min(workers or len(tasks), len(tasks)), processes=True):
            for name, game in found:
                players.setdefault(name, []).append(game)
            advance(1)
    if not players:
        raise ValueError(f"nobody is called {quoted(options.player)} in {quoted(names)}")
    all_statistics = [Statistics(name, tuple(games)) for name, games in sorted(players.items())]
    all_statistics.sort(key=lambda one: one.loss.mean)
    if options.json:
        print(json.dumps([one.to_json() for one in all_statistics]))
    else:
        _show(all_statistics)
    return 0


def _records(name: str) -> Iterator[str]:
    """The finished games of a file that were played without hints, as lines."""
    from dnup.records.record import RecordError, read_lines

    if name == "-":
        source: list[bytes] = list(sys.stdin.buffer)
    else:
        with Path(name).open("rb") as file:
            source = list(file)
    for number, record in read_lines([_plain(line) for line in source]):
        if isinstance(record, RecordError):
            raise ValueError(f"line {number}: {record}")
        if record.result != "unfinished" and not record.extra.get("hints"):
            yield str(record)


def _plain(line: bytes) -> bytes:
    """A line of a file that *My play* of the page has saved as the record in it; every other line as it is."""
    try:
        found = json.loads(line)
    except ValueError:
        return line
    is_saved = isinstance(found, dict) and found.get("format") == "dnup-my-play"
    record = found.get("record") if is_saved else None
    return record.encode() + b"\n" if isinstance(record, str) else line


def _review(task: tuple[str, int, int, str | None]) -> list[tuple[str, GameSummary]]:
    """What a review of a game says about everyone, or about one player."""
    from dnup.records.record import parse_record
    from dnup.review.reviewer import review
    from dnup.review.statistics import summarize

    line, effort, seed, player = task
    record: Record = parse_record(line)
    record.match()  # a record that breaks the rules is not reviewed
    seats = [seat for seat, name in zip("ABCDE", record.players, strict=False) if player in (None, name)]
    if not seats:
        return []
    result = review(record, effort=effort, seed=seed)
    return [(record.players["ABCDE".index(seat)], summarize(result, seat)) for seat in seats]


def _show(players: list[Statistics]) -> None:
    from rich.table import Table

    from dnup.review.statistics import WINDOW, costs, luck, win_rate

    screen = Console()
    table = Table(box=None, pad_edge=False)
    for title in ("", "games", "won", "95 % sure", "lost a decision", "like", "luck"):
        table.add_column(title, justify="left" if title in ("", "like") else "right", no_wrap=True)
    for one in players:
        _, low, high = win_rate(one.won, len(one.games))
        walk, chance = luck(one.games)
        table.add_row(
            visible(one.player),
            str(len(one.games)),
            str(one.won),
            f"{100 * low:.0f}–{100 * high:.0f} %",
            f"{100 * one.loss.mean:.2f} {_error(one.loss.error)}",
            one.like if len(one.games) >= WINDOW else "too early to tell",
            f"{walk[-1]:+.1f} of ±{chance[-1]:.1f}",
        )
    screen.print(table)
    screen.print()
    kinds = Table(
        box=None, pad_edge=False, title="Points lost per game, by kind of decision", title_justify="left"
    )
    names = [kind for kind, *_ in costs(players[0].games)]
    for title in ("", *sorted(names)):
        kinds.add_column(title.replace("_", " "), justify="left" if not title else "right", no_wrap=True)
    for one in players:
        by_kind = {kind: (mean, error) for kind, _, mean, error in costs(one.games)}
        cells = [f"{100 * by_kind[kind][0]:.1f} {_error(by_kind[kind][1], 1)}" for kind in sorted(names)]
        kinds.add_row(visible(one.player), *cells)
    screen.print(kinds)
    screen.print(
        "A point is a hundredth of a won game; ± is two standard errors. Luck is in games, with the range that chance "
        "explains in 95 of 100 cases.",
        style="dim",
    )


def _error(error: float | None, digits: int = 2) -> str:
    return "" if error is None else f"± {200 * error:.{digits}f}"
