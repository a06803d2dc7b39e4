"""Tournaments between bots: duplicate deals, ratings, reports."""

from dnup.arena.report import BotReport, Report
from dnup.arena.results import ResultsError
from dnup.arena.runner import run
from dnup.arena.settings import Settings

__all__ = ["BotReport", "Report", "ResultsError", "Settings", "run"]
