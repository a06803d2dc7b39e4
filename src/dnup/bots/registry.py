"""Bots by name, `random`, `search:1000`, the levels, `py:module:Class`, `cmd:PROGRAM`, and bots given as they are."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from dnup.bots.bot import Bot, BotError, BotLike
from dnup.bots.budget import Budget
from dnup.bots.champion import ChampionBot, InstinctBot
from dnup.bots.custom import import_bot, make_bot, name_of
from dnup.bots.greedy import GreedyBot
from dnup.bots.levels import LEVELS
from dnup.bots.random_bot import RandomBot
from dnup.bots.search import SearchBot
from dnup.cards.deck import Deck
from dnup.error_text import quoted
from dnup.game.round import check_seed

_SIMPLE: Final[dict[str, Callable[[int], Bot]]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "instinct": InstinctBot,
}
_SEARCHING: Final[dict[str, type[SearchBot]]] = {"search": SearchBot, "champion": ChampionBot}
_OPTIONS: Final = re.compile(r"(\w+)(?:@([1-9][0-9]{0,2}))?(\+belief)?")
"""The options of a search: its budget, the number of cores, and whether it uses beliefs."""


def bot_names() -> tuple[str, ...]:
    """The names of bots without options.

    >>> dnup.bots.bot_names()
    ('random', 'greedy', 'instinct', 'easy', 'medium', 'hard', 'expert')
    """
    return (*_SIMPLE, *LEVELS)


def get(bot: BotLike, *, seed: int = 0) -> Bot:
    """A bot for one seat of one match, by its name or made from an object.

    A name is `random`, `greedy`, a level (`easy`, `medium`, `hard`, `expert`), `search:1000` (iterations a move),
    `search:200ms` (time a move), either with `@2` to think on two cores and with `+belief` to read others' moves,
    `champion:1000` or `champion:20ms`, `instinct`, `py:module:Class` (your own bot in a module), or
    `cmd:PROGRAM …` (a program that speaks the protocol of docs/bots.md).

    Anything with a method `choose(view)` is a bot as it is. A class makes one, and so does a function that takes a
    `seed` or nothing. Any other function is asked itself: it gets the view and returns the move. What is chosen may
    be a `Move`, its text or a `Decision`.

    >>> view = dnup.Round.deal(players=3, seed=147).view("C")
    >>> str(dnup.bots.get("greedy").choose(view).move)
    'play 1/5 1/6'
    >>> last = dnup.bots.get(lambda view: view.legal_moves[-1])
    >>> str(last.choose(view).move)
    'rotate'
    """
    seed = check_seed(seed)
    if isinstance(bot, str):
        return _by_name(bot, seed)
    return make_bot(bot, seed)


def bot_name(bot: BotLike) -> str:
    """The name of a bot in reports, without making one."""
    return bot if isinstance(bot, str) else name_of(bot)


def uses_search(bot: BotLike) -> bool:
    """Whether a bot may use the search, which takes long to compile."""
    if isinstance(bot, str):
        return bot.partition(":")[0] in (*_SEARCHING, "instinct", "hard", "expert")
    return isinstance(bot, SearchBot | InstinctBot)


def look_up_network(bot: BotLike, deck: Deck, players: int) -> None:
    """Warn (`NoNetworkWarning`) if a bot has no network for these cards."""
    made = get(bot) if isinstance(bot, str) and uses_search(bot) else None
    if isinstance(made, ChampionBot | InstinctBot):
        made.look_up_network(deck, players)


def _by_name(spec: str, seed: int) -> Bot:
    kind, _, rest = spec.partition(":")
    if not rest and kind in _SIMPLE:
        return _SIMPLE[kind](seed)
    if not rest and kind in LEVELS:
        return LEVELS[kind](seed)
    if kind in _SEARCHING:
        return _searching(_SEARCHING[kind], rest, spec, seed)
    if kind == "cmd" and rest.strip():
        from dnup.bots.external import ExternalBot

        return ExternalBot(rest, seed)
    if kind == "py" and rest:
        return import_bot(rest, seed)
    choices = ", ".join([*bot_names(), "search:1000", "champion:200ms", "py:module:Class"])
    raise BotError(f"{quoted(spec)} is not a bot; it is one of {choices} or cmd:PROGRAM")


def _searching(kind: type[SearchBot], text: str, spec: str, seed: int) -> SearchBot:
    match = _OPTIONS.fullmatch(text)
    if match is not None:
        try:
            budget = Budget.parse(match[1])
        except ValueError:
            pass
        else:
            return kind(budget, seed, int(match[2] or 1), belief=bool(match[3]) or None)
    raise BotError(
        f"{quoted(spec)} has no budget for a move; write iterations or a time, like {kind.kind}:1000 or "
        f"{kind.kind}:200ms, with @2 behind it for two cores, or +belief to read others' moves"
    )
