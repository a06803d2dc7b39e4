"""Custom bots in Python: objects, classes and functions, also by the name of their module."""

from __future__ import annotations

import importlib
import inspect
import pickle
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import cast

from dnup.bots.bot import Bot, BotError, BotLike, Decision, check_view
from dnup.cards.card import Card
from dnup.error_text import quoted
from dnup.game.errors import MoveError
from dnup.game.move import Move
from dnup.game.view import View


class CustomBot:
    """Adapts a user's object to the `Bot` protocol: a name, a legal decision, a close method."""

    def __init__(self, player: object, name: str, *, owned: bool, wrap_errors: bool = False) -> None:
        """With `owned` it is closed with its seat; with `wrap_errors` its exceptions become a `BotError`."""
        self.name = name
        self._player = player
        self._owned = owned
        self._wrap_errors = wrap_errors

    def choose(self, view: View) -> Decision:
        check_view(view)
        ask: Callable[[View], object] = getattr(self._player, "choose", self._player)  # type: ignore[arg-type]
        try:
            answer = ask(view)
        except Exception as error:
            if not self._wrap_errors:
                raise  # with its traceback, for the author of the bot
            raise BotError(f"the bot {quoted(self.name)} failed: {_what_and_where(error)}") from error
        return self._decision(answer, view)

    def beliefs(self, view: View) -> Iterable[tuple[str, Card, float]] | None:
        """What the user's object believes about hidden cards, if it has a method `beliefs(view)`; see `Guess`."""
        believe = getattr(self._player, "beliefs", None)
        return believe(check_view(view)) if callable(believe) else None

    def close(self) -> None:
        close = getattr(self._player, "close", None)
        if self._owned and callable(close):
            close()

    def _decision(self, answer: object, view: View) -> Decision:
        decision = answer if isinstance(answer, Decision) else None
        move = answer if decision is None else decision.move
        if not isinstance(move, Move | str):
            raise BotError(
                f"the bot {quoted(self.name)} chose {quoted(move)}; it returns a move of view.legal_moves, its text, "
                "or a Decision"
            )
        try:
            legal = view.parse_move(str(move))
        except MoveError as error:
            raise BotError(f"the bot {quoted(self.name)} chose what cannot be done: {error}") from None
        return decision if decision is not None and decision.move == legal else Decision(legal)


def make_bot(bot: object, seed: int, *, name: str | None = None) -> Bot:
    """Make a bot of a user's object; see `dnup.bots.get`.

    With a `name` the bot is called that, and its exceptions become a `BotError`.
    """
    wrap_errors = name is not None
    name = name or name_of(bot)
    owned = _makes_bots(bot)
    player = bot
    if owned:
        try:
            player = _call(cast("Callable[..., object]", bot), seed, name)
        except Exception as error:
            if not wrap_errors or isinstance(error, BotError):
                raise
            raise BotError(f"the bot {quoted(name)} cannot be made: {_what_and_where(error)}") from error
    if inspect.isclass(player) or not callable(getattr(player, "choose", player)):
        raise BotError(
            f"{quoted(player if player is bot else name)} is not a bot; it has no method choose(view), and is no "
            "function of a view"
        )
    return CustomBot(
        player,
        name if wrap_errors else _own_name(player) or name,
        owned=owned,
        wrap_errors=wrap_errors,
    )


