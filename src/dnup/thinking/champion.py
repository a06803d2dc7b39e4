"""The champion: the search with a network that says what a world is worth, instead of only playing it to its end.

And its instinct: what the network says of every move in some worlds, without looking any further.
"""

import numpy as np

from dnup.kernel.chance import Stream
from dnup.kernel.jit import jit, jit_with_memory
from dnup.kernel.layout import ENDING, MAX_PLAYERS, PLAYERS, WORDS, Words, seat_in_turn
from dnup.kernel.moves import SURVEY_WORDS
from dnup.kernel.turn import apply_move
from dnup.thinking.features import MAX_FACTS
from dnup.thinking.network import MAX_ENDINGS, foresee, weigh_endings
from dnup.thinking.policy import finish_quickly
from dnup.thinking.search import MAX_DEPTH, draw_world, note_gains, walk_down
from dnup.thinking.stakes import Stakes, play_for_second, score_index, worth_to, write_worths
from dnup.thinking.tree import VISITS, Rates
from dnup.thinking.vectors import NARROW, WIDTH, Weights

CURIOSITY = 0.2
"""How much to try moves that look worse, beside the plain search: a network is surer than one ending played out."""

WIDENING_OF_TWO = 3
WIDENING = 1
"""How soon a node gets another child: fewer than in the plain search, for what the network says of each is surer."""

PATIENCE = 8
"""Among more than two, a node is looked at in so many worlds before its moves are: what the network says of it is
better than what it says after replies that nobody has chosen."""

QUICK_SHARE = 0.25
"""Among more than two, how much a round that quick play has finished counts beside what the network says of a world: it
is a poor judge, but errs where the network does not."""

GLANCES = 1200
"""So many positions are looked at by instinct: well under a millisecond."""

FEWEST_WORLDS = 8

WORTH_ROWS = MAX_PLAYERS * MAX_PLAYERS + 1


@jit_with_memory
def think(
    deck: Words,
    view: Words,
    stream: Stream,
    stakes: Stakes,
    weights: Weights,
    pool: Words,
    tree: Words,
    rates: Rates,
    used: int,
    iterations: int,
) -> int:
    """Grow a tree of `used` nodes, node 0 being the view, by so many iterations; returns how many it then has.

    The worlds are those of the pool, see `belief.believe`; if it is empty, any that agree with the view.
    """
    world = np.empty(WORDS, np.int64)
    survey = np.empty(SURVEY_WORDS, np.int64)
    path = np.empty(MAX_DEPTH, np.int64)
    movers = np.empty(MAX_DEPTH, np.int64)
    gains = np.empty(MAX_PLAYERS, np.float64)
    worths = np.empty((WORTH_ROWS, MAX_PLAYERS), np.float64)
    facts = np.empty(MAX_FACTS, np.int64)
    levels = np.empty(WIDTH + NARROW, np.int16)
    sums = np.empty(MAX_ENDINGS, np.int64)
    chances = np.empty(MAX_ENDINGS, np.float64)
    write_worths(view, stakes, worths)
    duel = view[PLAYERS] == 2
    widening = WIDENING_OF_TWO if duel else WIDENING
    patience = 0 if duel else PATIENCE
    for _ in range(iterations):
        draw_world(deck, view, stream, pool, world)
        play_for_second(view, world)
        tree[0, VISITS] += 1
        used, depth = walk_down(
            *(deck, world, survey, stream, tree, rates, used, 0, path, movers, 0),
            *(CURIOSITY, widening, patience),
        )
        value_world(deck, world, stakes, worths, weights, facts, levels, sums, chances, gains)
        if not duel and not world[ENDING]:
            hear_quick_play(deck, world, stream, stakes, gains)
        note_gains(tree, rates, path, movers, depth, gains)
    return used


@jit
def value_world(
    deck: Words,
    world: Words,
    stakes: Stakes,
    worths: Stakes,
    weights: Weights,
    facts: Words,
    levels: Weights,
    sums: Words,
    chances: Rates,
    gains: Rates,
) -> None:
    """What a world is worth to each seat: as the network sees it, or for certain where the round is over."""
    if world[ENDING]:
        row = score_index(world)
        for seat in range(world[PLAYERS]):
            gains[seat] = worth_to(world, stakes, row, seat)
    else:
        foresee(deck, world, weights, facts, levels, sums, chances)
        weigh_endings(world, chances, worths, gains)


@jit
def hear_quick_play(deck: Words, world: Words, stream: Stream, stakes: Stakes, gains: Rates) -> None:
    """Let quick play finish the round, and its end have a word in what the world was worth."""
    finish_quickly(deck, world, stream)
    row = score_index(world)
    for seat in range(world[PLAYERS]):
        gains[seat] += QUICK_SHARE * (worth_to(world, stakes, row, seat) - gains[seat])


@jit_with_memory
def glance(
    deck: Words,
    view: Words,
    stream: Stream,
    stakes: Stakes,
    weights: Weights,
    pool: Words,
    moves: Words,
    worth: Rates,
) -> int:
    """What each of these legal moves is worth at a glance, all in the same worlds; returns the best one's number."""
    base = np.empty(WORDS, np.int64)
    world = np.empty(WORDS, np.int64)
    gains = np.empty(MAX_PLAYERS, np.float64)
    worths = np.empty((WORTH_ROWS, MAX_PLAYERS), np.float64)
    facts = np.empty(MAX_FACTS, np.int64)
    levels = np.empty(WIDTH + NARROW, np.int16)
    sums = np.empty(MAX_ENDINGS, np.int64)
    chances = np.empty(MAX_ENDINGS, np.float64)
    seat = seat_in_turn(view)
    write_worths(view, stakes, worths)
    worlds = max(GLANCES // len(moves), FEWEST_WORLDS)
    for index in range(len(moves)):
        worth[index] = 0.0
    for _ in range(worlds):
        draw_world(deck, view, stream, pool, base)
        play_for_second(view, base)
        for index in range(len(moves)):
            for word in range(WORDS):
                world[word] = base[word]
            apply_move(deck, world, moves[index])
            value_world(deck, world, stakes, worths, weights, facts, levels, sums, chances, gains)
            worth[index] += gains[seat] / worlds
    best = 0
    for index in range(1, len(moves)):
        if worth[index] > worth[best]:
            best = index
    return best
