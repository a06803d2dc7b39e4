"""What keeps a list of cards from being a deck. It is found here; Python and the page say it in words."""

from dnup.kernel.jit import jit
from dnup.kernel.layout import MAX_CARDS, MAX_SIZE, MAX_VALUE, Words

# What is wrong.
SOUND, MANY_CARDS, BAD_VALUE, EQUAL_VALUES, STAR_AND_SYMBOL = 0, 1, 2, 3, 4
NO_STAR, TWO_STARS, STAR_COPY, MANY_OF_A_VALUE, FEW_CARDS = 5, 6, 7, 8, 9

# The bits of a card's mark: the star, and from SYMBOLS on one for each set-up symbol.
STAR_MARK = 1
SYMBOLS = 1

# Where a fault has the card it is found at, and the number it is about.
FAULT_CARD = 8
FAULT_NUMBER = 16


@jit
def find_deck_fault(faces: Words, marks: Words, leaving: int, players: int) -> int:
    """The first fault of a deck: what it is, at which card (from FAULT_CARD on), and a number (from FAULT_NUMBER on).

    A card has two values in `faces` and a mark in `marks`. Cards whose mark is one of `leaving` are not in play with
    this number of players (R3); 0 players ask about the cards alone.
    """
    cards = len(marks)
    if cards > MAX_CARDS:
        return _fault(MANY_CARDS, 0, cards)
    star = -1
    for card in range(cards):
        low, high = faces[2 * card], faces[2 * card + 1]
        if low < 1 or low > MAX_VALUE or high < 1 or high > MAX_VALUE:
            return _fault(BAD_VALUE, card, 0)
        if low == high:
            return _fault(EQUAL_VALUES, card, low)
        if marks[card] & STAR_MARK:
            if marks[card] >> SYMBOLS:
                return _fault(STAR_AND_SYMBOL, card, 0)
            if star >= 0:
                return _fault(TWO_STARS, card, star)
            star = card
    if star < 0:
        return _fault(NO_STAR, 0, 0)
    for card in range(cards):
        # Copies are interchangeable (D4), but who holds the star must be beyond doubt (R6).
        same = faces[2 * card] == faces[2 * star] and faces[2 * card + 1] == faces[2 * star + 1]
        crossed = faces[2 * card] == faces[2 * star + 1] and faces[2 * card + 1] == faces[2 * star]
        if card != star and (same or crossed):
            return _fault(STAR_COPY, card, star)
    for value in range(1, MAX_VALUE + 1):
        carriers = 0
        for place in range(2 * cards):
            if faces[place] == value:
                carriers += 1
                if carriers > MAX_SIZE:
                    return _fault(MANY_OF_A_VALUE, place // 2, value)
    in_play = 0
    for card in range(cards):
        if not marks[card] & leaving:
            in_play += 1
    if in_play < players:
        return _fault(FEW_CARDS, 0, in_play)
    return SOUND


@jit
def _fault(kind: int, card: int, number: int) -> int:
    return kind | card << FAULT_CARD | number << FAULT_NUMBER
