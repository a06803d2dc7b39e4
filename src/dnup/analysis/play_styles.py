"""Play styles: how each player of a match plays, and how likely hidden hands are, given that.

A move by a random player reveals little about the hand; a move by a strong player reveals a lot. A review knows the
whole match, so it estimates the likelihood of each move in several styles: uniformly random, by the move model
(`dnup.belief.move_model`), and like the search. The style of a player is the mixture of these that makes all their
moves of the match likeliest, fitted by expectation maximization (EM). Worlds are then weighted by the likelihood of the
moves of these players instead of average ones: the better that is known, the closer luck is to 0 on average.

With two players, the likelihood of a move is estimated for every orientation of the mover's secret cards, by searches
for each; of a large hand, for all orientations of some cards. An orientation is a mask of the cards that are the other
way up than in truth: a hand is rotated as one, so this mask never changes.
"""

import numpy as np

from dnup.belief.move_model import COEFFICIENTS, MAX_MOVES, MOVE_ROW, UNIT, move_probability
from dnup.belief.posterior import LIKELIHOOD_SCALE, MAX_EXACT_CARDS, STALLED_LAPS
from dnup.kernel.history import unseen_cards
from dnup.kernel.jit import jit, jit_with_memory, popcount
from dnup.kernel.layout import (
    HANDS,
    PLAYERS,
    SHOWN,
    STALLED,
    TURNED,
    VIEWER,
    WORDS,
    Words,
    copy_to_row,
    copy_words,
    move_cards,
    slot_count,
)
from dnup.kernel.moves import SURVEY_WORDS
from dnup.kernel.rng import Stream, below, random_bits
from dnup.kernel.sets import choose
from dnup.search.match_equity import Equity
from dnup.search.mcts import search
from dnup.search.tree import KEY, NODE_WORDS, RATES, VISITS, Rates, children, move_key

# The styles. The likelihood of a move is: uniform, that of the move model, its share of the search's visits, or its
# share of the squared visits, which is nearly 1 for the move that the search would choose.
RANDOM, MODEL, VISIT_SHARE, BEST = 0, 1, 2, 3
STYLES = 4

MAX_EXACT = 9
"""All orientations of a hand are evaluated if at most this many of its cards are secret."""

SAMPLED_CARDS = 7
"""Of a hand with more secret cards, all orientations of this many cards are evaluated, drawn for every move. The other
cards are oriented at random, so each row is an estimate from one sample. Each row costs SEARCHES searches, so all
orientations of 13 cards would take 8,192 times as many."""

ROWS = 1 + (1 << MAX_EXACT)
"""The rows of `likelihoods` for a move: the true orientation, then all that are evaluated."""

SEARCHES = 4
"""The number of searches for each likelihood, to average out their noise."""

EM_STEPS = 24
"""The number of steps of expectation maximization; a mixture hardly changes after them."""


@jit_with_memory
def estimate_likelihoods(
    deck: Words,
    view: Words,
    made: int,
    again: int,
    coefficients: Words,
    stream: Stream,
    equity: Equity,
    tree: Words,
    rates: Rates,
    iterations: int,
    likelihoods: Rates,
    first: int,
) -> int:
    """Write the likelihood of a move in each style; returns the mask of cards whose orientations the rows stand for.

    Row `first` of `likelihoods` is for the true orientation. With more than two players it is the only one, without the
    search; otherwise all orientations follow, numbered by `orientation_index`. `again` is 1 if the last move of the
    seat was a rotation. The tree is empty, and empty again afterwards. A move in a repetition has no information.
    """
    mine = np.empty(WORDS, np.int64)
    survey = np.empty(SURVEY_WORDS, np.int64)
    notes = np.empty((MAX_MOVES, MOVE_ROW), np.int64)
    for style in range(STYLES):
        likelihoods[first, style] = 1.0
    if view[STALLED] >= STALLED_LAPS * slot_count(view[PLAYERS]):
        return 0
    two = view[PLAYERS] == 2
    secret = view[HANDS + view[VIEWER] - 1] & ~view[SHOWN] & ~move_cards(made) if two else 0
    others = 0
    if popcount(secret) > MAX_EXACT:
        while popcount(secret) > SAMPLED_CARDS:
            card = choose(secret, 1 << below(stream, popcount(secret)))
            secret &= ~card
            others |= card
    copy_words(view, mine)
    key = move_key(deck, view, made)
    flipped = 0
    rest = 0
    start = stream[0]
    next_rest = start
    rows = 1
    if secret:
        rows += 1 << popcount(secret)
    for row in range(first, first + rows):
        if row > first:
            if others:
                stream[0] = next_rest
                rest = random_bits(stream) & others
                next_rest = stream[0]
            mine[TURNED] = view[TURNED] ^ flipped ^ rest
            flipped = (flipped - secret) & secret
        else:
            mine[TURNED] = view[TURNED]
        if row == first + 1 and not others:  # the true orientation again
            for style in range(STYLES):
                likelihoods[row, style] = likelihoods[first, style]
            continue
        likelihood, count = move_probability(deck, mine, survey, again, coefficients, made, notes)
        likelihoods[row, RANDOM] = 1.0 / count
        likelihoods[row, MODEL] = likelihood
        likelihoods[row, VISIT_SHARE] = 0.0
        likelihoods[row, BEST] = 0.0
        if two:
            stream[0] = start  # common random numbers for all orientations
            write_search_shares(deck, mine, key, stream, equity, tree, rates, iterations, likelihoods[row])
    return secret


