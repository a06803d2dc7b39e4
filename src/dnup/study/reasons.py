"""Why a move would have been better: facts, which the page and the terminal put into words; see docs/study.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from dnup.game.move import Move
from dnup.game.view import View
from dnup.thinking import explaining

KINDS: Final = {
    explaining.WINS_MATCH: "wins_match",
    explaining.GOES_OUT: "goes_out",
    explaining.UNBEATABLE: "unbeatable",
    explaining.KNOWN_TO_BEAT: "known_to_beat",
    explaining.SENDS_BACK: "sends_back",
    explaining.ROTATES: "rotates",
    explaining.FITS: "fits",
    explaining.BREAKS_UP: "breaks_up",
    explaining.LEAVES_SINGLES: "leaves_singles",
    explaining.FEWER_TURNS: "fewer_turns",
    explaining.KEEPS_HIGH: "keeps_high",
    explaining.NEARLY_OUT: "nearly_out",
    explaining.LOOKS_AHEAD: "looks_ahead",
}
"""By number, as the kernel writes them; their sentences on the page are `study.why.*`."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A fact that speaks for the better move, or against the one made.

    >>> view = dnup.Round.deal(players=2, seed=1).view("A")
    >>> made, best = dnup.parse_move("play 3/4"), dnup.parse_move("play 3/4 3/5 3/7 3/9")
    >>> dnup.study.reasons(view, made, best)[0]
    Reason(kind='breaks_up', count=4, value=3, seat='A')
    """

    kind: str
    count: int
    value: int
    seat: str

    def to_json(self) -> dict[str, Any]:
        """All of it, as JSON data."""
        return {"kind": self.kind, "count": self.count, "value": self.value, "seat": self.seat}


def reasons(view: View, made: Move, best: Move) -> tuple[Reason, ...]:
    """Why `best` is better than `made`, as far as it can be seen, what says most first.

    >>> view = dnup.Round.deal(players=2, seed=1).view("A")
    >>> made, best = dnup.parse_move("play 3/4"), dnup.parse_move("play 3/4 3/5 3/7 3/9")
    >>> [reason.kind for reason in dnup.study.reasons(view, made, best)]
    ['breaks_up', 'fewer_turns']
    """
    moves = list(view.legal_moves)
    numbers = np.array(view.legal_moves.numbers(), np.int64)
    facts = np.zeros((explaining.MOST_FACTS, explaining.FACT), np.int64)
    count = explaining.explain(
        view._packed.words, view._words, numbers[moves.index(made)], numbers[moves.index(best)], facts
    )
    return tuple(
        Reason(KINDS[kind], number, value, view.seats[seat])
        for kind, number, value, seat in facts[:count].tolist()
    )
