"""What a seat knows (D3) as a row of small integers.

Seats are relative: the observing seat comes first, then the others clockwise. Cards are counted by *kind* (copies are
one kind, D4) or by *face*, a kind one way up. Of other hands only publicly known cards are read.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dnup.kernel.jit import jit, lowest, popcount
from dnup.kernel.layout import (
    ACTIONS,
    ADD,
    CARDS,
    DISCARDS,
    ENDING,
    HANDS,
    IN_PLAY,
    LIMITS,
    MAX_CARDS,
    MAX_VALUE,
    PLAYERS,
    SHOWN,
    SIZES,
    SLOTS,
    STALLED,
    STAR,
    STARTER,
    TAKE,
    TURN,
    TURNED,
    VALUE_SHIFT,
    VIEWER,
    Words,
    move_cards,
    move_slot,
    move_verb,
    slot_count,
    stall_limit,
    turn_limit,
)
from dnup.kernel.turn import points_of, score_of
from dnup.rl.compiled.actions import place_of_slot

Row = NDArray[np.int8]

MOST = 127  # the largest number in an observation

# The words of a plan: where each part of an observation begins.
HAND = 0
TABLE = 1
KNOWN = 2
DISCARDED = 3
UNSEEN = 4
STAR_HOLDER = 5
HAND_SIZES = 6
SET_SIZES = 7
SET_VALUES = 8
MATCH_POINTS = 9
ROUND_POINTS = 10
TURN_SLOT = 11
TURNS_LEFT = 12
STALL_LEFT = 13
HISTORY = 14
LENGTH = 15
PARTS = (
    "hand",
    "table",
    "known",
    "discards",
    "unseen",
    "star",
    "sizes",
    "set_sizes",
    "set_values",
    "score",
    "points",
    "turn",
    "turns_left",
    "stall_left",
    "history",
)
"""The names of these parts, in order."""
KIND_COUNT = 16  # the number of different cards in play
PAST_MOVES = 17  # the number of moves in the history
KIND_OF = 18  # ... by card
PLAN_WORDS = KIND_OF + MAX_CARDS

# The words of a past move: the slot that was in turn, the move, and the turned cards.
PAST_SLOT = 0
PAST_MOVE = 1
PAST_TURNED = 2
PAST_WORDS = 3
NO_MOVE = -1
VERB_COUNT = 4


def make_plan(faces: Sequence[tuple[int, int]], in_play: Sequence[int], players: int, history: int) -> Words:
    """The plan of an observation: cards have these (lower, higher) values, and this number of past moves is shown."""
    plan = np.zeros(PLAN_WORDS, np.int64)
    kinds = sorted({faces[card] for card in in_play})
    for card in in_play:
        plan[KIND_OF + card] = kinds.index(faces[card])
    cards, slots = len(kinds), int(slot_count(players))
    sizes = {
        "hand": 2 * cards,
        "table": 2 * cards * slots,
        "known": 2 * cards * players,
        "discards": cards,
        "unseen": cards,
        "star": players,
        "sizes": players,
        "set_sizes": slots,
        "set_values": slots,
        "score": players,
        "points": players,
        "turn": slots,
        "turns_left": 1,
        "stall_left": 1,
        "history": history * past_length(cards, slots),
    }
    plan[: len(PARTS) + 1] = np.cumsum([0, *(sizes[part] for part in PARTS)])
    plan[KIND_COUNT] = cards
    plan[PAST_MOVES] = history
    plan.flags.writeable = False
    return plan


@jit
def past_length(kinds: int, slots: int) -> int:
    """The length of the encoding of a past move: slot in turn, verb, target slot, cards by face."""
    return slots + VERB_COUNT + slots + 2 * kinds


@jit
def _count_faces(plan: Words, cards: int, turned: int, rows: Row, row: int, start: int) -> None:
    while cards:
        card = lowest(cards)
        rows[row, start + 2 * plan[KIND_OF + card] + ((turned >> card) & 1)] += 1
        cards &= cards - 1


@jit
def _count_kinds(plan: Words, cards: int, rows: Row, row: int, start: int) -> None:
    while cards:
        rows[row, start + plan[KIND_OF + lowest(cards)]] += 1
        cards &= cards - 1


@jit
def write_observation(
    deck: Words, plan: Words, state: Words, past: Words, seat: int, rows: Row, row: int
) -> None:
    """Write the observation of a seat into a row, from a round or a view; `past` has the latest move first."""
    for index in range(plan[LENGTH]):
        rows[row, index] = 0
    players = state[PLAYERS]
    slots = slot_count(players)
    faces = 2 * plan[KIND_COUNT]
    shown = state[SHOWN]
    turned = state[TURNED]
    own = state[HANDS + seat]
    _count_faces(plan, own, turned, rows, row, plan[HAND])
    _count_kinds(plan, state[DISCARDS], rows, row, plan[DISCARDED])
    _count_kinds(plan, deck[IN_PLAY] & ~shown & ~own, rows, row, plan[UNSEEN])
    for place in range(players):
        other = seat + place if seat + place < players else seat + place - players
        hand = state[HANDS + other]
        _count_faces(plan, hand & shown, turned, rows, row, plan[KNOWN] + faces * place)
        size = (state[SIZES] >> (8 * other)) & 255 if state[VIEWER] else popcount(hand)
        rows[row, plan[HAND_SIZES] + place] = size
        rows[row, plan[MATCH_POINTS] + place] = min(score_of(state, other), MOST)
        rows[row, plan[ROUND_POINTS] + place] = points_of(state, other)
        if other == state[STARTER] and not (shown >> deck[STAR]) & 1:
            rows[row, plan[STAR_HOLDER] + place] = 1
    for slot in range(slots):
        place = place_of_slot(players, seat, slot)
        there = state[SLOTS + slot]
        _count_faces(plan, there & CARDS, turned, rows, row, plan[TABLE] + faces * place)
        rows[row, plan[SET_SIZES] + place] = popcount(there & CARDS)
        rows[row, plan[SET_VALUES] + place] = (there >> VALUE_SHIFT) & MAX_VALUE
    if not state[ENDING]:
        rows[row, plan[TURN_SLOT] + place_of_slot(players, seat, state[TURN])] = 1
    rows[row, plan[TURNS_LEFT]] = min(turn_limit(state[LIMITS]) - state[ACTIONS], MOST)
    limit = stall_limit(state[LIMITS])
    rows[row, plan[STALL_LEFT]] = min(limit - state[STALLED], MOST) if limit else MOST
    _write_history(plan, players, past, seat, rows, row)


@jit
def _write_history(plan: Words, players: int, past: Words, seat: int, rows: Row, row: int) -> None:
    slots = slot_count(players)
    for number in range(min(plan[PAST_MOVES], len(past))):
        move = past[number, PAST_MOVE]
        if move == NO_MOVE:
            return
        start = plan[HISTORY] + number * past_length(plan[KIND_COUNT], slots)
        rows[row, start + place_of_slot(players, seat, past[number, PAST_SLOT])] = 1
        start += slots
        verb = move_verb(move)
        rows[row, start + verb] = 1
        start += VERB_COUNT
        if verb in (ADD, TAKE):
            rows[row, start + place_of_slot(players, seat, move_slot(move))] = 1
        _count_faces(plan, move_cards(move), past[number, PAST_TURNED], rows, row, start + slots)


@jit
def remember(past: Words, slot: int, move: int, turned: int) -> None:
    """Insert a move at the front of a history; the oldest one is dropped."""
    for number in range(len(past) - 1, 0, -1):
        for word in range(PAST_WORDS):
            past[number, word] = past[number - 1, word]
    if len(past):
        past[0, PAST_SLOT] = slot
        past[0, PAST_MOVE] = move
        past[0, PAST_TURNED] = turned
