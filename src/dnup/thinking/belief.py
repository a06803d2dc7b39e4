"""What others hold, judged by what they did: worlds weighed by how well they explain the moves that were made.

A card that was never shown has been in one hand since the deal, and was turned whenever that hand was rotated. So in a
guessed world every decision of the past can be seen as it was (`dnup.kernel.history`), and a world is as likely as
those decisions are of somebody with the usual habits (`dnup.thinking.habits`). Against those who play otherwise this is
kept from going wrong in three ways: everyone sometimes does anything at all, some worlds are drawn as if nobody had
told anything, and moves that are repeated in circles count no more.
"""

import numpy as np

from dnup.kernel.chance import Stream, below, random_bits
from dnup.kernel.history import look_back, unseen_cards
from dnup.kernel.jit import jit, jit_apart, jit_with_memory, popcount
from dnup.kernel.layout import (
    HANDS,
    MAX_PLAYERS,
    PLAYERS,
    ROTATE,
    SIZES,
    STALLED,
    TURN,
    TURNED,
    VIEWER,
    WORDS,
    Words,
    move_verb,
    owner,
    slot_count,
)
from dnup.kernel.moves import SURVEY_WORDS
from dnup.kernel.worlds import sample_world
from dnup.thinking.habits import HABITS, MOST_MOVES, MOVE_NOTES, UNIT, Floats, chance_of

POOL = 1024
"""So many worlds a bot keeps to think in."""

LONGEST = 2048
"""Of a round that took more moves than that, nothing is believed."""

DEALS = 128
"""With more than two players it tries so many deals: some milliseconds."""

DEALS_A_SECOND = 6400
FEWEST_DEALS = 64
MOST_DEALS = 1024
"""With a time to keep, so many in a second of it; below the fewest none, for what they say would be mostly chance."""

EXPERT_DEALS = 512
"""So many an expert of the page tries: a phone may be slow."""

CARELESS = 0.05
"""How often somebody does anything at all, each move as likely."""

UNIFORM = 8
"""One in so many worlds of a pool is drawn as if nobody had told anything."""

EXACT = 13
"""All ways up of one hand are tried if it has at most this many unseen cards: what two players of the printed deck
are dealt. That is 8,192 ways, about 9 ms of processor time."""

WAYS = 8
"""Of a deal among several so many ways up are tried of each hand."""

TELLING = 16
"""So many deals count at least in what is believed."""

REMEMBERED = 40
"""So many last moves of a seat are thought of."""

CIRCLE = 3
"""And of them those until nothing was discarded for so many turns of everyone."""

EVEN = 8.0
"""What likelihoods are multiplied by, so that many of them stay numbers that can be told apart."""

_MOST = 1e60  # more than that, no hand explains anything


@jit_with_memory
def believe(
    deck: Words, view: Words, history: Words, count: int, habits: Words, stream: Stream, pool: Words
) -> int:
    """Fill a pool with worlds that agree with a view, the likelier ones more often; returns how many there are.

    They are in random order, so that any of them in a row will do. There are none if there is nothing to judge by: a
    view without unseen cards, or an empty history, or one that does not lead to it. With two players all ways up are
    tried; with more, `count` deals are, and without any there are no worlds either. After the habits there may be, by
    seat, how much of UNIT somebody keeps to them, doing anything at all otherwise: then none are drawn by mere chance.
    """
    hidden = unseen_cards(deck, view)
    if not hidden or not len(history):
        return 0
    past = np.empty((len(history), WORDS), np.int64)
    moves = np.empty(len(history), np.int64)
    if not look_back(deck, view, history, past, moves):
        return 0
    world = np.empty(WORDS, np.int64)
    sample_world(deck, view, stream, world)
    holders = 0
    holder = 0
    for seat in range(view[PLAYERS]):
        if world[HANDS + seat] & hidden:
            holders += 1
            holder = seat
    cards = popcount(hidden)
    exact = holders == 1 and cards <= EXACT
    if not exact and count < 1:
        return 0
    tries = 1 << cards if exact else max(count, 1) * WAYS
    hands = np.zeros((tries, MAX_PLAYERS), np.int64)
    turned = np.zeros(tries, np.int64)
    weights = np.empty(tries, np.float64)
    state = np.empty(WORDS, np.int64)
    survey = np.empty(SURVEY_WORDS, np.int64)
    room = np.empty((MOST_MOVES, MOVE_NOTES), np.int64)
    if exact:
        way = hidden
        for index in range(tries):
            hands[index, holder] = hidden
            turned[index] = way
            weights[index] = _explains(deck, past, moves, habits, holder, hidden, way, state, survey, room)
            way = (way - 1) & hidden
    else:
        ways = np.empty(WAYS, np.int64)
        fits = np.empty(WAYS, np.float64)
        for deal in range(0, tries, WAYS):
            sample_world(deck, view, stream, world)
            weight = 1.0
            for seat in range(view[PLAYERS]):
                held = world[HANDS + seat] & hidden
                if not held:
                    continue
                total = 0.0
                for index in range(WAYS):
                    ways[index] = random_bits(stream) & held
                    fits[index] = _explains(
                        deck, past, moves, habits, seat, held, ways[index], state, survey, room
                    )
                    total += fits[index]
                weight *= total / WAYS
                for index in range(deal, deal + WAYS):
                    hands[index, seat] = held
                    turned[index] |= ways[_draw(fits, total, stream)]
            for index in range(deal, deal + WAYS):
                weights[index] = weight
        _soften(weights)
    anyhow = 0 if len(habits) > HABITS else len(pool) // UNIFORM
    _fill(deck, view, hands, turned, weights, anyhow, stream, world, pool)
    return len(pool)


