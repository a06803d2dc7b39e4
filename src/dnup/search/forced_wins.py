"""Wins by force: moves after which a seat is the next to go out, whatever the others hold and whatever they do.

A proof looks at what a seat knows instead of sampled worlds. A card that it has not seen can be in any hand of the
others, either way up, and a move that does not show the card says nothing about it. So the others have the moves of
every hand that agrees with what is known, and a proof against all of these holds in all worlds. The others need not
want to win: they may all play against the seat.

The search is depth-first with a table of positions. The maximum number of actions grows step by step, so the first
proof is the shortest.
"""

from typing import NamedTuple

import numpy as np

from dnup.kernel.copies import first_of
from dnup.kernel.jit import jit, jit_apart, jit_apart_with_memory, jit_with_memory, lowest, popcount
from dnup.kernel.layout import (
    ACTIONS,
    ADD,
    CARDS,
    ENDING,
    FINISH,
    HANDS,
    HIGHS,
    IN_PLAY,
    KIND_COUNT,
    KINDS,
    LOWS,
    MAX_PLAYERS,
    MAX_VALUE,
    PLAYERS,
    ROTATE,
    SHOWN,
    SIZES,
    SLOTS,
    STAR,
    STARTER,
    TAKE,
    TOP_VALUE,
    TURN,
    TURNED,
    VALUE_SHIFT,
    VALUES,
    VIEWER,
    WORDS,
    Words,
    copy_to_row,
    copy_words,
    is_out,
    make_move,
    move_cards,
    move_slot,
    owner,
    seat_in_turn,
    showing,
    slot_count,
)
from dnup.kernel.moves import ceiling, ceilings
from dnup.kernel.rng import hash_words
from dnup.kernel.turn import apply_move_out_of_line
from dnup.search.match_equity import Equity, write_ending_values
from dnup.search.tree import NOT_A_PLAY, Rates, key_move, move_key, public_hash

LONGEST = 12
"""Maximum length of a win by force that a bot looks for, in actions of all seats."""

DEEPEST = 20
"""Maximum length that a proof can look for."""

BOT_BUDGET = 4000
"""Positions that a bot looks at before it searches: a millisecond or two, and hardly any if no win is near."""

MAX_KEYS = 1 << 13
"""Capacity of the lists of moves to try. A proof that needs more is given up."""

NEW, OPEN, WON, LOST, GIVEN_UP = 0, 1, 2, 3, 4
"""What is known of a position; OPEN while its moves are tried."""

# The words of a frame, which is a position on the path from the root: its state, and then
END = WORDS  # the end of its list of moves; it begins at the end of the list before
TRIED = WORDS + 1  # the place of the next move to try
FRAME_WORDS = WORDS + 2

# The words of a row in the table of positions.
POSITION_HASH = 0
WON_WITHIN = 1  # the lowest limit of actions within which the win is proven, 0 for none
LOST_WITHIN = 2  # the highest limit of actions within which it is disproven
ROW_WORDS = 3

# The words of the counts.
LOOKED_AT = 0  # positions looked at so far
BUDGET = 1  # the maximum
COUNTS = 2


class Proof(NamedTuple):
    """What a proof is about, and its buffers."""

    seat: int
    """The seat that is to win."""
    out_before: int
    """1 if another seat went out before, so that it is about second place, else 0."""
    frames: Words
    """The positions from the root to the current one. Unseen cards lie in some hand; who shows one gets it first."""
    keys: Words
    """The moves to try in these positions (`tree.move_key`), one list after the other."""
    table: Words
    """Positions that are proven or disproven."""
    counts: Words


@jit_apart_with_memory
def new_proof(view: Words, budget: int) -> Proof:
    """Allocate the buffers of a proof for the seat in turn that looks at a number of positions at most."""
    rows = 64
    while rows < budget:
        rows *= 2
    counts = np.zeros(COUNTS, np.int64)
    counts[BUDGET] = budget
    return Proof(
        seat_in_turn(view),
        int(view[FINISH] != 0),
        np.zeros((DEEPEST + 2, FRAME_WORDS), np.int64),
        np.zeros(MAX_KEYS, np.int64),
        np.zeros((rows, ROW_WORDS), np.int64),
        counts,
    )


