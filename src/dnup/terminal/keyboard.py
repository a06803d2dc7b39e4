"""Read lines from the player, typed or piped."""

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


def farewell(how: str, what: str = "match") -> str:
    """The message after the player has left."""
    if how == "end":
        return f"The input has ended, so the {what} stays unfinished."
    return f"You leave, and the {what} stays unfinished."


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
        prompt, console = f" {question} › ", self.screen.console
        if self.screen.live:
            try:
                return input(prompt).strip()
            except EOFError:
                console.print()
                raise Left("end") from None
        console.print(prompt, end="", soft_wrap=True)
        console.file.flush()
        line = sys.stdin.readline()
        # Nobody has seen this line being typed: written down, it makes the output a whole story.
        text = "".join(sign if sign.isprintable() else "\ufffd" for sign in line.strip())
        console.print(text, soft_wrap=True)
        if not line:
            raise Left("end")
        return text

    def wait(self, question: str) -> None:
        """Let a person go on when ready; a script is never kept waiting."""
        if self.screen.live and self.ask(question).lower() in ("q", "quit", "exit"):
            raise Left("quit")
