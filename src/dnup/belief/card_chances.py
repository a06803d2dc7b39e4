"""How likely each unseen card is in each hand, each way up."""

import numpy as np

from dnup.belief.move_model import Floats
from dnup.kernel.history import unseen_cards
from dnup.kernel.jit import jit_apart, popcount
from dnup.kernel.layout import (
    CARD_COUNT,
    HANDS,
    MAX_PLAYERS,
    PLAYERS,
    SIZES,
    STAR,
    STARTER,
    TURNED,
    VALUES,
    Words,
)

CHANCE_COLUMNS = 2 * MAX_PLAYERS
"""By seat, the chance with the lower value up, then with the higher."""


@jit_apart
def write_card_chances(deck: Words, view: Words, worlds: Words, chances: Floats) -> None:
    """Write the shares of worlds in which a seat holds a card, a row a card.

    Those of equal cards are in the row of the first and add up to their number; all other rows are 0. Without worlds,
    all that agree with the view are equally likely, as in `sample_world`.
    """
    hidden = unseen_cards(deck, view)
    star = hidden & (np.int64(1) << deck[STAR])
    row = 0
    for card in range(deck[CARD_COUNT]):
        bit = hidden & (np.int64(1) << card)
        if (
            deck[VALUES + 2 * card] != deck[VALUES + 2 * row]
            or deck[VALUES + 2 * card + 1] != deck[VALUES + 2 * row + 1]
        ):
            row = card
        for column in range(CHANCE_COLUMNS):
            chances[card, column] = 0.0
        for column in range(2 * view[PLAYERS] if bit else 0):
            seat = column >> 1
            if len(worlds):
                turned = -(column & 1)
                there = 0
                for world in range(len(worlds)):
                    if worlds[world, HANDS + seat] & bit & ~(worlds[world, TURNED] ^ turned):
                        there += 1
                chances[row, column] += there / len(worlds)
            else:
                stars = 1 if star and seat == view[STARTER] else 0
                if bit == star:
                    chances[row, column] += 0.5 * stars
                else:
                    unknown = ((view[SIZES] >> (8 * seat)) & 255) - popcount(view[HANDS + seat]) - stars
                    chances[row, column] += 0.5 * unknown / popcount(hidden & ~star)
