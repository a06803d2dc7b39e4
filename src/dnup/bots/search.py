"""The bot `search`: thinks ahead in worlds that agree with what it has seen."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

import numpy as np

from dnup.bots.believing import deals_in, guesses_of, imagine
from dnup.bots.bot import Decision, Estimate, check_view
from dnup.game.view import View
from dnup.kernel.chance import Stream, new_stream, split
from dnup.kernel.layout import WORDS, Words
from dnup.thinking import tree as at
from dnup.thinking.belief import DEALS
from dnup.thinking.levels import MAX_NODES, nodes_for
from dnup.thinking.search import search
from dnup.thinking.stakes import match_stakes
from dnup.thinking.votes import add_votes, most_votes

Grow: TypeAlias = Callable[[Words, at.Rates, int, int], int]
"""Lets a tree of nodes and rates, so many of which are used, grow by some iterations; returns how many it then uses."""

NO_WORLDS: Final = np.empty((0, WORDS), np.int64)
"""None in particular: all that agree with the view."""

SLICE: Final = 200
"""With a time budget, so many iterations pass between two looks at the clock: well under a millisecond."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think about a move: iterations, or seconds by some clock."""

    iterations: int | None = None
    seconds: float | None = None
    clock: Callable[[], float] = time.perf_counter

    def __str__(self) -> str:
        return str(self.iterations) if self.seconds is None else f"{round(self.seconds * 1000)}ms"


class SearchBot:
    """Information-set Monte Carlo tree search within a budget for each move.

    With a budget in iterations the same seed and views give the same decisions. On several cores as many trees grow,
    each with its share of the budget, and their counts are added up.
    """

    kind = "search"
    reads_moves = False
    """Whether it does without being asked what `belief` asks for."""

    def __init__(
        self,
        budget: Budget,
        seed: int = 0,
        cores: int = 1,
        name: str = "",
        *,
        belief: bool | None = None,
    ) -> None:
        """With `belief` it thinks in worlds that explain what everyone did, and says what it takes them to hold."""
        self._belief = self.reads_moves if belief is None else belief
        self.name = (
            name or f"{self.kind}:{budget}{'+belief' if self._belief and not self.reads_moves else ''}"
        )
        self._deals = DEALS if budget.seconds is None else deals_in(budget.seconds)
        seeds = [int(split(np.uint64(seed), core)) for core in range(cores)]
        self._trees = [Tree(seed, budget, cores, self) for seed in seeds]
        self._pool = ThreadPoolExecutor(cores) if cores > 1 else None

    def choose(self, view: View) -> Decision:
        check_view(view)
        if self._pool is None:
            self._trees[0].think(view)
        else:
            list(self._pool.map(lambda tree: tree.think(view), self._trees))
        return _decide(view, self._trees)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()

    @property
    def iterations(self) -> int:
        """How many it has made so far, on all cores."""
        return sum(tree.grown for tree in self._trees)

    def imagine(self, view: View, stream: Stream) -> Words:
        """The worlds to think in; none are all that agree with the view."""
        return imagine(view, stream, self._deals) if self._belief else NO_WORLDS

    def search(self, view: View, stream: Stream, pool: Words) -> Grow:
        """What lets a tree grow for a view, in the worlds of the pool."""
        deck, stakes = view._packed.words, match_stakes(view.players)
        return partial(search, deck, view._words, stream, stakes, pool)


class Tree:
    """One tree, kept from turn to turn as far as what happened is in it."""

    def __init__(self, seed: int, budget: Budget, shares: int, bot: SearchBot) -> None:
        self._bot = bot
        self._stream = new_stream(seed)
        self._seconds = budget.seconds
        self._clock = budget.clock
        self._iterations = -(-(budget.iterations or 0) // shares)
        room = nodes_for(self._iterations) if budget.iterations else MAX_NODES
        self._nodes = np.zeros((room, at.NODE_WORDS), np.int64)
        self._rates = np.zeros((room, at.RATES), np.float64)
        self._used = 0
        self.pool = NO_WORLDS
        """The worlds that it has thought in, if not in any that agree with the view."""
        self.grown = 0
        """How many iterations it has made so far."""

    def think(self, view: View) -> None:
        """Grow the tree for a view as far as the budget allows."""
        end = self._clock() + (self._seconds or 0.0)
        self.plant(view)
        if self._seconds is None:
            self.grow(self._iterations)
            return
        self.grow(SLICE)  # an answer there must be, even if the time was up before it began
        while self._clock() < end:
            self.grow(SLICE)

    def vote(self, view: View, moves: Words, visits: Words, worth: at.Rates) -> None:
        """Add to the visits and to the worth of each of these moves."""
        add_votes(view._packed.words, view._words, self._nodes, self._rates, moves, visits, worth)

    def plant(self, view: View) -> None:
        """Make the node of this view the root: the one found in the tree, or a new one."""
        nodes = np.zeros(self._nodes.shape, np.int64)  # unlike zeros_like, leaves alone what is never used
        rates = np.zeros(self._rates.shape, np.float64)
        self._used = int(at.plant(view._words, self._nodes, self._rates, self._used, nodes, rates))
        self._nodes, self._rates = nodes, rates
        self.pool = self._bot.imagine(view, self._stream)
        self._grow = self._bot.search(view, self._stream, self.pool)

    def grow(self, iterations: int) -> None:
        self._used = int(self._grow(self._nodes, self._rates, self._used, iterations))
        self.grown += iterations


def _decide(view: View, trees: Sequence[Tree]) -> Decision:
    """The most visited move, and what the trees think of each."""
    numbers = np.array(view.legal_moves.numbers(), np.int64)
    visits = np.zeros(len(numbers), np.int64)
    worth = np.zeros(len(numbers), np.float64)
    for tree in trees:
        tree.vote(view, numbers, visits, worth)
    estimates = tuple(
        Estimate(view._decode(number), count, total / count if count else None)
        for number, count, total in zip(numbers.tolist(), visits.tolist(), worth.tolist(), strict=True)
    )
    pools = [tree.pool for tree in trees if len(tree.pool)]
    belief = guesses_of(view, np.concatenate(pools)) if pools else ()
    return Decision(estimates[most_votes(view._words, numbers, visits, worth)].move, estimates, belief)
