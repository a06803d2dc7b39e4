"""What people are shown of a position, as the JSON of the protocol: a seat's view, its moves, and a move made.

A hand is read whole only for the seat that holds it; of the others only what everyone has seen (D3).
"""

from dnup.kernel.effects import BEATEN, GOES_OUT, HAND, RETURNED, advance, list_effects
from dnup.kernel.jit import jit_apart, jit_with_memory, popcount
from dnup.kernel.layout import (
    ACTIONS,
    ADD,
    CARDS,
    DISCARDS,
    ENDING,
    FINISH,
    HANDS,
    IN_PLAY,
    LIMITS,
    MATCH,
    MAX_PLAYERS,
    OUT,
    PLAYERS,
    SHOWN,
    SLOTS,
    STALLED,
    STAR,
    STARTER,
    TAKE,
    TURN,
    TURNED,
    WORDS,
    Words,
    move_cards,
    move_slot,
    move_verb,
    seat_in_turn,
    slot_count,
    stall_limit,
    turn_limit,
)
from dnup.kernel.moves import list_moves
from dnup.kernel.text import Text, phrase, put, put_cards, put_move, put_number, put_seat, put_slot, put_verb
from dnup.kernel.turn import points_of, score_of

# How much a table remembers: what lies on it, discards too, also known cards in hands.
REMEMBERS_TABLE, REMEMBERS_DISCARDS, REMEMBERS_ALL = 0, 1, 2

# The pieces that `write_sight` writes one behind the other: everyone's view, the views of the seats, the moves.
EVERYONE = 0
SEAT = 1
MOVES = SEAT + MAX_PLAYERS
PIECES = MOVES + 1

_QUOTE = ord('"')
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
_OUT = phrase('"out"')
_MATCH = phrase('"match"')
_ABANDONED = phrase('"abandoned"')

_MOVE = phrase('{"move":"')
_EFFECTS = phrase(',"effects":')
_BEATS = phrase('"beats":"')
_INTO = phrase('"hand":"')
_RETURNS = phrase('"returns":"')
_GOES_OUT = phrase('"out":true')
_UPDATE = phrase('{"type":"update","events":[')
_STATE = phrase('],"state":{"number":')
_POSITION = phrase(',"position":')
_VIEW = phrase(',"view":')
_LEGAL = phrase(',"moves":')
_VERB = phrase(',"verb":"')
_MOVED = phrase('","move":"')
_LEFT = phrase(',"discarded":[')
_GONE = phrase('],"gone":')


@jit_apart
def _put_named_seat(out: Text, at: int, seat: int) -> int:
    out[at] = _QUOTE
    at = put_seat(out, at + 1, seat)
    out[at] = _QUOTE
    return at + 1


@jit_apart
def _put_named_slot(out: Text, at: int, players: int, slot: int) -> int:
    out[at] = _QUOTE
    at = put_slot(out, at + 1, players, slot)
    out[at] = _QUOTE
    return at + 1


@jit_apart
def _put_held(deck: Words, cards: int, turned: int, out: Text, at: int) -> int:
    out[at] = _QUOTE
    at = put_cards(deck, cards, turned, out, at + 1)
    out[at] = _QUOTE
    return at + 1


@jit_apart
def _put_ending(out: Text, at: int, ending: int) -> int:
    if not ending:
        return put(out, at, _NULL)
    if ending == OUT:
        return put(out, at, _OUT)
    return put(out, at, _MATCH if ending == MATCH else _ABANDONED)


@jit_apart
def _put_standing(state: Words, out: Text, at: int) -> int:
    """How far the round is: score, points, who is out."""
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
        at = _put_named_seat(out, at, (left & 255) - 1)
        left >>= 8
        if left:
            out[at] = _COMMA
            at += 1
    out[at] = _CLOSE
    return put(out, at + 1, _ENDING)


@jit_apart
def _put_table(deck: Words, state: Words, out: Text, at: int) -> int:
    """What lies open, and how many cards are where."""
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
            at = _put_named_slot(out, at, players, slot)
            out[at] = ord(":")
            at = _put_held(deck, cards, state[TURNED], out, at + 1)
    return put_number(out, put(out, at, _DISCARDED), popcount(state[DISCARDS]))


@jit_apart
def _put_memory(deck: Words, state: Words, own: int, memory: int, out: Text, at: int) -> int:
    """What was seen before, as far as the table remembers it."""
    at = put(out, at, _DISCARDS)
    if memory == REMEMBERS_TABLE:
        at = put(out, at, _NULL)
    else:
        at = _put_held(deck, state[DISCARDS], state[TURNED], out, at)
    at = put(out, at, _KNOWN)
    if memory != REMEMBERS_ALL:
        return put(out, put(out, put(out, at, _NULL), _UNSEEN), _NULL)
    shown = state[SHOWN]
    for seat in range(state[PLAYERS]):
        out[at] = _COMMA if seat else _OPEN
        at = _put_held(deck, state[HANDS + seat] & shown, state[TURNED], out, at + 1)
    out[at] = _CLOSE
    return _put_held(deck, deck[IN_PLAY] & ~shown & ~own, 0, out, put(out, at + 1, _UNSEEN))


