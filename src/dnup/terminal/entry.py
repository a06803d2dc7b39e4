"""Parse what the player typed: a command, or a move in full or short form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from dnup.cards.card import Card, CardError, parse_card
from dnup.error_text import quoted
from dnup.game.errors import Why
from dnup.game.move import Move
from dnup.game.view import View

COMMANDS: Final = {
    **dict.fromkeys(("?", "h", "help"), "help"),
    **dict.fromkeys(("rules",), "rules"),
    **dict.fromkeys(("m", "moves"), "moves"),
    **dict.fromkeys(("k", "known"), "known"),
    **dict.fromkeys(("l", "log"), "log"),
    **dict.fromkeys(("", "s", "show"), "show"),
    **dict.fromkeys(("q", "quit", "exit"), "quit"),
}
_VERBS: Final = {
    **dict.fromkeys(("p", "play"), "play"),
    **dict.fromkeys(("a", "add"), "add"),
    **dict.fromkeys(("t", "take"), "take"),
    **dict.fromkeys(("r", "rotate"), "rotate"),
}
_SLOT = re.compile(r"[A-Z][1-9]?")


class EntryError(ValueError):
    """A line that is neither a command nor a legal move; the message is one sentence that says why."""


def read_entry(line: str, view: View) -> Move | str:
    """The legal move or the command that a line means, for the player of this view, who is in turn."""
    words = line.replace(",", " ").split()
    command = COMMANDS.get(" ".join(words).lower())
    if command is not None:
        return command
    move = _read_move(words, line, view)
    why = view.why_not(move)
    if why is not None:
        raise EntryError(f"Not legal: {_not_held(why, view) if why.code == 'not-in-hand' else why}.")
    return move


def _not_held(why: Why, view: View) -> str:
    """A card that is not there is often there the other way up."""
    card = why.cards[0]
    if card in view.hand:
        return f"you do not hold that many {card} ({why.rule})"
    turned = f"you hold it as {card.turned}" if card.turned in view.hand else "it is not in your hand"
    return f"you do not hold {card}, {turned} ({why.rule})"


def _read_move(words: Sequence[str], line: str, view: View) -> Move:
    first = words[0].lower()
    if first in _VERBS:
        verb, rest = _VERBS[first], list(words[1:])
    elif first[0].isdigit():
        verb, rest = "play", list(words)
    else:
        raise EntryError(f"{quoted(line)} is not a move: play, add, take or rotate; ? helps.")
    if verb == "play":
        return Move(verb, _cards(rest, view, "say which cards, like 1 2 or play 3/4 3/6"))
    if verb == "add":
        return _read_add(rest, view)
    if verb == "take":
        if len(rest) > 1:
            raise EntryError("Say whose set to take, and nothing else: t b or take B.")
        return Move(verb, (), _slot(rest[0] if rest else "", view, verb, None))
    if rest:
        raise EntryError("Rotate turns your whole hand, so it stands alone: r or rotate (R13).")
    return Move(verb)


def _read_add(words: list[str], view: View) -> Move:
    """`a 3 b`, `a 3`, `add 5/2 to B`."""
    whose = ""
    if words and not words[-1][0].isdigit():
        whose = words.pop()
    if words and words[-1].lower() == "to":
        words.pop()
    cards = _cards(words, view, "say which card and whose set, like a 3 b or add 5/2 to B")
    if len(cards) > 1:
        raise EntryError("Not legal: exactly one card is added (R11).")
    return Move("add", cards, _slot(whose, view, "add", cards[0].active))


def _cards(words: Sequence[str], view: View, how: str) -> tuple[Card, ...]:
    """Cards by their texts or by their numbers in the hand."""
    if not words:
        raise EntryError(f"No card named: {how}.")
    hand = view.hand
    numbers = [word for word in words if word.isdecimal()]
    if len(set(numbers)) < len(numbers):
        raise EntryError("A card is named twice.")
    cards = []
    for word in words:
        if word in numbers:
            if len(word) > 3 or not 1 <= int(word) <= len(hand):
                held = "card 1 only" if len(hand) == 1 else f"cards 1 to {len(hand)}"
                raise EntryError(f"There is no card {quoted(word)}: you hold {held}.")
            cards.append(hand[int(word) - 1])
        else:
            try:
                cards.append(parse_card(word))
            except CardError as error:
                raise EntryError(f"{error}.") from None
    return tuple(cards)


def _slot(word: str, view: View, verb: str, value: int | None) -> str:
    """Whose set, and with two players which area, is meant; what is left open must have one answer only."""
    name = word.upper()
    if word and not _SLOT.fullmatch(name):
        raise EntryError(
            f"{quoted(word)} is not a seat; say whose set, like {'a 3 b' if verb == 'add' else 't b'}."
        )
    if name in view.slots or (name and name[0] not in view.seats):
        return name
    meant = [
        slot
        for slot, cards in view.table.items()
        if slot[0] != view.seat and slot.startswith(name) and value in (None, cards[0].active)
    ]
    if len(meant) > 1:
        raise EntryError(f"Whose set? Say {' or '.join(meant)}.")
    if meant:
        return meant[0]
    if name:
        return next(
            (slot for slot in view.table if slot.startswith(name)), name if view.players > 2 else f"{name}1"
        )
    rule, sets = ("R11", f"a set of {value}s") if verb == "add" else ("R12", "a set")
    raise EntryError(f"Not legal: no opponent has {sets} on the table ({rule}).")
