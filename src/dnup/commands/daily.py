"""`dnup daily`: play the daily game in the terminal."""

from __future__ import annotations

import argparse
import datetime
import json
from typing import TYPE_CHECKING

from dnup.commands.options import add_json
from dnup.commands.progress import progress_bar

if TYPE_CHECKING:
    from rich.console import Console

    from dnup.daily import Daily
    from dnup.terminal.screen import Screen


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "daily",
        help="play the daily game in the terminal",
        description="Play the daily game in the terminal: three rounds against three bots of level hard, the "
        "same for everybody in the world. Par is the points of hard in your seat.",
    )
    parser.add_argument("--date", metavar="YYYY-MM-DD", help="the deal of an earlier day (default: today)")
    parser.add_argument(
        "--par", action="store_true", help="do not play; show the points of each level in your seat"
    )
    add_json(parser)
    parser.add_argument("--fast", action="store_true", help="do not pause after bots' moves")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play the daily game, or let every level play it."""
    from dnup.daily import Daily

    if options.json and not options.par:
        raise ValueError("--json is for --par: a game in the terminal is shown, not printed as JSON")
    today = datetime.date.today()
    daily = Daily(today if options.date is None else options.date)
    if daily.date > today:
        raise ValueError(f"the deal of {daily.date} is still to come; today is {today}")
    if options.par:
        return _show_levels(daily, as_json=options.json)
    return _play(daily, fast=options.fast)


def _play(daily: Daily, *, fast: bool) -> int:
    """Play three rounds, then show points, par and the line to share; not if the player leaves early."""
    from dnup.daily import YOURS
    from dnup.search.daily_seed import SEAT
    from dnup.terminal.game import NEXT_ROUND, Game
    from dnup.terminal.keyboard import Keyboard, Left, farewell
    from dnup.terminal.screen import Screen

    screen = Screen.of_terminal(fast=fast)
    keyboard = Keyboard.of_terminal(screen)
    points: list[int] = []
    screen.say(f"The daily game of {_long(daily.date)}: three rounds, each from 0-0.")
    try:
        for number, match in enumerate(daily.matches):
            if number:
                screen.say(f"You have made {_points(sum(points))} so far.")
                keyboard.wait(NEXT_ROUND)
            opponents = {seat: bot for seat, bot in daily.bots(number).items() if seat != YOURS}
            game = Game(match, YOURS, opponents, screen, keyboard, earlier=number)
            game.play()
            points.append(game.match.score[SEAT])
    except Left as left:
        screen.say(farewell(left.how, "daily game"))
    except KeyboardInterrupt:
        screen.console.print()
        screen.say(farewell("interrupt", "daily game"))
    else:
        _tell_result(screen, daily, points)
    return 0


def _tell_result(screen: Screen, daily: Daily, points: list[int]) -> None:
    par = daily.par
    better = sum(points) - sum(par)
    how = "That is par" if not better else f"{abs(better)} {'better' if better > 0 else 'worse'} than par"
    screen.say(
        f"You have made {_points(sum(points))}. {how}: hard makes {', '.join(map(str, par))} in your seat."
    )
    screen.console.print()
    screen.say_whole(daily.line(points, par))


def _show_levels(daily: Daily, *, as_json: bool) -> int:
    from rich.console import Console

    from dnup.bots.levels import LEVELS
    from dnup.daily import PAR
    from dnup.search.daily_seed import ROUNDS, SEAT

    made: dict[str, list[int]] = {}
    with progress_bar(Console(stderr=True), "playing", len(LEVELS) * ROUNDS) as advance:
        for level in LEVELS:
            made[level] = []
            for number, match in enumerate(daily.matches):
                bots = list(daily.bots(number, level).values())
                made[level].append(match.play(bots).score[SEAT])
                advance(1)
    if as_json:
        print(json.dumps({"date": str(daily.date), "par": made[PAR], "levels": made}))
    else:
        _print_levels(Console(highlight=False), daily, made)
    return 0


def _print_levels(console: Console, daily: Daily, made: dict[str, list[int]]) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from dnup.daily import BARS, PAR
    from dnup.search.daily_seed import ROUNDS

    console.print(Text(f"The daily game of {_long(daily.date)}", style="bold"))
    console.print(Text("what each level makes of it in your seat, against three at hard\n", style="dim"))
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("level", style="bold", min_width=10)
    for heading in (*(f"round {number + 1}" for number in range(ROUNDS)), "points"):
        table.add_column(heading, justify="right", no_wrap=True)
    for level, points in made.items():
        name = f"{level} (par)" if level == PAR else level
        table.add_row(name, *(f"{BARS[each]} {each}" for each in points), str(sum(points)))
    console.print(table)
    console.print(
        Text("\nAn expert thinks by the clock, so it may make something else next time.", style="dim")
    )


def _long(date: datetime.date) -> str:
    return f"{date:%A}, {date.day} {date:%B %Y}"


def _points(count: int) -> str:
    return "1 point" if count == 1 else f"{count} points"
