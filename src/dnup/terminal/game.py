"""The main loop: deal, let bots and the player move, show what happens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rich.text import Text

from dnup.bots.believed_worlds import beliefs
from dnup.bots.bot import Bot
from dnup.bots.champion import expert_note
from dnup.game.match import Match
from dnup.game.move import Move
from dnup.game.view import View
from dnup.terminal.entry import EntryError, read_entry
from dnup.terminal.keyboard import Keyboard, Left
from dnup.terminal.pages import Pages
from dnup.terminal.palette import Palette
from dnup.terminal.screen import Screen
from dnup.terminal.table import Picture
from dnup.terminal.words import Event, Phrases

NEXT_ROUND: Final = "Enter deals the next round"
PAUSE: Final = 0.8
SHORT_PAUSE: Final = 0.15
"""Seconds after a bot's move, and after one that the player, being out, only watches."""


class Game:
    """A match of a player in one seat against bots in the others. `match` is as far as it has come.

    It may come after other rounds: `earlier` says how many, so that they are counted on.
    """

    def __init__(
        self,
        match: Match,
        seat: str,
        bots: Mapping[str, Bot],
        screen: Screen,
        keyboard: Keyboard,
        *,
        letters: bool = False,
        earlier: int = 0,
        show_belief: bool = False,
    ) -> None:
        self.match = match
        self._seat = seat
        self._bots = bots
        self._screen = screen
        self._keyboard = keyboard
        self._letters = letters
        self._earlier = earlier
        self._show_belief = show_belief
        self._phrases = Phrases(seat, Palette.of(screen.console), "letter" if letters else "point")
        self._events: list[Event] = []
        self._news: list[Text] = []

    def play(self) -> None:
        """Play until nobody is in turn any more; `Left` is raised if the player leaves before."""
        self._open_round()
        while (seat := self.match.turn) is not None:
            if seat == self._seat:
                move = self._ask(self.match.round.view(seat))
            else:
                move = self._bots[seat].choose(self.match.round.view(seat)).move
            self._make(move)

    def _open_round(self) -> None:
        view = self.match.round.view(self._seat)
        holder = "You hold" if view.starter == self._seat else f"{view.starter} holds"
        begins = "begin" if view.starter == self._seat else "begins"
        self._events.clear()
        self._news = [Text(f"Round {self._number} is dealt. {holder} ★ and {begins}.")]
        if self._number == 1:
            self._news.insert(0, Text(self._opponents()))
        self._screen.fresh()
        self._screen.say(*self._news)
        self._screen.pause(PAUSE)

    def _opponents(self) -> str:
        """Against whom the player plays."""
        name = next(iter(self._bots.values())).name
        note = expert_note(self.match.round.deck, self.match.players) if name == "expert" else None
        said = f"You play against {name} bots. New to the game? Type rules."
        return f"{said}\n{note}" if note else said

    def _tell(self, lines: list[Text]) -> None:
        """Say what happened now, and again above the player's hand."""
        self._news += lines
        self._screen.say(*lines)

    def _make(self, move: Move) -> None:
        """Make a move, and tell it."""
        before, number = self.match.round, self._number
        after = before.apply(move)
        event = Event(before.view(self._seat), move, before.effects(move), after.view(self._seat))
        # The beginning of the player's own turn was printed before the question.
        earlier = self._events[-1] if self._events and event.seat != self._seat else None
        self._events.append(event)
        self._tell(self._phrases.event(event, earlier))
        if after.decided is not None and before.decided is None:  # R20
            won = "You have" if after.decided == self._seat else f"{after.decided} has"
            self._tell([Text(f"{won} won the match. The round is played on for second place.", style="bold")])
        self.match = self.match.apply(move)
        self._screen.pause(SHORT_PAUSE if self._seat in after.finish else PAUSE)
        if after.over:
            self._screen.console.print()
            self._screen.say(self._pages.end_of_round(self.match, number, after.hands, self._earlier))
            self._screen.console.print()
            if self.match.over:
                self._screen.say(self._pages.end_of_match(self.match))
            elif self.match.turn is not None:
                self._keyboard.wait(NEXT_ROUND)
                self._open_round()

    def _ask(self, view: View) -> Move:
        """The player's move; everything else that is typed is answered first."""
        self._tell(self._phrases.beginning(self._events[-1] if self._events else None))
        self._show(view)
        self._screen.console.print()
        if self._show_belief:
            self._screen.say(self._pages.belief(view, beliefs(view, seed=view.actions)))
            self._screen.console.print()
        while True:
            try:
                entry = read_entry(self._keyboard.ask("your move (? for help)"), view)
            except EntryError as error:
                self._screen.wrong(str(error))
                continue
            if isinstance(entry, Move):
                self._news = []
                return entry
            self._obey(entry, view)
            self._screen.console.print()

    def _obey(self, command: str, view: View) -> None:
        pages, screen = self._pages, self._screen
        if command == "quit":
            raise Left("quit")
        if command == "show":
            self._show(view)
        elif command == "help":
            screen.say(pages.help(view))
        elif command == "rules":
            screen.say(pages.rules(view))
        elif command == "moves":
            screen.say(pages.moves(view))
        elif command == "known":
            screen.say(pages.known(view))
        elif command == "log":
            screen.say(*self._log())

    def _show(self, view: View) -> None:
        """Draw the table. On a screen that is not cleared the news stands above it already."""
        news = self._news if self._screen.clears else []
        self._screen.fresh()
        self._screen.console.print(self._picture.draw(view, self._number, news))

    def _log(self) -> list[Text]:
        """Everything that happened in this round."""
        if not self._events:
            return [Text("Nothing has happened in this round yet.")]
        earlier = [None, *self._events]
        return [
            line
            for event, before in zip(self._events, earlier, strict=False)
            for line in self._phrases.event(event, before)
        ]

    @property
    def _number(self) -> int:
        """Of the round, as the player counts."""
        return self._earlier + len(self.match.rounds)

    @property
    def _picture(self) -> Picture:
        return Picture(self._phrases, self._screen.width, self._letters)

    @property
    def _pages(self) -> Pages:
        return Pages(self._phrases, self._picture)
