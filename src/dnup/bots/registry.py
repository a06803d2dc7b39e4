"""Bots by name: `random`, `greedy`, `search:1000`, `search:200ms`, the levels, and programs of anybody's."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from dnup.bots.bot import Bot
from dnup.bots.greedy import GreedyBot
from dnup.bots.levels import LEVELS
from dnup.bots.randomly import RandomBot
from dnup.bots.search import Budget, SearchBot
from dnup.wording import quoted

_SIMPLE: Final[dict[str, Callable[[int], Bot]]] = {"random": RandomBot, "greedy": GreedyBot}
_BUDGET = re.compile(r"([0-9]{1,9})(ms|s)?(?:@([0-9]{1,3}))?")
MAX_ITERATIONS: Final = 100_000_000
MAX_SECONDS: Final = 3600.0


class BotError(ValueError):
    """A text that names no bot; the message says what would."""


def bot_names() -> tuple[str, ...]:
    """The bots that need nothing but their name."""
    return (*_SIMPLE, *LEVELS)


def get(spec: str, *, seed: int = 0) -> Bot:
    """A new bot for one seat of one match.

    `random`, `greedy`, a level (`easy`, `medium`, `hard`, `expert`), `search:1000` (iterations a move),
    `search:200ms` (time a move), either with `@2` to think on two cores, or `cmd:PROGRAM …` (a program that speaks the
    protocol of docs/bots.md).
    """
    kind, _, rest = spec.partition(":")
    if not rest and kind in _SIMPLE:
        return _SIMPLE[kind](seed)
    if not rest and kind in LEVELS:
        return LEVELS[kind](seed)
    if kind == "search":
        return _search(rest, spec, seed)
    if kind == "cmd" and rest.strip():
        from dnup.bots.external import ExternalBot

        return ExternalBot(rest, seed)
    choices = ", ".join([*bot_names(), "search:1000", "search:200ms"])
    raise BotError(f"{quoted(spec)} is not a bot; it is one of {choices} or cmd:PROGRAM")


def _search(text: str, spec: str, seed: int) -> SearchBot:
    match = _BUDGET.fullmatch(text)
    if match is not None:
        number, unit, cores = int(match[1]), match[2], int(match[3] or 1)
        seconds = number / (1000 if unit == "ms" else 1)
        if unit is None and 1 <= number <= MAX_ITERATIONS and cores:
            return SearchBot(Budget(iterations=number), seed, cores)
        if unit is not None and 0 < seconds <= MAX_SECONDS and cores:
            return SearchBot(Budget(seconds=seconds), seed, cores)
    raise BotError(
        f"{quoted(spec)} has no budget for a move; write iterations or a time, like search:1000 or search:200ms, "
        "with @2 behind it for two cores"
    )
