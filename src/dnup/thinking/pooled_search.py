"""The search in worlds that somebody has thought of, instead of any that agree with a view."""

import numpy as np

from dnup.kernel.chance import Stream, below
from dnup.kernel.jit import jit_with_memory
from dnup.kernel.layout import MAX_PLAYERS, WORDS, Words
from dnup.kernel.moves import SURVEY_WORDS
from dnup.thinking.search import MAX_DEPTH, try_world
from dnup.thinking.stakes import Stakes
from dnup.thinking.tree import VISITS, Rates


@jit_with_memory
def search_pool(
    deck: Words,
    pool: Words,
    stream: Stream,
    stakes: Stakes,
    tree: Words,
    rates: Rates,
    used: int,
    iterations: int,
) -> int:
    """Grow a tree as `search` does, in the worlds of a pool one after the other, from any of them on."""
    world = np.empty(WORDS, np.int64)
    end = np.empty(WORDS, np.int64)
    survey = np.empty(SURVEY_WORDS, np.int64)
    path = np.empty(MAX_DEPTH, np.int64)
    movers = np.empty(MAX_DEPTH, np.int64)
    gains = np.empty(MAX_PLAYERS, np.float64)
    row = below(stream, len(pool))
    for _ in range(iterations):
        for word in range(WORDS):
            world[word] = pool[row, word]
        row = row + 1 if row + 1 < len(pool) else 0
        tree[0, VISITS] += 1
        used = try_world(
            deck, world, end, survey, stream, stakes, tree, rates, used, 0, path, movers, 0, gains
        )
    return used
