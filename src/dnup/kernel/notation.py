"""Write cards, slots and moves as text: each function writes bytes from an index on and returns the index after."""

import numpy as np
from numpy.typing import NDArray

from dnup.kernel.jit import jit_apart, lowest
from dnup.kernel.layout import (
    ADD,
    PLAY,
    ROTATE,
    TAKE,
    TOP_VALUE,
    VALUES,
    Words,
    move_cards,
    move_slot,
    move_verb,
    showing,
)

Text = NDArray[np.uint8]


def phrase(text: str) -> Text:
    """A text that never changes."""
    return np.frombuffer(text.encode(), np.uint8)


_A = ord("A")
_ZERO = ord("0")
_SLASH = ord("/")
_SPACE = ord(" ")
TO_WORD = phrase(" to ")
PLAY_WORD = phrase("play")
ADD_WORD = phrase("add")
TAKE_WORD = phrase("take")
ROTATE_WORD = phrase("rotate")


@jit_apart
def put(out: Text, at: int, text: Text) -> int:
    for index in range(len(text)):
        out[at + index] = text[index]
    return at + len(text)


@jit_apart
def put_number(out: Text, at: int, number: int) -> int:
    power = 1
    while number // power >= 10:
        power *= 10
    while power:
        out[at] = _ZERO + number // power % 10
        power //= 10
        at += 1
    return at


@jit_apart
def put_seat(out: Text, at: int, seat: int) -> int:
    out[at] = _A + seat
    return at + 1


@jit_apart
def put_slot(out: Text, at: int, players: int, slot: int) -> int:
    """A seat, with two players a seat and its area."""
    if players != 2:
        return put_seat(out, at, slot)
    out[at] = _A + (slot >> 1)
    out[at + 1] = _ZERO + 1 + (slot & 1)
    return at + 2


@jit_apart
def put_cards(deck: Words, cards: int, turned: int, out: Text, at: int) -> int:
    """Cards in ascending order: bits are, among cards that show the same value."""
    first = at
    for value in range(1, deck[TOP_VALUE] + 1):
        left = showing(deck, cards, turned, value)
        while left:
            if at > first:
                out[at] = _SPACE
                at += 1
            card = lowest(left)
            at = put_number(out, at, value)
            out[at] = _SLASH
            at = put_number(out, at + 1, deck[VALUES + 2 * card + 1 - ((turned >> card) & 1)])
            left &= left - 1
    return at


@jit_apart
def put_verb(out: Text, at: int, verb: int) -> int:
    if verb == PLAY:
        return put(out, at, PLAY_WORD)
    if verb == ADD:
        return put(out, at, ADD_WORD)
    return put(out, at, TAKE_WORD if verb == TAKE else ROTATE_WORD)


@jit_apart
def put_move(deck: Words, players: int, turned: int, move: int, out: Text, at: int) -> int:
    """A move as in docs/notation.md."""
    verb = move_verb(move)
    at = put_verb(out, at, verb)
    if verb == ROTATE:
        return at
    if verb == TAKE:
        out[at] = _SPACE
        return put_slot(out, at + 1, players, move_slot(move))
    out[at] = _SPACE
    at = put_cards(deck, move_cards(move), turned, out, at + 1)
    if verb == ADD:
        at = put_slot(out, put(out, at, TO_WORD), players, move_slot(move))
    return at
