"""The strongest player there is: the search with a network that knows what a position is worth. And its instinct."""

from __future__ import annotations

from functools import partial

import numpy as np

from dnup.bots.bot import Decision, Estimate, check_view
from dnup.bots.search import NO_WORLDS, Grow, SearchBot
from dnup.game.view import View
from dnup.kernel.chance import Stream, new_stream
from dnup.kernel.layout import Words
from dnup.thinking.champion import glance, think
from dnup.thinking.levels import choose_at_sight
from dnup.thinking.networks import network_for
from dnup.thinking.stakes import match_stakes


class ChampionBot(SearchBot):
    """Information-set search that reads the others' moves, and in which a network says what a world is worth.

    The networks know the cards of the standard deck and of pairs; with others rounds are played to their end.
    """

    kind = "champion"
    reads_moves = True

    def search(self, view: View, stream: Stream, pool: Words) -> Grow:
        deck = view._packed.words
        weights = network_for(deck, view.players)
        if weights is None:
            return super().search(view, stream, pool)
        return partial(think, deck, view._words, stream, match_stakes(view.players), weights, pool)


class InstinctBot:
    """What the champion would do without thinking: the move that its network likes best in some worlds."""

    name = "instinct"

    def __init__(self, seed: int = 0) -> None:
        self._stream = new_stream(seed)

    def choose(self, view: View) -> Decision:
        numbers = np.array(check_view(view).legal_moves.numbers(), np.int64)
        moves = [view._decode(number) for number in numbers.tolist()]
        deck = view._packed.words
        weights = network_for(deck, view.players)
        if weights is None:
            return Decision(moves[choose_at_sight(deck, view._words, numbers)], tuple(map(Estimate, moves)))
        worth = np.empty(len(numbers), np.float64)
        stakes = match_stakes(view.players)
        best = glance(deck, view._words, self._stream, stakes, weights, NO_WORLDS, numbers, worth)
        estimates = (Estimate(move, None, win) for move, win in zip(moves, worth.tolist(), strict=True))
        return Decision(moves[best], tuple(estimates))

    def close(self) -> None:
        pass
