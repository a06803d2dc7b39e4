"""A world as a network sees it: which of some thousand facts are true, from the seat in turn on to the left.

A fact is a card in somebody's hand or on the table with the side it shows, how many cards of a value a hand has as it
is and rotated, a set, the size of a hand, who is out, how long nothing was discarded, the score. And what a player
would see at a glance: how many turns a hand needs, which sizes it could play now, who could beat a set. The cards are
known by their faces, so copies are the same fact twice.
"""

from dnup.kernel.jit import jit, lowest, popcount
from dnup.kernel.layout import (
    CARDS,
    HANDS,
    LIMITS,
    MAX_PLAYERS,
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
from dnup.kernel.moves import ceilings
from dnup.kernel.turn import score_of
from dnup.thinking.policy import held, playable

TOP_FACE = 10  # the highest value that networks know
SIDES = TOP_FACE * (TOP_FACE - 1)  # 45 faces, each either way up
MOST_ALIKE = 4  # so many cards of a value in a hand, or more
SHARES = TOP_FACE * MOST_ALIKE
LARGEST_SET = 5
SETS = TOP_FACE * LARGEST_SET
LARGEST_HAND = 26  # all cards of two players
STALLS = 8
SCORES = 4

# What a hand can do: how many values it has, as it is and rotated; of which sizes it could play a whole value, as it is
# and rotated; how many values it could not play; whether it could be emptied.
READY = 4  # sizes up to this one
MOST_STUCK = 4
PROSPECTS = 2 * TOP_FACE + 2 * READY + MOST_STUCK + 2

OF_HAND = SIDES + 2 * SHARES + LARGEST_HAND
SEAT_FACTS = OF_HAND + PROSPECTS + 1 + SCORES
PLACE_FACTS = SIDES + SETS + MAX_PLAYERS  # the last ones: who could beat the set
MAX_FACTS = 256  # more than can be true at once


@jit
def place_count(players: int) -> int:
    """The places where sets of others can lie; with two players it also matters which of the two areas is in turn."""
    return 6 if players == 2 else players - 1


@jit
def fact_count(players: int) -> int:
    return players * SEAT_FACTS + place_count(players) * PLACE_FACTS + STALLS


@jit
def face_of(deck: Words, card: int) -> int:
    """The number of a card's pair of values: 1/2 is 0, 1/3 is 1, and so on to 9/10."""
    low = deck[VALUES + 2 * card]
    return (((low - 1) * (2 * TOP_FACE - low)) >> 1) + deck[VALUES + 2 * card + 1] - low - 1


@jit
def list_facts(deck: Words, state: Words, facts: Words) -> int:
    """Write the numbers of all facts that are true; returns how many."""
    players = state[PLAYERS]
    seat = seat_in_turn(state)
    turned = state[TURNED]
    table = ceilings(state)
    beaters = 0  # in the bits from 8 * size on, who could play a set of that size
    count = 0
    base = 0
    for number in range(players):
        count, ready = _list_hand(deck, state[HANDS + seat], turned, table, base, facts, count)
        beaters |= ready << number
        rest = base + OF_HAND + PROSPECTS
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
        if state[SLOTS + slot]:
            count = _list_set(deck, state[SLOTS + slot], turned, beaters, base, facts, count)
        base += PLACE_FACTS
    limit = stall_limit(state[LIMITS])
    facts[count] = fact_count(players) - STALLS + (state[STALLED] * STALLS // limit if limit else 0)
    return count + 1


@jit
def _list_hand(
    deck: Words, hand: int, turned: int, table: int, base: int, facts: Words, count: int
) -> tuple[int, int]:
    """The facts of one hand; returns how many there then are, and the sizes it could play as bits from 8 * size on."""
    if hand == 0:
        return count, 0
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
    count = _list_shares(upright, base + SIDES, facts, count)
    count = _list_shares(rotated, base + SIDES + SHARES, facts, count)
    return _list_prospects(upright, rotated, table, base + OF_HAND, facts, count)


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


@jit
def _list_prospects(
    upright: int, rotated: int, table: int, base: int, facts: Words, count: int
) -> tuple[int, int]:
    """What a hand with these tallies can do; returns as `_list_hand` does."""
    values = popcount(held(upright))
    facts[count] = base + min(values, TOP_FACE) - 1
    facts[count + 1] = base + TOP_FACE + min(popcount(held(rotated)), TOP_FACE) - 1
    count += 2
    base += 2 * TOP_FACE
    ready = 0
    stuck = values
    for size in range(1, READY + 1):
        groups = playable(upright, table, size)
        stuck -= popcount(groups)
        if groups:
            ready |= 1 << (8 * size)
            facts[count] = base + size - 1
            count += 1
        if playable(rotated, table, size):
            facts[count] = base + READY + size - 1
            count += 1
    base += 2 * READY
    facts[count] = base + min(stuck, MOST_STUCK)
    count += 1
    if values == 1 and stuck == 0:
        facts[count] = base + MOST_STUCK + 1
        count += 1
    return count, ready


@jit
def _list_set(deck: Words, there: int, turned: int, beaters: int, base: int, facts: Words, count: int) -> int:
    """The facts of a set on the table."""
    cards = there & CARDS
    size = popcount(cards)
    value = there >> VALUE_SHIFT
    facts[count] = base + SIDES + LARGEST_SET * (value - 1) + min(size, LARGEST_SET) - 1
    count += 1
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        facts[count] = base + 2 * face_of(deck, card) + ((turned >> card) & 1)
        count += 1
    who = (beaters >> (8 * size)) & ((1 << MAX_PLAYERS) - 1) if size <= READY else 0
    while who:
        facts[count] = base + SIDES + SETS + lowest(who)
        who &= who - 1
        count += 1
    return count
