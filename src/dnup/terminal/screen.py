"""The console that everything is printed on."""

from __future__ import annotations

import codecs
import io
import sys
import time
from dataclasses import dataclass, field
from typing import Final

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from dnup.names import visible
from dnup.terminal.palette import WRONG

PLAIN: Final = str.maketrans("╭╮╰╯─│▏▮·–−±◂›★▁▂▃▄▅▆▇█", "++++-||#.--~<>*_.:-=+*#")
"""For terminals that cannot write these: a character of the same width for each."""


def _plainly(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(sign if sign.isascii() else "?" for sign in missing.translate(PLAIN)), error.end


codecs.register_error("dnup.plainly", _plainly)


@dataclass(slots=True)
class Screen:
    """Standard output. `live` means that a person sits in front of it."""

    live: bool
    fast: bool = False
    console: Console = field(default_factory=lambda: Console(highlight=False, emoji=False, markup=False))

    @classmethod
    def of_terminal(cls, *, fast: bool) -> Screen:
        """Standard output as it is; a stream that is no terminal gets plain lines, one after the other."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="dnup.plainly")
        live = sys.stdin.isatty() and sys.stdout.isatty()
        return cls(live, fast or not live)

    @property
    def width(self) -> int:
        return self.console.width

    def say(self, *lines: RenderableType, indent: int = 2) -> None:
        for line in lines:
            self.console.print(Padding(line, (0, 0, 0, indent), expand=False))

    def say_whole(self, line: str) -> None:
        """A line of ours with something in it to copy, so never broken, and shown as it is."""
        self.console.print(Text(f"  {line}"), soft_wrap=True)

    def wrong(self, sentence: str) -> None:
        """A line about what cannot be done."""
        self.say(Text(visible(sentence), style=WRONG))

    @property
    def clears(self) -> bool:
        """Whether a new picture replaces the old one."""
        return self.live and not self.console.is_dumb_terminal

    def fresh(self) -> None:
        """Begin a new picture."""
        if self.clears:
            # Scrolled away rather than wiped out: exactly what was written is still there above.
            self.console.print("\n" * (self.console.height - 2))
            self.console.clear()
        else:
            self.console.print()

    def pause(self, seconds: float) -> None:
        """Let the player read."""
        if not self.fast:
            time.sleep(seconds)
