"""Draws docs/pictures: the middle of a match in the terminal and in a notebook, without anything from elsewhere."""

from __future__ import annotations

import io
import itertools
import re

from rich.console import Console
from rich.padding import Padding
from rich.terminal_theme import MONOKAI
from rich.text import Text

from dnup import bots
from dnup.game.match import Match
from dnup.terminal.palette import Palette
from dnup.terminal.table import Picture
from dnup.terminal.words import Phrases
from tools import ROOT

FOLDER = ROOT / "docs" / "pictures"
WIDTH = 80


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    console = Console(
        record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    match = _midgame()
    view = match.round.view("A")
    phrases = Phrases("A", Palette.of(console), "point")
    console.print(Picture(phrases, WIDTH).draw(view, len(match.rounds)))
    console.print()
    best = bots.get("medium").choose(view).move
    console.print(Padding(Text(f"your move (? for help) › {best}", style="bold"), (0, 0, 0, 1)))
    svg = console.export_svg(title="dnup play", theme=MONOKAI)
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL).replace("Fira Code", "ui-monospace")
    (FOLDER / "terminal.svg").write_text(re.sub(r"[ \t]+\n", "\n", svg), encoding="utf-8")
    (FOLDER / "table.svg").write_text(f"{match.round.svg('A')}\n", encoding="utf-8")
    print(f"wrote {FOLDER / 'terminal.svg'} and table.svg")


def _midgame() -> Match:
    """The first match of four, by seed, that has something of everything to show at a turn of A's."""
    for seed in itertools.count():
        match = Match.new(4, seed)
        bot = bots.get("medium")
        while not match.over:
            position = match.round
            hand = position.hands[0]
            many = len({card.active for card in hand}) < len(hand) - 2
            sets = sorted(map(len, position.table.values()))
            if (
                position.turn == "A"
                and len(match.rounds) > 1
                and sets == [1, 2, 3]
                and 7 <= len(hand) <= 10
                and many
            ):
                return match
            match = match.apply(bot.choose(position.view(position.turn)).move)
    raise AssertionError("seeds never end")


if __name__ == "__main__":
    main()
