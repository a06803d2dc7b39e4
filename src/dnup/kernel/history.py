"""What everyone has seen happen in a round: its moves since the deal, one word each.

A word tells who did what with which cards and which way up they lay, and nothing else. It is the same for all who look
on: copies of a card, which a position numbers by where they are (D4), are here the lowest of their kind.

Together with a view these words tell the whole past, but for the cards that were never shown: see `look_back`.
"""

import numpy as np

from dnup.kernel.jit import jit, jit_apart, jit_with_memory, lowest, popcount
from dnup.kernel.judge import LEGAL, attempt
from dnup.kernel.knowledge import order_copies
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
    make_move,
    move_cards,
    move_slot,
    move_verb,
    owner,
    seat_in_turn,
)

# A told move: the cards that left the hand in the low bits, and above them the slot in turn and what was done there.
DEED_SHIFT = MAX_CARDS
PLAYED = 0  # ... 1: one more if the lowest of the cards shows its higher value
ADDED = 2  # ... 11: the same, and two more for each slot before the one that it was about
TOOK = 12  # ... 16: one more for each slot before
ROTATED = 17
DEEDS = 18

_REST = 1 << 62  # in a hand: cards that had not been shown, however many


##### Telling #####


@jit
def plain_copies(deck: Words, cards: int) -> int:
    """As many copies of each card, but the lowest of their kind."""
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
def tell_move(deck: Words, state: Words, move: int) -> int:
    """The word of a move that is about to be made."""
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
    """Whether the lowest of these plain cards has at its higher end the value that the cards show."""
    card = lowest(cards)
    value = deck[VALUES + 2 * card + ((state[TURNED] >> card) & 1)]
    return (deck[HIGHS + value] >> lowest(plain)) & 1


@jit
def told_slot(told: int) -> int:
    """The slot that was in turn."""
    return (told >> DEED_SHIFT) % MAX_PLAYERS


@jit
def told_deed(told: int) -> int:
    return (told >> DEED_SHIFT) // MAX_PLAYERS


@jit
def told_move(told: int) -> int:
    """The move, its cards being the lowest of their kind."""
    deed = told_deed(told)
    cards = told & CARDS
    if deed < ADDED:
        return make_move(PLAY, 0, cards)
    if deed < TOOK:
        return make_move(ADD, (deed - ADDED) >> 1, cards)
    return make_move(TAKE, deed - TOOK, 0) if deed < ROTATED else make_move(ROTATE, 0, 0)


@jit
def told_turned(deck: Words, told: int, cards: int) -> int:
    """Those of the cards of a told move, whatever they are numbered, that showed their higher value."""
    if not cards:
        return 0
    return cards & deck[HIGHS + deck[VALUES + 2 * lowest(told & CARDS) + (told_deed(told) & 1)]]


##### Looking back #####


@jit
def own_secret(view: Words) -> int:
    """The cards that the viewer alone has seen."""
    return 0 if view[VIEWER] == SPECTATOR else view[HANDS + view[VIEWER] - 1] & ~view[SHOWN]


@jit
def unseen_cards(deck: Words, view: Words) -> int:
    """The cards that the viewer has never seen."""
    return deck[IN_PLAY] & ~view[SHOWN] & ~own_secret(view)


@jit_with_memory
def look_back(deck: Words, view: Words, history: Words, past: Words, moves: Words) -> bool:
    """Write the states in which the moves of a history were made, and the moves; False if it does not lead to the view.

    All is in hindsight: hands have what was shown later and what the viewer holds, and lack what the viewer has never
    seen. That has been in one hand since the deal, and was turned whenever this was rotated. SIZES are the true ones.
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
    """The round of a view before its first move, as far as everyone knew it."""
    players = view[PLAYERS]
    for word in range(WORDS):
        state[word] = 0
    state[PLAYERS] = players
    state[SCORE] = view[SCORE]
    state[LIMITS] = view[LIMITS]
    state[STARTER] = view[STARTER]
    state[TURN] = 2 * view[STARTER] + 1 if players == 2 else view[STARTER]  # R6, R24
    for seat in range(players):
        state[HANDS + seat] = _REST


@jit
def _last_moves(view: Words, history: Words, last: Words) -> None:
    """By seat, the number of its last move if that has emptied its hand, else -1."""
    players = view[PLAYERS]
    for seat in range(MAX_PLAYERS):
        last[seat] = -1
    for index in range(len(history)):
        last[min(owner(players, told_slot(history[index])), MAX_PLAYERS - 1)] = index
    for seat in range(MAX_PLAYERS):
        if (view[FINISH] & 15) != seat + 1 and (view[FINISH] >> 8) != seat + 1:
            last[seat] = -1


@jit_apart
def _follow(
    deck: Words, view: Words, history: Words, past: Words, moves: Words, state: Words, last: Words
) -> bool:
    """Make the moves of a history, each with the state before it; False if one of them cannot have been made.

    Hands have the cards that had been shown by then, and up to the move with which they are emptied others, too.
    """
    star = np.int64(1) << deck[STAR]
    for index in range(len(history)):
        told = history[index]
        cards = told & CARDS
        if told < 0 or told_deed(told) >= DEEDS or told_slot(told) != state[TURN] or cards & ~deck[IN_PLAY]:
            return False
        for word in range(WORDS):
            past[index, word] = state[word]
        seat = seat_in_turn(state)
        if cards & deck[COPIED]:
            cards = _pick_copies(deck, state, told)
        turned = told_turned(deck, told, cards)
        fresh = cards & ~state[SHOWN]
        if fresh & star and seat != view[STARTER]:
            return False
        state[HANDS + seat] |= fresh
        state[TURNED] = (state[TURNED] & ~fresh) | (fresh & turned)
        if index == last[seat]:
            state[HANDS + seat] &= ~_REST
        move = (told_move(told) & ~CARDS) | cards
        if (state[TURNED] ^ turned) & cards or attempt(deck, state, move) != LEGAL:
            return False
        moves[index] = move
    for seat in range(MAX_PLAYERS):
        state[HANDS + seat] &= CARDS
    state[TURNED] &= CARDS
    return True


@jit_apart
def _pick_copies(deck: Words, state: Words, told: int) -> int:
    """The cards that a told move is about: of copies a known one in the hand, else one that nobody had seen (D4)."""
    cards = told & CARDS
    picked = cards & ~deck[COPIED]
    turned = told_turned(deck, told, cards)
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
    """The cards that the viewer alone has seen, and which of them are turned, where these are the shown ones."""
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
    """Put into the hands of each past state what was shown later, and what the viewer holds; and note hand sizes."""
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
        turned |= told_turned(deck, history[index], fresh)
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
    """Have the copies that were never shown be those of the view, and what bears their names take the others."""
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
