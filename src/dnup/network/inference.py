"""A small network that predicts how a round ends in a world: the seats that go out first and second, or none.

The layers are binary features, 64 cells, 32 cells and one output for each ending. All sums are integers, so the result
is the same on every machine. A network is one array of 16-bit integers; functions below say where its layers begin.
`tools/champion` trains them.
"""

from dnup.kernel.jit import jit, jit_apart
from dnup.kernel.layout import FINISH, PLAYERS, Words, seat_in_turn
from dnup.network.features import feature_count, list_features
from dnup.network.simd import NARROW, WIDTH, Weights, add_rows, weigh_narrow, weigh_wide
from dnup.search.match_equity import Equity
from dnup.search.tree import Rates

TOP = 127  # maximum of a cell, stands for just below one
FIRST_SCALE = 128
SECOND_SHIFT = 6
SECOND_SCALE = 64
THIRD_SCALE = 32
POWERS = 512  # entries of the table of exp, in steps of 1/64
POWER_SHIFT = 6
POWER_SCALE = 32767
MAX_ENDINGS = 21
FINGERPRINT_BITS = 12  # in each of the numbers that hold the fingerprint
FINGERPRINT_PARTS = 6  # numbers that hold its 64 bits


@jit
def ending_count(players: int) -> int:
    """The number of endings: pairs of first and second seat, relative to the seat in turn, and an abandoned round."""
    return 3 if players == 2 else players * (players - 1) + 1


@jit
def second_layer(players: int) -> int:
    """Where the second layer begins: a row of weights for each of its cells, then the biases."""
    return (feature_count(players) + 1) * WIDTH


@jit
def third_layer(players: int) -> int:
    """Where the third layer begins: a row of weights for each ending, then the biases."""
    return second_layer(players) + (WIDTH + 1) * NARROW


@jit
def power_table(players: int) -> int:
    """Where the table of exp begins."""
    return third_layer(players) + (NARROW + 1) * ending_count(players)


@jit
def known_cards(players: int) -> int:
    """Where the fingerprint of the deck that the network was trained with begins, lowest bits first."""
    return power_table(players) + POWERS


@jit
def weight_count(players: int) -> int:
    return known_cards(players) + FINGERPRINT_PARTS


@jit_apart
def predict_endings(
    deck: Words,
    world: Words,
    weights: Weights,
    features: Words,
    levels: Weights,
    sums: Words,
    probabilities: Rates,
) -> None:
    """Write the probability of each ending, 0 for those that are no longer possible."""
    players = world[PLAYERS]
    count = list_features(deck, world, features)
    add_rows(weights, feature_count(players) * WIDTH, features, count, TOP, levels)
    start = second_layer(players)
    for cell in range(NARROW):
        total = weights[start + NARROW * WIDTH + cell] + weigh_wide(levels, weights, start + cell * WIDTH)
        levels[WIDTH + cell] = min(max(total >> SECOND_SHIFT, 0), TOP)
    for cell in range(NARROW):
        levels[cell] = levels[WIDTH + cell]
    endings = ending_count(players)
    start = third_layer(players)
    first = first_out(world)
    best = -(1 << 40)
    for ending in range(endings):
        if is_open(players, first, ending):
            sums[ending] = weights[start + endings * NARROW + ending] + weigh_narrow(
                levels, weights, start + ending * NARROW
            )
            best = max(best, sums[ending])
    total = 0
    start = power_table(players)
    for ending in range(endings):
        power = 0
        if is_open(players, first, ending):
            power = weights[start + min((best - sums[ending]) >> POWER_SHIFT, POWERS - 1)]
        sums[ending] = power
        total += power
    for ending in range(endings):
        probabilities[ending] = sums[ending] / total


@jit
def first_out(world: Words) -> int:
    """The seat that is out already, relative to the seat in turn, or -1."""
    if world[FINISH] == 0:
        return -1
    players = world[PLAYERS]
    return (world[FINISH] - 1 - seat_in_turn(world) + players) % players


@jit
def is_open(players: int, first: int, ending: int) -> bool:
    """Whether an ending is still possible, given the seat that is out already."""
    return first < 0 or ending == ending_count(players) - 1 or ending // (players - 1) == first


@jit
def ending_row(world: Words, ending: int) -> int:
    """The row of the ending values for an ending, which is relative to the seat in turn."""
    players = world[PLAYERS]
    seat = seat_in_turn(world)
    if ending == ending_count(players) - 1:
        return players * players if world[FINISH] == 0 else (world[FINISH] - 1) * (players + 1)
    if players == 2:
        return ((seat + ending) & 1) * 3
    first = ending // (players - 1)
    second = ending - first * (players - 1)
    second += second >= first
    return (seat + first) % players * players + (seat + second) % players


@jit
def mean_value(world: Words, probabilities: Rates, ending_values: Equity, gains: Rates) -> None:
    """Write the mean value of the endings for each seat."""
    players = world[PLAYERS]
    for seat in range(players):
        gains[seat] = 0.0
    for ending in range(ending_count(players)):
        row = ending_row(world, ending)
        for seat in range(players):
            gains[seat] += probabilities[ending] * ending_values[row, seat]
