"""Determinizations: worlds that agree with a view (D3), with the unseen cards dealt at random."""

import numpy as np

from dnup.kernel.jit import jit_apart, popcount
from dnup.kernel.layout import (
    HANDS,
    IN_PLAY,
    PLAYERS,
    SHOWN,
    SIZES,
    SPECTATOR,
    STAR,
    STARTER,
    TURNED,
    VIEWER,
    Words,
    copy_words,
)
from dnup.kernel.rng import Stream, below, random_bits
from dnup.kernel.sets import choose


@jit_apart
def sample_world(deck: Words, view: Words, stream: Stream, world: Words) -> None:
    """Write a uniformly random state that agrees with the view.

    Known cards stay where they are; an unseen star is in the starter's hand; the other unseen cards fill the hands to
    their sizes; every unseen card has a random orientation.
    """
    copy_words(view, world)
    world[VIEWER] = 0
    world[SIZES] = 0
    hidden = deck[IN_PLAY] & ~view[SHOWN]
    if view[VIEWER] != SPECTATOR:
        hidden &= ~view[HANDS + view[VIEWER] - 1]
    world[TURNED] |= random_bits(stream) & hidden
    star = np.int64(1) << deck[STAR]
    if hidden & star:
        world[HANDS + view[STARTER]] |= star
        hidden &= ~star
    for seat in range(view[PLAYERS]):
        missing = ((view[SIZES] >> (8 * seat)) & 255) - popcount(world[HANDS + seat])
        left = popcount(hidden)
        cards = hidden if missing == left else 0  # the last hand gets the rest
        while popcount(cards) < missing:
            pick = choose(hidden & ~cards, 1 << below(stream, left))
            cards |= pick
            left -= 1
        world[HANDS + seat] |= cards
        hidden &= ~cards
