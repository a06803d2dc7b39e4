"""Visits and values of the legal moves at the roots of several trees, and the move to choose by them."""

from dnup.kernel.copies import settle_copies
from dnup.kernel.jit import jit
from dnup.kernel.layout import CARDS, HANDS, Words, move_cards, seat_in_turn
from dnup.search.tree import KEY, MEAN, VISITS, Rates, children, key_move


@jit
def add_root_statistics(
    deck: Words, view: Words, tree: Words, rates: Rates, moves: Words, visits: Words, values: Rates
) -> None:
    """Add a tree's visits of each legal move of a view to `visits`, and the sum of their values to `values`.

    Copies of a card are one move (D4), whichever copy the tree has tried.
    """
    hand = view[HANDS + seat_in_turn(view)]
    for child in children(tree, 0):
        tried = key_move(tree[child, KEY])
        move = (tried & ~CARDS) | settle_copies(deck, view, hand, move_cards(tried))
        for index in range(len(moves)):
            if moves[index] == move:
                visits[index] += tree[child, VISITS]
                values[index] += tree[child, VISITS] * rates[child, MEAN]
                break


@jit
def most_visited(view: Words, moves: Words, visits: Words, values: Rates) -> int:
    """The index of the most visited move; among equals the one with the highest value, then the first.

    A move that empties the hand is preferred if its mean value is at least as high.
    """
    best = 0
    for index in range(1, len(visits)):
        if visits[index] > visits[best] or (visits[index] == visits[best] and values[index] > values[best]):
            best = index
    hand = view[HANDS + seat_in_turn(view)]
    for index in range(len(visits)):
        if move_cards(moves[index]) == hand and values[index] * visits[best] >= values[best] * visits[index]:
            return index
    return best