@jit
def unseen_by(deck: Words, state: Words, seat: int) -> int:
    """The cards that a seat has not seen."""
    return deck[IN_PLAY] & ~state[SHOWN] & ~state[HANDS + seat]


@jit_apart
def write_any_world(deck: Words, view: Words, world: Words) -> None:
    """Write one of the worlds that agree with a view."""
    copy_words(view, world)
    world[VIEWER] = 0
    world[SIZES] = 0
    unseen = unseen_by(deck, view, view[VIEWER] - 1)
    star = (np.int64(1) << deck[STAR]) & unseen
    world[HANDS + view[STARTER]] |= star
    unseen &= ~star
    for seat in range(view[PLAYERS]):
        missing = ((view[SIZES] >> (8 * seat)) & 255) - popcount(world[HANDS + seat])
        for _ in range(missing):
            world[HANDS + seat] |= unseen & -unseen
            unseen &= unseen - 1


##### What hand sizes alone rule out #####


@jit_apart
def turns_until(state: Words, seat: int, limit: int) -> int:
    """The number of turns that a seat has until the round has had `limit` actions."""
    players = state[PLAYERS]
    slot = state[TURN]
    turns = 0
    left = limit - state[ACTIONS]
    while left > 0:
        seat_there = owner(players, slot)
        if state[FINISH] == 0 or not is_out(state, seat_there):
            turns += seat_there == seat
            left -= 1
        slot = slot + 1 if slot + 1 < slot_count(players) else 0
    return turns


@jit_apart
def left_after(deck: Words, hand: int, turned: int, turns: int, choice: int) -> int:
    """The cards left after a number of turns, each of which plays all cards with one value of the lowest card.

    A bit of `choice` for each turn says which of its two values: the inactive one if it is set.
    """
    for turn in range(turns):
        if hand:
            side = turned ^ -((choice >> turn) & 1)
            card = lowest(hand)
            value = deck[VALUES + 2 * card + ((side >> card) & 1)]
            hand &= ~showing(deck, hand, side, value)
    return hand


@jit_apart
def can_go_out_in(deck: Words, hand: int, turned: int, turns: int) -> bool:
    """Whether a hand could be emptied in a number of turns if every set were legal and none came back."""
    if left_after(deck, hand, turned, turns, 0) == 0:
        return True
    # With a turn that rotates the hand, some cards go before it with their active value, the others after it.
    for choice in range(1, 1 << max(turns - 1, 0)):
        if left_after(deck, hand, turned, turns - 1, choice) == 0:
            return True
    return False


##### The moves to try #####


@jit_apart
def add_key(proof: Proof, depth: int, key: int) -> None:
    """Append a move to the list of a depth. If there is no space, the proof is given up."""
    end = proof.frames[depth, END]
    if end < len(proof.keys):
        proof.keys[end] = key
        proof.frames[depth, END] = end + 1
    else:
        proof.counts[LOOKED_AT] = proof.counts[BUDGET] + 1


@jit_apart
def is_first_choice(deck: Words, state: Words, pool: int, cards: int) -> bool:
    """Whether these cards of a pool with one value are the copies that leave a hand first (D4)."""
    for kind in range(deck[KIND_COUNT]):
        alike = deck[KINDS + kind] & pool
        picked = cards & alike
        if picked and picked != first_of(alike, state[SHOWN], popcount(picked)):
            return False
    return True


