"""Sets, moves and effects in words, with colored cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.text import Text

from dnup.cards.card import Card
from dnup.game.board import Effects
from dnup.game.move import Move
from dnup.game.view import View
from dnup.terminal.card_art import chip, value_chip
from dnup.terminal.palette import Palette

_NUMBERS: Final = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
_PLACES: Final = ("first", "second")


@dataclass(frozen=True, slots=True)
class Event:
    """A move as a seat has seen it: its views before and after, and what everyone could see happen."""

    before: View
    move: Move
    effects: Effects
    after: View

    @property
    def seat(self) -> str:
        """Who moved."""
        return self.before.turn or ""

    @property
    def discarded(self) -> dict[str, tuple[Card, ...]]:
        """The sets that were discarded when the turn passed on (R8, R17)."""
        gone = {slot: cards for slot, cards in self.before.table.items() if slot not in self.after.table}
        gone.pop(self.effects.beaten or "", None)
        if self.move.verb == "take":
            gone.pop(self.move.slot or "", None)
        elif self.move.slot in gone:
            gone[self.move.slot] += self.move.cards
        return gone


@dataclass(frozen=True, slots=True)
class Phrases:
    """Says things to the player of a seat. `token` is what is scored: a point, or a letter."""

    seat: str
    palette: Palette
    token: str = "point"

    def event(self, event: Event, earlier: Event | None) -> list[Text]:
        """What happened, a line each; `earlier` is the event before it, if its discards are yet untold."""
        lines = self._others_leave(event.seat, earlier)
        line = Text.assemble(self._name(event.seat), " ")
        own = self._own_discard(event.seat, earlier)
        if own:
            line.append_text(Text.assemble(self._verb(event.seat, "discard"), " ", self.some(own), ", then "))
        lines.append(line.append_text(self._deed(event)).append("."))
        lines += [self._out(event, seat) for seat in event.after.finish if seat not in event.before.finish]
        return lines

    def beginning(self, earlier: Event | None) -> list[Text]:
        """How the player's turn began after an event: with the discard of the set in front of them (R8)."""
        lines = self._others_leave(self.seat, earlier)
        own = self._own_discard(self.seat, earlier)
        if own:
            lines.append(Text.assemble(self._name(self.seat), " discard ", self.some(own), "."))
        return lines

    def prospect(self, view: View, move: Move) -> Text:
        """What a legal move of the player's would bring about; empty if there is nothing to say."""
        effects = view.effects(move)
        if move.verb == "rotate":
            return Text.assemble("your hand becomes ", self.cards(sorted(card.turned for card in view.hand)))
        if move.verb == "take":
            taken = view.table[move.slot or ""]
            comes = " comes to you as " if len(taken) == 1 else " come to you as "
            return Text.assemble(self._owned(move.slot or "", taken), comes, self.values(effects.returned))
        parts = []
        if move.verb == "add":
            parts.append(Text.assemble("makes ", self.some((*view.table[move.slot or ""], *move.cards))))
        if effects.beaten is not None:
            beaten = view.table[effects.beaten]
            if effects.returned:
                parts.append(Text.assemble("sends ", self._owned(effects.beaten, beaten), " back as "))
                parts[-1].append_text(self.values(effects.returned))
            else:
                parts.append(Text.assemble("discards ", self._owned(effects.beaten, beaten)))
        if effects.goes_out:
            parts.append(Text("your hand is empty", style="bold"))
        return Text(", ").join(parts)

    def move(self, move: Move) -> Text:
        """The text of a move, its cards colored."""
        text = Text(move.verb)
        if move.cards:
            text.append(" ").append_text(self.cards(move.cards))
        if move.slot is not None:
            text.append(f" to {move.slot}" if move.verb == "add" else f" {move.slot}")
        return text

    def cards(self, cards: Sequence[Card]) -> Text:
        """`3/4 3/6`."""
        return Text(" ").join(chip(card, self.palette) for card in cards)

    def values(self, cards: Sequence[Card]) -> Text:
        """`4 and 6`: enough for cards that were turned out of a set, whose value is the other one of each."""
        chips = [value_chip(card.active, self.palette) for card in cards]
        text = Text(", ").join(chips[:-1])
        return Text.assemble(text, " and ", chips[-1]) if len(chips) > 1 else chips[0]

    def some(self, cards: Sequence[Card]) -> Text:
        """`a 3`, `two 3s`."""
        value = cards[0].active
        if len(cards) == 1:
            return Text.assemble("an " if value in (8, 11) else "a ", value_chip(value, self.palette))
        return Text.assemble(f"{_NUMBERS[len(cards)]} ", value_chip(value, self.palette), "s")

    def amount(self, points: int) -> str:
        """`2 points`, `1 letter`."""
        return f"{points} {self.token}{'' if points == 1 else 's'}"

    def _deed(self, event: Event) -> Text:
        """What a seat does, from the verb on."""
        seat, move, effects = event.seat, event.move, event.effects
        verb = self._verb(seat, move.verb)
        there = event.before.table.get(move.slot or "", ())
        if move.verb == "rotate":
            return Text.assemble(verb, " your hand" if seat == self.seat else " its hand")
        if move.verb == "take":
            return Text.assemble(
                verb, " ", self._owned(move.slot or "", there), " as ", self.values(effects.returned)
            )
        text = Text.assemble(verb, " ", self.cards(move.cards))
        if move.verb == "add":
            text = Text.assemble(text, " to ", self._owned(move.slot or "", there))
        if effects.beaten is None:
            return text
        beaten = event.before.table[effects.beaten]
        owner = self._owned(effects.beaten, beaten, speaker=seat)
        if not effects.returned:
            return Text.assemble(
                text,
                " and beats ",
                owner,
                ", which are discarded" if len(beaten) > 1 else ", which is discarded",
            )
        return Text.assemble(
            text,
            " and sends " if seat != self.seat else " and send ",
            owner,
            " back as ",
            self.values(effects.returned),
        )

    def _out(self, event: Event, seat: str) -> Text:
        name = "You" if seat == self.seat else seat
        if event.after.players == 2:
            has, wins = self._verb(seat, "have"), self._verb(seat, "win")
            return Text(f"{name} {has} no cards left and {wins} the round.", style="bold")
        finishes, scores = self._verb(seat, "finish"), self._verb(seat, "score")
        place = _PLACES[event.after.finish.index(seat)]
        points = self.amount(event.after.points[event.after.seats.index(seat)])
        return Text(f"{name} {finishes} {place} and {scores} {points}.", style="bold")

    def _others_leave(self, seat: str, earlier: Event | None) -> list[Text]:
        """R17: a player who is out has no turn in which to discard."""
        lines = []
        for slot, cards in earlier.discarded.items() if earlier is not None else ():
            if slot[0] != seat:
                whose, are = self._owned(slot, cards), " is" if len(cards) == 1 else " are"
                lines.append(Text.assemble(whose.plain[0].upper(), whose[1:], are, " discarded."))
        return lines

    def _own_discard(self, seat: str, earlier: Event | None) -> tuple[Card, ...]:
        discarded = earlier.discarded if earlier is not None else {}
        return next((cards for slot, cards in discarded.items() if slot[0] == seat), ())

    def _owned(self, slot: str, cards: Sequence[Card], speaker: str = "") -> Text:
        """`your 3`, `B's two 3s`."""
        seat = slot[0]
        whose = "your" if seat == self.seat else "its own" if seat == speaker else f"{seat}'s"
        if len(cards) == 1:
            return Text.assemble(f"{whose} ", value_chip(cards[0].active, self.palette))
        return Text.assemble(f"{whose} ", self.some(cards))

    def _name(self, seat: str) -> Text:
        return Text("You" if seat == self.seat else seat, style="bold")

    def _verb(self, seat: str, verb: str) -> str:
        if seat == self.seat:
            return verb
        return {"have": "has", "finish": "finishes"}.get(verb, f"{verb}s")
