"""Texts that the table and the plot of a report share."""

from __future__ import annotations

from dnup.arena.report import Report


def played(report: Report) -> str:
    """What was played, like `504 games of 3 players`."""
    unit = "round" if report.settings.single_rounds else "match"
    plural = {"round": "rounds", "match": "matches"}[unit]
    return f"{report.games:,} {unit if report.games == 1 else plural} of {report.settings.players} players"


def won_heading(report: Report) -> str:
    """The heading of the share of games won."""
    won = "first out" if report.settings.single_rounds else "won"
    return f"{won} alone" if any(bot.alone is not None for bot in report.bots) else won
