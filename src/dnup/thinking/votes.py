"""What trees think of the legal moves, added up, and the move that this speaks for."""

from dnup.kernel.copies import settle_copies
from dnup.kernel.jit import jit
from dnup.kernel.layout import CARDS, HANDS, Words, move_cards, seat_in_turn
from dnup.thinking.tree import KEY, MEAN, VISITS, Rates, children, key_move


@jit
def add_votes(
    deck: Words, view: Words, tree: Words, rates: Rates, moves: Words, visits: Words, worth: Rates
) -> None:
    """Add for each legal move of a view how often a tree has tried it, and what that was worth in all.

    Copies of a card are one move (D4), whichever of them the tree has tried.
    """
    hand = view[HANDS + seat_in_turn(view)]
    for child in children(tree, 0):
        tried = key_move(tree[child, KEY])
        move = (tried & ~CARDS) | settle_copies(deck, view, hand, move_cards(tried))
        for index in range(len(moves)):
            if moves[index] == move:
                visits[index] += tree[child, VISITS]
                worth[index] += tree[child, VISITS] * rates[child, MEAN]
                break


@jit
def most_votes(view: Words, moves: Words, visits: Words, worth: Rates) -> int:
    """The index of the most visited move; of equal ones the one worth most, then the first.

    A move that empties the hand is chosen before a longer way that is worth no more.
    """
    best = 0
    for index in range(1, len(visits)):
        if visits[index] > visits[best] or (visits[index] == visits[best] and worth[index] > worth[best]):
            best = index
    hand = view[HANDS + seat_in_turn(view)]
    for index in range(len(visits)):
        if move_cards(moves[index]) == hand and worth[index] * visits[best] >= worth[best] * visits[index]:
            return index
    return best
