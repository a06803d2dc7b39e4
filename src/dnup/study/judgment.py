"""What there is to say of one move of a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from dnup.game.history import PastMove
from dnup.game.move import Move
from dnup.game.view import View
from dnup.study.appraisal import Appraisal, Worth
from dnup.study.reasons import Reason, reasons
from dnup.thinking import judging

MARKS: Final = ("forced", "best", "fine", "inaccuracy", "mistake", "blunder")
"""By number, as the kernel writes them."""

WRONG: Final = MARKS[judging.INACCURACY :]
"""The marks of moves that cost something."""


@dataclass(frozen=True, slots=True)
class Opened:
    """What a move cost with all cards open, which nobody could know.

    >>> record = dnup.play_match(["easy", "hard"], seed=4)
    >>> judgments = dnup.study.review(record, effort=200).judgments
    >>> unlucky = next(one for one in judgments if one.verdict == "unlucky")
    >>> unlucky.loss < 0.05 <= unlucky.opened.loss
    True
    """

    best: Move
    loss: float
    error: float
    mark: str

    @classmethod
    def of(cls, appraisal: Appraisal) -> Opened:
        """What an appraisal of the one true world has to say."""
        said = appraisal.judgment
        return cls(
            appraisal.best,
            float(said[judging.LOSS]),
            float(said[judging.LOSS_ERROR]),
            MARKS[int(said[judging.MARK])],
        )

    def to_json(self) -> dict[str, Any]:
        """All of it, as JSON data."""
        return {"best": str(self.best), "loss": self.loss, "error": self.error, "mark": self.mark}


@dataclass(frozen=True, slots=True)
class Believed:
    """What a move cost to who reads what the others did, and which of their moves told most.

    >>> record = dnup.play_match(["easy", "hard"], seed=4)
    >>> judgments = dnup.study.review(record, effort=1000).judgments
    >>> believed = next(one.believed for one in judgments if one.believed)
    >>> believed.loss >= 0, believed.mark in ("forced", "best", "fine", "inaccuracy", "mistake", "blunder")
    (True, True)
    """

    best: Move
    loss: float
    error: float
    mark: str
    told: PastMove | None = None
    """The move that told, if the move made was wrong only by what could be read."""
    told_number: int = 0
    """Which move of the round that was, from 1 on."""

    @classmethod
    def of(cls, appraisal: Appraisal) -> Believed:
        """What an appraisal in believed worlds has to say."""
        opened = Opened.of(appraisal)
        return cls(opened.best, opened.loss, opened.error, opened.mark)

    def to_json(self) -> dict[str, Any]:
        """All of it, as JSON data."""
        told = None
        if self.told is not None:
            told = {"move": self.told_number, "seat": self.told.seat, "made": str(self.told.move)}
        return {
            "best": str(self.best),
            "loss": self.loss,
            "error": self.error,
            "mark": self.mark,
            "told": told,
        }


@dataclass(frozen=True, slots=True)
class Judgment:
    """What there is to say of one move.

    >>> record = dnup.play_match(["easy", "hard"], seed=1)
    >>> first = dnup.study.review(record, effort=200).judgments[0]
    >>> first.round_number, first.number, first.seat, str(first.made)
    (1, 1, 'B', 'play 4/3 4/6')
    >>> len(first.worths) == len(first.view.legal_moves)
    True
    """

    round_number: int
    number: int
    """Which move of its round it was, from 1 on."""
    seat: str
    made: Move
    best: Move
    """What was to be done: the move made, if none was better for sure."""
    worths: tuple[Worth, ...]
    """Of every legal move, the best one first."""
    loss: float
    error: float
    """What the move cost, and the standard error of that."""
    mark: str
    """`best`, `fine`, `inaccuracy`, `mistake` or `blunder`; `forced` where there was nothing to decide."""
    only_move: bool
    """Whether it was the one good move among several, and it was found."""
    before: tuple[float, ...]
    after: tuple[float, ...]
    """Everyone's chance to win the match with the best move, and with the move made, as who moved could know it."""
    after_error: tuple[float, ...]
    """The standard errors of `after`."""
    view: View
    tries: int
    opened: Opened | None = None
    """The same with all cards open, once somebody has looked."""
    believed: Believed | None = None
    """The same with beliefs from what the others did; None also where these told nothing."""

    @classmethod
    def of(
        cls,
        appraisal: Appraisal,
        round_number: int,
        number: int,
        opened: Appraisal | None = None,
        believed: Believed | None = None,
    ) -> Judgment:
        """What an appraisal has to say, one with all cards open, and one with beliefs."""
        said, view = appraisal.judgment, appraisal.view

        def by_seat(first: int) -> tuple[float, ...]:
            return tuple(said[first : first + view.players].tolist())

        return cls(
            round_number,
            number,
            view.turn or "",
            appraisal.made,
            appraisal.best,
            appraisal.worths,
            float(said[judging.LOSS]),
            float(said[judging.LOSS_ERROR]),
            MARKS[int(said[judging.MARK])],
            bool(said[judging.ONLY_MOVE]),
            by_seat(judging.BEFORE),
            by_seat(judging.AFTER),
            by_seat(judging.AFTER_ERROR),
            view,
            appraisal.tries,
            Opened.of(opened) if opened is not None and opened.tries else None,
            believed,
        )

    @property
    def is_decision(self) -> bool:
        """Whether it mattered what was done."""
        return self.mark != "forced"

    @property
    def verdict(self) -> str:
        """`right` or `wrong` by what could be known.

        `told` if it was wrong only by what could be read from others' moves, `unlucky` if only with all cards open.
        """
        if self.mark in WRONG:
            return "wrong"
        if self.believed is not None and self.believed.mark in WRONG:
            return "told"
        return "unlucky" if self.opened is not None and self.opened.mark in WRONG else "right"

    @property
    def against(self) -> Judgment | Believed:
        """What speaks against the move: what could be known, or if that does not, what others' moves told."""
        return self.believed if self.verdict == "told" and self.believed is not None else self

    @property
    def why(self) -> tuple[Reason, ...]:
        """Why the better move was better, as far as it can be seen."""
        return reasons(self.view, self.made, self.best) if self.best != self.made else ()

    def to_json(self) -> dict[str, Any]:
        """Everything but the view, as JSON data."""
        return {
            "round": self.round_number,
            "move": self.number,
            "seat": self.seat,
            "made": str(self.made),
            "best": str(self.best),
            "mark": self.mark,
            "only_move": self.only_move,
            "loss": self.loss,
            "error": self.error,
            "before": list(self.before),
            "after": list(self.after),
            "after_error": list(self.after_error),
            "moves": [
                {
                    "move": str(worth.move),
                    "chance": worth.chance,
                    "more": worth.more,
                    "error": worth.error,
                }
                for worth in self.worths
            ],
            "tries": self.tries,
            "verdict": self.verdict,
            "opened": None if self.opened is None else self.opened.to_json(),
            "believed": None if self.believed is None else self.believed.to_json(),
            "why": [reason.to_json() for reason in self.why],
        }
