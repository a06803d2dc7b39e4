"""A deck as the kernel reads it: masks by value, values by card, copies."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from dnup.kernel.layout import (
    CARD_COUNT,
    COPIED,
    DECK_WORDS,
    HIGHS,
    IN_PLAY,
    KIND_COUNT,
    KINDS,
    LOWS,
    MAX_SIZE,
    SPREAD,
    STAR,
    TALLIES,
    TOP_VALUE,
    TWINS,
    VALUES,
    Words,
)


def deck_tables(faces: Sequence[tuple[int, int]], star: int, in_play: Iterable[int]) -> Words:
    """The tables of a deck whose cards have these (lower, higher) values, for the cards in play.

    Cards must be sorted: then the order of bits is the ascending order of cards that show the same value.
    """
    tables = np.zeros(DECK_WORDS, np.int64)
    tables[CARD_COUNT] = len(faces)
    tables[STAR] = star
    for card, face in enumerate(faces):
        tables[VALUES + 2 * card : VALUES + 2 * card + 2] = face
        tables[TALLIES + 2 * card : TALLIES + 2 * card + 2] = [1 << 4 * (value - 1) for value in face]
    copies: dict[tuple[int, int], int] = defaultdict(int)
    for card in in_play:
        low, high = faces[card]
        bit = 1 << card
        tables[IN_PLAY] |= bit
        tables[LOWS + low] |= bit
        tables[HIGHS + high] |= bit
        tables[TOP_VALUE] = max(tables[TOP_VALUE], high)
        copies[low, high] |= bit
    for mask in copies.values():
        if mask.bit_count() > 1:
            tables[KINDS + tables[KIND_COUNT]] = mask
            tables[KIND_COUNT] += 1
            tables[COPIED] |= mask
            for distance in range(1, MAX_SIZE):
                twins = mask & mask >> distance
                if twins:
                    tables[TWINS + distance] |= twins
                    tables[SPREAD] = max(tables[SPREAD], distance)
    tables.flags.writeable = False
    return tables
