"""A puzzle in the terminal: the table, a question, and what the answer was worth."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from dnup.game.move import Move
from dnup.study.puzzles import TRIES, Puzzle
from dnup.terminal.entry import EntryError, read_entry
from dnup.terminal.keyboard import Keyboard, Left
from dnup.terminal.pages import Pages
from dnup.terminal.palette import ACCENT, QUIET, Palette
from dnup.terminal.screen import Screen
from dnup.terminal.table import Picture
from dnup.terminal.words import Teller


class PuzzleGame:
    """One puzzle, asked until it is solved or given up."""

    def __init__(self, puzzle: Puzzle, number: int, screen: Screen, keyboard: Keyboard) -> None:
        self._puzzle = puzzle
        self._number = number
        self._screen = screen
        self._keyboard = keyboard
        self._view = puzzle.view
        self._teller = Teller(self._view.seat or "A", Palette.of(screen.console))
        self._picture = Picture(self._teller, screen.width)

    def play(self) -> None:
        """Ask; `Left` is raised if the player leaves."""
        asked = Text(f"Puzzle {self._number}: what is best? Type a move, or give up.", style="bold")
        self._screen.fresh()
        self._screen.console.print(self._picture.draw(self._view, 1, [asked]))
        self._screen.console.print()
        while True:
            text = self._keyboard.ask("your move (? for help)")
            if text.lower() in ("give up", "give", "g"):
                self._screen.say(Text.assemble("It was ", self._answer(), "."))
                break
            try:
                entry = read_entry(text, self._view)
            except EntryError as error:
                self._screen.wrong(str(error))
                continue
            if isinstance(entry, Move):
                if self._puzzle.solved_by(entry):
                    self._screen.say(Text.assemble(("Right: ", f"bold {ACCENT}"), self._answer(), "."))
                    break
                self._screen.say(Text("That is not the best move. Try again, or give up."))
            else:
                self._obey(entry)
        self._screen.say(self._worths(), self._finders())

    def _obey(self, command: str) -> None:
        pages = Pages(self._teller, self._picture)
        if command == "quit":
            raise Left("quit")
        page = {"help": pages.help, "rules": pages.rules, "moves": pages.moves, "known": pages.known}
        if command in page:
            self._screen.say(page[command](self._view))
        elif command == "show":
            self._screen.console.print(self._picture.draw(self._view, 1))
        else:
            self._screen.say("A puzzle has no past: all there is to know is on the table, and under known.")

    def _answer(self) -> Text:
        return self._teller.move(self._view.parse_move(self._puzzle.answer))

    def _worths(self) -> Table:
        """The best three moves, with what they are worth."""
        table = Table.grid(padding=(0, 3, 0, 0))
        for move, chance, error in self._puzzle.chances:
            worth = f"{100 * chance:.0f} of 100"
            doubt = f"± {200 * error:.0f}" if error else ""
            table.add_row(self._teller.move(self._view.parse_move(move)), worth, Text(doubt, style=QUIET))
        return table

    def _finders(self) -> Text:
        """Who finds it."""
        counts = ", ".join(f"{level} {count}" for level, count in self._puzzle.found.items())
        themes = ", ".join(self._puzzle.themes)
        told = f"Found in {TRIES} tries: {counts}." + (f" About: {themes}." if themes else "")
        return Text(told, style=QUIET)
