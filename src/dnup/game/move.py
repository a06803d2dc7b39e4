"""A move and its text: `play 3/4 3/6`, `add 5/2 to B`, `take C`, `rotate`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from dnup.cards.card import Card, CardError, format_hand, parse_card
from dnup.game.errors import InvalidMoveError
from dnup.wording import quoted

VERBS: Final = ("play", "add", "take", "rotate")
_SLOT = re.compile(r"[A-E][12]?")
_HOW_TO_WRITE: Final = {
    "play": "write play and the cards of a set, like: play 3/4 3/6",
    "add": "write add, one card and whose set, like: add 5/2 to B",
    "take": "write take and whose set, like: take B",
    "rotate": "write rotate alone",
}


@dataclass(frozen=True, slots=True)
class Move:
    """What a player does in a turn (R9).

    `cards` are those that leave the hand, ascending. `slot` is where the set lies that an add or a take is
    about: a seat, with two players a seat and its area, like B1.

    >>> dnup.parse_move("add 5/2 to B")
    Move(verb='add', cards=(Card(active=5, inactive=2),), slot='B')
    >>> str(dnup.Move("play", (dnup.Card(3, 6), dnup.Card(3, 4))))
    'play 3/4 3/6'
    """

    verb: str
    cards: tuple[Card, ...] = ()
    slot: str | None = None

    def __post_init__(self) -> None:
        if self.verb not in VERBS:
            raise InvalidMoveError(f"{quoted(self.verb)} is not a move; it is play, add, take or rotate")
        for card in self.cards:
            if not isinstance(card, Card):
                raise InvalidMoveError(f"{quoted(card)} is not a card; a move has cards like Card(3, 6)")
        object.__setattr__(self, "cards", tuple(sorted(self.cards)))

    def __str__(self) -> str:
        return format_move(self)


def format_move(move: Move) -> str:
    """The text of a move; `parse_move` reads it back.

    >>> dnup.format_move(dnup.Move("take", slot="B"))
    'take B'
    """
    text = move.verb
    if move.cards:
        text += f" {format_hand(move.cards)}"
    if move.slot is not None:
        text += f" to {move.slot}" if move.verb == "add" else f" {move.slot}"
    return text


def parse_move(text: str) -> Move:
    """The move that a text names, whatever the position.

    Cards may come in any order and letters in any case. Where only one set can be meant, `add` and `take` may
    leave out whose (and with two players which area): a round completes them.

    >>> move = dnup.parse_move("play 3/6 3/4")
    >>> move.verb, str(move)
    ('play', 'play 3/4 3/6')
    """
    if not isinstance(text, str):
        raise InvalidMoveError(f"{quoted(text)} is not a move; write a text like: play 3/4 3/6")
    words = text.split()
    verb = words[0].lower() if words else ""
    if verb not in VERBS:
        raise InvalidMoveError(f"{quoted(text)} is not a move; it begins with play, add, take or rotate")
    rest = words[1:]
    slot = None
    if verb == "add" and len(rest) >= 2 and rest[-2].lower() == "to":
        slot, rest = rest[-1].upper(), rest[:-2]
    elif verb == "take" and rest:
        slot, rest = rest[-1].upper(), rest[:-1]
    if slot is not None and not _SLOT.fullmatch(slot):
        raise _not_a_move(text, verb, f"{quoted(slot)} is not a seat")
    try:
        cards = tuple(parse_card(word) for word in rest)
    except CardError as error:
        raise _not_a_move(text, verb, str(error)) from None
    if (verb in ("play", "add")) != bool(cards):
        raise _not_a_move(text, verb, f"{verb} needs cards" if not cards else f"{verb} names no cards")
    if verb == "add" and len(cards) > 1:
        raise _not_a_move(text, verb, "one card is added at a time (R11)")
    return Move(verb, cards, slot)


def _not_a_move(text: str, verb: str, problem: str) -> InvalidMoveError:
    sentence = f"{quoted(text)} is not a move: {problem}"
    return InvalidMoveError(f"{sentence}; {_HOW_TO_WRITE[verb]}", sentence)
