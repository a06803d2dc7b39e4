"""Bots against bots: duplicate deals, ratings, reports."""

from dnup.arena.playing import run
from dnup.arena.report import BotReport, Report
from dnup.arena.results import ResultsError
from dnup.arena.settings import Settings

__all__ = ["BotReport", "Report", "ResultsError", "Settings", "run"]
