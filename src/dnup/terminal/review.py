"""A review in the terminal: everybody's chances as a line, the moments that mattered, luck and skill apart."""

from __future__ import annotations

from typing import Final

from rich.table import Table
from rich.text import Text

from dnup.study.account import Account
from dnup.study.judgment import Judgment
from dnup.study.summary import Review
from dnup.study.wording import told_text, why_text
from dnup.terminal.palette import ACCENT, QUIET, WRONG, Palette
from dnup.terminal.screen import Screen
from dnup.terminal.words import Teller

SHOWN: Final = 8
"""So many moments matter; the rest are in --json."""

STEPS: Final = "▁▂▃▄▅▆▇█"
SIGNS: Final = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}


class ReviewPages:
    """Writes a review on a screen."""

    def __init__(self, review: Review, screen: Screen) -> None:
        self._review = review
        self._screen = screen
        self._teller = Teller("", Palette.of(screen.console))

    def show(self, seat: str | None) -> None:
        """All of it; of one seat's moments, if one is named."""
        say, console = self._screen.say, self._screen.console
        console.print()
        say(Text("Chances to win the match", style="bold"), self._chances())
        console.print()
        moments = self._review.moments(seat)
        title = "Moments that mattered" if seat is None else f"Moments of {seat} that mattered"
        if moments:
            say(Text(title, style="bold"), self._moments(moments[:SHOWN]))
            if len(moments) > SHOWN:
                say(Text(f"and {len(moments) - SHOWN} more; --json lists them all", style=QUIET))
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

    def _moments(self, moments: list[Judgment]) -> Table:
        table = Table.grid(padding=(0, 2, 0, 0))
        for one in moments:
            said = one.against
            found = not said.loss
            sign = Text("!", style=ACCENT) if found else Text(SIGNS[said.mark], style=WRONG)
            cost = "" if found else f"−{100 * said.loss:.0f} ± {200 * said.error:.0f}"
            better = Text("the only good move")
            if not found:
                why = "; ".join(filter(None, (why_text(one.why), told_text(one))))
                better = Text.assemble("better ", self._teller.move(said.best), ("\n" + why, QUIET))
            table.add_row(
                Text(f"r{one.round_number}m{one.number - 1}", style=QUIET),
                Text(one.seat, style="bold"),
                sign,
                self._teller.move(one.made),
                Text(cost, style=WRONG),
                better,
            )
        return table

    def _accounts(self) -> Table:
        table = Table.grid(padding=(0, 2, 0, 0))
        for name in ("", "", "fair", "cards", "luck", "others", "own play", "result", "lost a decision"):
            table.add_column(justify="left" if not name else "right")
        table.add_row(
            *(
                Text(name, style=QUIET)
                for name in ("", "", "fair", "cards", "luck", "others", "own play", "result", "a decision")
            )
        )
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


def _amounts(account: Account) -> list[str]:
    parts = (account.cards, account.luck, account.gifts, account.decisions)
    signed = [f"{100 * part:+.0f}".replace("-", "−") for part in parts]
    return [f"{100 * account.fair:.0f}", *signed, f"{100 * account.result:.0f}"]
