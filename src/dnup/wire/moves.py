"""Writes legal moves and their effects as JSON of the protocol."""

from dnup.kernel.effects import BEATEN, GOES_OUT, HAND, RETURNED, list_effects
from dnup.kernel.jit import jit_apart, jit_with_memory
from dnup.kernel.layout import PLAYERS, TURNED, Words
from dnup.kernel.moves import list_moves
from dnup.kernel.notation import Text, phrase, put, put_cards, put_move, put_seat, put_slot

_QUOTE = ord('"')
_COMMA = ord(",")
_OPEN = ord("[")
_CLOSE = ord("]")
_END = ord("}")
_NULL = phrase("null")
_MOVE = phrase('{"move":"')
_EFFECTS = phrase(',"effects":')
_BEATS = phrase('"beats":"')
_INTO = phrase('"hand":"')
_RETURNS = phrase('"returns":"')
_GOES_OUT = phrase('"out":true')


@jit_apart
def put_effects(deck: Words, state: Words, effects: Words, index: int, out: Text, at: int) -> int:
    """Write the effects of a move, or null."""
    players = state[PLAYERS]
    first = at
    if effects[index, BEATEN] >= 0:
        at = put_slot(out, put(out, at + 1, _BEATS), players, effects[index, BEATEN])
        out[at] = _QUOTE
        at += 1
    if effects[index, HAND] >= 0:
        returned = effects[index, RETURNED]
        out[at] = _COMMA
        at = put_seat(out, put(out, at + 1, _INTO), effects[index, HAND])
        out[at] = _QUOTE
        out[at + 1] = _COMMA
        at = put_cards(deck, returned, ~state[TURNED] & returned, out, put(out, at + 2, _RETURNS))
        out[at] = _QUOTE
        at += 1
    if effects[index, GOES_OUT]:
        out[at] = _COMMA
        at = put(out, at + 1, _GOES_OUT)
    if at == first:
        return put(out, at, _NULL)
    out[first] = ord("{")
    out[at] = _END
    return at + 1


@jit_apart
def _has_effects(effects: Words, index: int) -> bool:
    return effects[index, BEATEN] >= 0 or effects[index, HAND] >= 0 or effects[index, GOES_OUT] != 0


@jit_with_memory
def put_moves(deck: Words, state: Words, moves: Words, effects: Words, out: Text, at: int) -> int:
    """Write all legal moves with their effects."""
    count = list_moves(deck, state, moves)
    list_effects(state, moves[:count], effects)
    out[at] = _OPEN
    at += 1
    for index in range(count):
        if index:
            out[at] = _COMMA
            at += 1
        at = put_move(deck, state[PLAYERS], state[TURNED], moves[index], out, put(out, at, _MOVE))
        out[at] = _QUOTE
        at += 1
        if _has_effects(effects, index):
            at = put_effects(deck, state, effects, index, out, put(out, at, _EFFECTS))
        out[at] = _END
        at += 1
    out[at] = _CLOSE
    return at + 1
