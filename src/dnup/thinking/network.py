"""A small network that foresees how a round will end in a world: who is out first, who second, or nobody.

Facts, 64 cells, 32 cells, an output for each ending. All sums are of whole numbers, so every machine comes to the same
result. A network is one array of 16-bit numbers, see the functions that say where its layers begin; `tools/champion`
makes them.
"""

from dnup.kernel.jit import jit, jit_apart
from dnup.kernel.layout import FINISH, PLAYERS, Words, seat_in_turn
from dnup.thinking.features import fact_count, list_facts
from dnup.thinking.stakes import Stakes
from dnup.thinking.tree import Rates
from dnup.thinking.vectors import NARROW, WIDTH, Weights, add_rows, weigh_narrow, weigh_wide

TOP = 127  # what a cell is at most: just below one
FIRST_SCALE = 128
SECOND_SHIFT = 6
SECOND_SCALE = 64
THIRD_SCALE = 32
POWERS = 512  # of e, for differences of 1/64 each
POWER_SHIFT = 6
POWER_SCALE = 32767
MAX_ENDINGS = 21
FINGERPRINT_BITS = 12  # in each of the numbers that hold the fingerprint
FINGERPRINT_PARTS = 6  # so many of them hold its 64 bits


@jit
def ending_count(players: int) -> int:
    """Who is first and who is second, counted from the seat in turn on; and last that the round is abandoned."""
    return 3 if players == 2 else players * (players - 1) + 1


@jit
def second_layer(players: int) -> int:
    """Where the second layer begins: for each of its cells a row, then what to add to each."""
    return (fact_count(players) + 1) * WIDTH


@jit
def third_layer(players: int) -> int:
    """Where the third layer begins: for each ending a row, then what to add to each."""
    return second_layer(players) + (WIDTH + 1) * NARROW


@jit
def power_table(players: int) -> int:
    """Where the powers of e begin."""
    return third_layer(players) + (NARROW + 1) * ending_count(players)


@jit
def known_cards(players: int) -> int:
    """Where the fingerprint of the deck that the network has learnt with begins, its lowest bits first."""
    return power_table(players) + POWERS


@jit
def weight_count(players: int) -> int:
    return known_cards(players) + FINGERPRINT_PARTS


@jit_apart
def foresee(
    deck: Words, world: Words, weights: Weights, facts: Words, levels: Weights, sums: Words, chances: Rates
) -> None:
    """The chance of each ending that is still possible; the others are left as 0."""
    players = world[PLAYERS]
    count = list_facts(deck, world, facts)
    add_rows(weights, fact_count(players) * WIDTH, facts, count, TOP, levels)
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
        chances[ending] = sums[ending] / total


@jit
def first_out(world: Words) -> int:
    """Who is out already, counted from the seat in turn on, or -1."""
    if world[FINISH] == 0:
        return -1
    players = world[PLAYERS]
    return (world[FINISH] - 1 - seat_in_turn(world) + players) % players


@jit
def is_open(players: int, first: int, ending: int) -> bool:
    """Whether a round can end like that, if somebody is out already."""
    return first < 0 or ending == ending_count(players) - 1 or ending // (players - 1) == first


@jit
def worth_row(world: Words, ending: int) -> int:
    """The row of the worths for an ending that is counted from the seat in turn on."""
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
def weigh_endings(world: Words, chances: Rates, worths: Stakes, gains: Rates) -> None:
    """What the chances of the endings are worth to each seat."""
    players = world[PLAYERS]
    for seat in range(players):
        gains[seat] = 0.0
    for ending in range(ending_count(players)):
        row = worth_row(world, ending)
        for seat in range(players):
            gains[seat] += chances[ending] * worths[row, seat]
