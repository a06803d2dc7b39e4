"""Words that the table and the picture of a report share."""

from __future__ import annotations

from dnup.arena.report import Report


def played(report: Report) -> str:
    """What was played, like `504 games of 3 players`."""
    unit = "round" if report.settings.rounds else "match"
    plural = {"round": "rounds", "match": "matches"}[unit]
    return f"{report.games:,} {unit if report.games == 1 else plural} of {report.settings.players} players"


def won_heading(report: Report) -> str:
    """What a share of games is a share of."""
    won = "first out" if report.settings.rounds else "won"
    return f"{won} alone" if any(bot.alone is not None for bot in report.bots) else won
