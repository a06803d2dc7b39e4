"""A report as a table on the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from dnup.arena.intervals import Interval
from dnup.arena.report import BotReport, Report
from dnup.arena.words import played, won_heading


def show(console: Console, report: Report) -> None:
    """Print a report."""
    settings = report.settings
    console.print(Text(played(report), style="bold"))
    console.print(Text(f"{_deals(report)}; deck {settings.deck.name}, seed {settings.seed}\n", style="dim"))
    if not report.deals:
        console.print("no deal has been played with all its seatings yet")
        return
    strength = _table("rating", won_heading(report), "points a round")
    speed = _table("moves", "time a move", "95 % within", "longest", "made for it")
    for bot in report.bots:
        strength.add_row(
            Text(bot.name),
            f"{bot.rating.mu:.1f} ± {2 * bot.rating.sigma:.1f}",
            _percent(bot.alone or bot.won),
            _number(bot.points),
        )
        times = [bot.times.mean, bot.times.quantile(0.95), bot.times.longest]
        faults = f"{bot.faults.total():,}" if bot.faults else ""
        speed.add_row(Text(bot.name), f"{bot.times.moves:,}", *map(_time, times), faults)
    console.print(strength, "", speed, sep="\n")
    console.print("\n".join(["", *_notes(report)]), highlight=False, markup=False)


def _deals(report: Report) -> str:
    seatings = report.games // max(report.deals, 1)
    if report.deals == 1:
        return "1 deal" if seatings == 1 else f"1 deal with {seatings} seatings"
    return f"{report.deals:,} deals" + ("" if seatings == 1 else f", each with {seatings} seatings")


def _table(*headings: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("bot", style="bold", overflow="fold", min_width=12)
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def _notes(report: Report) -> Iterator[str]:
    best = report.bots[0]
    if best.head_to_head is not None:
        unit = "rounds that somebody won" if report.settings.rounds else "decided matches"
        yield f"Of the {unit}, {best.name} won {_percent(best.head_to_head)}."
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
    yield "Intervals are 95 % over deals; ± of a rating is two sigma."


def games_saved(bot: BotReport) -> float | None:
    """How many times as many games the plain share needs for an interval as narrow as that without luck."""
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
    """A time in the unit that suits it."""
    if seconds >= 1:
        return f"{seconds:.1f} s"
    if seconds >= 0.01:
        return f"{seconds * 1000:.0f} ms"
    return f"{seconds * 1000:.1f} ms" if seconds >= 0.001 else f"{seconds * 1e6:.0f} µs"
