"""A report as text, on the terminal and in notebooks."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from dnup.arena.intervals import Interval
from dnup.arena.report import BotReport, Report
from dnup.arena.texts import played, won_heading
from dnup.bots.champion import expert_note

_WIDTH: Final = 120
"""Columns of a report as a text."""

_AGAINST: Final = "won against"
"""The first heading of the table of how each bot did against each."""

_WIDEST: Final = 10_000
"""More columns than any table needs."""

_NOTHING: Final = "no deal has been played with all its seatings yet"


@dataclass(frozen=True)
class Grid:
    """A table of a report: the headings of columns, and the cells of rows. The first column has names."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def grids(report: Report) -> Iterator[Grid]:
    """The tables of a report: strength, speed, and for three and more bots how each did against each."""
    strength, speed = [], []
    for bot in report.bots:
        strength.append(
            (
                bot.name,
                f"{bot.rating.mu:.1f} ± {2 * bot.rating.sigma:.1f}",
                _percent(bot.alone or bot.won),
                _number(bot.points),
            )
        )
        times = [bot.times.mean, bot.times.quantile(0.95), bot.times.longest]
        faults = f"{bot.faults.total():,}" if bot.faults else ""
        speed.append((bot.name, f"{bot.times.moves:,}", *map(_time, times), faults))
    yield Grid(("bot", "rating", won_heading(report), "points a round"), tuple(strength))
    yield Grid(("bot", "moves", "time a move", "95 % within", "longest", "made for it"), tuple(speed))
    if report.payoffs:
        names = [bot.name for bot in report.bots]
        cells = ((name, *map(_percent, row)) for name, row in zip(names, report.payoffs, strict=True))
        yield Grid((_AGAINST, *names), tuple(cells))


def show(console: Console, report: Report) -> None:
    """Print a report."""
    heading, facts = _heading(report)
    console.print(Text(heading, style="bold"))
    console.print(Text(f"{facts}\n", style="dim"))
    if not report.deals:
        console.print(_NOTHING)
        return
    for grid in grids(report):
        table = _table(grid)
        if grid.headings[0] == _AGAINST:  # it grows with every bot
            needed = console.measure(table, options=console.options.update(max_width=_WIDEST)).maximum
            table = table if needed <= console.width else _table(_without_intervals(grid))
        console.print(table, "", sep="\n")
    console.print("\n".join(_notes(report)), highlight=False, markup=False)


def as_text(report: Report) -> str:
    """A report as `show` prints it, without colors."""
    console = Console(
        file=io.StringIO(), width=_WIDTH, color_system=None, force_terminal=False, force_jupyter=False
    )
    with console.capture() as capture:
        show(console, report)
    return "\n".join(line.rstrip() for line in capture.get().rstrip().splitlines())


def as_html(report: Report) -> str:
    """A report for a notebook."""
    heading, facts = _heading(report)
    parts = [f"<p><b>{escape(heading)}</b><br>{escape(facts)}</p>"]
    if not report.deals:
        return f"<div>{parts[0]}<p>{escape(_NOTHING)}</p></div>"
    for grid in grids(report):
        head = "".join(f"<th>{escape(cell)}</th>" for cell in grid.headings)
        rows = (
            f'<tr><th style="text-align:left">{escape(name)}</th>'
            + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
            + "</tr>"
            for name, *cells in grid.rows
        )
        parts.append(f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>")
    parts += (f"<p>{escape(note)}</p>" for note in _notes(report))
    return f"<div>{''.join(parts)}</div>"


def _heading(report: Report) -> tuple[str, str]:
    settings = report.settings
    return played(report), f"{_deals(report)}; deck {settings.deck.name}, seed {settings.seed}"


def _deals(report: Report) -> str:
    seatings = report.games // max(report.deals, 1)
    if report.deals == 1:
        return "1 deal" if seatings == 1 else f"1 deal with {seatings} seatings"
    return f"{report.deals:,} deals" + ("" if seatings == 1 else f", each with {seatings} seatings")


def _table(grid: Grid) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    first, *others = grid.headings
    table.add_column(first, style="bold", overflow="fold", min_width=12)
    for heading in others:
        table.add_column(Text(heading), justify="right", no_wrap=True)
    for name, *cells in grid.rows:
        table.add_row(Text(name), *cells)
    return table


def _without_intervals(grid: Grid) -> Grid:
    """The same with shares alone, for a table of many bots on a narrow terminal."""
    rows = ((name, *(cell.partition(" (")[0] for cell in cells)) for name, *cells in grid.rows)
    return Grid(grid.headings, tuple(rows))


def _notes(report: Report) -> Iterator[str]:
    best = report.bots[0]
    if best.head_to_head is not None:
        unit = "rounds that somebody won" if report.settings.single_rounds else "decided matches"
        yield f"Of the {unit}, {best.name} won {_percent(best.head_to_head)}."
    if any(bot.name == "expert" for bot in report.bots) and (
        note := expert_note(report.settings.deck, report.settings.players)
    ):
        yield note
    if report.drawn:
        yield f"{report.drawn:,} matches were drawn."
    if report.abandoned:
        yield f"{report.abandoned:,} of {report.rounds:,} rounds were abandoned."
    for bot in report.bots:
        if bot.faults:
            kinds = ", ".join(f"{kind} {count:,}" for kind, count in bot.faults.most_common())
            yield f"{bot.name}: {bot.faults.total():,} of {bot.times.moves:,} moves were made for it ({kinds})."
            if bot.last_words:
                yield f"  it said last: {bot.last_words.splitlines()[-1][:200]}"
    saved = games_saved(best)
    if best.without_luck is not None:
        yield f"Each seat of {best.name} won {_percent(best.won)}; without luck, {_percent(best.without_luck)}."
        if saved is not None:
            yield f"As narrow an interval takes {saved:.1f} times as many games with luck in them."
    if report.payoffs:
        unit = "rounds" if report.settings.single_rounds else "matches"
        yield f"The last table has the row's bot against the column's: its share of the {unit} that one of the two won."
    yield "Intervals are 95 % over deals; ± of a rating is two sigma."


def games_saved(bot: BotReport) -> float | None:
    """The factor of games that the plain share needs for an interval as narrow as the luck-adjusted one."""
    plain, without = bot.won, bot.without_luck
    if plain is None or without is None or None in (plain.low, without.low):
        return None
    widths = [float(one.high or 0) - float(one.low or 0) for one in (plain, without)]
    return (widths[0] / widths[1]) ** 2 if widths[1] else None


def _percent(interval: Interval | None) -> str:
    if interval is None:
        return "–"
    bounds = "" if interval.low is None else f" ({interval.low:.1%}–{interval.high:.1%})".replace("%–", "–")
    return f"{interval.mean:.1%}{bounds}"


def _number(interval: Interval | None) -> str:
    if interval is None:
        return "–"
    return f"{interval.mean:.3f}" + (
        "" if interval.high is None else f" ± {interval.high - interval.mean:.3f}"
    )


def _time(seconds: float) -> str:
    """A time in seconds, milliseconds or microseconds."""
    if seconds >= 1:
        return f"{seconds:.1f} s"
    if seconds >= 0.01:
        return f"{seconds * 1000:.0f} ms"
    return f"{seconds * 1000:.1f} ms" if seconds >= 0.001 else f"{seconds * 1e6:.0f} µs"
