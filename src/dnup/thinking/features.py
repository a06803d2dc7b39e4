"""A world as a network sees it: which of some thousand facts are true, from the seat in turn on to the left.

A fact is a card in somebody's hand or on the table with the side it shows, how many cards of a value a hand has as it
is and rotated, a set, the size of a hand, who is out, how long nothing was discarded, the score. The cards are known by
their faces, so copies are the same fact twice.
"""

from dnup.kernel.jit import jit, lowest, popcount
from dnup.kernel.layout import (
    CARDS,
    HANDS,
    LIMITS,
    PLAYERS,
    SLOTS,
    STALLED,
    TALLIES,
    TURN,
    TURNED,
    VALUE_SHIFT,
    VALUES,
    Words,
    is_out,
    seat_in_turn,
    slot_count,
    stall_limit,
)
from dnup.kernel.turn import score_of

TOP_FACE = 9  # the highest value that networks know
SIDES = TOP_FACE * (TOP_FACE - 1)  # 36 faces, each either way up
MOST_ALIKE = 4  # so many cards of a value in a hand, or more
SHARES = TOP_FACE * MOST_ALIKE
LARGEST_SET = 5
SETS = TOP_FACE * LARGEST_SET
LARGEST_HAND = 24
STALLS = 8
SCORES = 4

SEAT_FACTS = SIDES + 2 * SHARES + LARGEST_HAND + 1 + SCORES
PLACE_FACTS = SIDES + SETS
MAX_FACTS = 200  # more than can be true at once


@jit
def place_count(players: int) -> int:
    """The places where sets of others can lie; with two players it also matters which of the two areas is in turn."""
    return 6 if players == 2 else players - 1


@jit
def fact_count(players: int) -> int:
    return players * SEAT_FACTS + place_count(players) * PLACE_FACTS + STALLS


@jit
def face_of(deck: Words, card: int) -> int:
    """The number of a card's pair of values: 1/2 is 0, 1/3 is 1, and so on to 8/9."""
    low = deck[VALUES + 2 * card]
    return (((low - 1) * (2 * TOP_FACE - low)) >> 1) + deck[VALUES + 2 * card + 1] - low - 1


@jit
def list_facts(deck: Words, state: Words, facts: Words) -> int:
    """Write the numbers of all facts that are true; returns how many."""
    players = state[PLAYERS]
    seat = seat_in_turn(state)
    turned = state[TURNED]
    count = 0
    base = 0
    for _ in range(players):
        count = _list_hand(deck, state[HANDS + seat], turned, base, facts, count)
        rest = base + SIDES + 2 * SHARES + LARGEST_HAND
        if is_out(state, seat):
            facts[count] = rest
            count += 1
        facts[count] = rest + 1 + min(score_of(state, seat), SCORES - 1)
        count += 1
        base += SEAT_FACTS
        seat = seat + 1 if seat + 1 < players else 0
    slots = slot_count(players)
    slot = state[TURN]
    if players == 2 and slot & 1:
        base += 3 * PLACE_FACTS
    for _ in range(slots - 1):
        slot = slot + 1 if slot + 1 < slots else 0
        there = state[SLOTS + slot]
        if there:
            cards = there & CARDS
            value = there >> VALUE_SHIFT
            facts[count] = base + SIDES + LARGEST_SET * (value - 1) + min(popcount(cards), LARGEST_SET) - 1
            count += 1
            while cards:
                card = lowest(cards)
                cards &= cards - 1
                facts[count] = base + 2 * face_of(deck, card) + ((turned >> card) & 1)
                count += 1
        base += PLACE_FACTS
    limit = stall_limit(state[LIMITS])
    facts[count] = fact_count(players) - STALLS + (state[STALLED] * STALLS // limit if limit else 0)
    return count + 1


@jit
def _list_hand(deck: Words, hand: int, turned: int, base: int, facts: Words, count: int) -> int:
    """The facts of one hand."""
    if hand == 0:
        return count
    facts[count] = base + SIDES + 2 * SHARES + min(popcount(hand), LARGEST_HAND) - 1
    count += 1
    upright = 0
    rotated = 0
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        side = (turned >> card) & 1
        facts[count] = base + 2 * face_of(deck, card) + side
        count += 1
        upright += deck[TALLIES + 2 * card + side]
        rotated += deck[TALLIES + 2 * card + (side ^ 1)]
    base += SIDES
    count = _list_shares(upright, base, facts, count)
    return _list_shares(rotated, base + SHARES, facts, count)


@jit
def _list_shares(tallied: int, base: int, facts: Words, count: int) -> int:
    """How many cards there are of each value, of a tally that has them in four bits a value."""
    while tallied:
        place = lowest(tallied) >> 2
        alike = (tallied >> (4 * place)) & 15
        tallied &= ~(15 << (4 * place))
        facts[count] = base + MOST_ALIKE * place + min(alike, MOST_ALIKE) - 1
        count += 1
    return count
