"""What everyone has seen happen in a round: its moves since the deal, one word each.

A history word has the slot in turn, the action, its cards and their orientation, and nothing else. It is the same for
all viewers: copies of a card, which a position numbers by where they are (D4), are here the lowest of their kind.

With a view, the history words determine all past positions, except for cards that were never shown: see `look_back`.
"""

import numpy as np

from dnup.kernel.jit import jit, jit_apart, jit_with_memory, lowest, popcount
from dnup.kernel.layout import (
    ADD,
    CARDS,
    COPIED,
    ENDING,
    FINISH,
    HANDS,
    HIGHS,
    IN_PLAY,
    KIND_COUNT,
    KINDS,
    LIMITS,
    MAX_CARDS,
    MAX_PLAYERS,
    PLAY,
    PLAYERS,
    ROTATE,
    SCORE,
    SHOWN,
    SIZES,
    SPECTATOR,
    STAR,
    STARTER,
    TAKE,
    TURN,
    TURNED,
    VALUES,
    VIEWER,
    WORDS,
    Words,
    copy_to_row,
    first_slot,
    make_move,
    move_cards,
    move_slot,
    move_verb,
    owner,
    seat_in_turn,
    slot_count,
)
from dnup.kernel.legality import LEGAL, attempt
from dnup.kernel.views import order_copies

# A history word: the cards that left the hand in the low bits, above them the slot in turn and the action (the deed).
DEED_SHIFT = MAX_CARDS
PLAYED = 0  # ... 1: one more if the lowest of the cards shows its higher value
ADDED = 2  # ... 11: the same, and two more for each slot before the one that it was about
TOOK = 12  # ... 16: one more for each slot before
ROTATED = 17
DEEDS = 18

_REST = 1 << 62  # in a hand: stands for any number of cards that had not been shown


##### History words #####


@jit
def plain_copies(deck: Words, cards: int) -> int:
    """The same cards, with copies replaced by the lowest of their kind."""
    if not cards & deck[COPIED]:
        return cards
    for kind in range(deck[KIND_COUNT]):
        equal = deck[KINDS + kind]
        count = popcount(cards & equal)
        cards &= ~equal
        while count:
            cards |= equal & -equal
            equal &= equal - 1
            count -= 1
    return cards


@jit_apart
def history_word(deck: Words, state: Words, move: int) -> int:
    """The history word of a legal move in a state."""
    verb = move_verb(move)
    cards = move_cards(move)
    deed = ROTATED
    if verb == TAKE:
        deed = TOOK + move_slot(move)
    elif verb != ROTATE:
        cards = plain_copies(deck, cards)
        deed = PLAYED if verb == PLAY else ADDED + 2 * move_slot(move)
        # Copies that leave a hand together lie the same way up, so it is true of the lowest of a kind, too.
        deed += _shows_higher(deck, state, move_cards(move), cards)
    return cards | ((MAX_PLAYERS * deed + state[TURN]) << DEED_SHIFT)


@jit
def _shows_higher(deck: Words, state: Words, cards: int, plain: int) -> int:
    """1 if the lowest of the plain cards has the value that the cards show as its higher value, else 0."""
    card = lowest(cards)
    value = deck[VALUES + 2 * card + ((state[TURNED] >> card) & 1)]
    return (deck[HIGHS + value] >> lowest(plain)) & 1


@jit
def slot_at(view: Words, index: int, seat: int) -> int:
    """The slot in turn at a move of the history of a view, numbered from 0, that a seat made; -1 if it was not in turn.

    With two players the slots take turns (R23). With more it is the seat's slot, and `look_back` checks the order.
    """
    players = view[PLAYERS]
    slot = seat
    if players == 2:
        slot = (first_slot(players, view[STARTER]) + index) % slot_count(players)
    return slot if owner(players, slot) == seat else -1


@jit
def word_slot(entry: int) -> int:
    """The slot that was in turn."""
    return (entry >> DEED_SHIFT) % MAX_PLAYERS


@jit
def word_deed(entry: int) -> int:
    return (entry >> DEED_SHIFT) // MAX_PLAYERS


