"""A move and its text: `play 3/4 3/6`, `add 5/2 to B`, `take C`, `rotate`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from dnup.cards.card import Card, CardError, format_hand, parse_card
from dnup.game.errors import InvalidMoveError
from dnup.kernel import tidying
from dnup.kernel.reasons import write_problem
from dnup.kernel.tidying import tidy_move
from dnup.wording import quoted

VERBS: Final = ("play", "add", "take", "rotate")
_ROOM: Final = 128
"""For a sentence; and what is tidy is not longer than what was written by more than this."""
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
    tidy = np.empty(len(text) + _ROOM, np.uint8)
    end = int(tidy_move(" ".join(words).encode("utf-8", "replace"), tidy))
    if end < 0:
        raise _not_a_move(text, words, -end)
    verb, *rest = tidy[:end].tobytes().decode().split()
    slot = None
    if verb == "take" and rest:
        slot = rest.pop()
    elif verb == "add" and len(rest) > 1:
        slot, rest = rest[-1], rest[:1]
    return Move(verb, tuple(map(parse_card, rest)), slot)


@cache
def problem_sentence(problem: int) -> str:
    """What is wrong with a text that is no move, without the text."""
    out = np.empty(_ROOM, np.uint8)
    return out[: int(write_problem(problem, out))].tobytes().decode()


def _not_a_move(text: str, words: list[str], problem: int) -> InvalidMoveError:
    """What is wrong, and how it would be right."""
    sentence = problem_sentence(problem)
    if problem == tidying.NO_VERB:
        begins = "it begins with play, add, take or rotate"
        return InvalidMoveError(f"{quoted(text)} is not a move; {begins}", sentence)
    verb = words[0].lower()
    details = {
        tidying.NOT_A_SEAT: f"{quoted(words[-1].upper())} is not a seat",
        tidying.CARDS_MISSING: f"{verb} needs cards",
        tidying.CARDS_NAMED: f"{verb} names no cards",
        tidying.TWO_CARDS: "one card is added at a time (R11)",
    }
    detail = details.get(problem) or _not_a_card(words[1:])
    return InvalidMoveError(f"{quoted(text)} is not a move: {detail}; {_HOW_TO_WRITE[verb]}", sentence)


def _not_a_card(words: list[str]) -> str:
    """What is wrong with the first of these words that is no card."""
    for word in words:
        try:
            parse_card(word)
        except CardError as error:
            return str(error)
    raise LookupError("all of these are cards")
