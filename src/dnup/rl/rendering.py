"""How an environment is watched: a line for every position, printed or handed out."""

from __future__ import annotations

from typing import Final

from dnup.game.view import View
from dnup.wording import quoted

RENDERING: Final = ("human", "ansi")
"""Printed after every step, or returned by `render` as a text."""


def check_render_mode(mode: str | None) -> str | None:
    """The same mode, if there is such a one; otherwise a `ValueError`."""
    if mode not in (None, *RENDERING):
        raise ValueError(f"a render_mode is one of {', '.join(RENDERING)}, not {quoted(mode)}")
    return mode


def show(view: View, mode: str | None) -> str | None:
    """What `render` does in a mode with what somebody sees."""
    if mode == "human":
        print(view, flush=True)
    return str(view) if mode == "ansi" else None