@jit_with_memory
def write_search_shares(
    deck: Words,
    view: Words,
    key: int,
    stream: Stream,
    equity: Equity,
    tree: Words,
    rates: Rates,
    iterations: int,
    likelihoods: Rates,
) -> None:
    """Write the shares of the move with a key in the visits of several searches, and in their squares."""
    uniform = np.empty((0, WORDS), np.int64)
    visits_of_made = 0.0
    squares = 0.0
    for _ in range(SEARCHES):
        used = search(deck, view, stream, equity, uniform, tree, rates, 1, iterations)
        for child in children(tree, 0):
            visits = float(tree[child, VISITS])
            squares += visits * visits
            if tree[child, KEY] == key:
                visits_of_made += visits
        for node in range(used):
            for word in range(NODE_WORDS):
                tree[node, word] = 0
            for word in range(RATES):
                rates[node, word] = 0.0
    likelihoods[VISIT_SHARE] = visits_of_made / (SEARCHES * iterations)
    likelihoods[BEST] = min(1.0, visits_of_made * visits_of_made / (SEARCHES * squares))


@jit
def mix(shares: Rates, likelihoods: Rates) -> float:
    """The likelihood of a move in a mixture of styles."""
    total = 0.0
    for style in range(STYLES):
        total += shares[style] * likelihoods[style]
    return total


@jit_with_memory
def fit_style(made: Rates, shares: Rates, coefficients: Words, seat: int) -> None:
    """Write the mixture of styles that makes the moves of a seat likeliest; `made` has their rows of likelihoods.

    One pseudo-move of each style is added (Laplace smoothing), so that no share is 0. The share of the move model in
    model and random play is stored behind the coefficients, for `belief.sample_posterior`.
    """
    for style in range(STYLES):
        shares[style] = 1.0 / STYLES
    total = np.empty(STYLES, np.float64)
    for _ in range(EM_STEPS):
        for style in range(STYLES):
            total[style] = 0.0
        for index in range(len(made)):
            likelihood = mix(shares, made[index])
            for style in range(STYLES):
                total[style] += shares[style] * made[index, style] / likelihood
        for style in range(STYLES):
            shares[style] = (total[style] + 1.0) / (len(made) + STYLES)
    coefficients[COEFFICIENTS + seat] = int(UNIT * shares[MODEL] / (shares[MODEL] + shares[RANDOM]))


@jit
def orientation_index(flipped: int, secret: int) -> int:
    """The index of an orientation, a mask of flipped cards, among all orientations of the secret cards."""
    index = 0
    place = 1
    while secret:
        if flipped & secret & -secret:
            index += place
        secret &= secret - 1
        place += place
    return index


@jit_with_memory
def sample_by_style(
    deck: Words,
    view: Words,
    world: Words,
    moves: Words,
    secrets: Words,
    likelihoods: Rates,
    shares: Rates,
    stream: Stream,
    pool: Words,
) -> int:
    """Fill a pool with worlds of a view of two players, sampled by their likelihood; returns their number.

    `world` is the true one. `moves` are the indices of the other player's moves of this round, `secrets` and
    `likelihoods` what `estimate_likelihoods` returned and wrote for each, ROWS rows a move, and `shares` the other
    player's style. There are no worlds if no card is hidden, or more than MAX_EXACT_CARDS.
    """
    hidden = unseen_cards(deck, view)
    count = popcount(hidden)
    if not count or count > MAX_EXACT_CARDS:
        return 0
    weights = np.empty(1 << count, np.float64)
    total = 0.0
    flipped = 0
    for index in range(len(weights)):
        weight = 1.0
        for place in range(len(moves)):
            row = ROWS * moves[place]
            if secrets[moves[place]]:
                row += 1 + orientation_index(flipped, secrets[moves[place]])
            weight *= LIKELIHOOD_SCALE * mix(shares, likelihoods[row])
        weights[index] = weight
        total += weight
        flipped = (flipped - hidden) & hidden
    # Systematic sampling: one random offset, then equal steps of weight.
    step = total / len(pool)
    reached = step * (random_bits(stream) / 9223372036854775808.0)
    flipped = 0
    index = 0
    passed = weights[0]
    for row in range(len(pool)):
        while index + 1 < len(weights) and passed <= reached:
            index += 1
            passed += weights[index]
            flipped = (flipped - hidden) & hidden
        copy_to_row(world, pool, row)
        pool[row, TURNED] ^= flipped
        reached += step
    return len(pool)
