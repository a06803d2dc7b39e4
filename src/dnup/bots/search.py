"""The bot `search`: thinks ahead in worlds that agree with what it has seen."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

import numpy as np

from dnup.bots.bot import Decision, Estimate, check_view
from dnup.game.move import Move
from dnup.game.view import View
from dnup.kernel.chance import new_stream, split
from dnup.thinking import tree as at
from dnup.thinking.search import search
from dnup.thinking.stakes import match_stakes

SLICE: Final = 200
"""With a time budget, so many iterations pass between two looks at the clock: well under a millisecond."""

MAX_NODES: Final = 400_000
"""A tree grows no further than this (26 MB); the search goes on in what there is."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think about a move: iterations, or seconds."""

    iterations: int | None = None
    seconds: float | None = None

    def __str__(self) -> str:
        return str(self.iterations) if self.seconds is None else f"{round(self.seconds * 1000)}ms"


class SearchBot:
    """Information-set Monte Carlo tree search within a budget for each move.

    With a budget in iterations the same seed and views give the same decisions. On several cores as many trees grow,
    each with its share of the budget, and their counts are added up.
    """

    def __init__(self, budget: Budget, seed: int = 0, cores: int = 1, name: str = "") -> None:
        self.name = name or f"search:{budget}"
        self._trees = [_Tree(int(split(np.uint64(seed), core)), budget, cores) for core in range(cores)]
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


class _Tree:
    """One tree, kept from turn to turn as far as what happened is in it."""

    def __init__(self, seed: int, budget: Budget, shares: int) -> None:
        self._stream = new_stream(seed)
        self._seconds = budget.seconds
        self._iterations = -(-(budget.iterations or 0) // shares)
        room = min(MAX_NODES, 10 * self._iterations + 1000) if budget.iterations else MAX_NODES
        self._nodes = np.zeros((room, at.NODE_WORDS), np.int64)
        self._rates = np.zeros((room, at.RATES), np.float64)
        self._used = 0

    def think(self, view: View) -> None:
        """Grow the tree for a view as far as the budget allows."""
        self._plant(view)
        if self._seconds is None:
            self._grow(view, self._iterations)
            return
        end = time.perf_counter() + self._seconds
        while time.perf_counter() < end:
            self._grow(view, SLICE)

    def children(self) -> Iterator[tuple[int, int, float]]:
        """The moves at the root as the kernel's numbers, each with its visits and summed worth."""
        first, count = int(self._nodes[0, at.FIRST]), int(self._nodes[0, at.COUNT])
        for child in range(first, first + count):
            node = self._nodes[child]
            visits = int(node[at.VISITS])
            yield int(at.key_move(int(node[at.KEY]))), visits, visits * float(self._rates[child, at.MEAN])

    def _grow(self, view: View, iterations: int) -> None:
        self._used = int(
            search(
                view._packed.words,
                view._words,
                self._stream,
                match_stakes(view.players),
                self._nodes,
                self._rates,
                self._used,
                iterations,
            )
        )

    def _plant(self, view: View) -> None:
        """Make the node of this view the root: the one found in the tree, or a new one."""
        root = 0
        if self._used:
            root = int(at.find_node(self._nodes, self._used, at.public_mark(view._words)))
        nodes = np.zeros(self._nodes.shape, np.int64)  # unlike zeros_like, leaves alone what is never used
        rates = np.zeros(self._rates.shape, np.float64)
        self._used = int(at.replant(self._nodes, self._rates, root, nodes, rates)) if root else 1
        self._nodes, self._rates = nodes, rates


def _decide(view: View, trees: Sequence[_Tree]) -> Decision:
    """The most visited move, and what the trees think of each."""
    visits: Counter[Move] = Counter()
    worth: dict[Move, float] = defaultdict(float)
    for tree in trees:
        for number, count, total in tree.children():
            move = view._decode(number)  # copies of a card are one move (D4)
            visits[move] += count
            worth[move] += total
    estimates = tuple(
        Estimate(move, visits[move], worth[move] / visits[move] if visits[move] else None)
        for move in view.legal_moves
    )
    best = max(estimates, key=lambda estimate: (estimate.visits or 0, estimate.win or 0.0))
    return Decision(best.move, estimates)
