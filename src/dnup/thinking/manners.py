"""How everyone of a match plays, and what others could tell from it.

What a move tells of a hand depends on who makes it: of who plays anything at all it says little, of who thinks it says
much. A review knows the whole match. So it looks at how likely each move was in several *manners*: by pure chance, by
habit (`dnup.thinking.habits`), and as the search would play, more or less surely. In which mixture of them somebody
plays is what makes all their moves of the match likeliest. Worlds are then as likely as they explain the moves of these
players, and not of usual ones: the better that is known, the nearer luck is to 0 on average, whoever plays.

With two players all ways up of the hand that made a move are looked at, each as the search would see it; of a large
hand, all ways up of some cards. They are numbered by what is the other way up than in truth: the cards of a hand are
rotated together, so that never changes.
"""

import numpy as np

from dnup.kernel.chance import Stream, below, random_bits
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
    move_cards,
    slot_count,
)
from dnup.kernel.moves import SURVEY_WORDS
from dnup.kernel.sets import choose
from dnup.thinking.belief import CIRCLE, EVEN, EXACT
from dnup.thinking.habits import HABITS, MOST_MOVES, MOVE_NOTES, UNIT, chance_of
from dnup.thinking.search import search
from dnup.thinking.stakes import Stakes
from dnup.thinking.tree import KEY, NODE_WORDS, RATES, VISITS, Rates, children, move_key

# How likely a move is: by pure chance, by habit, by how often the search tries it, and by the square of that, which is
# nearly only what it finds best.
BY_CHANCE, BY_HABIT, BY_SEARCH, BY_BEST = 0, 1, 2, 3
MANNERS = 4

MOST_CARDS = 9
"""All ways up of a hand are looked at if at most this many of its cards are secret."""

SOME_CARDS = 7
"""Of a hand with more secret cards, all ways up of this many cards are looked at, drawn for every move. The other
cards are then either way up by chance, so each row is an estimate from one sample. Each row costs SEARCHES searches,
so all ways up of 13 cards would take 8,192 times as many."""

WAYS_UP = 1 << MOST_CARDS
"""The number of ways up that are looked at, at most."""

ROWS = 1 + WAYS_UP
"""The rows of `chances` for a move: the truth, then all ways up that are looked at."""

SEARCHES = 4
"""So often it is searched: one search alone is too much a matter of chance."""

LOOKS = 24
"""So often a mixture is made better; then it changes no more to speak of."""


@jit
def secret_after(view: Words, made: int) -> int:
    """The cards of who moves that nobody has seen even after the move."""
    return view[HANDS + view[VIEWER] - 1] & ~view[SHOWN] & ~move_cards(made)


@jit_with_memory
def look_at_manners(
    deck: Words,
    view: Words,
    made: int,
    again: int,
    habits: Words,
    stream: Stream,
    stakes: Stakes,
    tree: Words,
    rates: Rates,
    iterations: int,
    chances: Rates,
    first: int,
) -> int:
    """Write how likely a move is in each manner; returns the cards whose ways up the rows of `chances` stand for.

    The first row that is written, `first`, is the truth. With more than two players it is the only one, and without the
    search; otherwise the ways up follow, see `number_of`. `again` is 1 if the last move of the seat was a rotation. The
    tree is empty, and is left so. A move in a circle tells nothing.
    """
    mine = np.empty(WORDS, np.int64)
    survey = np.empty(SURVEY_WORDS, np.int64)
    room = np.empty((MOST_MOVES, MOVE_NOTES), np.int64)
    any_world = np.empty((0, WORDS), np.int64)
    for manner in range(MANNERS):
        chances[first, manner] = 1.0
    if view[STALLED] >= CIRCLE * slot_count(view[PLAYERS]):
        return 0
    two = view[PLAYERS] == 2
    secret = secret_after(view, made) if two else 0
    others = 0
    if popcount(secret) > MOST_CARDS:
        while popcount(secret) > SOME_CARDS:
            card = choose(secret, 1 << below(stream, popcount(secret)))
            secret &= ~card
            others |= card
    for word in range(WORDS):
        mine[word] = view[word]
    key = move_key(deck, view, made)
    over = 0
    rest = 0
    chance_of_others = stream[0]
    start = stream[0]
    rows = 1
    if secret:
        rows += 1 << popcount(secret)
    for row in range(first, first + rows):
        if row > first:
            if others:
                stream[0] = chance_of_others
                rest = random_bits(stream) & others
                chance_of_others = stream[0]
            mine[TURNED] = view[TURNED] ^ over ^ rest
            over = (over - secret) & secret
        else:
            mine[TURNED] = view[TURNED]
        if row == first + 1 and not others:  # the truth again
            for manner in range(MANNERS):
                chances[row, manner] = chances[first, manner]
            continue
        chance, count = chance_of(deck, mine, survey, again, habits, made, room)
        chances[row, BY_CHANCE] = 1.0 / count
        chances[row, BY_HABIT] = chance
        chances[row, BY_SEARCH] = 0.0
        chances[row, BY_BEST] = 0.0
        if two:
            stream[0] = start  # the same chance for all ways up: what it does is not in their difference
            tried = 0.0
            squares = 0.0
            for _ in range(SEARCHES):
                used = search(deck, mine, stream, stakes, any_world, tree, rates, 1, iterations)
                for child in children(tree, 0):
                    visits = float(tree[child, VISITS])
                    squares += visits * visits
                    if tree[child, KEY] == key:
                        tried += visits
                for node in range(used):
                    for word in range(NODE_WORDS):
                        tree[node, word] = 0
                    for word in range(RATES):
                        rates[node, word] = 0.0
            chances[row, BY_SEARCH] = tried / (SEARCHES * iterations)
            chances[row, BY_BEST] = min(1.0, tried * tried / (SEARCHES * squares))
    return secret


