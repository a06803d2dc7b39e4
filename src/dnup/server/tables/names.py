"""Names of players, cleaned so that they can be shown to others."""

from __future__ import annotations

from collections.abc import Iterable

from dnup.names import MAX_NAME, shows_something, skeleton, visible
from dnup.server.messages.refusals import Refusal


def clean_name(text: str) -> str:
    """A name on one line without invisible characters, at most MAX_NAME characters long."""
    name = visible(text)[:MAX_NAME].strip()
    if not shows_something(name):
        raise Refusal("bad-name", most=MAX_NAME)
    return name


def distinct_name(name: str, others: Iterable[str]) -> str:
    """The name, with a number behind it if it looks like another one at the table."""
    taken = {skeleton(other) for other in others}
    number, mine = 1, name
    while skeleton(mine) in taken:
        number += 1
        mine = f"{name[: MAX_NAME - 1 - len(str(number))].rstrip()} {number}"
    return mine
