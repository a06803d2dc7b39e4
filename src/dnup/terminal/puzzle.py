"""A puzzle in the terminal: the table, a try, what it was worth, and the answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.table import Table
from rich.text import Text

from dnup.game.move import Move
from dnup.game.view import View
from dnup.review.estimators import MoveValues
from dnup.review.explanations import line_after, reasons
from dnup.review.puzzles import Puzzle
from dnup.review.texts import why_text
from dnup.terminal.entry import EntryError, read_entry
from dnup.terminal.keyboard import Keyboard, Left
from dnup.terminal.pages import Pages
from dnup.terminal.palette import ACCENT, QUIET, WRONG, Palette
from dnup.terminal.screen import Screen
from dnup.terminal.table import Picture
from dnup.terminal.words import Phrases

TRIES: Final = 8000
"""Tries for the value of a move that is not the answer."""


class PuzzlePages:
    """Shows puzzles in the terminal."""

    def __init__(self, screen: Screen, keyboard: Keyboard) -> None:
        self._screen = screen
        self._keyboard = keyboard

    def list(self, puzzles: Sequence[Puzzle]) -> None:
        """Print a line for each puzzle."""
        table = Table.grid(padding=(0, 3, 0, 0))
        for puzzle in puzzles:
            table.add_row(
                Text(str(puzzle.number), style="bold"),
                f"{puzzle.players} players",
                puzzle.difficulty,
                puzzle.deck.name,
                Text(", ".join(puzzle.themes), style=QUIET),
            )
        self._screen.say(table)

    def ask(self, puzzle: Puzzle) -> None:
        """Show a puzzle and let the player try; raises `Left` if they leave."""
        view = puzzle.view
        phrases = Phrases(view.seat or "", Palette.of(self._screen.console))
        say, console = self._screen.say, self._screen.console
        self._screen.fresh()
        facts = f"  for {puzzle.difficulty}, with the deck {view.deck.name}"
        title = Text.assemble((f"Puzzle {puzzle.number}", "bold"), (facts, QUIET))
        say(title, "One move is better than all others by far. Which?")
        console.print(Picture(phrases, self._screen.width).draw(view, 1))
        if puzzle.past:
            say(Text(f"Before: {'; '.join(puzzle.past)}.", style=QUIET))
        console.print()
        tried = self._try(puzzle, phrases)
        if tried == puzzle.answer:
            say(Text.assemble(("Right. ", f"bold {ACCENT}"), _lead(puzzle)))
        else:
            say(Text.assemble(("No. ", f"bold {WRONG}"), self._cost(puzzle, tried)))
            say(Text.assemble("It is ", phrases.move(puzzle.answer), f": {_lead(puzzle)}"))
            say(Text(_why(view, tried, puzzle.answer), style=QUIET))
        found = ", ".join(f"{level} {count}" for level, count in puzzle.found.items())
        say(Text(f"Of 20 tries they find it: {found}.", style=QUIET))

    def _try(self, puzzle: Puzzle, phrases: Phrases) -> Move:
        view, picture = puzzle.view, Picture(phrases, self._screen.width)
        pages = Pages(phrases, picture)
        while True:
            try:
                entry = read_entry(self._keyboard.ask("your move (? for help)"), view)
            except EntryError as error:
                self._screen.wrong(str(error))
                continue
            if isinstance(entry, Move):
                return entry
            if entry == "quit":
                raise Left("quit")
            shown = {"help": pages.help, "rules": pages.rules, "moves": pages.moves, "known": pages.known}
            self._screen.say(shown[entry](view) if entry in shown else picture.draw(view, 1))

    def _cost(self, puzzle: Puzzle, tried: Move) -> str:
        """What another move costs, as the search sees it."""
        values = MoveValues(puzzle.view, tried, seed=0)
        values.think(TRIES)
        answer = next(value for value in values.values if value.move == puzzle.answer)
        return f"That costs {100 * max(0.0, answer.advantage):.0f} ± {200 * answer.error:.0f} points of 100."


def _lead(puzzle: Puzzle) -> str:
    return f"It wins {100 * puzzle.lead:.0f} matches of 100 more than any other move."


def _why(view: View, tried: Move, answer: Move) -> str:
    """Why the answer is better than another move, and how it wins by force or what can follow it."""
    forced = MoveValues(view, tried, seed=0).forced_by(answer)
    return why_text(reasons(view, tried, answer, forced=forced), line_after(view, answer, forced))
