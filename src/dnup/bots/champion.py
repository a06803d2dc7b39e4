"""The strongest bot, a search guided by a neural network, and the network alone."""

from __future__ import annotations

import os
import warnings
from functools import partial

import numpy as np

from dnup.bots.believed_worlds import UNIFORM
from dnup.bots.bot import Decision, Estimate, check_view
from dnup.bots.search import Grow, SearchBot, decide_by_force
from dnup.cards.deck import Deck
from dnup.compile_progress import QUIET
from dnup.game.view import View
from dnup.kernel.layout import Words
from dnup.kernel.rng import Stream, new_stream
from dnup.network.files import network_for
from dnup.network.guided_search import guided_search, predict_values
from dnup.network.simd import Weights
from dnup.search.levels import choose_at_sight
from dnup.search.match_equity import match_equity


class NoNetworkWarning(UserWarning):
    """A bot that uses a network has none for these cards.

    >>> import warnings
    >>> warnings.simplefilter("ignore", dnup.bots.NoNetworkWarning)
    """


_WARNED: set[tuple[str, str, int]] = set()


def _warn(name: str, deck: Deck, players: int, instead: str) -> None:
    """Warn that a bot has no network, once for each bot, deck and number of players, not in worker processes."""
    case = (name, deck.fingerprint(players), players)
    if case in _WARNED or os.environ.get(QUIET):
        return
    _WARNED.add(case)
    warnings.warn(
        f"{name} has no network for the cards of the deck {deck.name} with {players} players: {instead}",
        NoNetworkWarning,
        stacklevel=4,
    )


def expert_note(deck: Deck, players: int) -> str | None:
    """The sentence that says how the level `expert` plays without a network; None if there is one for these cards."""
    if network_for(deck.fingerprint(players), players) is not None:
        return None
    return (
        "Expert plays by search with beliefs, because there is no network for the cards of the deck "
        f"{deck.name} with {players} players yet."
    )


class ChampionBot(SearchBot):
    """Information-set search in belief-weighted worlds, in which a network evaluates positions instead of rollouts.

    A network is trained for the cards of one deck and number of players. With other cards the search uses rollouts.
    """

    kind = "champion"
    belief_by_default = True
    network: Weights | None = None
    """Its network; None before its first view, and with cards that have no network."""

    def look_up_network(self, deck: Deck, players: int) -> None:
        """Load the network for these cards; without one there is a `NoNetworkWarning`, once.

        The level `expert` does not warn: it is the best bot for any deck, and `expert_note` says how it plays.
        """
        self.network = network_for(deck.fingerprint(players), players)
        if self.network is None and self.name != "expert":
            _warn(
                "champion", deck, players, "it searches without one, like search with +belief, and is weaker"
            )

    def search(self, view: View, stream: Stream, pool: Words) -> Grow:
        deck = view.deck_words
        self.look_up_network(view.deck, view.players)
        weights = self.network
        if weights is None:
            return super().search(view, stream, pool)
        return partial(guided_search, deck, view.words, stream, match_equity(view.players), weights, pool)


class InstinctBot:
    """The champion without its search tree: the move with the highest value of the network, averaged over some worlds.

    As every strong bot it plays a win by force when there is a proof of one.
    """

    name = "instinct"
    network: Weights | None = None
    """Its network; None before its first view, and with cards that have no network."""

    def __init__(self, seed: int = 0) -> None:
        self._stream = new_stream(seed)

    def look_up_network(self, deck: Deck, players: int) -> None:
        """Load the network for these cards; without one there is a `NoNetworkWarning`, once."""
        self.network = network_for(deck.fingerprint(players), players)
        if self.network is None:
            _warn("instinct", deck, players, "it plays like medium")

    def choose(self, view: View) -> Decision:
        if (decision := decide_by_force(check_view(view))) is not None:
            return decision
        numbers = np.array(view.legal_moves.numbers(), np.int64)
        moves = [view.decode_move(number) for number in numbers.tolist()]
        deck = view.deck_words
        self.look_up_network(view.deck, view.players)
        weights = self.network
        if weights is None:
            return Decision(moves[choose_at_sight(deck, view.words, numbers)], tuple(map(Estimate, moves)))
        values = np.empty(len(numbers), np.float64)
        equity = match_equity(view.players)
        best = predict_values(deck, view.words, self._stream, equity, weights, UNIFORM, numbers, values)
        estimates = (Estimate(move, None, win) for move, win in zip(moves, values.tolist(), strict=True))
        return Decision(moves[best], tuple(estimates))

    def close(self) -> None:
        pass