def import_bot(place: str, seed: int) -> Bot:
    """The bot at a place like `package.module:Class`; the current folder is searched, too."""
    module_name, _, path = place.partition(":")
    spec = f"py:{place}"
    if not path or not all(part.isidentifier() for part in (*module_name.split("."), *path.split("."))):
        raise BotError(
            f"{quoted(spec)} does not say where the bot is; write py:module:Class, like py:mybots:Cautious"
        )
    if str(Path.cwd()) not in sys.path and "" not in sys.path:
        sys.path.append(str(Path.cwd()))  # the command `dnup` does not search it by default
    try:
        found: object = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is not None and (module_name == error.name or module_name.startswith(f"{error.name}.")):
            raise BotError(
                f"{quoted(spec)}: there is no module {module_name}, here or among those installed"
            ) from None
        raise BotError(f"{quoted(spec)}: {module_name} needs {error.name}, which is not installed") from error
    except Exception as error:
        raise BotError(f"{quoted(spec)} cannot be imported: {_what_and_where(error)}") from error
    for part in path.split("."):
        if not hasattr(found, part):
            raise BotError(f"{quoted(spec)}: {module_name} has no {path}")
        found = getattr(found, part)
    return make_bot(found, seed, name=spec)


def name_of(bot: object) -> str:
    """The `name` of a bot, or its name in Python."""
    if own := _own_name(bot):
        return own
    for owner in (bot, getattr(bot, "func", None), type(bot)):  # what it is, what a partial calls, its class
        name = getattr(owner, "__name__", None)
        if isinstance(name, str):
            return name
    return type(bot).__name__


def bot_for_each_seat(bots: BotLike | Sequence[BotLike], seats: int, whose: str) -> tuple[BotLike, ...]:
    """One bot for each seat, given as one for all of them or as a list."""
    if not isinstance(bots, list | tuple):
        return (cast("BotLike", bots),) * seats
    if len(bots) != seats:
        raise ValueError(f"{whose}: give one bot for all of them, or a list of {seats}, not of {len(bots)}")
    return tuple(bots)


def is_picklable(bot: BotLike) -> bool:
    """Whether a bot can be sent to another process; one defined in an interactive session cannot."""
    if isinstance(bot, str):
        return True
    try:
        pickled = pickle.dumps(bot)
    except Exception:  # a user's object may raise anything
        return False
    return b"__main__" not in pickled or hasattr(sys.modules["__main__"], "__file__")


def _own_name(bot: object) -> str:
    name = getattr(bot, "name", None)
    return name if isinstance(name, str) else ""


def _makes_bots(bot: object) -> bool:
    """Whether it is a factory of bots: a class, or a function that takes a seed or nothing."""
    if inspect.isclass(bot):
        return True
    if hasattr(bot, "choose") or not callable(bot):
        return False
    parameters = _parameters(bot)
    return parameters is not None and (
        "seed" in parameters or not any(_takes_a_view(parameter) for parameter in parameters.values())
    )


def _takes_a_view(parameter: inspect.Parameter) -> bool:
    return parameter.kind in (
        parameter.POSITIONAL_ONLY,
        parameter.POSITIONAL_OR_KEYWORD,
        parameter.VAR_POSITIONAL,
    )


def _parameters(function: Callable[..., object]) -> dict[str, inspect.Parameter] | None:
    try:
        return dict(inspect.signature(function).parameters)
    except (TypeError, ValueError):  # some C functions have none
        return None


def _call(factory: Callable[..., object], seed: int, name: str) -> object:
    """Call a factory, with the seed if it takes one."""
    parameters = _parameters(factory) or {}
    more = [
        parameter.name
        for parameter in parameters.values()
        if parameter.default is parameter.empty
        and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
        and parameter.name != "seed"
    ]
    if more:
        raise BotError(
            f"{quoted(name)} needs {' and '.join(more)} to be made; give a bot that is made, or a function that "
            "makes one"
        )
    if "seed" in parameters:
        positional = parameters["seed"].kind is inspect.Parameter.POSITIONAL_ONLY
        return factory(seed) if positional else factory(seed=seed)
    return factory()


def _what_and_where(error: BaseException) -> str:
    """An error of a user's code in a few words, with the line it comes from."""
    place: TracebackType | None = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = (
        "" if place is None else f" ({Path(place.tb_frame.f_code.co_filename).name}, line {place.tb_lineno})"
    )
    text = f": {error}" if str(error) else ""
    return f"{type(error).__name__}{text}{where}"
