"""Which move of the others told most: what a decision looks like to who has noticed this one move and no other.

In worlds that agree with the view, each as likely as any other, two moves are compared; then each world counts as much
as it explains one move of the past. The move that makes the better one lead most is the one that told.
"""

import numpy as np

from dnup.kernel.chance import Stream
from dnup.kernel.history import look_back, unseen_cards
from dnup.kernel.jit import jit_apart, jit_with_memory
from dnup.kernel.layout import (
    HANDS,
    MAX_PLAYERS,
    PLAYERS,
    ROTATE,
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
from dnup.thinking.belief import CARELESS, CIRCLE, REMEMBERED
from dnup.thinking.habits import MOST_MOVES, MOVE_NOTES, Floats, chance_of
from dnup.thinking.search import draw_world
from dnup.thinking.stakes import Stakes
from dnup.thinking.usual import play_usually

WORLDS = 512
"""In so many worlds the two moves are compared,"""

ENDINGS = 4
"""each with so many endings."""


@jit_with_memory
def telling_move(
    deck: Words,
    view: Words,
    history: Words,
    habits: Words,
    stream: Stream,
    stakes: Stakes,
    made: int,
    best: int,
) -> int:
    """Which move of a history speaks most for one move of a view against the one made; -1 if none does."""
    hidden = unseen_cards(deck, view)
    count = len(history)
    past = np.empty((count, WORDS), np.int64)
    moves = np.empty(count, np.int64)
    if not hidden or not count or not look_back(deck, view, history, past, moves):
        return -1
    any_world = np.empty((0, WORDS), np.int64)
    world = np.empty(WORDS, np.int64)
    end = np.empty(WORDS, np.int64)
    survey = np.empty(SURVEY_WORDS, np.int64)
    room = np.empty((MOST_MOVES, MOVE_NOTES), np.int64)
    gains = np.empty(MAX_PLAYERS, np.float64)
    weights = np.empty(count, np.float64)
    totals = np.zeros(count, np.float64)
    leads = np.zeros(count, np.float64)
    lead_of_all = 0.0
    viewer = view[VIEWER] - 1
    for _ in range(WORLDS):
        draw_world(deck, view, stream, any_world, world)
        lead = 0.0
        for _ in range(ENDINGS):
            start = stream[0]
            play_usually(deck, world, best, end, stream, stakes, gains)
            lead += gains[viewer]
            stream[0] = start
            play_usually(deck, world, made, end, stream, stakes, gains)
            lead -= gains[viewer]
        lead_of_all += lead
        _weigh_each(deck, past, moves, habits, viewer, hidden, world, end, survey, room, weights)
        for index in range(count):
            totals[index] += weights[index]
            leads[index] += weights[index] * lead
    found = -1
    most = lead_of_all / WORLDS
    for index in range(count):
        if totals[index] > 0.0 and leads[index] / totals[index] > most:
            most = leads[index] / totals[index]
            found = index
    return found


@jit_apart
def _weigh_each(
    deck: Words,
    past: Words,
    moves: Words,
    habits: Words,
    viewer: int,
    hidden: int,
    world: Words,
    state: Words,
    survey: Words,
    room: Words,
    weights: Floats,
) -> None:
    """How many times as likely as by pure chance each move of the others is in a world; 0 for what tells nothing."""
    players = past[0, PLAYERS]
    circle = CIRCLE * slot_count(players)
    for index in range(len(moves)):
        weights[index] = 0.0
    for seat in range(players):
        held = world[HANDS + seat] & hidden
        if seat == viewer or not held:
            continue
        turned = world[TURNED] & held
        left = REMEMBERED
        index = len(moves) - 1
        while index >= 0 and left:
            if owner(players, past[index, TURN]) == seat:
                if move_verb(moves[index]) == ROTATE:
                    turned ^= held
                if past[index, STALLED] < circle:
                    for word in range(WORDS):
                        state[word] = past[index, word]
                    state[HANDS + seat] |= held
                    state[TURNED] |= turned
                    again = 0
                    before = index - 1
                    while before >= 0 and owner(players, past[before, TURN]) != seat:
                        before -= 1
                    if before >= 0 and move_verb(moves[before]) == ROTATE:
                        again = 1
                    chance, count = chance_of(deck, state, survey, again, habits, moves[index], room)
                    weights[index] = (1.0 - CARELESS) * chance * count + CARELESS
                    left -= 1
            index -= 1
