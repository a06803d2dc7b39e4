"""What every position goes through that comes from a text or from JSON: is it one that can be?"""

from __future__ import annotations

from dnup.cards import quoted
from dnup.kernel import layout as at
from dnup.kernel.layout import Words
from dnup.kernel.turn import points_of, points_to_win, score_of
from dnup.seats import seat_names, seat_number, slot_names
from dnup.tables import Tables


def slot_number(slot: str, players: int) -> int:
    """The number of a slot, from 0."""
    slots = slot_names(players)
    if slot not in slots:
        raise ValueError(
            f"{quoted(slot)} is not a slot; with {players} players it is one of {', '.join(slots)}"
        )
    return slots.index(slot)


def pack_finish(finish: str, players: int) -> int:
    """The seats that went out, in order, as the kernel's word."""
    places = 1 if players == 2 else 2
    if len(finish) > places or len(set(finish)) < len(finish):
        raise ValueError(
            f"{quoted(finish)} cannot have gone out; the round of {players} players ends with "
            f"{'the first' if places == 1 else 'the second'}"
        )
    return sum(seat_number(seat, players) + 1 << 8 * place for place, seat in enumerate(finish))


def check_state(words: Words, tables: Tables, sizes: tuple[int, ...]) -> None:
    """Raise a `ValueError` unless a round can come to this position; `sizes` are those of the hands.

    Whether it really can, nobody can tell at a glance; but the engine relies on nothing beyond this.
    """
    players = int(words[at.PLAYERS])
    on_table = [words[at.SLOTS + slot] & at.CARDS for slot in range(len(slot_names(players)))]
    set_sizes = [int(cards).bit_count() for cards in on_table if cards]
    if len(set(set_sizes)) < len(set_sizes):
        raise ValueError("two sets on the table have the same size (R16)")
    _check_limits(words)
    for seat, name in enumerate(seat_names(players)):
        out = bool(at.is_out(words, seat))
        # D1: with two players the winner may have got a beaten set of their own back.
        if (sizes[seat] == 0) != out and not (players == 2 and out):
            raise ValueError(f"{name} {'is out but holds cards' if out else 'has no cards but is not out'}")
    if not words[at.SHOWN] & tables.star and not _starter_can_hold(words, tables.star, sizes):
        raise ValueError("the star has not been shown, so the starter must hold it (R6)")
    _check_turn(words)


def ending_of(words: Words) -> int:
    """How the round ended, if it did: it follows from who is out and what they had (R19, R20, R27, D2, D5)."""
    players = int(words[at.PLAYERS])
    finish = int(words[at.FINISH])
    if finish >> 8 or (finish and players == 2):
        return at.OUT
    if finish and score_of(words, finish - 1) + points_of(words, finish - 1) >= points_to_win(players):
        return at.MATCH
    stall_limit = at.stall_limit(words[at.LIMITS])
    too_long = words[at.ACTIONS] >= at.turn_limit(words[at.LIMITS])
    in_circles = 0 < stall_limit <= words[at.STALLED]
    return at.ABANDONED if too_long or in_circles else 0


def _check_limits(words: Words) -> None:
    actions, stalled = int(words[at.ACTIONS]), int(words[at.STALLED])
    turn_limit, stall_limit = at.turn_limit(words[at.LIMITS]), at.stall_limit(words[at.LIMITS])
    if actions > turn_limit:
        raise ValueError(f"a round of {actions} actions was abandoned after {turn_limit} (D2)")
    if stalled > stall_limit:
        raise ValueError(
            f"a round with {stalled} actions in a row without a discard was abandoned after {stall_limit} (D5)"
            if stall_limit
            else "without a stall limit nobody counts the actions without a discard (D5)"
        )
    if stalled > actions:
        raise ValueError(f"of {actions} actions {stalled} cannot have been without a discard (D5)")
    if 0 < stall_limit == stalled and words[at.ENDING] != at.ABANDONED:
        raise ValueError("the action that ends a round is not counted as one without a discard (D5)")


def _starter_can_hold(words: Words, star: int, sizes: tuple[int, ...]) -> bool:
    hands = [int(words[at.HANDS + seat]) for seat in range(len(sizes))]
    starter = int(words[at.STARTER])
    if any(hand & star for hand in hands):
        return bool(hands[starter] & star)
    return sizes[starter] > hands[starter].bit_count()  # in a view it is among the cards that are not known


def _check_turn(words: Words) -> None:
    if words[at.ENDING]:
        return
    if at.is_out(words, at.seat_in_turn(words)):
        raise ValueError("whoever is out takes no more turns (R17)")
    if words[at.SLOTS + words[at.TURN]]:
        raise ValueError("the slot in turn is empty: its set was discarded when the turn began (R8)")
