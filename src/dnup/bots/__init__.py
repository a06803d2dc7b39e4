"""Bots: they get a view, never the round, and decide on a move."""

from dnup.bots.believed_worlds import Guess, beliefs
from dnup.bots.bot import Bot, BotError, BotLike, Chooser, Decision, Estimate
from dnup.bots.champion import NoNetworkWarning
from dnup.bots.forced_wins import ForcedWin, forced_wins
from dnup.bots.registry import bot_names, get

__all__ = [
    "Bot",
    "BotError",
    "BotLike",
    "Chooser",
    "Decision",
    "Estimate",
    "ForcedWin",
    "Guess",
    "NoNetworkWarning",
    "beliefs",
    "bot_names",
    "forced_wins",
    "get",
]
