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


def deck_words(faces: Sequence[tuple[int, int]], star: int, in_play: Iterable[int]) -> Words:
    """The words of a deck whose cards have these (lower, higher) values, for the cards in play.

    Cards must be sorted: then the order of bits is the ascending order of cards that show the same value.
    """
    words = np.zeros(DECK_WORDS, np.int64)
    words[CARD_COUNT] = len(faces)
    words[STAR] = star
    for card, face in enumerate(faces):
        words[VALUES + 2 * card : VALUES + 2 * card + 2] = face
        words[TALLIES + 2 * card : TALLIES + 2 * card + 2] = [1 << 4 * (value - 1) for value in face]
    copies: dict[tuple[int, int], int] = defaultdict(int)
    for card in in_play:
        low, high = faces[card]
        bit = 1 << card
        words[IN_PLAY] |= bit
        words[LOWS + low] |= bit
        words[HIGHS + high] |= bit
        words[TOP_VALUE] = max(words[TOP_VALUE], high)
        copies[low, high] |= bit
    for mask in copies.values():
        if mask.bit_count() > 1:
            words[KINDS + words[KIND_COUNT]] = mask
            words[KIND_COUNT] += 1
            words[COPIED] |= mask
            for distance in range(1, MAX_SIZE):
                twins = mask & mask >> distance
                if twins:
                    words[TWINS + distance] |= twins
                    words[SPREAD] = max(words[SPREAD], distance)
    words.flags.writeable = False
    return words
