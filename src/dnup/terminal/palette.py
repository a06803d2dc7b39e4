"""The colors of the values, for every kind of terminal.

An active value has the full color of its value, an inactive one a pale tint: full counts now, pale waits.
Each has its own ink, so that cards read the same on light and on dark backgrounds. The numbers are
always there too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rich.console import Console

ACCENT: Final = "green"
"""Whatever is lit: the seat in turn, a scored letter. A color of the terminal's own theme."""
QUIET: Final = "dim"
WRONG: Final = "red"

_RICH: Final = (
    ("#fffdf7 on #1c2468", "#1c2468 on #dadded"),
    ("#fffdf7 on #1c5fc0", "#1a56ae on #d5e3f7"),
    ("#06263c on #3c9ad6", "#14638f on #d8ecf8"),
    ("#0b3640 on #84dde2", "#0f6a72 on #ddf4f4"),
    ("#343c0c on #e2eba9", "#5f6a12 on #f3f6dc"),
    ("#453100 on #ffcc1c", "#7c5a00 on #fff0be"),
    ("#3d1900 on #ef873b", "#97450a on #fce0ca"),
    ("#fffdf7 on #d43b2a", "#b32c1d on #f8d6d0"),
    ("#fffdf7 on #84153a", "#84153a on #efd3dc"),
    ("#2a0a1c on #b56993", "#8a3468 on #f4dff0"),
    ("#22103f on #b18ae0", "#5b3a8c on #eee5fa"),
    ("#fffdf7 on #2b6e3f", "#2b6e3f on #d6ecdc"),
    ("#000000 on #86c06c", "#33611f on #e2f2da"),
    ("#fffdf7 on #6b4a33", "#6b4a33 on #ebdfd6"),
    ("#fffdf7 on #40474d", "#40474d on #e0e3e5"),
)
"""By value from 1 to 15: active, inactive. With 256 colors their nearest neighbors still differ."""

# Not bold: some terminals would brighten the black ink.
_SIXTEEN: Final = (
    "bright_white on blue",
    "bright_white on bright_blue",
    "black on cyan",
    "black on bright_cyan",
    "black on bright_green",
    "black on bright_yellow",
    "black on yellow",
    "bright_white on red",
    "bright_white on magenta",
    "black on bright_magenta",
    "black on bright_red",
    "bright_white on green",
    "black on white",
    "bright_white on bright_black",
    "bright_white on black",
)


@dataclass(frozen=True, slots=True)
class Palette:
    """How values are colored: in 256 colors or more (`rich`), in `sixteen`, or not at all (`none`)."""

    depth: str = "none"

    @classmethod
    def of(cls, console: Console) -> Palette:
        """What a console can show. NO_COLOR, dumb terminals, pipes and files get no colors."""
        if console.no_color or console.color_system is None:
            return cls("none")
        return cls("rich" if console.color_system in ("256", "truecolor") else "sixteen")

    @property
    def colored(self) -> bool:
        return self.depth != "none"

    def active(self, value: int) -> str:
        if self.depth == "none":
            return "bold"
        return f"bold {_RICH[value - 1][0]}" if self.depth == "rich" else _SIXTEEN[value - 1]

    def inactive(self, value: int) -> str:
        if self.depth == "none":
            return ""
        return _RICH[value - 1][1] if self.depth == "rich" else "black on white"
