"""Pages between the turns: help, legal moves, known cards, the end of a round and of the match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from dnup.bots.believed_worlds import Guess
from dnup.cards.card import Card
from dnup.game.match import Match, letters
from dnup.game.view import View
from dnup.terminal import texts
from dnup.terminal.palette import ACCENT, QUIET
from dnup.terminal.table import Picture
from dnup.terminal.words import Phrases

GUESSES: Final = 4
"""The maximum number of guesses per card: with two or three players these are all."""


@dataclass(frozen=True, slots=True)
class Pages:
    """Writes pages for one seat."""

    phrases: Phrases
    picture: Picture

    def help(self, view: View) -> RenderableType:
        table = Table.grid(padding=(0, 3, 0, 0))
        for short, meaning, full in texts.HELP:
            table.add_row(Text(short, style=f"bold {ACCENT}"), meaning, Text(full, style=QUIET))
        return Group(table, texts.HELP_TWO_PLAYERS) if view.players == 2 else table

    def rules(self, view: View) -> RenderableType:
        table = Table.grid(padding=(0, 1, 0, 0))
        for sentence in (*texts.RULES, texts.RULES_TWO if view.players == 2 else texts.RULES_MANY):
            table.add_row("·", sentence)
        return table

    def moves(self, view: View) -> RenderableType:
        """The legal moves: what to type, and what would come of it."""
        table = Table.grid(padding=(0, 3, 0, 0))
        table.add_column(no_wrap=True)
        for move in view.legal_moves:
            table.add_row(self.phrases.move(move), self.phrases.prospect(view, move))
        return table

    def known(self, view: View) -> RenderableType:
        """What D3 makes public, and what the player has not seen yet."""
        table = Table.grid(padding=(0, 3, 0, 0))
        for seat, cards, size in zip(view.seats, view.known, view.sizes, strict=True):
            if seat == self.phrases.seat:
                table.add_row("the others know of your hand", self._cards_or(cards, "nothing"))
            elif size:
                hidden = size - len(cards)
                line = self._cards_or(cards, "")
                line.append(f"{' and ' if cards else ''}{hidden} unknown" if hidden else "")
                if view.star == seat:
                    line.append(", with ★ among them")
                table.add_row(f"{seat} holds", line)
        table.add_row("discarded", self._cards_or(view.discards, "nothing yet"))
        table.add_row(
            "you have not seen", self._cards_or(view.unseen, "nothing: you know where every card is")
        )
        return table

    def belief(self, view: View, guesses: Sequence[Guess]) -> RenderableType:
        """Where the cards that the player has not seen may be and which way up, the likeliest first."""
        if not view.unseen:
            return Text("You know where every card is.", style=QUIET)
        table = Table.grid(padding=(0, 3, 0, 0))
        for card in dict.fromkeys(view.unseen):
            of_it = [guess for guess in guesses if guess.card in (card, card.turned)]
            of_it.sort(key=lambda guess: -guess.chance)
            cells = [
                Text.assemble(f"{guess.seat} ", self.phrases.cards([guess.card]), f" {guess.chance:4.0%}")
                for guess in of_it[:GUESSES]
            ]
            table.add_row(*cells)
        title = Text("By what everyone did, the unseen cards are likely here:", style=QUIET)
        return Group(title, table)

    def end_of_round(
        self, match: Match, number: int, hands: Sequence[Sequence[Card]], earlier: int = 0
    ) -> RenderableType:
        """Who went out, what everyone scored, and the cards that were left; the match comes after `earlier` rounds."""
        played = match.rounds[number - earlier - 1]
        table = Table.grid(padding=(0, 3, 0, 0))
        for index, seat in enumerate(match.round.seats):
            you = seat == self.phrases.seat
            place = self._place(match, played.finish, seat)
            points = played.points[index]
            tokens = len(letters(points, match.players)) if self.picture.letters_only else points
            total = sum(each.points[index] for each in match.rounds[: number - earlier])
            table.add_row(
                Text("You" if you else seat, style="bold"),
                self.picture.score(total, match.players),
                Text(f"+{tokens}" if tokens else "", style=f"bold {ACCENT}"),
                Text(place, style=ACCENT) if place else self.phrases.cards(hands[index]),
            )
        title = f"Round {number} is over"
        if played.ending == "abandoned":
            title = f"Round {number} is abandoned after {self._why_abandoned(match, len(played.moves))}"
        return Group(Text(title, style="bold"), "", table)

    def end_of_match(self, match: Match) -> Text:
        if match.winner is None:
            return Text("Three abandoned rounds in a row: the match is a draw (D2).", style="bold")
        you = match.winner == self.phrases.seat
        return Text(
            "You win the match!" if you else f"{match.winner} wins the match.", style=f"bold {ACCENT}"
        )

    def _why_abandoned(self, match: Match, turns: int) -> str:
        if turns < match.round.turn_limit:
            return f"{_turns(match.round.stall_limit)} without a discard (D5)"
        return f"{_turns(turns)} (D2)"

    def _place(self, match: Match, finish: Sequence[str], seat: str) -> str:
        if seat not in finish:
            return ""
        return "finished" if match.players == 2 else f"finished {('first', 'second')[finish.index(seat)]}"

    def _cards_or(self, cards: Sequence[Card], nothing: str) -> Text:
        return self.phrases.cards(cards) if cards else Text(nothing)


def _turns(count: int) -> str:
    return "1 turn" if count == 1 else f"{count} turns"
