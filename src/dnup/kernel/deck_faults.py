"""Faults of a list of cards that is not a deck; Python and the page have the sentences."""

import numpy as np

from dnup.kernel.jit import jit
from dnup.kernel.layout import MAX_SIZE, MAX_VALUE, Words

# The faults.
SOUND, BAD_VALUE, EQUAL_VALUES, MANY_OF_A_VALUE = 0, 1, 2, 3
NO_STAR, TWO_STARS, STAR_COPY = 4, 5, 6

# Bits of a fault: the card where it was found, and a number that it is about.
FAULT_CARD = 8
FAULT_NUMBER = 16


@jit
def find_deck_fault(faces: Words, stars: Words) -> int:
    """The first fault of a deck: what it is, at which card (from FAULT_CARD on), and a number (from FAULT_NUMBER on).

    A card has two values in `faces`, the lower one first, and 1 in `stars` if it has the star; there are at most
    MAX_CARDS.
    """
    cards = len(stars)
    star = -1
    tally = 0  # four bits for each value
    for place in range(2 * cards):
        value = faces[place]
        if value < 1 or value > MAX_VALUE:
            return _fault(BAD_VALUE, place >> 1, 0)
        tally += np.int64(1) << 4 * (value - 1)
        if tally >> 4 * (value - 1) & 15 > MAX_SIZE:
            return _fault(MANY_OF_A_VALUE, place >> 1, value)
    for card in range(cards):
        if faces[2 * card] == faces[2 * card + 1]:
            return _fault(EQUAL_VALUES, card, 0)
        if stars[card]:
            if star >= 0:
                return _fault(TWO_STARS, card, star)
            star = card
    if star < 0:
        return _fault(NO_STAR, 0, 0)
    for card in range(cards):
        # Copies are interchangeable (D4), but the star must be one certain card (R6).
        same = faces[2 * card] == faces[2 * star] and faces[2 * card + 1] == faces[2 * star + 1]
        if same and card != star:
            return _fault(STAR_COPY, card, 0)
    return SOUND


@jit
def _fault(kind: int, card: int, number: int) -> int:
    return kind | card << FAULT_CARD | number << FAULT_NUMBER
