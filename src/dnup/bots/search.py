"""The bot `search`: information-set Monte Carlo tree search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias

import numpy as np

from dnup.belief.posterior import DEALS
from dnup.bots.believed_worlds import UNIFORM, Guess, deals_in, guesses_of, sample_worlds
from dnup.bots.bot import Decision, Estimate, check_view
from dnup.bots.budget import Budget
from dnup.game.view import View
from dnup.kernel.layout import Words
from dnup.kernel.rng import Stream, new_stream, split
from dnup.search import tree as at
from dnup.search.forced_wins import vote_for_forced_wins
from dnup.search.levels import MAX_NODES, nodes_for
from dnup.search.match_equity import match_equity
from dnup.search.mcts import search
from dnup.search.root_statistics import add_root_statistics, most_visited

Grow: TypeAlias = Callable[[Words, at.Rates, int, int], int]
"""Runs iterations on a tree: takes nodes, rates, the number of nodes in use and of iterations; returns nodes in use."""

SLICE: Final = 200
"""With a time budget, the clock is read after this many iterations: well under a millisecond."""

LONGEST_CALL: Final = 5_000
"""Iterations of one compiled call: some hundredths of a second. Ctrl-C is noticed between two calls."""


class SearchBot:
    """Information-set Monte Carlo tree search within a budget for each move.

    With a budget in iterations the same seed and views give the same decisions. On several cores there is a tree for
    each (root parallelization), with its share of the budget, and their visits are added up.
    """

    kind = "search"
    belief_by_default = False
    """The default of the option `belief`."""

    def __init__(
        self,
        budget: Budget,
        seed: int = 0,
        cores: int = 1,
        name: str = "",
        *,
        belief: bool | None = None,
        forced_wins: bool = True,
    ) -> None:
        """With `belief` it samples worlds by the likelihood of what everyone did, and its decisions have beliefs.

        With `forced_wins` it plays a move that wins by force without a search.
        """
        self._forced_wins = forced_wins
        self._belief = self.belief_by_default if belief is None else belief
        self.name: str = (
            name or f"{self.kind}:{budget}{'+belief' if self._belief and not self.belief_by_default else ''}"
        )
        self._deals = DEALS if budget.seconds is None else deals_in(budget.seconds)
        seeds = [int(split(np.uint64(seed), core)) for core in range(cores)]
        self._trees = [Tree(seed, budget, cores, self) for seed in seeds]
        self._pool = ThreadPoolExecutor(cores) if cores > 1 else None

    def choose(self, view: View) -> Decision:
        check_view(view)
        if self._forced_wins and (decision := decide_by_force(view)) is not None:
            worlds = self.sample_worlds(view, new_stream(view.actions))
            return replace(decision, belief=guesses_of(view, worlds)) if len(worlds) else decision
        if self._pool is None:
            self._trees[0].think(view)
        else:
            try:
                list(self._pool.map(lambda tree: tree.think(view), self._trees))
            except BaseException:  # Ctrl-C, which only this thread notices
                for tree in self._trees:
                    tree.stopped = True
                raise
        return _decide(view, self._trees)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()

    @property
    def iterations(self) -> int:
        """The number of iterations so far, on all cores."""
        return sum(tree.grown for tree in self._trees)

    def sample_worlds(self, view: View, stream: Stream) -> Words:
        """The worlds to sample from."""
        return sample_worlds(view, stream, self._deals) if self._belief else UNIFORM

    def search(self, view: View, stream: Stream, pool: Words) -> Grow:
        """The function that grows a tree for a view, in the worlds of the pool."""
        deck, equity = view.deck_words, match_equity(view.players)
        return partial(search, deck, view.words, stream, equity, pool)


class Tree:
    """One search tree; the subtree of what happened is kept from turn to turn."""

    def __init__(self, seed: int, budget: Budget, shares: int, bot: SearchBot) -> None:
        self._bot = bot
        self._stream = new_stream(seed)
        self._seconds = budget.seconds
        self._clock = budget.clock
        self._iterations = -(-(budget.iterations or 0) // shares)
        size = nodes_for(self._iterations) if budget.iterations else MAX_NODES
        self._nodes = np.zeros((size, at.NODE_WORDS), np.int64)
        self._rates = np.zeros((size, at.RATES), np.float64)
        self._used = 0
        self.pool: Words = UNIFORM
        """The worlds of the last search."""
        self.grown: int = 0
        """The number of iterations so far."""
        self.stopped = False
        """Whether another thread wants no more iterations."""

    def think(self, view: View) -> None:
        """Search from a view within the budget."""
        end = self._clock() + (self._seconds or 0.0)
        self.reroot(view)
        if self._seconds is None:
            self.grow(self._iterations)
            return
        self.grow(SLICE)  # at least once, even if the time is already up
        while self._clock() < end and not self.stopped:
            self.grow(SLICE)

    def vote(self, view: View, moves: Words, visits: Words, values: at.Rates) -> None:
        """Add the visits and the sum of values of each of these moves."""
        add_root_statistics(view.deck_words, view.words, self._nodes, self._rates, moves, visits, values)

    def reroot(self, view: View) -> None:
        """Make the node of this view the root: the one found in the tree, or a new one."""
        nodes = np.zeros(
            self._nodes.shape, np.int64
        )  # unlike zeros_like, touches no memory that is never used
        rates = np.zeros(self._rates.shape, np.float64)
        self._used = int(at.reroot(view.words, self._nodes, self._rates, self._used, nodes, rates))
        self._nodes, self._rates = nodes, rates
        self.pool = self._bot.sample_worlds(view, self._stream)
        self._grow = self._bot.search(view, self._stream, self.pool)

    def grow(self, iterations: int) -> None:
        while iterations > 0 and not self.stopped:
            some = min(iterations, LONGEST_CALL)
            self._used = int(self._grow(self._nodes, self._rates, self._used, some))
            self.grown += some
            iterations -= some


def _decide(view: View, trees: Sequence[Tree]) -> Decision:
    """The most visited move, and the estimates of all."""
    numbers, visits, values = _votes(view)
    for tree in trees:
        tree.vote(view, numbers, visits, values)
    pools = [tree.pool for tree in trees if len(tree.pool)]
    belief = guesses_of(view, np.concatenate(pools)) if pools else ()
    return _count_votes(view, numbers, visits, values, belief)


def decide_by_force(view: View) -> Decision | None:
    """A move that wins by force in as few actions as possible; None if no such move was found."""
    numbers, visits, values = _votes(view)
    equity = match_equity(view.players)
    found = vote_for_forced_wins(view.deck_words, view.words, equity, numbers, visits, values)
    return _count_votes(view, numbers, visits, values, ()) if found else None


def _votes(view: View) -> tuple[Words, Words, at.Rates]:
    """The legal moves, and for each of them the number of visits and the sum of their values, 0 so far."""
    numbers = np.array(view.legal_moves.numbers(), np.int64)
    return numbers, np.zeros(len(numbers), np.int64), np.zeros(len(numbers), np.float64)


def _count_votes(
    view: View, numbers: Words, visits: Words, values: at.Rates, belief: tuple[Guess, ...]
) -> Decision:
    estimates = tuple(
        Estimate(view.decode_move(number), count, total / count if count else None)
        for number, count, total in zip(numbers.tolist(), visits.tolist(), values.tolist(), strict=True)
    )
    return Decision(estimates[most_visited(view.words, numbers, visits, values)].move, estimates, belief)