@jit_apart
def _soften(weights: Floats) -> None:
    """Let weights be more alike until enough deals count: what few of them say for certain is mostly chance."""
    while True:
        total = 0.0
        squares = 0.0
        for index in range(len(weights)):
            total += weights[index]
            squares += weights[index] * weights[index]
        if total * total >= squares * min(WAYS * TELLING, len(weights) / 2):
            return
        for index in range(len(weights)):
            root = np.sqrt(weights[index])
            weights[index] = root * np.sqrt(root)


@jit_apart
def _explains(
    deck: Words,
    past: Words,
    moves: Words,
    habits: Words,
    seat: int,
    held: int,
    turned: int,
    state: Words,
    survey: Words,
    room: Words,
) -> float:
    """How many times as likely as by pure chance a seat's moves are, if it held these cards that nobody has seen.

    `turned` are those of them that now show their higher value.
    """
    weight = 1.0
    players = past[0, PLAYERS]
    circle = CIRCLE * slot_count(players)
    left = REMEMBERED
    index = len(moves) - 1
    while index >= 0 and left:
        if owner(players, past[index, TURN]) != seat:
            index -= 1
            continue
        if move_verb(moves[index]) == ROTATE:
            turned ^= held
        if past[index, STALLED] < circle:
            for word in range(WORDS):
                state[word] = past[index, word]
            state[HANDS + seat] |= held
            state[TURNED] |= turned
            again = _rotated_before(past, moves, index, seat)
            chance, count = chance_of(deck, state, survey, again, habits, moves[index], room)
            if len(habits) > HABITS:
                share = habits[HABITS + seat] / UNIT
                weight *= EVEN * (share * chance + (1.0 - share) / count)
            else:
                weight *= (1.0 - CARELESS) * chance * count + CARELESS
            left -= 1
        index -= 1
    return min(weight, _MOST)


@jit
def _rotated_before(past: Words, moves: Words, index: int, seat: int) -> int:
    """Whether the last move of a seat before this one was a rotation."""
    index -= 1
    while index >= 0:
        if owner(past[index, PLAYERS], past[index, TURN]) == seat:
            return 1 if move_verb(moves[index]) == ROTATE else 0
        index -= 1
    return 0


@jit
def _share(stream: Stream) -> float:
    """A random number from 0 to below 1."""
    return random_bits(stream) / 9223372036854775808.0


@jit
def _draw(weights: Floats, total: float, stream: Stream) -> int:
    """One of these, the heavier ones more often."""
    rest = _share(stream) * total
    index = 0
    while index + 1 < len(weights) and rest >= weights[index]:
        rest -= weights[index]
        index += 1
    return index


@jit_with_memory
def _fill(
    deck: Words,
    view: Words,
    hands: Words,
    turned: Words,
    weights: Floats,
    anyhow: int,
    stream: Stream,
    world: Words,
    pool: Words,
) -> None:
    """Draw the worlds of a pool at equal distances of weight, in random order, and some of them anyhow."""
    rows = len(pool)
    order = np.empty(rows, np.int64)
    for index in range(rows):
        other = below(stream, index + 1)
        order[index] = order[other]
        order[other] = index
    total = 0.0
    for index in range(len(weights)):
        total += weights[index]
    judged = rows - anyhow
    step = total / judged
    reached = _share(stream) * step
    pick = 0
    sum_before = 0.0
    for index in range(judged):
        while pick + 1 < len(weights) and sum_before + weights[pick] <= reached:
            sum_before += weights[pick]
            pick += 1
        row = order[index]
        for word in range(WORDS):
            pool[row, word] = view[word]
        pool[row, VIEWER] = 0
        pool[row, SIZES] = 0
        pool[row, TURNED] |= turned[pick]
        for seat in range(view[PLAYERS]):
            pool[row, HANDS + seat] |= hands[pick, seat]
        reached += step
    for index in range(judged, rows):
        sample_world(deck, view, stream, world)
        for word in range(WORDS):
            pool[order[index], word] = world[word]
