"""The posterior over hidden hands: worlds weighted by the likelihood of the moves that were made.

A card that was never shown has been in one hand since the deal, and was turned whenever that hand was rotated. So
every past decision can be reconstructed in a guessed world (`dnup.kernel.history`), and the importance weight of a
world is the likelihood of these decisions under the move model (`dnup.belief.move_model`). Three things make this
robust against players who play otherwise: the model mixes in uniformly random moves, a share of the worlds is drawn
from the prior, and moves that are repeated without progress do not count.
"""

from typing import NamedTuple

import numpy as np

from dnup.belief.move_model import COEFFICIENTS, MAX_MOVES, MOVE_ROW, UNIT, Floats, move_probability
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
    copy_from_row,
    copy_to_row,
    move_verb,
    owner,
    slot_count,
)
from dnup.kernel.moves import SURVEY_WORDS
from dnup.kernel.rng import Stream, below, random_bits
from dnup.kernel.worlds import sample_world

POOL = 1024
"""Worlds in the pool of a bot, which its search draws from."""

LONGEST = 2048
"""A round of more moves than this has no posterior: the page's buffer for a history has this length."""

DEALS = 128
"""Deals sampled with more than two players by default: some milliseconds of processor time."""

DEALS_A_SECOND = 6400
"""Deals sampled for each second of a bot's time budget."""

MIN_DEALS = 64
"""With a budget for fewer deals than this, none are sampled: their estimate would be mostly noise."""

MAX_DEALS = 1024
"""Deals sampled at most, however large the budget is."""

EXPERT_DEALS = 512
"""Deals that an expert on the page samples: a phone may be slow."""

RANDOM_MOVE_RATE = 0.05
"""Share of uniformly random moves that is mixed into the move model."""

UNIFORM_PERIOD = 8
"""One in this many worlds of a pool is drawn from the prior, in which all deals are equally likely."""

MAX_EXACT_CARDS = 13
"""With one hidden hand of at most this many cards all its orientations are enumerated: the deal of two players with the
printed deck. That is 8,192 orientations, about 9 ms of processor time."""

ORIENTATIONS = 8
"""Orientations sampled for each hand of a sampled deal."""

MIN_EFFECTIVE_DEALS = 16
"""Weights are tempered until the effective sample size is at least this many deals."""

MAX_EVIDENCE = 40
"""Moves of a seat that count as evidence: its last ones."""

STALLED_LAPS = 3
"""Moves after this many full laps without a discard do not count: repetition carries no information."""

LIKELIHOOD_SCALE = 8.0
"""Factor of every likelihood, which keeps the product of many from underflowing."""

_MAX_WEIGHT = 1e60


class Evidence(NamedTuple):
    """The past decisions of a round and the buffers to score them."""

    past: Words
    """The state before each move, as far as the viewer knows it."""
    moves: Words
    coefficients: Words
    """Of the move model; after them there may be the share of model moves by seat, in UNITs."""
    state: Words
    survey: Words
    scored: Words


class Particles(NamedTuple):
    """Weighted guesses of the hidden cards."""

    hands: Words
    """By particle and seat, the hidden cards that the seat holds."""
    turned: Words
    """The hidden cards that show their higher value."""
    weights: Floats


