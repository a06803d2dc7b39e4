"""Why a move is not legal, as a value: the kernel's facts with a code and an English sentence."""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol

import numpy as np

from dnup.cards.card import Card, format_hand
from dnup.error_text import quoted
from dnup.game.enums import Verb, WhyCode
from dnup.game.errors import Why
from dnup.game.move import Move
from dnup.kernel import legality as codes
from dnup.kernel.illegality import (
    FACTS,
    NO_AREA_NAMED,
    NO_SLOT_NAMED,
    REASON,
    RULE,
    SIZE,
    SLOT,
    VALUE,
    find_facts,
)
from dnup.kernel.layout import MAX_CARDS, Words


class Reason(NamedTuple):
    """What is said of an illegal move; the facts are the fields of `Why` that have a meaning here."""

    code: WhyCode
    sentence: str
    facts: tuple[str, ...] = ()


_SET: Final = ("slot", "cards", "size", "value")
_TOO_LOW: Final = "{slot}'s set of {size} card{s} shows {shown}, and {value} is not higher"

REASONS: Final = {
    codes.ROUND_OVER: Reason(WhyCode.ROUND_OVER, "the round is over"),
    codes.NOT_YOUR_TURN: Reason(WhyCode.NOT_YOUR_TURN, "it is {turn}'s turn"),
    codes.EMPTY_SET: Reason(WhyCode.EMPTY_SET, "a set has at least one card"),
    codes.NOT_IN_HAND: Reason(WhyCode.NOT_IN_HAND, "{turn} does not hold {cards} that way up", ("cards",)),
    codes.MIXED_VALUES: Reason(WhyCode.MIXED_VALUES, "all cards of a set show the same value", ("cards",)),
    codes.NOT_HIGHER: Reason(WhyCode.NOT_HIGHER, _TOO_LOW, _SET),
    codes.NO_SUCH_SLOT: Reason(
        WhyCode.NO_SUCH_SLOT, "there is no {slot} with {players} players, only {slots}", ("slot",)
    ),
    NO_SLOT_NAMED: Reason(WhyCode.NO_SUCH_SLOT, "{verb} needs to say whose set"),
    NO_AREA_NAMED: Reason(WhyCode.NO_SUCH_SLOT, "{slot} has two areas, so say {slot}1 or {slot}2", ("slot",)),
    codes.OWN_SLOT: Reason(WhyCode.OWN_SET, "you {verb} only {to}opponents' sets", ("slot", "cards")),
    codes.NO_SET_THERE: Reason(WhyCode.NO_SET_THERE, "there is no set in front of {slot}", ("slot",)),
    codes.ADD_ONE_CARD: Reason(WhyCode.ADD_ONE_CARD, "exactly one card is added", ("slot", "cards")),
    codes.OTHER_VALUE: Reason(WhyCode.OTHER_VALUE, "a card added to {slot}'s set must show {value}", _SET),
    codes.GROWN_NOT_HIGHER: Reason(
        WhyCode.GROWN_NOT_HIGHER, f"the set would grow to {{size}}: {_TOO_LOW}", _SET
    ),
    codes.NOT_A_MOVE: Reason(WhyCode.NOT_A_MOVE, "a turn is play, add, take or rotate"),
}
"""By the kernel's REASON, what is said. The page has these sentences too: `make wasm` writes them into kernel.js."""


class Position(Protocol):
    """The members of a round or a view that an explanation needs."""

    @property
    def players(self) -> int: ...
    @property
    def turn(self) -> str | None: ...
    @property
    def slots(self) -> tuple[str, ...]: ...
    @property
    def deck_words(self) -> Words: ...
    @property
    def words(self) -> Words: ...


def explain(board: Position, move: Move, code: int) -> Why:
    """Why a move is illegal in a position, given its code from the kernel's `legality`."""
    text = str(move).encode("utf-8", "replace")  # the slot of a move can be any text
    written = np.empty(FACTS + MAX_CARDS + len(move.cards), np.int64)
    count = int(find_facts(board.deck_words, board.words, text, code, written))
    facts = written[: FACTS + count].tolist()
    reason = REASONS[facts[REASON]]
    cards = tuple(Card(rank >> 4, rank & 15) for rank in facts[FACTS:])
    slot = move.slot if facts[SLOT] < 0 else board.slots[facts[SLOT]]
    sentence = reason.sentence.format(
        turn=board.turn,
        verb=move.verb,
        to="to " if move.verb is Verb.ADD else "",
        slot=slot,
        cards=_some(cards),
        shown=cards[0].active if cards else None,
        size=facts[SIZE],
        s="s" if facts[SIZE] > 1 else "",
        value=facts[VALUE],
        players=board.players,
        slots=", ".join(board.slots),
    )
    known = {"slot": slot, "cards": cards, "size": facts[SIZE], "value": facts[VALUE]}
    rule = f"{'D' if facts[RULE] < 0 else 'R'}{abs(facts[RULE])}"
    return Why(reason.code, rule, sentence, **{name: known[name] for name in reason.facts})


def _some(cards: tuple[Card, ...]) -> str:
    """Cards for a sentence, cut when there are very many."""
    text = format_hand(cards)
    short = quoted(text)
    return text if short == repr(text) else short
