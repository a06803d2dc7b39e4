"""What people call themselves, made fit to show to others."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from dnup.server.messages.refusals import Refusal

MAX_NAME: Final = 24


def clean_name(text: str) -> str:
    """A name on one line without anything invisible, at most MAX_NAME characters long."""
    visible = "".join(
        " " if unicodedata.category(character) in ("Zs", "Zl", "Zp") or character in "\t\n\r" else character
        for character in unicodedata.normalize("NFC", text)
        if unicodedata.category(character) not in ("Cf", "Cs", "Co", "Cn") and _is_shown(character)
    )
    name = " ".join(visible.split())[:MAX_NAME].strip()
    if not name or not any(unicodedata.category(character)[0] in "LNSP" for character in name):
        raise Refusal("bad-name", "this name has nothing to show", f"a name of 1 to {MAX_NAME} characters")
    return name


def distinct_name(name: str, others: Iterable[str]) -> str:
    """The name, with a number behind it if one of the others goes by it already."""
    taken = {other.casefold() for other in others}
    number, mine = 1, name
    while mine.casefold() in taken:
        number += 1
        mine = f"{name[: MAX_NAME - 1 - len(str(number))].rstrip()} {number}"
    return mine


def _is_shown(character: str) -> bool:
    return unicodedata.category(character) != "Cc" or character in "\t\n\r"
