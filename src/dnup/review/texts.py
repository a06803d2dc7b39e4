"""English sentences for the terminal and the HTML page: why a move would have been better."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from dnup.review.enums import ReasonKind, Verdict
from dnup.review.explanations import LineMove, Reason
from dnup.review.graded_move import WRONG, GradedMove

MAX_FACTS: Final = 2
"""The number of facts to show; more are too long to read."""


def _some(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _set(count: int, value: int) -> str:
    """`the 8`, `the pair of 8s`, `the four 8s`."""
    names = {1: f"the {value}", 2: f"the pair of {value}s", 3: f"the three {value}s", 4: f"the four {value}s"}
    return names.get(count, f"the {count} {value}s")


def _values(one: Reason) -> str:
    """`2`, `2 and 3`, `2, 3 and 5`."""
    *first, last = [str(card.active) for card in one.cards]
    return f"{', '.join(first)} and {last}" if first else last


SENTENCES: Final[dict[ReasonKind, Callable[[Reason], str]]] = {
    ReasonKind.WINS_MATCH: lambda _: "wins the match at once",
    ReasonKind.GOES_OUT: lambda _: "goes out at once",
    ReasonKind.UNBEATABLE: lambda one: (
        f"{_set(one.count, one.value)} cannot be beaten by anything that is still out"
    ),
    ReasonKind.KNOWN_TO_BEAT: lambda one: (
        f"{one.seat} is known to hold what beats the move made: {_set(one.count, one.value)}"
    ),
    ReasonKind.SENDS_BACK: lambda one: (
        f"{_set(one.count, one.value)} goes back to {one.seat} as {_values(one)}"
    ),
    ReasonKind.ROTATES: lambda one: f"rotated, the hand has {_some(one.count, 'set')} of two or more",
    ReasonKind.FITS: lambda one: (
        f"what {one.seat} has laid there becomes {_values(one)} and goes with the hand"
    ),
    ReasonKind.BECOMES: lambda one: (
        f"what {one.seat} has laid there becomes {_set(one.count, one.value)} in the hand"
    ),
    ReasonKind.LETS_PLAY_OUT: lambda one: (
        f"the move made lets {one.seat} play {_set(one.count, one.value)} and go out"
    ),
    ReasonKind.LETS_ADD_OUT: lambda one: (
        f"the move made lets {one.seat} add {_set(one.count, one.value)} and go out"
    ),
    ReasonKind.BREAKS_UP: lambda one: f"the move made breaks up {_set(one.count, one.value)}",
    ReasonKind.LEAVES_SINGLES: lambda one: f"the move made leaves {_some(one.count, 'single card')}",
    ReasonKind.FEWER_TURNS: lambda one: f"{_some(one.count, 'more turn')} will do instead of {one.value}",
    ReasonKind.KEEPS_HIGH: lambda one: f"{_set(one.count, one.value)} can still be played later",
    ReasonKind.NEARLY_OUT: lambda one: f"more cards for {one.seat}, who has only {one.count} left",
    ReasonKind.WINS_BY_FORCE: lambda _: (
        "cannot be stopped: it leads to an empty hand, whatever the others hold and do"
    ),
}


def why_text(reasons: Sequence[Reason], line: Sequence[LineMove] = ()) -> str:
    """The strongest facts, and the moves of a win by force, or those that can follow."""
    facts = "; ".join(SENTENCES[reason.kind](reason) for reason in reasons[:MAX_FACTS])
    if not line:
        return facts
    moves = ", ".join(map(str, line))
    if any(reason.kind is ReasonKind.WINS_BY_FORCE for reason in reasons):
        return f"{facts}: {moves}"
    return f"{facts}; for example {moves}" if facts else f"for example {moves}"


def evidence_text(one: GradedMove) -> str:
    """What belief-weighted worlds say of a move, if it differs from its own grade; otherwise an empty text."""
    belief = one.belief
    if belief is None:
        return ""
    if one.verdict is Verdict.TOLD:
        if belief.evidence is None:
            return "the others' moves told so"
        return f"{belief.evidence} told so (r{one.round_number}m{belief.evidence_number - 1})"
    if one.mark in WRONG and belief.loss + 2 * belief.error < one.loss / 2:  # significantly less
        return "by what the others' moves told, it did little harm"
    return ""
