"""Why a move is not legal, in words: the code for programs, the rule, the sentence for people."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Protocol

from dnup.cards.card import Card, format_hand
from dnup.game.errors import Why
from dnup.game.move import Move
from dnup.kernel import judge as codes
from dnup.wording import quoted


class Position(Protocol):
    """What of a round or a view a reason speaks about."""

    @property
    def players(self) -> int: ...
    @property
    def seats(self) -> tuple[str, ...]: ...
    @property
    def slots(self) -> tuple[str, ...]: ...
    @property
    def turn(self) -> str | None: ...
    @property
    def ending(self) -> str | None: ...
    @property
    def in_circles(self) -> bool: ...
    @property
    def table(self) -> dict[str, tuple[Card, ...]]: ...
    def _moving_hand(self) -> tuple[Card, ...]: ...


def explain(board: Position, move: Move, code: int) -> Why:
    """The reason behind a code of the kernel's `judge`, for a move in a position."""
    there = board.table.get(move.slot or "", ())
    about_slot = "R11" if move.verb == "add" else "R12"
    if code == codes.ROUND_OVER:
        rules = {
            "out": "R19" if board.players > 2 else "R27",
            "match": "R20",
            "abandoned": "D5" if board.in_circles else "D2",
        }
        return Why("round-over", rules[board.ending or "out"], "the round is over")
    if code == codes.NOT_YOUR_TURN:
        return Why("not-your-turn", "R6", f"it is {board.turn}'s turn")
    if code == codes.EMPTY_SET:
        return Why("empty-set", "R7", "a set has at least one card")
    if code == codes.NOT_IN_HAND:
        return _not_held(board, move)
    if code == codes.MIXED_VALUES:
        return Why("mixed-values", "R7", "all cards of a set show the same value", cards=move.cards)
    if code == codes.NOT_HIGHER:
        return _too_low("not-higher", "R10", board, "", len(move.cards), move.cards[0].active)
    if code == codes.NO_SUCH_SLOT:
        return Why("no-such-slot", about_slot, _no_slot(board, move), move.slot)
    if code == codes.OWN_SLOT:
        rule = "R26" if board.players == 2 else about_slot
        sentence = f"you {move.verb} only {'to ' if move.verb == 'add' else ''}opponents' sets"
        return Why("own-set", rule, sentence, move.slot, there)
    if code == codes.NO_SET_THERE:
        return Why("no-set-there", about_slot, f"there is no set in front of {move.slot}", move.slot)
    if code == codes.ADD_ONE_CARD:
        return Why("add-one-card", "R11", "exactly one card is added", move.slot, move.cards)
    if code == codes.OTHER_VALUE:
        value = there[0].active
        sentence = f"a card added to {move.slot}'s set must show {value}"
        return Why("other-value", "R11", sentence, move.slot, there, len(there) + 1, value)
    if code == codes.GROWN_NOT_HIGHER:
        size = len(there) + 1
        why = _too_low("grown-not-higher", "R11", board, move.slot or "", size, there[0].active)
        return replace(why, sentence=f"the set would grow to {size}: {why.sentence}")
    return Why("not-a-move", "R9", "a turn is play, add, take or rotate")


def _not_held(board: Position, move: Move) -> Why:
    missing = tuple(sorted((Counter(move.cards) - Counter(board._moving_hand())).elements()))
    text = format_hand(missing)
    named = text if len(text) <= 60 else quoted(text)
    return Why("not-in-hand", "R5", f"{board.turn} does not hold {named} that way up", cards=missing)


def _too_low(code: str, rule: str, board: Position, slot: str, size: int, value: int) -> Why:
    """Which set a set of this size and value would have to beat, and cannot."""
    for other, cards in board.table.items():
        if other != slot and len(cards) == size:
            cards_word = "card" if size == 1 else "cards"
            sentence = (
                f"{other}'s set of {size} {cards_word} shows {cards[0].active}, and {value} is not higher"
            )
            return Why(code, rule, sentence, other, cards, size, value)
    raise LookupError(f"no set of {size} on the table")  # the kernel found one


def _no_slot(board: Position, move: Move) -> str:
    if move.slot is None:
        return f"{move.verb} needs to say whose set"
    if board.players == 2 and move.slot in board.seats:
        return f"{move.slot} has two areas, so say {move.slot}1 or {move.slot}2"
    return f"there is no {move.slot} with {board.players} players, only {', '.join(board.slots)}"
