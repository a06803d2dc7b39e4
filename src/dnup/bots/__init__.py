"""Bots: they get a view, never the round, and decide on a move."""

from dnup.bots.believed_worlds import Guess, beliefs
from dnup.bots.bot import Bot, BotError, BotLike, Chooser, Decision, Estimate
from dnup.bots.champion import NoNetworkWarning
from dnup.bots.registry import bot_names, get

__all__ = [
    "Bot",
    "BotError",
    "BotLike",
    "Chooser",
    "Decision",
    "Estimate",
    "Guess",
    "NoNetworkWarning",
    "beliefs",
    "bot_names",
    "get",
]
