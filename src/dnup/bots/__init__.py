"""Bots: they get a view, never the round, and decide on a move."""

from dnup.bots.bot import Bot, Decision, Estimate
from dnup.bots.registry import BotError, bot_names, get

__all__ = ["Bot", "BotError", "Decision", "Estimate", "bot_names", "get"]
