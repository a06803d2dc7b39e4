"""The strongest player there is: the search with a network that knows what a position is worth. And its instinct."""

from __future__ import annotations

import os
import warnings
from functools import partial

import numpy as np

from dnup.announcing import QUIET
from dnup.bots.bot import Decision, Estimate, check_view
from dnup.bots.search import NO_WORLDS, Grow, SearchBot
from dnup.cards.deck import Deck
from dnup.game.view import View
from dnup.kernel.chance import Stream, new_stream
from dnup.kernel.layout import Words
from dnup.thinking.champion import glance, think
from dnup.thinking.levels import choose_at_sight
from dnup.thinking.networks import network_for
from dnup.thinking.stakes import match_stakes
from dnup.thinking.vectors import Weights


class NoNetworkWarning(UserWarning):
    """A bot that thinks with a network plays with cards that no network knows.

    >>> import warnings
    >>> warnings.simplefilter("ignore", dnup.bots.NoNetworkWarning)  # for those who know
    """


_WARNED: set[tuple[str, str, int]] = set()


def _warn(name: str, deck: Deck, players: int, instead: str) -> None:
    """Say that a bot has no network: once for each bot, deck and number of players, and not in worker processes."""
    case = (name, deck.fingerprint(players), players)
    if case in _WARNED or os.environ.get(QUIET):
        return
    _WARNED.add(case)
    warnings.warn(
        f"{name} has no network for the cards of the deck {deck.name} with {players} players: {instead}",
        NoNetworkWarning,
        stacklevel=4,
    )


class ChampionBot(SearchBot):
    """Information-set search that reads the others' moves, and in which a network says what a world is worth.

    A network knows the cards it has learnt with and no others: those of the deck `balanced`. With other cards,
    the printed ones included, rounds are played to their end.
    """

    kind = "champion"
    reads_moves = True
    network: Weights | None = None
    """The network it thinks with; None before its first view, and with cards that no network knows."""

    def look_up_network(self, deck: Deck, players: int) -> None:
        """Take the network for these cards; a `NoNetworkWarning` says, once, that there is none.

        The level `expert` says nothing: it is the best that there is for any deck.
        """
        self.network = network_for(deck.fingerprint(players), players)
        if self.network is None and self.name != "expert":
            _warn(
                "champion", deck, players, "it searches without one, like search with +belief, and is weaker"
            )

    def search(self, view: View, stream: Stream, pool: Words) -> Grow:
        deck = view._packed.words
        self.look_up_network(view.deck, view.players)
        weights = self.network
        if weights is None:
            return super().search(view, stream, pool)
        return partial(think, deck, view._words, stream, match_stakes(view.players), weights, pool)


class InstinctBot:
    """What the champion would do without thinking: the move that its network likes best in some worlds."""

    name = "instinct"
    network: Weights | None = None
    """The network it asks; None before its first view, and with cards that no network knows."""

    def __init__(self, seed: int = 0) -> None:
        self._stream = new_stream(seed)

    def look_up_network(self, deck: Deck, players: int) -> None:
        """Take the network for these cards; a `NoNetworkWarning` says, once, that there is none."""
        self.network = network_for(deck.fingerprint(players), players)
        if self.network is None:
            _warn("instinct", deck, players, "it plays like medium")

    def choose(self, view: View) -> Decision:
        numbers = np.array(check_view(view).legal_moves.numbers(), np.int64)
        moves = [view._decode(number) for number in numbers.tolist()]
        deck = view._packed.words
        self.look_up_network(view.deck, view.players)
        weights = self.network
        if weights is None:
            return Decision(moves[choose_at_sight(deck, view._words, numbers)], tuple(map(Estimate, moves)))
        worth = np.empty(len(numbers), np.float64)
        stakes = match_stakes(view.players)
        best = glance(deck, view._words, self._stream, stakes, weights, NO_WORLDS, numbers, worth)
        estimates = (Estimate(move, None, win) for move, win in zip(moves, worth.tolist(), strict=True))
        return Decision(moves[best], tuple(estimates))

    def close(self) -> None:
        pass