@jit_apart
def list_moves_to_try(deck: Words, proof: Proof, depth: int) -> None:
    """List what the seat in turn may be able to do; of another seat, first what beats a set of the proof's seat."""
    state = proof.frames[depth]
    begin = proof.frames[depth - 1, END] if depth else 0
    state[END] = begin
    state[TRIED] = begin
    players = state[PLAYERS]
    mover = seat_in_turn(state)
    unseen = unseen_by(deck, state, proof.seat)
    if mover == proof.seat:
        unseen = 0
    room = popcount(state[HANDS + mover] & unseen)
    known = state[HANDS + mover] & ~unseen
    star = (np.int64(1) << deck[STAR]) & unseen
    if mover != state[STARTER]:  # an unseen star is in the starter's hand (D3)
        unseen &= ~star
        star = 0
    table = ceilings(state)
    beatable = 0  # the sizes of the sets of the proof's seat
    for slot in range(slot_count(players)):
        if owner(players, slot) == proof.seat:
            beatable |= 1 << popcount(state[SLOTS + slot] & CARDS)
    for beats in range(1, -1, -1):
        for value in range(deck[TOP_VALUE], 0, -1):
            either_way_up = unseen & (deck[LOWS + value] | deck[HIGHS + value])
            pool = showing(deck, known, state[TURNED], value) | either_way_up
            cards = pool
            while cards:
                hidden = cards & unseen
                size = popcount(cards)
                if (
                    (beatable >> size) & 1 == beats
                    and value > ceiling(table, size)
                    and (hidden == 0 or popcount(hidden | star) <= room)
                    and is_first_choice(deck, state, pool, cards)
                ):
                    add_key(proof, depth, cards | (value << VALUE_SHIFT))
                cards = (cards - 1) & pool
            for slot in range(slot_count(players)):
                there = state[SLOTS + slot]
                size = popcount(there & CARDS) + 1
                if (
                    there >> VALUE_SHIFT == value
                    and owner(players, slot) != mover
                    and (beatable >> size) & 1 == beats
                    and value > ceiling(table, size)
                ):
                    cards = pool
                    while cards:
                        card = cards & -cards
                        hidden = card & unseen
                        if (hidden == 0 or popcount(hidden | star) <= room) and is_first_choice(
                            deck, state, pool, card
                        ):
                            add_key(proof, depth, make_move(ADD, slot, card) + NOT_A_PLAY)
                        cards ^= card
    for slot in range(slot_count(players)):
        if state[SLOTS + slot] and owner(players, slot) != mover:
            add_key(proof, depth, make_move(TAKE, slot, 0) + NOT_A_PLAY)
    add_key(proof, depth, make_move(ROTATE, 0, 0) + NOT_A_PLAY)


@jit_apart
def show_cards(deck: Words, proof: Proof, state: Words, key: int) -> None:
    """Put the unseen cards of a reply into the hand in turn, the right way up, in exchange for other unseen ones."""
    move = key_move(key)
    cards = move_cards(move)
    unseen = unseen_by(deck, state, proof.seat)
    shown = cards & unseen
    if shown == 0:
        return
    value = key >> VALUE_SHIFT
    if value > MAX_VALUE:  # an add
        value = state[SLOTS + move_slot(move)] >> VALUE_SHIFT
    state[TURNED] = (state[TURNED] & ~shown) | (shown & deck[HIGHS + value])
    mover = HANDS + seat_in_turn(state)
    star = (np.int64(1) << deck[STAR]) & unseen
    spare = state[mover] & unseen & ~shown & ~star
    missing = shown & ~state[mover]
    while missing:
        card = missing & -missing
        given = spare & -spare
        for seat in range(state[PLAYERS]):
            if state[HANDS + seat] & card:
                state[HANDS + seat] ^= card | given
        state[mover] ^= card | given
        missing ^= card
        spare ^= given


@jit_apart
def make_reply(deck: Words, proof: Proof, state: Words, key: int) -> None:
    """Make a move of any seat."""
    show_cards(deck, proof, state, key)
    apply_move_out_of_line(deck, state, key_move(key))


##### The proof #####


@jit
def next_out(proof: Proof, state: Words) -> int:
    """The seat that went out since the proof began, or -1."""
    return int((state[FINISH] >> (8 * proof.out_before)) & 15) - 1


