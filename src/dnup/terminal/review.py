"""A review in the terminal: everyone's chances as a line, the moments that mattered, luck accounts."""

from __future__ import annotations

from typing import Final

from rich.table import Table
from rich.text import Text

from dnup.review.graded_move import GradedMove
from dnup.review.luck import LuckAccount
from dnup.review.match_review import Review
from dnup.review.texts import evidence_text, why_text
from dnup.terminal.palette import ACCENT, QUIET, WRONG, Palette
from dnup.terminal.screen import Screen
from dnup.terminal.words import Phrases

MAX_MOMENTS: Final = 8
"""The number of moments to show; --json has all."""

STEPS: Final = "▁▂▃▄▅▆▇█"
SIGNS: Final = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}


class ReviewPages:
    """Prints a review on the terminal."""

    def __init__(self, review: Review, screen: Screen) -> None:
        self._review = review
        self._screen = screen
        self._phrases = Phrases("", Palette.of(screen.console))

    def show(self, seat: str | None) -> None:
        """Print the whole review, with the moments of all seats or of one."""
        say, console = self._screen.say, self._screen.console
        console.print()
        say(Text("Chances to win the match", style="bold"), self._chances())
        console.print()
        moments = self._review.moments(seat)
        title = "Moments that mattered" if seat is None else f"Moments of {seat} that mattered"
        if moments:
            say(Text(title, style="bold"), self._moments(moments[:MAX_MOMENTS]))
            if len(moments) > MAX_MOMENTS:
                say(Text(f"and {len(moments) - MAX_MOMENTS} more; --json lists them all", style=QUIET))
        else:
            say(Text("No move cost enough to speak of.", style="bold"))
        console.print()
        say(Text("Luck and skill, in points of 100", style="bold"), self._accounts())
        console.print()

    def _chances(self) -> Table:
        table = Table.grid(padding=(0, 2, 0, 0))
        width = max(20, min(60, self._screen.width - 40))
        for index, seat in enumerate(self._review.seats):
            chances = self._review.chances(seat)
            line = "".join(
                STEPS[min(7, int(8 * chances[at * (len(chances) - 1) // (width - 1)]))] for at in range(width)
            )
            won = self._review.record.winner == seat
            table.add_row(
                Text(seat, style="bold"),
                Text(self._review.record.shown_players[index]),
                Text(line, style=ACCENT if won else ""),
                Text("won" if won else "", style=ACCENT),
            )
        return table

    def _moments(self, moments: list[GradedMove]) -> Table:
        table = Table.grid(padding=(0, 2, 0, 0))
        for one in moments:
            grade = one.verdict_grade
            found = not grade.loss
            sign = Text("!", style=ACCENT) if found else Text(SIGNS[grade.mark], style=WRONG)
            cost = "" if found else f"−{100 * grade.loss:.0f} ± {200 * grade.error:.0f}"
            better = Text("the only good move")
            if not found:
                why = "; ".join(filter(None, (why_text(one.why, one.line), evidence_text(one))))
                better = Text.assemble("better ", self._phrases.move(grade.best), ("\n" + why, QUIET))
            table.add_row(
                Text(f"r{one.round_number}m{one.number - 1}", style=QUIET),
                Text(one.seat, style="bold"),
                sign,
                self._phrases.move(one.made),
                Text(cost, style=WRONG),
                better,
            )
        return table

    def _accounts(self) -> Table:
        table = Table.grid(padding=(0, 2, 0, 0))
        headings = ("", "", "fair", "cards", "luck", "others", "own play", "result", "a decision")
        for heading in headings:
            table.add_column(justify="right" if heading else "left")
        table.add_row(*(Text(heading, style=QUIET) for heading in headings))
        for index, seat in enumerate(self._review.seats):
            account, rating = self._review.account(seat), self._review.rating(seat)
            table.add_row(
                Text(seat, style="bold"),
                Text(self._review.record.shown_players[index]),
                *_amounts(account),
                f"−{100 * rating.per_decision:.1f}",
                Text(f"like {rating.like}", style=QUIET),
            )
        return table


def _amounts(account: LuckAccount) -> list[str]:
    parts = (account.cards, account.luck, account.gifts, account.decisions)
    signed = [f"{100 * part:+.0f}".replace("-", "−") for part in parts]
    return [f"{100 * account.fair:.0f}", *signed, f"{100 * account.result:.0f}"]
