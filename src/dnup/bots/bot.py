"""The interface of bots: a bot gets a view, never the round, and decides on a move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np

from dnup.bots.believed_worlds import Guess
from dnup.game.move import Move
from dnup.game.view import View
from dnup.kernel.layout import Words


@dataclass(frozen=True, slots=True)
class Estimate:
    """A bot's estimate of a legal move: how often the search visited it, and the chance to win the match with it.

    Both are None for a bot that does not search.

    >>> view = dnup.Round.deal(players=3, seed=147).view("C")
    >>> estimate = dnup.bots.get("search:50").choose(view).estimates[0]
    >>> str(estimate.move), estimate.visits > 0, 0 <= estimate.win <= 1
    ('play 1/5', True, True)
    """

    move: Move
    visits: int | None = None
    win: float | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """The move a bot has chosen, and its estimate of every legal move, in the order of `legal_moves`.

    `belief` has the beliefs of a bot that uses them, see `Guess`.

    >>> view = dnup.Round.deal(players=3, seed=147).view("C")
    >>> decision = dnup.bots.get("medium").choose(view)
    >>> str(decision.move), len(decision.estimates)
    ('play 5/2 5/3', 15)
    """

    move: Move
    estimates: tuple[Estimate, ...] = ()
    belief: tuple[Guess, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """This decision as JSON data."""
        estimates = [
            {"move": str(estimate.move), "visits": estimate.visits, "win": estimate.win}
            for estimate in self.estimates
        ]
        return {
            "move": str(self.move),
            "estimates": estimates,
            "belief": [guess.to_json() for guess in self.belief],
        }


Choice = Callable[[Words, Words, Words], int]
"""A choice without search: takes the words of the deck and of a view and its legal moves, returns an index."""


def decide(view: View, choose: Choice) -> Decision:
    """The decision of a bot that does not search."""
    numbers = np.array(check_view(view).legal_moves.numbers(), np.int64)
    moves = [view.decode_move(number) for number in numbers.tolist()]
    chosen = choose(view.deck_words, view.words, numbers)
    return Decision(moves[chosen], tuple(map(Estimate, moves)))


class Bot(Protocol):
    """The player of one seat of one match, asked for a move when that seat is in turn.

    A bot may keep state, so each seat of each match has its own. All its randomness comes from its seed.

    >>> bot = dnup.bots.get("random", seed=1)
    >>> bot.name
    'random'
    >>> bot.close()
    """

    name: str

    def choose(self, view: View) -> Decision:
        """Decide on a move for the seat of the view, which is in turn."""
        ...

    def close(self) -> None:
        """Free everything held for the match, which is over."""
        ...


class Chooser(Protocol):
    """The least that a custom bot needs; a `name` and a `close` are used if it has them.

    >>> class Last:
    ...     def choose(self, view):
    ...         return view.legal_moves[-1]
    >>> dnup.play_match([Last, "greedy"], seed=1).players
    ('Last', 'greedy')
    """

    def choose(self, view: View) -> Decision | Move | str:
        """A decision, a move, or the text of one."""
        ...


BotLike: TypeAlias = str | Bot | Chooser | Callable[..., object]
"""What `dnup.bots.get` takes: a name, an object, a class, a function.

>>> bots: list[dnup.bots.BotLike] = ["greedy", dnup.bots.get("random"), lambda view: view.legal_moves[0]]
>>> dnup.play_match(bots, seed=1).result
Result.WON
"""


class BotError(ValueError):
    """Not a bot, or a bot that does not choose a legal move; the message says what would be right.

    >>> try:
    ...     dnup.bots.get("py:chess:Bot")
    ... except dnup.bots.BotError as error:
    ...     print(error)
    'py:chess:Bot': there is no module chess, here or among those installed
    """


def check_view(view: object) -> View:
    """Return a view of the seat in turn; anything else, a round included, is a `ValueError`."""
    if not isinstance(view, View):
        raise ValueError(
            f"a {type(view).__name__} is not a view; moves are chosen from what the seat in turn knows: "
            "position.view(position.turn)"
        )
    if view.seat is None or view.seat != view.turn:
        whose = "a spectator" if view.seat is None else f"seat {view.seat}"
        turn = "the round is over" if view.turn is None else f"it is seat {view.turn}'s turn"
        raise ValueError(f"only the seat in turn chooses a move; this is the view of {whose}, and {turn}")
    return view
