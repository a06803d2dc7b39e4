"""A whole position as one line of text; docs/notation.md has the grammar."""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from dnup.cards.card import Card, parse_card
from dnup.cards.deck import Deck, deck_from_json, load_deck
from dnup.cards.packed import PackedDeck, pack_deck
from dnup.error_text import quoted
from dnup.game.limits import pack_limits
from dnup.game.placement import Placing
from dnup.game.round import Round, pack_score
from dnup.game.seats import check_players, seat_number, slot_names
from dnup.game.validity import check_state, pack_finish, slot_number
from dnup.kernel import layout as at
from dnup.kernel.layout import Words
from dnup.kernel.validity import ending_of
from dnup.kernel.views import order_copies

FIELDS: Final = ("deck", "turn", "actions/limit", "score", "finish", "starter", "hands", "table", "discards")


class PositionError(ValueError):
    """A text that is not a position; the message says where and what would be right.

    >>> try:
    ...     dnup.parse_position("balanced A")
    ... except dnup.PositionError as error:
    ...     print(str(error).partition(": ")[0])
    'balanced A' is not a position
    """


def format_position(position: Round) -> str:
    """The position on one line; `parse_position` reads it back.

    >>> dnup.format_position(dnup.Round.deal(players=2, seed=1))[:56]
    'printed A2 0/500,0/40 0,0 - A 1/5,1/6,1/8,2/6,3/4,3/5,3/'
    """
    return str(position)


def parse_position(text: str, *, deck: str | Deck | None = None) -> Round:
    """The round that a line describes. A deck that is not built in has to be given.

    >>> position = dnup.Round.deal(players=3, seed=147)
    >>> dnup.parse_position(str(position)) == position
    True
    """
    fields = text.split() if isinstance(text, str) else []
    if len(fields) != len(FIELDS):
        raise PositionError(
            f"{quoted(text)} is not a position: it has {len(fields)} fields, not the {len(FIELDS)}: "
            f"{', '.join(FIELDS)}"
        )
    try:
        return _build(fields, deck_from_json(fields[0]) if deck is None else load_deck(deck))
    except ValueError as error:
        raise PositionError(f"{quoted(text, 400)} is not a position: {error}") from None


def _build(fields: list[str], deck: Deck) -> Round:
    _, turn, actions, score, finish, starter, hands, table, discards = fields
    players = check_players(hands.count("|") + 1)
    packed = pack_deck(deck, players)
    words = np.zeros(at.WORDS, np.int64)
    words[at.PLAYERS] = players
    words[at.SCORE] = pack_score([_number(points, "a score") for points in score.split(",")], players)
    words[at.STARTER] = seat_number(starter, players)
    words[at.TURN] = slot_number(turn, players)
    _count_actions(words, actions)
    words[at.FINISH] = pack_finish("" if finish == "-" else finish, players)
    _lay_cards(words, packed, hands.split("|"), table.split("|"), discards)
    words[at.ENDING] = ending_of(words)
    check_state(words, packed, tuple(int(words[at.HANDS + seat]).bit_count() for seat in range(players)))
    order_copies(packed.words, words)
    dealt = not words[at.ACTIONS] and not words[at.SHOWN]
    return Round(deck, words, packed, () if dealt else None)


def _count_actions(words: Words, text: str) -> None:
    """Actions and their limit (D2); behind a comma, if they have a limit, those in a row without a discard (D5).

    A + at the end says that the round is played on (R20).
    """
    all_of_them, comma, in_a_row = text.removesuffix("+").partition(",")
    made, _, turn_limit = all_of_them.partition("/")
    stalled, _, stall_limit = in_a_row.partition("/") if comma else ("0", "", "0")
    words[at.ACTIONS] = _number(made, "a number of actions")
    words[at.STALLED] = _number(stalled, "a number of actions without a discard")
    limits = _number(turn_limit, "a turn limit"), _number(stall_limit, "a stall limit")
    words[at.LIMITS] = pack_limits(int(words[at.PLAYERS]), *limits, text.endswith("+"))


def _lay_cards(words: Words, packed: PackedDeck, hands: list[str], table: list[str], discards: str) -> None:
    """Put every card in its place, and check that the place is right for it."""
    placing = Placing(packed, words)
    slots = slot_names(int(words[at.PLAYERS]))
    if len(table) != len(slots):
        raise ValueError(f"the table has {len(table)} places, not one each for {', '.join(slots)}")
    for slot, text in enumerate(table):
        if text != "-":
            placing.put_set(slot, _cards(text))
    placing.put(at.DISCARDS, _cards(discards))
    for seat, text in enumerate(hands):
        entries = [] if text == "-" else text.split(",")
        placing.put(at.HANDS + seat, [parse_card(entry[:-1]) for entry in entries if entry.endswith("!")])
    words[at.SHOWN] = packed.in_play & ~placing.left
    for seat, text in enumerate(hands):
        entries = [] if text == "-" else text.split(",")
        placing.put(at.HANDS + seat, [parse_card(entry) for entry in entries if not entry.endswith("!")])
    if placing.left:
        nowhere = " ".join(map(str, packed.cards(placing.left, 0)))
        raise ValueError(f"{nowhere} is nowhere; every card in play has its place")


def _number(text: str, what: str) -> int:
    if not re.fullmatch("[0-9]{1,7}", text):
        raise ValueError(f"{quoted(text)} is not {what}")
    return int(text)


def _cards(text: str) -> tuple[Card, ...]:
    return () if text == "-" else tuple(parse_card(entry) for entry in text.split(","))