@jit_with_memory
def sample_posterior(
    deck: Words, view: Words, history: Words, count: int, coefficients: Words, stream: Stream, pool: Words
) -> int:
    """Fill a pool with worlds drawn from the posterior of a view; returns their number.

    The worlds are in random order. There are none if the view has no unseen cards, or the history is empty or does not
    lead to the view. One hidden hand of at most MAX_EXACT_CARDS is enumerated; otherwise `count` deals are sampled, and
    there are no worlds if it is 0. With shares of model moves after the coefficients, no world is drawn from the prior.
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
    holder = _only_holder(world, hidden)
    exact = holder >= 0 and popcount(hidden) <= MAX_EXACT_CARDS
    if not exact and count < 1:
        return 0
    # The maximum tells LLVM that no size overflows; it would need 128-bit products, which WebAssembly lacks.
    size = 1 << popcount(hidden) if exact else max(count, 1) * ORIENTATIONS
    particles = Particles(
        np.zeros((size, MAX_PLAYERS), np.int64), np.zeros(size, np.int64), np.empty(size, np.float64)
    )
    evidence = Evidence(
        past,
        moves,
        coefficients,
        np.empty(WORDS, np.int64),
        np.empty(SURVEY_WORDS, np.int64),
        np.empty((MAX_MOVES, MOVE_ROW), np.int64),
    )
    if exact:
        _enumerate_orientations(deck, evidence, holder, hidden, particles)
    else:
        _sample_deals(deck, view, evidence, hidden, stream, world, particles)
        _temper(particles.weights)
    uniform = 0 if len(coefficients) > COEFFICIENTS else len(pool) // UNIFORM_PERIOD
    _resample(deck, view, particles, uniform, stream, world, pool)
    return len(pool)


@jit
def _only_holder(world: Words, hidden: int) -> int:
    """The seat that holds all hidden cards, -1 if several seats do."""
    holder = -1
    for seat in range(world[PLAYERS]):
        if world[HANDS + seat] & hidden:
            if holder >= 0:
                return -1
            holder = seat
    return holder


@jit
def _enumerate_orientations(
    deck: Words, evidence: Evidence, holder: int, hidden: int, particles: Particles
) -> None:
    """A particle for every orientation of the one hidden hand."""
    turned = hidden
    for index in range(len(particles.turned)):
        particles.hands[index, holder] = hidden
        particles.turned[index] = turned
        particles.weights[index] = _likelihood_ratio(deck, evidence, holder, hidden, turned)
        turned = (turned - 1) & hidden


@jit_with_memory
def _sample_deals(
    deck: Words,
    view: Words,
    evidence: Evidence,
    hidden: int,
    stream: Stream,
    world: Words,
    particles: Particles,
) -> None:
    """Sample deals, each as ORIENTATIONS particles; the orientations of each hand are resampled by their likelihood."""
    orientations = np.empty(ORIENTATIONS, np.int64)
    likelihoods = np.empty(ORIENTATIONS, np.float64)
    for deal in range(0, len(particles.turned), ORIENTATIONS):
        sample_world(deck, view, stream, world)
        weight = 1.0
        for seat in range(view[PLAYERS]):
            held = world[HANDS + seat] & hidden
            if not held:
                continue
            total = 0.0
            for index in range(ORIENTATIONS):
                orientations[index] = random_bits(stream) & held
                likelihoods[index] = _likelihood_ratio(deck, evidence, seat, held, orientations[index])
                total += likelihoods[index]
            weight *= total / ORIENTATIONS
            for index in range(deal, deal + ORIENTATIONS):
                particles.hands[index, seat] = held
                particles.turned[index] |= orientations[_draw(likelihoods, total, stream)]
        for index in range(deal, deal + ORIENTATIONS):
            particles.weights[index] = weight


@jit_apart
def _temper(weights: Floats) -> None:
    """Raise weights to the power 3/4 until the effective sample size is large enough (see MIN_EFFECTIVE_DEALS)."""
    while True:
        total = 0.0
        squares = 0.0
        for index in range(len(weights)):
            total += weights[index]
            squares += weights[index] * weights[index]
        if total * total >= squares * min(ORIENTATIONS * MIN_EFFECTIVE_DEALS, len(weights) / 2):
            return
        for index in range(len(weights)):
            root = np.sqrt(weights[index])
            weights[index] = root * np.sqrt(root)


@jit_apart
def _likelihood_ratio(deck: Words, evidence: Evidence, seat: int, held: int, turned: int) -> float:
    """The likelihood of a seat's moves if it held these hidden cards, relative to uniformly random moves.

    `turned` are those of them that now show their higher value.
    """
    past = evidence.past
    moves = evidence.moves
    coefficients = evidence.coefficients
    state = evidence.state
    weight = 1.0
    players = past[0, PLAYERS]
    stalled = STALLED_LAPS * slot_count(players)
    left = MAX_EVIDENCE
    index = len(moves) - 1
    while index >= 0 and left:
        if owner(players, past[index, TURN]) != seat:
            index -= 1
            continue
        if move_verb(moves[index]) == ROTATE:
            turned ^= held
        if past[index, STALLED] < stalled:
            copy_from_row(past, index, state)
            state[HANDS + seat] |= held
            state[TURNED] |= turned
            again = _rotated_before(past, moves, index, seat)
            chance, count = move_probability(
                deck, state, evidence.survey, again, coefficients, moves[index], evidence.scored
            )
            if len(coefficients) > COEFFICIENTS:
                share = coefficients[COEFFICIENTS + seat] / UNIT
                weight *= LIKELIHOOD_SCALE * (share * chance + (1.0 - share) / count)
            else:
                weight *= (1.0 - RANDOM_MOVE_RATE) * chance * count + RANDOM_MOVE_RATE
            left -= 1
        index -= 1
    return min(weight, _MAX_WEIGHT)


@jit
def _rotated_before(past: Words, moves: Words, index: int, seat: int) -> int:
    """1 if the last move of a seat before this one was a rotation, else 0."""
    index -= 1
    while index >= 0:
        if owner(past[index, PLAYERS], past[index, TURN]) == seat:
            return 1 if move_verb(moves[index]) == ROTATE else 0
        index -= 1
    return 0


@jit
def _random_share(stream: Stream) -> float:
    """A random number from 0 to below 1."""
    return random_bits(stream) / 9223372036854775808.0


@jit
def _draw(weights: Floats, total: float, stream: Stream) -> int:
    """A random index, with probabilities proportional to the weights."""
    rest = _random_share(stream) * total
    index = 0
    while index + 1 < len(weights) and rest >= weights[index]:
        rest -= weights[index]
        index += 1
    return index


@jit
def _shuffle(order: Words, stream: Stream) -> None:
    """Write the indices of an array in random order."""
    for index in range(len(order)):
        other = below(stream, index + 1)
        order[index] = order[other]
        order[other] = index


@jit_with_memory
def _resample(
    deck: Words, view: Words, particles: Particles, uniform: int, stream: Stream, world: Words, pool: Words
) -> None:
    """Fill a pool in random order: by systematic resampling of the particles, and `uniform` worlds from the prior."""
    weights = particles.weights
    order = np.empty(len(pool), np.int64)
    _shuffle(order, stream)
    total = 0.0
    for index in range(len(weights)):
        total += weights[index]
    resampled = len(pool) - uniform
    step = total / resampled
    reached = _random_share(stream) * step
    pick = 0
    sum_before = 0.0
    for index in range(resampled):
        while pick + 1 < len(weights) and sum_before + weights[pick] <= reached:
            sum_before += weights[pick]
            pick += 1
        row = order[index]
        copy_to_row(view, pool, row)
        pool[row, VIEWER] = 0
        pool[row, SIZES] = 0
        pool[row, TURNED] |= particles.turned[pick]
        for seat in range(view[PLAYERS]):
            pool[row, HANDS + seat] |= particles.hands[pick, seat]
        reached += step
    for index in range(resampled, len(pool)):
        sample_world(deck, view, stream, world)
        copy_to_row(world, pool, order[index])
