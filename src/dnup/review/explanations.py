"""Why a move would have been better: facts, with sentences on the page and in the terminal; see docs/estimators.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from dnup.analysis import explanations
from dnup.game.move import Move
from dnup.game.view import View
from dnup.review.enums import ReasonKind

KINDS: Final = {
    explanations.WINS_MATCH: ReasonKind.WINS_MATCH,
    explanations.GOES_OUT: ReasonKind.GOES_OUT,
    explanations.UNBEATABLE: ReasonKind.UNBEATABLE,
    explanations.KNOWN_TO_BEAT: ReasonKind.KNOWN_TO_BEAT,
    explanations.SENDS_BACK: ReasonKind.SENDS_BACK,
    explanations.ROTATES: ReasonKind.ROTATES,
    explanations.FITS: ReasonKind.FITS,
    explanations.BREAKS_UP: ReasonKind.BREAKS_UP,
    explanations.LEAVES_SINGLES: ReasonKind.LEAVES_SINGLES,
    explanations.FEWER_TURNS: ReasonKind.FEWER_TURNS,
    explanations.KEEPS_HIGH: ReasonKind.KEEPS_HIGH,
    explanations.NEARLY_OUT: ReasonKind.NEARLY_OUT,
    explanations.LOOKS_AHEAD: ReasonKind.LOOKS_AHEAD,
}
"""By number, as `dnup.analysis.explanations` writes them; the page's sentences are `study.why.*`."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A fact that speaks for the better move, or against the one made.

    >>> view = dnup.Round.deal(players=2, seed=1).view("A")
    >>> made, best = dnup.parse_move("play 3/4"), dnup.parse_move("play 3/4 3/5 3/7 3/9")
    >>> dnup.review.reasons(view, made, best)[0]
    Reason(kind=ReasonKind.BREAKS_UP, count=4, value=3, seat='A')
    """

    kind: ReasonKind
    count: int
    value: int
    seat: str

    def to_json(self) -> dict[str, Any]:
        """The fact as JSON data."""
        return {"kind": str(self.kind), "count": self.count, "value": self.value, "seat": self.seat}


def reasons(view: View, made: Move, best: Move) -> tuple[Reason, ...]:
    """Why `best` is better than `made`, the strongest fact first.

    >>> view = dnup.Round.deal(players=2, seed=1).view("A")
    >>> made, best = dnup.parse_move("play 3/4"), dnup.parse_move("play 3/4 3/5 3/7 3/9")
    >>> [reason.kind for reason in dnup.review.reasons(view, made, best)]
    [ReasonKind.BREAKS_UP, ReasonKind.FEWER_TURNS]
    """
    moves = list(view.legal_moves)
    numbers = np.array(view.legal_moves.numbers(), np.int64)
    facts = np.zeros((explanations.MOST_FACTS, explanations.FACT), np.int64)
    count = explanations.explain(
        view.deck_words, view.words, numbers[moves.index(made)], numbers[moves.index(best)], facts
    )
    return tuple(
        Reason(KINDS[kind], number, value, view.seats[seat])
        for kind, number, value, seat in facts[:count].tolist()
    )