@jit
def word_move(entry: int) -> int:
    """The move of a history word; its cards are the lowest of their kind."""
    deed = word_deed(entry)
    cards = entry & CARDS
    if deed < ADDED:
        return make_move(PLAY, 0, cards)
    if deed < TOOK:
        return make_move(ADD, (deed - ADDED) >> 1, cards)
    return make_move(TAKE, deed - TOOK, 0) if deed < ROTATED else make_move(ROTATE, 0, 0)


@jit
def word_turned(deck: Words, entry: int, cards: int) -> int:
    """Those of the cards of a history word, in any numbering of copies, that showed their higher value."""
    if not cards:
        return 0
    return cards & deck[HIGHS + deck[VALUES + 2 * lowest(entry & CARDS) + (word_deed(entry) & 1)]]


##### Past positions #####


@jit
def own_secret(view: Words) -> int:
    """The cards that only the viewer has seen."""
    return 0 if view[VIEWER] == SPECTATOR else view[HANDS + view[VIEWER] - 1] & ~view[SHOWN]


@jit
def unseen_cards(deck: Words, view: Words) -> int:
    """The cards that the viewer has never seen."""
    return deck[IN_PLAY] & ~view[SHOWN] & ~own_secret(view)


@jit_with_memory
def look_back(deck: Words, view: Words, history: Words, past: Words, moves: Words) -> bool:
    """Write the state before each move of a history, and the moves; False if the history does not lead to the view.

    The states are in hindsight: hands have the cards that were shown later and those of the viewer, and lack the cards
    that the viewer has never seen. Those have been in one hand since the deal, and were turned with every rotation of
    it. SIZES are the true sizes.
    """
    state = np.empty(WORDS, np.int64)
    by_seat = np.empty(MAX_PLAYERS, np.int64)
    _begin(view, state)
    _last_moves(view, history, by_seat)
    if not _follow(deck, view, history, past, moves, state, by_seat):
        return False
    own, turned = _own_cards(deck, view, state[SHOWN])
    hidden = deck[IN_PLAY] & ~state[SHOWN] & ~own
    state[TURNED] |= turned
    if own:
        state[HANDS + view[VIEWER] - 1] |= own
    if state[ENDING]:
        state[TURN] = 0
    state[VIEWER] = view[VIEWER]
    state[SIZES] = view[SIZES]
    order_copies(deck, state)
    for word in range(WORDS):
        if state[word] != view[word]:
            return False
    _add_hindsight(deck, view, history, own, turned, past, moves, by_seat)
    if hidden != unseen_cards(deck, view):
        _rename_copies(deck, hidden, unseen_cards(deck, view), past, moves)
    return True


@jit
def _begin(view: Words, state: Words) -> None:
    """The public part of a view's round before its first move."""
    players = view[PLAYERS]
    for word in range(WORDS):
        state[word] = 0
    state[PLAYERS] = players
    state[SCORE] = view[SCORE]
    state[LIMITS] = view[LIMITS]
    state[STARTER] = view[STARTER]
    state[TURN] = first_slot(players, view[STARTER])
    for seat in range(players):
        state[HANDS + seat] = _REST


@jit
def _last_moves(view: Words, history: Words, last: Words) -> None:
    """By seat, the index of its last move if that has emptied its hand, else -1."""
    players = view[PLAYERS]
    for seat in range(MAX_PLAYERS):
        last[seat] = -1
    for index in range(len(history)):
        last[min(owner(players, word_slot(history[index])), MAX_PLAYERS - 1)] = index
    for seat in range(MAX_PLAYERS):
        if (view[FINISH] & 15) != seat + 1 and (view[FINISH] >> 8) != seat + 1:
            last[seat] = -1