@jit_apart
def row_of(proof: Proof, state: Words) -> tuple[int, int]:
    """The hash of all that the proof's seat knows, and its place in the table."""
    hand = state[HANDS + proof.seat]
    digest = hash_words(hash_words(public_hash(state), hand), state[TURNED] & hand)
    return digest, digest & (len(proof.table) - 1)


@jit
def open_position(deck: Words, proof: Proof, depth: int, limit: int) -> int:
    """What is known of the position at a depth; if nothing is, list the moves to try."""
    state = proof.frames[depth]
    out = next_out(proof, state)
    if out >= 0:
        return WON if out == proof.seat else LOST
    if state[ENDING] or state[ACTIONS] >= limit:
        return LOST
    turns = turns_until(state, proof.seat, limit)
    if not can_go_out_in(deck, state[HANDS + proof.seat], state[TURNED], turns):
        return LOST
    digest, row = row_of(proof, state)
    if proof.table[row, POSITION_HASH] == digest:
        if 0 < proof.table[row, WON_WITHIN] <= limit:
            return WON
        if proof.table[row, LOST_WITHIN] >= limit:
            return LOST
    if proof.counts[LOOKED_AT] >= proof.counts[BUDGET]:
        return GIVEN_UP
    proof.counts[LOOKED_AT] += 1
    list_moves_to_try(deck, proof, depth)
    return GIVEN_UP if proof.counts[LOOKED_AT] > proof.counts[BUDGET] else OPEN


@jit
def note(proof: Proof, depth: int, limit: int, verdict: int) -> None:
    """Write a verdict into the table."""
    digest, row = row_of(proof, proof.frames[depth])
    if proof.table[row, POSITION_HASH] != digest:
        proof.table[row, POSITION_HASH] = digest
        proof.table[row, WON_WITHIN] = 0
        proof.table[row, LOST_WITHIN] = 0
    proof.table[row, WON_WITHIN if verdict == WON else LOST_WITHIN] = limit


@jit_apart
def prove_after(deck: Words, proof: Proof, state: Words, key: int, limit: int) -> int:
    """Whether the seat wins by force after a move of any seat, before the round has had `limit` actions.

    WON, LOST, or GIVEN_UP if the budget is used up.
    """
    copy_to_row(state, proof.frames, 0)
    make_reply(deck, proof, proof.frames[0], key)
    depth = 0
    verdict = NEW
    while True:
        if verdict == NEW:
            verdict = open_position(deck, proof, depth, limit)
        elif verdict == OPEN:
            place = proof.frames[depth, TRIED]
            if place < proof.frames[depth, END]:
                proof.frames[depth, TRIED] = place + 1
                depth += 1
                copy_to_row(proof.frames[depth - 1], proof.frames, depth)
                make_reply(deck, proof, proof.frames[depth], proof.keys[place])
                verdict = NEW
            else:  # no own move wins, or no reply refutes
                verdict = LOST if seat_in_turn(proof.frames[depth]) == proof.seat else WON
                note(proof, depth, limit, verdict)
        elif depth == 0 or verdict == GIVEN_UP:
            return verdict
        else:  # one own move that wins is enough, and one reply that refutes
            depth -= 1
            if (seat_in_turn(proof.frames[depth]) == proof.seat) == (verdict == WON):
                note(proof, depth, limit, verdict)
            else:
                verdict = OPEN


##### What Python and the browser call #####


@jit_apart_with_memory
def find_forced_wins(
    deck: Words, view: Words, moves: Words, lengths: Words, longest: int, budget: int, thorough: int
) -> int:
    """For each legal move of a view, write the number of actions in which it wins by force, 0 if no win was found.

    The number includes the move, and the others do what takes longest. Wins of up to `longest` actions are looked for,
    in positions up to a budget; the shortest only, unless `thorough` is 1. Returns the number of winning moves.
    """
    for index in range(len(moves)):
        lengths[index] = 0
    found = 0
    proof = new_proof(view, budget)
    world = np.empty(WORDS, np.int64)
    write_any_world(deck, view, world)
    hand = world[HANDS + proof.seat]
    turns = 0
    for length in range(1, min(longest, DEEPEST) + 1):
        limit = world[ACTIONS] + length
        turns_before = turns
        turns = turns_until(world, proof.seat, limit)
        if turns == turns_before or not can_go_out_in(deck, hand, world[TURNED], turns):
            continue
        for index in range(len(moves)):
            if lengths[index] == 0:
                key = move_key(deck, world, moves[index])
                verdict = prove_after(deck, proof, world, key, limit)
                if verdict == GIVEN_UP:
                    return found
                if verdict == WON:
                    lengths[index] = length
                    found += 1
        if found and not thorough:
            break
    return found