@jit
def mix(shares: Rates, chances: Rates) -> float:
    """How likely a move is of who plays in such a mixture of manners."""
    total = 0.0
    for manner in range(MANNERS):
        total += shares[manner] * chances[manner]
    return total


@jit_with_memory
def fit_manners(made: Rates, shares: Rates, habits: Words, seat: int) -> None:
    """In which mixture of manners somebody plays: the likeliest one, given the chances of all moves made.

    A move of each manner is added in thought, so that none is left out for want of moves. For `belief.believe` it is
    noted behind the habits how much the seat keeps to them.
    """
    for manner in range(MANNERS):
        shares[manner] = 1.0 / MANNERS
    total = np.empty(MANNERS, np.float64)
    for _ in range(LOOKS):
        for manner in range(MANNERS):
            total[manner] = 0.0
        for index in range(len(made)):
            whole = mix(shares, made[index])
            for manner in range(MANNERS):
                total[manner] += shares[manner] * made[index, manner] / whole
        for manner in range(MANNERS):
            shares[manner] = (total[manner] + 1.0) / (len(made) + MANNERS)
    habits[HABITS + seat] = int(UNIT * shares[BY_HABIT] / (shares[BY_HABIT] + shares[BY_CHANCE]))


@jit
def number_of(over: int, secret: int) -> int:
    """Which way up it is, of those that are looked at, with these cards the other way up than in truth."""
    number = 0
    place = 1
    while secret:
        if over & secret & -secret:
            number += place
        secret &= secret - 1
        place += place
    return number


@jit_with_memory
def believe_manners(
    deck: Words,
    view: Words,
    world: Words,
    moves: Words,
    secrets: Words,
    chances: Rates,
    shares: Rates,
    stream: Stream,
    pool: Words,
) -> int:
    """Fill a pool with worlds that agree with a view of two, the likelier ones more often; returns how many there are.

    `world` is the true one. `moves` are the numbers of those that the other made in this round, by which `secrets` and
    `chances` go, the latter ROWS rows each, and `shares` are the other's. There are none if nothing is hidden, or
    more than EXACT cards.
    """
    hidden = unseen_cards(deck, view)
    count = popcount(hidden)
    if not count or count > EXACT:
        return 0
    weights = np.empty(1 << count, np.float64)
    total = 0.0
    over = 0
    for index in range(len(weights)):
        weight = 1.0
        for place in range(len(moves)):
            row = ROWS * moves[place]
            if secrets[moves[place]]:
                row += 1 + number_of(over, secrets[moves[place]])
            weight *= EVEN * mix(shares, chances[row])
        weights[index] = weight
        total += weight
        over = (over - hidden) & hidden
    step = total / len(pool)
    reached = step * (random_bits(stream) / 9223372036854775808.0)
    over = 0
    index = 0
    passed = weights[0]
    for row in range(len(pool)):
        while index + 1 < len(weights) and passed <= reached:
            index += 1
            passed += weights[index]
            over = (over - hidden) & hidden
        for word in range(WORDS):
            pool[row, word] = world[word]
        pool[row, TURNED] ^= over
        reached += step
    return len(pool)