@jit_apart
def _follow(
    deck: Words, view: Words, history: Words, past: Words, moves: Words, state: Words, last: Words
) -> bool:
    """Replay a history and write the state before each move; False if one of the moves is not possible.

    Hands have the cards that had been shown by then, and _REST until the move that empties them.
    """
    star = np.int64(1) << deck[STAR]
    for index in range(len(history)):
        entry = history[index]
        cards = entry & CARDS
        if (
            entry < 0
            or word_deed(entry) >= DEEDS
            or word_slot(entry) != state[TURN]
            or cards & ~deck[IN_PLAY]
        ):
            return False
        copy_to_row(state, past, index)
        seat = seat_in_turn(state)
        if cards & deck[COPIED]:
            cards = _pick_copies(deck, state, entry)
        turned = word_turned(deck, entry, cards)
        fresh = cards & ~state[SHOWN]
        if fresh & star and seat != view[STARTER]:
            return False
        state[HANDS + seat] |= fresh
        state[TURNED] = (state[TURNED] & ~fresh) | (fresh & turned)
        if index == last[seat]:
            state[HANDS + seat] &= ~_REST
        move = (word_move(entry) & ~CARDS) | cards
        if (state[TURNED] ^ turned) & cards or attempt(deck, state, move) != LEGAL:
            return False
        moves[index] = move
    for seat in range(MAX_PLAYERS):
        state[HANDS + seat] &= CARDS
    state[TURNED] &= CARDS
    return True


@jit_apart
def _pick_copies(deck: Words, state: Words, entry: int) -> int:
    """The cards of a history word: of copies a known one in the hand, else one that had not been shown (D4)."""
    cards = entry & CARDS
    picked = cards & ~deck[COPIED]
    turned = word_turned(deck, entry, cards)
    hand = state[HANDS + seat_in_turn(state)]
    for kind in range(deck[KIND_COUNT]):
        equal = deck[KINDS + kind]
        count = popcount(cards & equal)
        alike = state[TURNED] if turned & equal else ~state[TURNED]
        for part in (equal & hand & alike, equal & ~state[SHOWN]):
            left = part
            while left and count:
                picked |= left & -left
                left &= left - 1
                count -= 1
    return picked


@jit_apart
def _own_cards(deck: Words, view: Words, shown: int) -> tuple[int, int]:
    """The cards that only the viewer has seen, and those of them that are turned, given the shown cards."""
    secret = own_secret(view)
    own = secret & ~deck[COPIED]
    turned = own & view[TURNED]
    free = ~shown
    for kind in range(deck[KIND_COUNT]):
        left = secret & deck[KINDS + kind]
        while left:
            card = free & deck[KINDS + kind]
            card &= -card
            free &= ~card
            own |= card
            if left & -left & view[TURNED]:
                turned |= card
            left &= left - 1
    return own, turned


@jit_apart
def _add_hindsight(
    deck: Words, view: Words, history: Words, own: int, turned: int, past: Words, moves: Words, later: Words
) -> None:
    """Add the cards that were shown later and those of the viewer to the hands of each past state, and write SIZES."""
    players = view[PLAYERS]
    unseen = view[SIZES]
    for seat in range(players):
        later[seat] = own if seat + 1 == view[VIEWER] else 0
        known = popcount(view[HANDS + seat])
        unseen -= known << (8 * seat)
    for index in range(len(moves) - 1, -1, -1):
        seat = owner(players, past[index, TURN])
        if move_verb(moves[index]) == ROTATE:
            turned ^= later[seat]
        fresh = move_cards(moves[index]) & ~past[index, SHOWN]
        later[seat] |= fresh
        turned |= word_turned(deck, history[index], fresh)
        sizes = unseen
        for other in range(players):
            hand = (past[index, HANDS + other] & CARDS) | later[other]
            past[index, HANDS + other] = hand
            sizes += popcount(hand) << (8 * other)
            past[index, TURNED] |= turned & later[other]
        past[index, TURNED] &= CARDS
        past[index, SIZES] = sizes


@jit
def _rename(word: int, card: int, name: int) -> int:
    return word ^ (card | name) if word & card else word


@jit_apart
def _rename_copies(deck: Words, hidden: int, names: int, past: Words, moves: Words) -> None:
    """Renumber copies in the past so that the copies that were never shown are those of the view."""
    for kind in range(deck[KIND_COUNT]):
        free = hidden & ~names & deck[KINDS + kind]
        wanted = names & ~hidden & deck[KINDS + kind]
        while wanted:
            card = wanted & -wanted
            name = free & -free
            for index in range(len(moves)):
                moves[index] = _rename(moves[index], card, name)
                for word in range(PLAYERS):  # all words before that have cards in them
                    past[index, word] = _rename(past[index, word], card, name)
            wanted ^= card
            free ^= name