@jit_apart
def _put_view(deck: Words, state: Words, seat: int, memory: int, out: Text, at: int) -> int:
    """The view of a seat, or of nobody's if it is -1."""
    players = state[PLAYERS]
    own = state[HANDS + seat] if seat >= 0 else 0
    at = put(out, at, _SEAT)
    at = _put_named_seat(out, at, seat) if seat >= 0 else put(out, at, _NULL)
    at = put_number(out, put(out, at, _PLAYERS), players)
    at = put(out, at, _TURN)
    at = put(out, at, _NULL) if state[ENDING] else _put_named_slot(out, at, players, state[TURN])
    at = _put_named_seat(out, put(out, at, _STARTER), state[STARTER])
    at = put(out, at, _STAR)
    if memory != REMEMBERS_ALL or (state[SHOWN] >> deck[STAR]) & 1:
        at = put(out, at, _NULL)
    else:
        at = _put_named_seat(out, at, state[STARTER])
    at = put_number(out, put(out, at, _ACTIONS), state[ACTIONS])
    at = put_number(out, put(out, at, _TURN_LIMIT), turn_limit(state[LIMITS]))
    at = put_number(out, put(out, at, _STALLED), state[STALLED])
    at = put_number(out, put(out, at, _STALL_LIMIT), stall_limit(state[LIMITS]))
    at = _put_ending(out, _put_standing(state, out, at), state[ENDING])
    at = _put_held(deck, own, state[TURNED], out, put(out, at, _HAND))
    at = _put_memory(deck, state, own, memory, out, _put_table(deck, state, out, at))
    out[at] = _END
    return at + 1


@jit_apart
def _put_effects(deck: Words, state: Words, effects: Words, index: int, out: Text, at: int) -> int:
    """What a move brings about, or null."""
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
def _put_moves(deck: Words, state: Words, moves: Words, effects: Words, out: Text, at: int) -> int:
    """All legal moves, each with what it would bring about."""
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
            at = _put_effects(deck, state, effects, index, out, put(out, at, _EFFECTS))
        out[at] = _END
        at += 1
    out[at] = _CLOSE
    return at + 1


@jit_with_memory
def write_sight(
    deck: Words,
    state: Words,
    memory: int,
    wanted: int,
    moves: Words,
    effects: Words,
    out: Text,
    starts: Words,
) -> None:
    """Write the wanted views (a bit each) one behind the other, then the moves if the seat in turn is among them.

    `starts` says where each piece starts, and where the last one ends.
    """
    at = 0
    for piece in range(MOVES):
        starts[piece] = at
        if (wanted >> piece) & 1:
            at = _put_view(deck, state, piece - SEAT, memory, out, at)
    starts[MOVES] = at
    if not state[ENDING] and (wanted >> (SEAT + seat_in_turn(state))) & 1:
        at = _put_moves(deck, state, moves, effects, out, at)
    starts[PIECES] = at


@jit_with_memory
def write_updates(
    deck: Words,
    state: Words,
    memory: int,
    wanted: int,
    number: int,
    event: bytes,
    moves: Words,
    effects: Words,
    out: Text,
    starts: Words,
) -> None:
    """Write to the wanted seats that event `number`, a move, has led here: as `write_sight`, but whole messages."""
    at = 0
    for piece in range(MOVES):
        starts[piece] = at
        if not (wanted >> piece) & 1:
            continue
        at = put(out, at, _UPDATE)
        for place in range(len(event)):
            out[at + place] = event[place]
        at = put_number(out, put(out, at + len(event), _STATE), number)
        at = put_number(out, put(out, at, _POSITION), number)
        at = _put_view(deck, state, piece - SEAT, memory, out, put(out, at, _VIEW))
        if not state[ENDING] and piece - SEAT == seat_in_turn(state):
            at = _put_moves(deck, state, moves, effects, out, put(out, at, _LEGAL))
        out[at] = _END
        out[at + 1] = _END
        at += 2
    starts[MOVES] = at


@jit_with_memory
def _find_move(deck: Words, state: Words, text: bytes, moves: Words, out: Text) -> int:
    """The legal move that is written so, or -1."""
    size = len(text)
    for index in range(list_moves(deck, state, moves)):
        same = put_move(deck, state[PLAYERS], state[TURNED], moves[index], out, 0) == size
        for place in range(size if same else 0):
            same &= out[place] == text[place]
        if same:
            return moves[index]
    return -1


@jit_with_memory
def write_move(
    deck: Words, before: Words, text: bytes, moves: Words, effects: Words, after: Words, out: Text
) -> tuple[int, int]:
    """Make the move that is written so, and write what everyone is told of it: the end of what `Moved` has of it.

    Returns where that ends, and who is in turn then, -1 if the round is over; nothing is written, and the first is 0,
    if there is no such move.
    """
    move = _find_move(deck, before, text, moves, out)
    if move < 0:
        return 0, -1
    moves[0] = move
    list_effects(before, moves[:1], effects)
    for word in range(WORDS):
        after[word] = before[word]
    advance(deck, after, move)
    players = before[PLAYERS]
    at = put_verb(out, put(out, 0, _VERB), move_verb(move))
    at = put_move(deck, players, before[TURNED], move, out, put(out, at, _MOVED))
    out[at] = _QUOTE
    at = put(out, at + 1, _EFFECTS)
    at = _put_effects(deck, before, effects, 0, out, at)
    at = put(out, at, _LEFT)
    taken = move_slot(move) if move_verb(move) == TAKE else -1
    first = at
    gone = 0
    for slot in range(slot_count(players)):
        lay = before[SLOTS + slot] != 0 and after[SLOTS + slot] == 0
        if lay and slot != effects[0, BEATEN] and slot != taken:
            if at > first:
                out[at] = _COMMA
                at += 1
            at = _put_named_slot(out, at, players, slot)
            gone |= before[SLOTS + slot] & CARDS
            if move_verb(move) == ADD and move_slot(move) == slot:
                gone |= move_cards(move)
    at = _put_held(deck, gone, before[TURNED] & gone, out, put(out, at, _GONE))
    out[at] = _END
    return at + 1, -1 if after[ENDING] else seat_in_turn(after)
