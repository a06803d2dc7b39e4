"""Writes parts of JSON messages: each function writes bytes from an index on and returns the index after."""

from dnup.kernel.jit import jit_apart
from dnup.kernel.layout import Words
from dnup.kernel.notation import Text, put_cards, put_seat, put_slot

_QUOTE = ord('"')


@jit_apart
def put_named_seat(out: Text, at: int, seat: int) -> int:
    out[at] = _QUOTE
    at = put_seat(out, at + 1, seat)
    out[at] = _QUOTE
    return at + 1


@jit_apart
def put_named_slot(out: Text, at: int, players: int, slot: int) -> int:
    out[at] = _QUOTE
    at = put_slot(out, at + 1, players, slot)
    out[at] = _QUOTE
    return at + 1


@jit_apart
def put_held(deck: Words, cards: int, turned: int, out: Text, at: int) -> int:
    out[at] = _QUOTE
    at = put_cards(deck, cards, turned, out, at + 1)
    out[at] = _QUOTE
    return at + 1
