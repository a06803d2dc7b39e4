"""Commit to a deal before the first move: SHA-256 of a secret salt and the hands."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence


def commitment(salt: str, hands: Sequence[str]) -> str:
    """SHA-256, in hexadecimal, of salt and hands with bars between them: `salt|hand A|hand B|…` in UTF-8."""
    return hashlib.sha256("|".join([salt, *hands]).encode("utf-8", "surrogatepass")).hexdigest()
