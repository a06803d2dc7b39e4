"""Why a move would have been better, and how one could have known, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from dnup.study.judgment import WRONG, Judgment
from dnup.study.reasons import Reason

SHOWN: Final = 2
"""So many facts say enough."""


def _some(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _set(count: int, value: int) -> str:
    """`the 8`, `the pair of 8s`, `the four 8s`."""
    names = {1: f"the {value}", 2: f"the pair of {value}s", 3: f"the three {value}s", 4: f"the four {value}s"}
    return names.get(count, f"the {count} {value}s")


SENTENCES: Final[dict[str, Callable[[Reason], str]]] = {
    "wins_match": lambda _: "wins the match at once",
    "goes_out": lambda _: "goes out at once",
    "unbeatable": lambda one: f"{_set(one.count, one.value)} cannot be beaten by anything that is still out",
    "known_to_beat": lambda one: (
        f"{one.seat} is known to hold what beats the move made: {_set(one.count, one.value)}"
    ),
    "sends_back": lambda one: f"{_set(one.count, one.value)} goes back to {one.seat}",
    "rotates": lambda one: f"rotated, the hand has {_some(one.count, 'set')} of two or more",
    "fits": lambda one: f"what {one.seat} has laid there goes with the hand",
    "breaks_up": lambda one: f"the move made breaks up {_set(one.count, one.value)}",
    "leaves_singles": lambda one: f"the move made leaves {_some(one.count, 'single card')}",
    "fewer_turns": lambda one: f"{_some(one.count, 'more turn')} will do instead of {one.value}",
    "keeps_high": lambda one: f"{_set(one.count, one.value)} can still be played later",
    "nearly_out": lambda one: f"{one.seat} has {_some(one.count, 'card')} left",
    "looks_ahead": lambda _: "it shows only when one thinks further ahead",
}


def why_text(reasons: Sequence[Reason]) -> str:
    """The facts that say most."""
    return "; ".join(SENTENCES[reason.kind](reason) for reason in reasons[:SHOWN])


def told_text(one: Judgment) -> str:
    """What others' moves told of a move, where that says something else than the rest; nothing if it does not."""
    believed = one.believed
    if believed is None:
        return ""
    if one.verdict == "told":
        if believed.told is None:
            return "the others' moves told so"
        return f"{believed.told} told so (r{one.round_number}m{believed.told_number - 1})"
    if (
        one.mark in WRONG and believed.loss + 2 * believed.error < one.loss / 2
    ):  # not only because it is unsure
        return "by what the others' moves told, it did little harm"
    return ""
