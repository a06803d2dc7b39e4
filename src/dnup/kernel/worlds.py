"""Worlds that agree with a view (D3): what the viewer has not seen is dealt anew."""

import numpy as np

from dnup.kernel.chance import Stream, below, random_bits
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
    WORDS,
    Words,
)
from dnup.kernel.sets import choose


@jit_apart
def sample_world(deck: Words, view: Words, stream: Stream, world: Words) -> None:
    """Write a state that looks like the view to its viewer, each as likely as any other.

    Known cards stay where they are; an unseen star is in its starter's hand; the other unseen cards go to the hands
    with room, and every unseen card is either way up.
    """
    for word in range(WORDS):
        world[word] = view[word]
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
        room = ((view[SIZES] >> (8 * seat)) & 255) - popcount(world[HANDS + seat])
        left = popcount(hidden)
        cards = hidden if room == left else 0  # the last one with room gets the rest
        while popcount(cards) < room:
            pick = choose(hidden & ~cards, 1 << below(stream, left))
            cards |= pick
            left -= 1
        world[HANDS + seat] |= cards
        hidden &= ~cards
