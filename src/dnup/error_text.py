"""Helpers for the text of error messages."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def quoted(value: object, limit: int = 60) -> str:
    """An input as an error message quotes it: on one line, and cut when it is very long."""
    if isinstance(value, str):
        value = str(value)  # a member of a StrEnum is quoted as its text
        return repr(value) if len(value) <= limit else f"{value[:limit]!r}…"
    if isinstance(value, list) and len(value) > limit:  # more is cut off anyway
        value = value[:limit]
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # Python does not write out a number of thousands of digits
        return f"a {type(value).__name__} too large to show"
    return text if len(text) <= limit else f"{text[:limit]}…"


def hint(word: str, choices: Iterable[str]) -> str:
    """The end of a sentence about an unknown word: the one that was probably meant, or all there are."""
    names = list(choices)
    if close := difflib.get_close_matches(word.casefold(), names, n=1):
        return f"; did you mean {quoted(close[0])}?"
    return f"; use {either(names)}" if names else "; there are none to choose from"


def either(words: Iterable[object]) -> str:
    """`2, 3 or 4`."""
    *firsts, last = [str(word) for word in words]
    return f"{', '.join(firsts)} or {last}" if firsts else last
