"""A move and its text: `play 3/4 3/6`, `add 5/2 to B`, `take C`, `rotate`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from dnup.cards.card import Card, CardError, format_hand, parse_card
from dnup.error_text import quoted
from dnup.game.enums import Verb
from dnup.game.errors import InvalidMoveError

VERBS: Final = tuple(Verb)
"""By the kernel's numbers."""
PROBLEMS: Final = {
    "no-verb": "a move begins with play, add, take or rotate",
    "not-a-seat": "a set is named by its seat, A to E, with two players by its area, like B1",
    "not-a-card": "a card is two different values from 1 to 15 with a slash, like 3/6",
    "cards-missing": "play and add need cards",
    "cards-named": "take and rotate name no cards",
    "two-cards": "one card is added at a time (R11)",
    "set-missing": "it does not say whose set",
    "ambiguous": "this could mean more than one move",
}
"""What can be wrong with the text of a move. `make wasm` writes these sentences into kernel.js, for the page."""

_VERB: Final = re.compile("|".join(VERBS), re.ASCII | re.IGNORECASE)
_SLOT: Final = re.compile("[A-E][12]?", re.ASCII | re.IGNORECASE)
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
    Move(verb=Verb.ADD, cards=(Card(active=5, inactive=2),), slot='B')
    >>> str(dnup.Move("play", (dnup.Card(3, 6), dnup.Card(3, 4))))
    'play 3/4 3/6'
    """

    verb: Verb
    cards: tuple[Card, ...]
    slot: str | None

    def __init__(self, verb: Verb | str, cards: Iterable[Card] = (), slot: str | None = None) -> None:
        if verb not in VERBS:
            raise InvalidMoveError(f"{quoted(verb)} is not a move; it is play, add, take or rotate")
        cards = tuple(cards)
        for card in cards:
            if not isinstance(card, Card):
                raise InvalidMoveError(f"{quoted(card)} is not a card; a move has cards like Card(3, 6)")
        object.__setattr__(self, "verb", Verb(verb))
        object.__setattr__(self, "cards", tuple(sorted(cards)))
        object.__setattr__(self, "slot", slot)

    def __str__(self) -> str:
        return format_move(self)


def format_move(move: Move) -> str:
    """The text of a move; `parse_move` reads it back.

    >>> dnup.format_move(dnup.Move("take", slot="B"))
    'take B'
    """
    text = str(move.verb)
    if move.cards:
        text += f" {format_hand(move.cards)}"
    if move.slot is not None:
        text += f" to {move.slot}" if move.verb is Verb.ADD else f" {move.slot}"
    return text


def parse_move(text: str) -> Move:
    """The move that a text names, whatever the position.

    Cards may come in any order and letters in any case. Where only one set can be meant, `add` and `take` may
    leave out whose (and with two players which area): a round completes them.

    >>> move = dnup.parse_move("play 3/6 3/4")
    >>> move.verb, str(move)
    (Verb.PLAY, 'play 3/4 3/6')
    """
    if not isinstance(text, str):
        raise InvalidMoveError(f"{quoted(text)} is not a move; write a text like: play 3/4 3/6")
    words = text.split()
    if not words or not _VERB.fullmatch(words[0]):
        begins = "it begins with play, add, take or rotate"
        raise InvalidMoveError(f"{quoted(text)} is not a move; {begins}", PROBLEMS["no-verb"])
    verb = Verb(words[0].lower())
    rest = words[1:]
    slot = None
    if verb is Verb.TAKE and rest:
        slot = rest.pop().upper()
    elif verb is Verb.ADD and len(rest) > 1 and rest[-2].lower() == "to":
        *rest, _, slot = rest
        slot = slot.upper()
    if slot is not None and not _SLOT.fullmatch(slot):
        raise _not_a_move(text, verb, "not-a-seat", f"{quoted(slot)} is not a seat")
    try:
        cards = tuple(map(parse_card, rest))
    except CardError as error:
        raise _not_a_move(text, verb, "not-a-card", str(error)) from None
    if not cards and verb in (Verb.PLAY, Verb.ADD):
        raise _not_a_move(text, verb, "cards-missing", f"{verb} needs cards")
    if cards and verb in (Verb.TAKE, Verb.ROTATE):
        raise _not_a_move(text, verb, "cards-named", f"{verb} names no cards")
    if verb is Verb.ADD and len(cards) > 1:
        raise _not_a_move(text, verb, "two-cards", PROBLEMS["two-cards"])
    return Move(verb, cards, slot)


def _not_a_move(text: str, verb: Verb, problem: str, detail: str) -> InvalidMoveError:
    """What is wrong, and how it would be right."""
    return InvalidMoveError(
        f"{quoted(text)} is not a move: {detail}; {_HOW_TO_WRITE[verb]}", PROBLEMS[problem]
    )
