"""Compression of files: brotli if its package is installed, and gzip."""

from __future__ import annotations

import gzip
import importlib.util
import re
from collections.abc import Mapping
from typing import Final

CODINGS: tuple[str, ...] = ("br", "gzip") if importlib.util.find_spec("brotli") else ("gzip",)
"""The supported codings, the best first. The servers of the browser tests leave out brotli, which is slow."""

ENDINGS: Final[Mapping[str, str]] = {"br": ".br", "gzip": ".gz"}
"""The extension of a compressed file beside the plain one, as web servers look for it."""

LONGEST_HEADER: Final = 400


def press(data: bytes, coding: str) -> bytes:
    """Compress data at the highest level, reproducibly."""
    if coding == "gzip":
        return gzip.compress(data, 9, mtime=0)
    import brotli

    small: bytes = brotli.compress(data, quality=11)
    return small


def choose(header: str | None) -> str | None:
    """The available coding that a client prefers by its `Accept-Encoding`; None for uncompressed."""
    likes = {}
    for entry in (header or "")[:LONGEST_HEADER].lower().split(","):
        name, _, parameter = entry.partition(";")
        likes[name.strip()] = _weight(parameter)
    others = likes.get("*", 0.0)
    best = max(CODINGS, key=lambda coding: likes.get(coding, others))  # the first of equals
    weight = likes.get(best, others)
    return best if weight > 0 and weight >= likes.get("identity", 0.0) else None


def _weight(text: str) -> float:
    """The weight of `q=0.5`; 1 if it is missing, 0 if it is invalid."""
    said = re.fullmatch(r"q=([01](?:\.\d{0,3})?)", text.strip())
    return float(said[1]) if said else float(not text.strip())
