"""Walk through a record: step by step in a terminal, all at once into a pipe."""

from __future__ import annotations

import re
from typing import Final

from rich.table import Table
from rich.text import Text

from dnup.records.positions import RecordedPosition
from dnup.records.record import Record
from dnup.terminal.keyboard import Keyboard, Left
from dnup.terminal.pages import Pages
from dnup.terminal.palette import ACCENT, QUIET, Palette
from dnup.terminal.screen import Screen
from dnup.terminal.table import Picture
from dnup.terminal.words import Event, Phrases

HELP: Final = (
    ("Enter", "one move forward", ""),
    ("b", "one move back", "back"),
    ("r", "the next round", "round"),
    ("r2m14", "round 2, after 14 moves", ""),
    ("A", "look from this seat, a capital from A to E", ""),
    ("o", "show all hands, or only one", "open"),
    ("q", "leave", "quit"),
)
_PLACE: Final = re.compile(r"r([0-9]{1,4})(?:m([0-9]{1,4}))?")


class Walk:
    """Where somebody is in a record, and from which seat they look."""

    def __init__(self, record: Record, seat: str, screen: Screen, keyboard: Keyboard) -> None:
        self._record = record
        self._positions = list(record.positions())
        self._screen = screen
        self._keyboard = keyboard
        self._seat = seat
        self._open = False
        self._at = 0

    def tell(self) -> None:
        """Everything that happened, one line after the other."""
        for index, position in enumerate(self._positions):
            if index == 0 or self._positions[index - 1].round_number != position.round_number:
                self._screen.console.print()
                self._screen.say(Text(f"Round {position.round_number}", style="bold"), *self._hands(position))
            if position.move is not None:
                self._screen.say(*self._event(index))
        self._screen.console.print()
        self._screen.say(self._end())

    def go(self, place: str | None = None) -> None:
        """Show position after position, as somebody asks for them; `Left` is raised when they leave."""
        if place is not None:
            self._jump(place)
        self._show()
        while True:
            entry = self._keyboard.ask("Enter: next move (? for help)")
            if self._obey(entry):
                self._show()

    def _obey(self, entry: str) -> bool:
        """Do what is asked; returns whether there is something new to see."""
        word = entry.lower()
        before = self._at
        if entry in self._here.round.seats:  # a capital: b alone goes back
            self._seat = entry
        elif word in ("q", "quit", "exit"):
            raise Left("quit")
        elif word in ("", "n", "next"):
            self._at = min(self._at + 1, len(self._positions) - 1)
            if self._at == before:
                self._screen.say(self._end())
                return False
        elif word in ("b", "back"):
            self._at = max(0, self._at - 1)
        elif word in ("r", "round"):
            later = [
                index
                for index, position in enumerate(self._positions)
                if position.round_number > self._here.round_number
            ]
            self._at = later[0] if later else len(self._positions) - 1
        elif word in ("o", "open"):
            self._open = not self._open
        elif _PLACE.fullmatch(word):
            try:
                self._jump(word)
            except ValueError as error:
                self._screen.wrong(str(error))
                return False
        else:
            table = Table.grid(padding=(0, 3, 0, 0))
            for short, meaning, full in HELP:
                table.add_row(Text(short, style=f"bold {ACCENT}"), meaning, Text(full, style=QUIET))
            self._screen.say(table)
            return False
        return True

    def _jump(self, place: str) -> None:
        """Go to a place like r2m14: round 2, after 14 moves."""
        found = _PLACE.fullmatch(place)
        if found is None:
            raise ValueError(f"a place is written like r2 or r2m14, not {place!r}")
        number, moves = int(found[1]), int(found[2] or 0)
        there = [index for index, position in enumerate(self._positions) if position.round_number == number]
        if not there:
            raise ValueError(f"there is no round {number}; the last one is {len(self._record.rounds)}")
        if moves >= len(there):
            raise ValueError(f"round {number} has {len(there) - 1} moves, not {moves}")
        self._at = there[0] + moves

    @property
    def _here(self) -> RecordedPosition:
        return self._positions[self._at]

    def _show(self) -> None:
        """Draw where we are: what led here, the table, and what is done next."""
        position = self._here
        moves = self._at - next(
            index
            for index, other in enumerate(self._positions)
            if other.round_number == position.round_number
        )
        last = self._event(self._at - 1) if moves else [Text(f"{position.round.starter} begins.")]
        self._screen.fresh()
        picture = Picture(self._phrases, self._screen.width)
        self._screen.console.print(picture.draw(position.view(self._seat), position.round_number, last))
        if self._open:
            self._screen.console.print()
            self._screen.say(*self._hands(position))
        self._screen.console.print()
        if position.move is not None:
            next_one = Text.assemble(
                (f"r{position.round_number}m{moves}  ", QUIET),
                f"{position.turn} ({self._name(position.turn or '')}) does next: ",
                self._phrases.move(position.move),
            )
            self._screen.say(next_one)
        elif self._at == len(self._positions) - 1:
            self._screen.say(self._end())
        else:
            pages = Pages(self._phrases, picture)
            match = self._record.match()
            self._screen.say(pages.end_of_round(match, position.round_number, position.round.hands))

    def _event(self, index: int) -> list[Text]:
        """What the move of a position was, in words."""
        before, after = self._positions[index], self._positions[index + 1]
        assert before.move is not None  # the last position of a round has none
        event = Event(
            before.view(self._seat),
            before.move,
            before.round.effects(before.move),
            after.view(self._seat),
        )
        return self._phrases.event(event, None)

    def _hands(self, position: RecordedPosition) -> list[Table]:
        table = Table.grid(padding=(0, 3, 0, 0))
        for seat, hand in zip(position.round.seats, position.round.hands, strict=True):
            table.add_row(f"{seat} ({self._name(seat)}) holds", self._phrases.cards(hand))
        return [table]

    def _end(self) -> Text:
        record = self._record
        if record.winner is None:
            return Text(f"The match was {record.result}.", style="bold")
        score = " : ".join(map(str, record.score))
        return Text(
            f"{record.winner} ({self._name(record.winner)}) won the match, {score}.", style=f"bold {ACCENT}"
        )

    def _name(self, seat: str) -> str:
        return self._record.shown_players["ABCDE".index(seat)]

    @property
    def _phrases(self) -> Phrases:
        return Phrases(self._seat, Palette.of(self._screen.console))
