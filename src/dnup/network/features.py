"""The input of a network: about a thousand binary features of a world, relative to the seat in turn.

Features are a card in a hand or on the table with the side that it shows, the number of cards of a value in a hand as
it is and rotated, a set, the size of a hand, the seats that are out, the actions without a discard, and the score.
Derived features are the turns that a hand needs, the sizes it could play now, and the seats that could beat a set.
Cards are identified by their faces, so copies are the same feature twice.
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
from dnup.search.rollout import held, playable

TOP_FACE = 10  # the highest value that networks know
SIDES = TOP_FACE * (TOP_FACE - 1)  # 45 faces, each either way up
MOST_ALIKE = 4  # cards of a value in a hand; more count as this many
SHARES = TOP_FACE * MOST_ALIKE
LARGEST_SET = 5
SETS = TOP_FACE * LARGEST_SET
LARGEST_HAND = 26  # all cards of two players
STALLS = 8
SCORES = 4

# Prospects of a hand: the number of its values, as it is and rotated; the sizes of which it could play a whole value,
# as it is and rotated; the number of values that it could not play; whether it could be emptied.
READY = 4  # sizes up to this one
MOST_STUCK = 4
PROSPECTS = 2 * TOP_FACE + 2 * READY + MOST_STUCK + 2

OF_HAND = SIDES + 2 * SHARES + LARGEST_HAND
SEAT_FEATURES = OF_HAND + PROSPECTS + 1 + SCORES
PLACE_FEATURES = SIDES + SETS + MAX_PLAYERS  # the last ones: the seats that could beat the set
MAX_FEATURES = 256  # more than can be set at once


@jit
def place_count(players: int) -> int:
    """The number of places for sets of others; with two players they depend on the area in turn."""
    return 6 if players == 2 else players - 1


@jit
def feature_count(players: int) -> int:
    return players * SEAT_FEATURES + place_count(players) * PLACE_FEATURES + STALLS


@jit
def face_of(deck: Words, card: int) -> int:
    """The index of a card's pair of values: 1/2 is 0, 1/3 is 1, and so on to 9/10."""
    low = deck[VALUES + 2 * card]
    return (((low - 1) * (2 * TOP_FACE - low)) >> 1) + deck[VALUES + 2 * card + 1] - low - 1


@jit
def list_features(deck: Words, state: Words, features: Words) -> int:
    """Write the indices of all features that are set; returns their number."""
    players = state[PLAYERS]
    seat = seat_in_turn(state)
    turned = state[TURNED]
    table = ceilings(state)
    beaters = 0  # in the bits from 8 * size on, the seats that could play a set of that size
    count = 0
    base = 0
    for number in range(players):
        count, ready = _list_hand(deck, state[HANDS + seat], turned, table, base, features, count)
        beaters |= ready << number
        rest = base + OF_HAND + PROSPECTS
        if is_out(state, seat):
            features[count] = rest
            count += 1
        features[count] = rest + 1 + min(score_of(state, seat), SCORES - 1)
        count += 1
        base += SEAT_FEATURES
        seat = seat + 1 if seat + 1 < players else 0
    slots = slot_count(players)
    slot = state[TURN]
    if players == 2 and slot & 1:
        base += 3 * PLACE_FEATURES
    for _ in range(slots - 1):
        slot = slot + 1 if slot + 1 < slots else 0
        if state[SLOTS + slot]:
            count = _list_set(deck, state[SLOTS + slot], turned, beaters, base, features, count)
        base += PLACE_FEATURES
    limit = stall_limit(state[LIMITS])
    features[count] = feature_count(players) - STALLS + (state[STALLED] * STALLS // limit if limit else 0)
    return count + 1


@jit
def _list_hand(
    deck: Words, hand: int, turned: int, table: int, base: int, features: Words, count: int
) -> tuple[int, int]:
    """Add the features of one hand; returns their number so far, and the sizes it could play as bits 8 * size."""
    if hand == 0:
        return count, 0
    features[count] = base + SIDES + 2 * SHARES + min(popcount(hand), LARGEST_HAND) - 1
    count += 1
    upright = 0
    rotated = 0
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        side = (turned >> card) & 1
        features[count] = base + 2 * face_of(deck, card) + side
        count += 1
        upright += deck[TALLIES + 2 * card + side]
        rotated += deck[TALLIES + 2 * card + (side ^ 1)]
    count = _list_shares(upright, base + SIDES, features, count)
    count = _list_shares(rotated, base + SIDES + SHARES, features, count)
    return _list_prospects(upright, rotated, table, base + OF_HAND, features, count)


@jit
def _list_shares(tallied: int, base: int, features: Words, count: int) -> int:
    """Add the number of cards of each value, from a tally with four bits a value."""
    while tallied:
        place = lowest(tallied) >> 2
        alike = (tallied >> (4 * place)) & 15
        tallied &= ~(15 << (4 * place))
        features[count] = base + MOST_ALIKE * place + min(alike, MOST_ALIKE) - 1
        count += 1
    return count


@jit
def _list_prospects(
    upright: int, rotated: int, table: int, base: int, features: Words, count: int
) -> tuple[int, int]:
    """Add the prospects of a hand with these tallies; returns as `_list_hand` does."""
    values = popcount(held(upright))
    features[count] = base + min(values, TOP_FACE) - 1
    features[count + 1] = base + TOP_FACE + min(popcount(held(rotated)), TOP_FACE) - 1
    count += 2
    base += 2 * TOP_FACE
    ready = 0
    stuck = values
    for size in range(1, READY + 1):
        groups = playable(upright, table, size)
        stuck -= popcount(groups)
        if groups:
            ready |= 1 << (8 * size)
            features[count] = base + size - 1
            count += 1
        if playable(rotated, table, size):
            features[count] = base + READY + size - 1
            count += 1
    base += 2 * READY
    features[count] = base + min(stuck, MOST_STUCK)
    count += 1
    if values == 1 and stuck == 0:
        features[count] = base + MOST_STUCK + 1
        count += 1
    return count, ready


@jit
def _list_set(
    deck: Words, there: int, turned: int, beaters: int, base: int, features: Words, count: int
) -> int:
    """Add the features of a set on the table."""
    cards = there & CARDS
    size = popcount(cards)
    value = there >> VALUE_SHIFT
    features[count] = base + SIDES + LARGEST_SET * (value - 1) + min(size, LARGEST_SET) - 1
    count += 1
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        features[count] = base + 2 * face_of(deck, card) + ((turned >> card) & 1)
        count += 1
    who = (beaters >> (8 * size)) & ((1 << MAX_PLAYERS) - 1) if size <= READY else 0
    while who:
        features[count] = base + SIDES + SETS + lowest(who)
        who &= who - 1
        count += 1
    return count
