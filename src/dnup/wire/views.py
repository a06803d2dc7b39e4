"""A seat's view as the JSON of the protocol.

A hand is read whole only for the seat that holds it; of the others only what everyone has seen (D3).
"""

from dnup.kernel.jit import jit_apart, popcount
from dnup.kernel.layout import (
    ACTIONS,
    CARDS,
    DISCARDS,
    ENDING,
    FINISH,
    HANDS,
    IN_PLAY,
    LIMITS,
    MATCH,
    OUT,
    PLAYERS,
    SHOWN,
    SLOTS,
    STALLED,
    STAR,
    STARTER,
    TURN,
    TURNED,
    Words,
    slot_count,
    stall_limit,
    turn_limit,
)
from dnup.kernel.notation import Text, phrase, put, put_number
from dnup.kernel.turn import next_slot, points_of, score_of, winner_of
from dnup.wire.json_parts import put_held, put_named_seat, put_named_slot

# How much a table remembers: what lies on it, discards too, also known cards in hands.
REMEMBERS_TABLE, REMEMBERS_DISCARDS, REMEMBERS_ALL = 0, 1, 2

_COMMA = ord(",")
_OPEN = ord("[")
_CLOSE = ord("]")
_END = ord("}")
_NULL = phrase("null")
_SEAT = phrase('{"seat":')
_PLAYERS = phrase(',"players":')
_TURN = phrase(',"turn":')
_STARTER = phrase(',"starter":')
_STAR = phrase(',"star":')
_ACTIONS = phrase(',"actions":')
_TURN_LIMIT = phrase(',"turn_limit":')
_STALLED = phrase(',"stalled":')
_STALL_LIMIT = phrase(',"stall_limit":')
_SCORE = phrase(',"score":')
_POINTS = phrase(',"points":')
_FINISH = phrase(',"finish":')
_ENDING = phrase(',"ending":')
_HAND = phrase(',"hand":')
_SIZES = phrase(',"sizes":')
_TABLE = phrase(',"table":{')
_DISCARDED = phrase('},"discarded":')
_DISCARDS = phrase(',"discards":')
_KNOWN = phrase(',"known":')
_UNSEEN = phrase(',"unseen":')
_NEXT = phrase(',"next":')
_WINNER = phrase(',"winner":')
_OUT = phrase('"out"')
_MATCH = phrase('"match"')
_ABANDONED = phrase('"abandoned"')


@jit_apart
def _put_ending(out: Text, at: int, ending: int) -> int:
    if not ending:
        return put(out, at, _NULL)
    if ending == OUT:
        return put(out, at, _OUT)
    return put(out, at, _MATCH if ending == MATCH else _ABANDONED)


@jit_apart
def _put_standing(state: Words, out: Text, at: int) -> int:
    """Write the state of the round: score, points, and the seats that are out."""
    players = state[PLAYERS]
    at = put(out, at, _SCORE)
    for seat in range(players):
        out[at] = _COMMA if seat else _OPEN
        at = put_number(out, at + 1, score_of(state, seat))
    out[at] = _CLOSE
    at = put(out, at + 1, _POINTS)
    for seat in range(players):
        out[at] = _COMMA if seat else _OPEN
        at = put_number(out, at + 1, points_of(state, seat))
    out[at] = _CLOSE
    at = put(out, at + 1, _FINISH)
    out[at] = _OPEN
    at += 1
    left = state[FINISH]
    while left:
        at = put_named_seat(out, at, (left & 255) - 1)
        left >>= 8
        if left:
            out[at] = _COMMA
            at += 1
    out[at] = _CLOSE
    return put(out, at + 1, _ENDING)


@jit_apart
def _put_table(deck: Words, state: Words, out: Text, at: int) -> int:
    """Write the cards on the table and the sizes of hands and discards."""
    players = state[PLAYERS]
    at = put(out, at, _SIZES)
    for seat in range(players):
        out[at] = _COMMA if seat else _OPEN
        at = put_number(out, at + 1, popcount(state[HANDS + seat]))
    out[at] = _CLOSE
    at = put(out, at + 1, _TABLE)
    first = at
    for slot in range(slot_count(players)):
        cards = state[SLOTS + slot] & CARDS
        if cards:
            if at > first:
                out[at] = _COMMA
                at += 1
            at = put_named_slot(out, at, players, slot)
            out[at] = ord(":")
            at = put_held(deck, cards, state[TURNED], out, at + 1)
    return put_number(out, put(out, at, _DISCARDED), popcount(state[DISCARDS]))


@jit_apart
def _put_memory(deck: Words, state: Words, own: int, memory: int, out: Text, at: int) -> int:
    """Write the discards, known cards and unseen cards, as far as the table's `memory` shows them."""
    at = put(out, at, _DISCARDS)
    if memory == REMEMBERS_TABLE:
        at = put(out, at, _NULL)
    else:
        at = put_held(deck, state[DISCARDS], state[TURNED], out, at)
    at = put(out, at, _KNOWN)
    if memory != REMEMBERS_ALL:
        return put(out, put(out, put(out, at, _NULL), _UNSEEN), _NULL)
    shown = state[SHOWN]
    for seat in range(state[PLAYERS]):
        out[at] = _COMMA if seat else _OPEN
        at = put_held(deck, state[HANDS + seat] & shown, state[TURNED], out, at + 1)
    out[at] = _CLOSE
    return put_held(deck, deck[IN_PLAY] & ~shown & ~own, 0, out, put(out, at + 1, _UNSEEN))


@jit_apart
def put_view(deck: Words, state: Words, seat: int, memory: int, out: Text, at: int) -> int:
    """Write the view of a seat, or for -1 that of a spectator."""
    players = state[PLAYERS]
    own = state[HANDS + seat] if seat >= 0 else 0
    at = put(out, at, _SEAT)
    at = put_named_seat(out, at, seat) if seat >= 0 else put(out, at, _NULL)
    at = put_number(out, put(out, at, _PLAYERS), players)
    at = put(out, at, _TURN)
    at = put(out, at, _NULL) if state[ENDING] else put_named_slot(out, at, players, state[TURN])
    at = put_named_seat(out, put(out, at, _STARTER), state[STARTER])
    at = put(out, at, _STAR)
    if memory != REMEMBERS_ALL or (state[SHOWN] >> deck[STAR]) & 1:
        at = put(out, at, _NULL)
    else:
        at = put_named_seat(out, at, state[STARTER])
    at = put_number(out, put(out, at, _ACTIONS), state[ACTIONS])
    at = put_number(out, put(out, at, _TURN_LIMIT), turn_limit(state[LIMITS]))
    at = put_number(out, put(out, at, _STALLED), state[STALLED])
    at = put_number(out, put(out, at, _STALL_LIMIT), stall_limit(state[LIMITS]))
    at = _put_ending(out, _put_standing(state, out, at), state[ENDING])
    at = put_held(deck, own, state[TURNED], out, put(out, at, _HAND))
    at = _put_memory(deck, state, own, memory, out, _put_table(deck, state, out, at))
    at = put(out, at, _NEXT)
    if players == 2 and not state[ENDING]:
        at = put_named_slot(out, at, players, next_slot(state))
    else:
        at = put(out, at, _NULL)
    winner = winner_of(state)
    at = put(out, at, _WINNER)
    at = put_named_seat(out, at, winner) if winner >= 0 else put(out, at, _NULL)
    out[at] = _END
    return at + 1
