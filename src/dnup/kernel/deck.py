"""A deck as the kernel reads it: masks by value, values by card, copies."""

from collections.abc import Iterable, Sequence

import numpy as np

from dnup.kernel.jit import jit, popcount
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
    words = np.empty(DECK_WORDS, np.int64)
    write_deck(np.array(faces, np.int64).ravel(), star, sum(1 << card for card in in_play), words)
    words.flags.writeable = False
    return words


@jit
def write_deck(faces: Words, star: int, in_play: int, words: Words) -> None:
    """Write the words of a deck, given the lower and higher value of each card and a mask of the cards in play."""
    for word in range(DECK_WORDS):
        words[word] = 0
    cards = len(faces) // 2
    words[CARD_COUNT] = cards
    words[STAR] = star
    words[IN_PLAY] = in_play
    for card in range(cards):
        for end in range(2):
            value = faces[2 * card + end]
            words[VALUES + 2 * card + end] = value
            words[TALLIES + 2 * card + end] = np.int64(1) << 4 * (value - 1)
        bit = (np.int64(1) << card) & in_play
        words[LOWS + faces[2 * card]] |= bit
        words[HIGHS + faces[2 * card + 1]] |= bit
        if bit:
            words[TOP_VALUE] = max(words[TOP_VALUE], faces[2 * card + 1])
            _add_copies(words, words[LOWS + faces[2 * card]] & words[HIGHS + faces[2 * card + 1]])


@jit
def _add_copies(words: Words, equal: int) -> None:
    """Update the tables of copies after adding a card. `equal` is the mask of all its copies, itself included."""
    copies = popcount(equal)
    if copies == 1:
        return
    if copies == 2:
        words[KIND_COUNT] += 1
    words[KINDS + words[KIND_COUNT] - 1] = equal
    words[COPIED] |= equal
    for distance in range(1, MAX_SIZE):
        twins = equal & (equal >> distance)
        if twins:
            words[TWINS + distance] |= twins
            words[SPREAD] = max(words[SPREAD], distance)
