"""Draw the table from the view of one seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from dnup.game.match import letters
from dnup.game.view import View
from dnup.terminal.card_art import HEIGHT, draw_cards
from dnup.terminal.palette import ACCENT, QUIET
from dnup.terminal.words import Phrases

STALL_NOTICE: Final = 10
"""Warn the player when this number of actions is left before a round is abandoned (D5)."""


@dataclass(frozen=True, slots=True)
class Picture:
    """Draws views of one seat, at a width."""

    phrases: Phrases
    width: int
    letters_only: bool = False

    def draw(self, view: View, round_number: int, news: Sequence[Text] = ()) -> RenderableType:
        """The whole screen: the others and their sets, the news, one's own sets and hand."""
        return Group(
            Padding(self._headline(view, round_number), (0, 2, 0, 2)),
            self._circling(view),
            Padding(self._others(view), (0, 2, 0, 2)),
            Rule(style=QUIET, characters="─"),
            *(Padding(line, (0, 2, 0, 2)) for line in news),
            *([""] if news else []),
            Padding(self._own(view), (0, 2, 0, 2)),
        )

    def score(self, points: int, players: int, width: int = 80) -> Text:
        """The word with its lit letters; a number beside it if there is room, unless letters are scored."""
        lit = letters(points, players)
        word = Text.assemble(
            (lit[:4], f"bold {ACCENT}"), ("·" * (4 - len(lit)), QUIET), (lit[4:], f"bold {ACCENT}")
        )
        if self.letters_only or width < 18:
            return word
        count = f"{points} of 2 rounds" if players == 2 else self.phrases.amount(points)
        return Text.assemble(word, (f"  {count}", QUIET))

    @property
    def _inner(self) -> int:
        """The width between the margins."""
        return self.width - 4

    def _headline(self, view: View, round_number: int) -> Table:
        line = Table.grid(expand=True)
        line.add_column(no_wrap=True)
        line.add_column(no_wrap=True, justify="right")
        discards = len(view.discards)
        line.add_row(
            Text.assemble(("dnup", f"bold {ACCENT}"), f"  round {round_number}"),
            Text(f"{discards} {'card' if discards == 1 else 'cards'} discarded", style=QUIET),
        )
        return line

    def _circling(self, view: View) -> RenderableType:
        """A quiet line before a round that goes in circles is abandoned; empty while there is time (D5)."""
        left = view.stall_limit - view.stalled
        if not view.stalled or left > STALL_NOTICE or view.over:
            return ""
        actions = "1 more action" if left == 1 else f"{left} more actions"
        sentence = f"Nobody has discarded for a while: {actions} and the round is abandoned."
        return Padding(Text(sentence, style=QUIET), (0, 2, 0, 2))

    def _others(self, view: View) -> RenderableType:
        """The opponents from left to right, as play goes on from here; each with the set in front."""
        me = view.seats.index(self.phrases.seat)
        others = view.seats[me + 1 :] + view.seats[:me]
        if view.players == 2:
            # R22: area 2 is to the left of area 1 for its owner, so to the right for the player opposite.
            seat = others[0]
            plate = Text("   ").join(self._nameplate(view, seat, self._inner))
            return Group(plate, self._areas(view, [f"{seat}1", f"{seat}2"]))
        width = self._inner // len(others)
        return _side_by_side(
            [[*self._nameplate(view, seat, width), *self._set(view, seat, width - 1)] for seat in others]
        )

    def _own(self, view: View) -> RenderableType:
        seat = self.phrases.seat
        points = self._points(view, seat)
        title = Table.grid(expand=True)
        title.add_column(no_wrap=True)
        title.add_column(no_wrap=True, justify="right")
        title.add_row(
            Text.assemble(("You", "bold"), f" are {seat}   ", self.score(points, view.players)),
            self._turn(view),
        )
        parts: list[RenderableType] = [title]
        if view.players == 2:
            parts += [self._areas(view, [f"{seat}2", f"{seat}1"]), ""]
        else:
            parts += [*self._set(view, seat, self._inner), ""] if seat in view.table else [""]
        if view.hand:
            parts += draw_cards(view.hand, self._inner, self.phrases.palette, numbered=True)
        else:
            parts.append(Text("no cards left", style=QUIET))
        return Group(*parts)

    def _nameplate(self, view: View, seat: str, width: int) -> list[Text]:
        """Two lines: who it is with their score, and the hand, as backs of cards where there is room."""
        size = view.sizes[view.seats.index(seat)]
        in_turn = view.turn == seat
        name = Text.assemble(
            (seat, f"bold {ACCENT}" if in_turn else "bold"), (" ◂" if in_turn else "", ACCENT)
        )
        title = Text("  ").join([name, self.score(self._points(view, seat), view.players, width)])
        if seat in view.finish and not size:
            return [title, Text("no cards", style=ACCENT)]
        backs = "▮" * size + " " if max(view.sizes) + 10 <= width else ""
        return [title, Text.assemble((backs, QUIET), f"{size} {'card' if size == 1 else 'cards'}")]

    def _areas(self, view: View, slots: Sequence[str]) -> RenderableType:
        """A player's two areas side by side; the one in turn is marked."""
        width = self._inner // 2
        columns = []
        for slot in slots:
            in_turn = view.slot == slot
            label = Text(f"area {slot[1]}" + (" ◂" if in_turn else ""), style=ACCENT if in_turn else QUIET)
            columns.append([label, *self._set(view, slot, width - 2)])
        return _side_by_side(columns)

    def _set(self, view: View, slot: str, width: int) -> list[Text]:
        cards = view.table.get(slot, ())
        if cards:
            return draw_cards(cards, width, self.phrases.palette)
        return [Text(), Text("–", style=QUIET), *[Text()] * (HEIGHT - 2)]

    def _turn(self, view: View) -> Text:
        if view.turn is None:
            return Text("the round is over", style=QUIET)
        if view.turn != self.phrases.seat:
            return Text(f"{view.turn}'s turn", style=QUIET)
        area = f", area {view.slot[1]}" if view.slot is not None and view.players == 2 else ""
        return Text(f"your turn{area}", style=f"bold {ACCENT}")

    def _points(self, view: View, seat: str) -> int:
        index = view.seats.index(seat)
        return view.score[index] + view.points[index]


def _side_by_side(columns: Sequence[Sequence[Text]]) -> Table:
    """Columns of lines, all equally wide."""
    table = Table.grid(expand=True)
    for _ in columns:
        table.add_column(ratio=1, no_wrap=True, overflow="crop")
    table.add_row(*(Text("\n").join(lines) for lines in columns))
    return table
