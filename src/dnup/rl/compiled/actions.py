"""Moves as a fixed range of integers (actions), and the mask of legal ones.

Plays come first, by value. The cards of a play are a number in a mixed radix: for each different card that can show the
value, how many are played. Then come adds by the opponent's slot and the card's other value, takes by slot, and rotate.
Opponents' slots are counted from the seat to the left of the seat in turn. Copies of a card are one action (D4).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dnup.kernel.copies import first_of
from dnup.kernel.jit import jit, lowest, popcount
from dnup.kernel.layout import (
    ADD,
    ENDING,
    HANDS,
    MAX_CARDS,
    MAX_SIZE,
    MAX_VALUE,
    PLAY,
    PLAYERS,
    ROTATE,
    SHOWN,
    SLOTS,
    TAKE,
    TOP_VALUE,
    TURNED,
    VALUE_SHIFT,
    VALUES,
    Words,
    active_value,
    make_move,
    move_cards,
    move_slot,
    move_verb,
    seat_in_turn,
    showing,
    slot_count,
)
from dnup.kernel.legality import LEGAL, check_move
from dnup.kernel.moves import ADDABLE, BLOCKED, GROUPS, SURVEY_WORDS, TAKES, survey_moves

Mask = NDArray[np.int8]

# The words of a code, made for a deck and a number of players.
ACTION_COUNT = 0  # the number of actions
FIRST_ADD = 1
FIRST_TAKE = 2
TURN_HAND = 3  # rotate, the last action
FIRST_PLAY = 4  # ... 20: by value, its first play; one more than the highest value is where plays end
KIND_COUNTS = FIRST_PLAY + MAX_VALUE + 2  # ... by value, how many different cards can show it
FACES = KIND_COUNTS + MAX_VALUE + 1  # ... by value, each of them: twice its first copy, plus one if turned
COPIES = FACES + (MAX_VALUE + 1) * MAX_SIZE  # ... by card, the mask of its copies
STRIDES = COPIES + MAX_CARDS  # ... by card and way up, what it adds to the number of a play
CODE_WORDS = STRIDES + 2 * MAX_CARDS

SCRATCH_WORDS = SURVEY_WORDS + (1 << MAX_SIZE)
"""The size of the buffer of `write_mask`: a survey, and the actions of the sets of one value."""


def make_code(faces: Sequence[tuple[int, int]], in_play: Sequence[int], players: int) -> Words:
    """The code of a deck whose cards have these (lower, higher) values, for the cards in play."""
    code = np.zeros(CODE_WORDS, np.int64)
    copies: dict[tuple[int, int], list[int]] = {}
    for card in in_play:
        copies.setdefault(faces[card], []).append(card)
    for cards in copies.values():
        for card in cards:
            code[COPIES + card] = sum(1 << copy for copy in cards)
    top = max(high for _, high in copies)
    action = 0
    for value in range(1, MAX_VALUE + 1):
        code[FIRST_PLAY + value] = action
        stride = 1
        kinds = sorted(cards for face, cards in copies.items() if value in face)
        code[KIND_COUNTS + value] = len(kinds)
        for place, cards in enumerate(kinds):
            side = faces[cards[0]].index(value)
            code[FACES + MAX_SIZE * value + place] = 2 * cards[0] + side
            for card in cards:
                code[STRIDES + 2 * card + side] = stride
            stride *= len(cards) + 1
        action += stride - 1
    code[FIRST_PLAY + MAX_VALUE + 1] = action
    others = 2 if players == 2 else players - 1
    code[FIRST_ADD] = action
    code[FIRST_TAKE] = action + others * top
    code[TURN_HAND] = code[FIRST_TAKE] + others
    code[ACTION_COUNT] = code[TURN_HAND] + 1
    code.flags.writeable = False
    return code


@jit
def place_of_slot(players: int, seat: int, slot: int) -> int:
    """A slot as a seat counts them: its own first, then clockwise."""
    place = slot - (2 * seat if players == 2 else seat)
    return place + slot_count(players) if place < 0 else place


@jit
def _slot_at(players: int, seat: int, place: int) -> int:
    slot = place + (2 * seat if players == 2 else seat)
    return slot - slot_count(players) if slot >= slot_count(players) else slot


@jit
def _own_slots(players: int) -> int:
    return 2 if players == 2 else 1


@jit
def set_number(deck: Words, code: Words, state: Words, cards: int) -> int:
    """The action of playing a set."""
    action = code[FIRST_PLAY + active_value(deck, state, lowest(cards))] - 1
    while cards:
        card = lowest(cards)
        action += code[STRIDES + 2 * card + ((state[TURNED] >> card) & 1)]
        cards &= cards - 1
    return action


@jit
def encode_move(deck: Words, code: Words, state: Words, move: int) -> int:
    """The action of a legal move."""
    verb = move_verb(move)
    cards = move_cards(move)
    if verb == ROTATE:
        return code[TURN_HAND]
    if verb == PLAY:
        return set_number(deck, code, state, cards)
    players = state[PLAYERS]
    place = place_of_slot(players, seat_in_turn(state), move_slot(move)) - _own_slots(players)
    if verb == TAKE:
        return code[FIRST_TAKE] + place
    card = lowest(cards)
    other_value = deck[VALUES + 2 * card + 1 - ((state[TURNED] >> card) & 1)]
    return code[FIRST_ADD] + place * deck[TOP_VALUE] + other_value - 1


@jit
def decode_action(deck: Words, code: Words, state: Words, action: int) -> int:
    """The legal move of an action; -1 if there is none. The action may be any integer."""
    if action < 0 or action > code[TURN_HAND] or state[ENDING]:
        return -1
    players = state[PLAYERS]
    seat = seat_in_turn(state)
    if action == code[TURN_HAND]:
        return make_move(ROTATE, 0, 0)
    if action < code[FIRST_ADD]:
        cards = _played_cards(code, state, seat, action)
        move = make_move(PLAY, 0, cards)
    elif action < code[FIRST_TAKE]:
        index = action - code[FIRST_ADD]
        place = index // deck[TOP_VALUE]
        slot = _slot_at(players, seat, place + _own_slots(players))
        other_value = index - place * deck[TOP_VALUE] + 1
        cards = _added_card(deck, state, seat, slot, other_value)
        move = make_move(ADD, slot, cards)
    else:
        place = action - code[FIRST_TAKE]
        move = make_move(TAKE, _slot_at(players, seat, place + _own_slots(players)), 0)
    return move if check_move(deck, state, move) == LEGAL else -1


@jit
def _played_cards(code: Words, state: Words, seat: int, action: int) -> int:
    """The cards of a play, none if they are not all in the hand: of copies those that leave it first (D4)."""
    value = 1
    while action >= code[FIRST_PLAY + value + 1]:
        value += 1
    left = action - code[FIRST_PLAY + value] + 1
    cards = 0
    for place in range(code[KIND_COUNTS + value] - 1, -1, -1):
        face = code[FACES + MAX_SIZE * value + place]
        stride = code[STRIDES + face]
        count = 0
        while left >= stride:
            left -= stride
            count += 1
        if count:
            way_up = state[TURNED] if face & 1 else ~state[TURNED]
            pool = code[COPIES + (face >> 1)] & state[HANDS + seat] & way_up
            if popcount(pool) < count:
                return 0
            cards |= first_of(pool, state[SHOWN], count)
    return cards


@jit
def _added_card(deck: Words, state: Words, seat: int, slot: int, other_value: int) -> int:
    """The card of a hand that can be added to the set in a slot and has this other value; 0 if there is none."""
    fitting = showing(
        deck, state[HANDS + seat], state[TURNED], (state[SLOTS + slot] >> VALUE_SHIFT) & MAX_VALUE
    )
    return first_of(showing(deck, fitting, ~state[TURNED], other_value), state[SHOWN], 1)


@jit
def write_mask(deck: Words, code: Words, state: Words, scratch: Words, masks: Mask, row: int) -> None:
    """Write into a row of masks 1 for every action that is a legal move of the seat in turn, and 0 for the others."""
    for action in range(code[ACTION_COUNT]):
        masks[row, action] = 0
    if state[ENDING]:
        return
    survey_moves(deck, state, scratch)
    turned = state[TURNED]
    for value in range(1, deck[TOP_VALUE] + 1):
        cards = scratch[GROUPS + value]
        blocked = scratch[BLOCKED + value]
        first = code[FIRST_PLAY + value] - 1
        sets = 1
        scratch[SURVEY_WORDS] = first
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            stride = code[STRIDES + 2 * card + ((turned >> card) & 1)]
            # All sets so far, each with this card added.
            for known in range(sets):
                action = scratch[SURVEY_WORDS + known] + stride
                scratch[SURVEY_WORDS + sets + known] = action
                masks[row, action] = not (blocked >> popcount(known)) & 1
            sets *= 2
    players = state[PLAYERS]
    seat = seat_in_turn(state)
    for slot in range(slot_count(players)):
        if not (scratch[TAKES] >> slot) & 1:
            continue
        place = place_of_slot(players, seat, slot) - _own_slots(players)
        masks[row, code[FIRST_TAKE] + place] = 1
        cards = scratch[ADDABLE + slot]
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            other_value = deck[VALUES + 2 * card + 1 - ((turned >> card) & 1)]
            masks[row, code[FIRST_ADD] + place * deck[TOP_VALUE] + other_value - 1] = 1
    masks[row, code[TURN_HAND]] = 1
