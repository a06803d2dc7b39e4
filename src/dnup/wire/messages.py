"""Writes the messages that follow a move: the event, and everyone's view after it."""

from dnup.kernel.effects import BEATEN, list_effects
from dnup.kernel.jit import jit_with_memory
from dnup.kernel.layout import (
    ADD,
    CARDS,
    ENDING,
    MAX_PLAYERS,
    PLAYERS,
    SLOTS,
    TAKE,
    TURN,
    TURNED,
    Words,
    move_cards,
    move_slot,
    move_verb,
    seat_in_turn,
    slot_count,
)
from dnup.kernel.notation import Text, phrase, put, put_cards, put_move, put_number, put_verb
from dnup.wire.json_parts import put_named_seat, put_named_slot
from dnup.wire.moves import put_effects, put_moves
from dnup.wire.views import put_view

# Who made a move.
BY_PERSON, BY_BOT, BY_STAND_IN = 0, 1, 2

# The parts that `write_views` writes one after the other: the spectators' view, the views of the seats, the moves.
EVERYONE = 0
SEAT = 1
MOVES = SEAT + MAX_PLAYERS
PIECES = MOVES + 1

_QUOTE = ord('"')
_COMMA = ord(",")
_BAR = ord("|")
_END = ord("}")
_EFFECTS = phrase(',"effects":')
_UPDATE = phrase('{"type":"update","events":[')
_STATE = phrase('],"state":{"number":')
_POSITION = phrase(',"position":')
_VIEW = phrase(',"view":')
_LEGAL = phrase(',"moves":')
_MOVED = phrase('{"type":"moved","number":')
_MOVED_SEAT = phrase(',"seat":')
_BY = phrase(',"by":"')
_PERSON = phrase("person")
_BOT = phrase("bot")
_STAND_IN = phrase("stand-in")
_VERB = phrase('","verb":"')
_WRITTEN = phrase('","move":"')
_LEFT = phrase(',"discarded":[')
_GONE = phrase('],"gone":')
_SLOT = phrase(',"slot":')


@jit_with_memory
def write_views(
    deck: Words,
    state: Words,
    memory: int,
    wanted: int,
    moves: Words,
    effects: Words,
    out: Text,
    starts: Words,
) -> None:
    """Write the views in the bit mask `wanted`, then the legal moves if the seat in turn is among them.

    `starts` gets the index where each part starts, and the end of the last one.
    """
    at = 0
    for piece in range(MOVES):
        starts[piece] = at
        if (wanted >> piece) & 1:
            at = put_view(deck, state, piece - SEAT, memory, out, at)
    starts[MOVES] = at
    if not state[ENDING] and (wanted >> (SEAT + seat_in_turn(state))) & 1:
        at = put_moves(deck, state, moves, effects, out, at)
    starts[PIECES] = at


@jit_with_memory
def put_moved(
    deck: Words,
    before: Words,
    after: Words,
    move: int,
    number: int,
    by: int,
    moves: Words,
    effects: Words,
    out: Text,
    at: int,
) -> int:
    """Write the `moved` event of a move, which has this number."""
    moves[0] = move
    list_effects(before, moves[:1], effects)
    players = before[PLAYERS]
    at = put_number(out, put(out, at, _MOVED), number)
    at = put_named_seat(out, put(out, at, _MOVED_SEAT), seat_in_turn(before))
    at = put(out, at, _BY)
    at = put(out, at, _PERSON if by == BY_PERSON else _BOT if by == BY_BOT else _STAND_IN)
    at = put_verb(out, put(out, at, _VERB), move_verb(move))
    at = put_move(deck, players, before[TURNED], move, out, put(out, at, _WRITTEN))
    out[at] = _QUOTE
    at = put(out, at + 1, _EFFECTS)
    at = put_effects(deck, before, effects, 0, out, at)
    at = put(out, at, _LEFT)
    taken = move_slot(move) if move_verb(move) == TAKE else -1
    gone = 0  # the slots whose sets were discarded, as bits
    for slot in range(slot_count(players)):
        lay = before[SLOTS + slot] != 0 and after[SLOTS + slot] == 0
        if lay and slot != effects[0, BEATEN] and slot != taken:
            if gone:
                out[at] = _COMMA
                at += 1
            at = put_named_slot(out, at, players, slot)
            gone |= 1 << slot
    at = put(out, at, _GONE)
    out[at] = _QUOTE
    at += 1
    for slot in range(slot_count(players)):
        if gone >> slot & 1:
            if gone & ((1 << slot) - 1):
                out[at] = _BAR
                at += 1
            cards = before[SLOTS + slot] & CARDS
            if move_verb(move) == ADD and move_slot(move) == slot:
                cards |= move_cards(move)
            at = put_cards(deck, cards, before[TURNED], out, at)
    out[at] = _QUOTE
    at += 1
    at = put_named_slot(out, put(out, at, _SLOT), players, before[TURN])
    out[at] = _END
    return at + 1


@jit_with_memory
def write_updates(
    deck: Words,
    before: Words,
    after: Words,
    move: int,
    number: int,
    by: int,
    memory: int,
    wanted: int,
    moves: Words,
    effects: Words,
    out: Text,
    starts: Words,
) -> None:
    """Write the whole `update` messages after a move, event `number`, for the seats in the bit mask `wanted`."""
    at = 0
    moved = 0
    moved_end = 0
    for piece in range(MOVES):
        starts[piece] = at
        if not (wanted >> piece) & 1:
            continue
        at = put(out, at, _UPDATE)
        if moved_end:
            at = put(out, at, out[moved:moved_end])  # the event is the same for everyone
        else:
            moved = at
            at = put_moved(deck, before, after, move, number, by, moves, effects, out, at)
            moved_end = at
        at = put_number(out, put(out, at, _STATE), number)
        at = put_number(out, put(out, at, _POSITION), number)
        at = put_view(deck, after, piece - SEAT, memory, out, put(out, at, _VIEW))
        if not after[ENDING] and piece - SEAT == seat_in_turn(after):
            at = put_moves(deck, after, moves, effects, out, put(out, at, _LEGAL))
        out[at] = _END
        out[at + 1] = _END
        at += 2
    starts[MOVES] = at
