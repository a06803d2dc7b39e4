"""Lines from the player, typed or piped in."""

from __future__ import annotations

import contextlib
import io
import sys
from dataclasses import dataclass

from dnup.terminal.screen import Screen


class Left(Exception):
    """The player leaves before the match is over; `how` says by which way: `quit`, `end` or `interrupt`."""

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how


@dataclass(frozen=True, slots=True)
class Keyboard:
    """Standard input."""

    screen: Screen

    @classmethod
    def of_terminal(cls, screen: Screen) -> Keyboard:
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        if screen.live:
            with contextlib.suppress(ImportError):  # arrow keys and a history, where Python has them
                import readline  # noqa: F401
        return cls(screen)

    def ask(self, question: str) -> str:
        """One line; the end of the input raises `Left`."""
        prompt = f" {question} › "
        if self.screen.live:
            self.screen.console.file.flush()
            try:
                return input(prompt).strip()
            except EOFError:
                self.screen.console.print()
                raise Left("end") from None
        line = sys.stdin.readline()
        if not line:
            raise Left("end")
        text = line.strip()
        self.screen.console.print(
            f"{prompt}{text}", soft_wrap=True
        )  # so that what was written tells the whole story
        return text

    def wait(self, question: str) -> None:
        """Let a person go on when ready; a script is never kept waiting."""
        if self.screen.live and self.ask(question).lower() in ("q", "quit", "exit"):
            raise Left("quit")