@jit_with_memory
def vote_for_forced_wins(
    deck: Words, view: Words, equity: Equity, moves: Words, visits: Words, values: Rates
) -> int:
    """Give each move with the shortest win by force one visit with the value of the win; returns their number.

    A bot does so before it searches: `root_statistics.most_visited` then takes one of these moves.
    """
    lengths = np.empty(len(moves), np.int64)
    found = find_forced_wins(deck, view, moves, lengths, LONGEST, BOT_BUDGET, 0)
    if found:
        value = value_of_going_out(view, equity, seat_in_turn(view))
        for index in range(len(moves)):
            if lengths[index]:
                visits[index] = 1
                values[index] = value
    return found


@jit_with_memory
def value_of_going_out(view: Words, equity: Equity, seat: int) -> float:
    """The value of a round for a seat that is the next to go out; all others are equally likely to come second."""
    players = view[PLAYERS]
    values = np.empty((MAX_PLAYERS * MAX_PLAYERS + 1, MAX_PLAYERS), np.float64)
    write_ending_values(view, equity, values)
    if view[FINISH]:
        return values[((view[FINISH] & 15) - 1) * players + seat, seat]
    if players == 2:
        return values[seat * players + seat, seat]
    total = 0.0
    for second in range(players):
        if second != seat:
            total += values[seat * players + second, seat] / (players - 1)
    return total


@jit_with_memory
def write_forced_line(
    deck: Words, view: Words, move: int, length: int, budget: int, worlds: Words, line: Words
) -> int:
    """Write the moves of a win by force that begins with a move and takes `length` actions; returns their number.

    The others reply with what takes longest. With each move there is a world before it, in which it is legal: only
    what is known of the world is the same from move to move. The line ends early if the budget of a move is used up.
    """
    proof = new_proof(view, budget)
    state = np.empty(WORDS, np.int64)
    keys = np.empty(MAX_KEYS, np.int64)
    write_any_world(deck, view, state)
    limit = state[ACTIONS] + length
    key = move_key(deck, state, move)
    count = 0
    while key >= 0 and count < length:
        show_cards(deck, proof, state, key)
        copy_to_row(state, worlds, count)
        line[count] = key_move(key)
        count += 1
        make_reply(deck, proof, state, key)
        if next_out(proof, state) >= 0:
            break
        proof.counts[LOOKED_AT] = 0
        key, limit = follow_proof(deck, proof, state, keys, limit)
    return count


@jit
def follow_proof(deck: Words, proof: Proof, state: Words, keys: Words, limit: int) -> tuple[int, int]:
    """The own move that wins soonest, or the reply after which the win takes longest; and the limit of the win.

    The move is -1 if the budget is used up.
    """
    copy_to_row(state, proof.frames, 0)
    list_moves_to_try(deck, proof, 0)
    count = proof.frames[0, END]
    for place in range(count):
        keys[place] = proof.keys[place]
    own = seat_in_turn(state) == proof.seat
    best = -1
    longest = 0
    for within in range(state[ACTIONS] + 1, limit + 1):
        for place in range(count):
            if keys[place] >= 0:
                verdict = prove_after(deck, proof, state, keys[place], within)
                if verdict == GIVEN_UP:
                    return -1, limit
                if verdict == WON:
                    if within > longest:
                        best = keys[place]
                        longest = within
                    keys[place] = -1
        if own and best >= 0:
            break
    return best, longest
