"""The grade of one move of a match: what it cost, and by which estimate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from dnup.analysis import grading
from dnup.deprecated import AttributeAlias
from dnup.game.history import PastMove
from dnup.game.move import Move
from dnup.game.view import View
from dnup.review.enums import Mark, Verdict
from dnup.review.estimators import MoveValue, MoveValues
from dnup.review.explanations import LineMove, Reason, line_after, reasons

MARKS: Final = tuple(Mark)
"""By number, as `dnup.analysis.grading` writes them."""

WRONG: Final = MARKS[grading.INACCURACY :]
"""The marks of moves that cost something."""


@dataclass(frozen=True, slots=True)
class Grade:
    """What a move cost by one estimate, for example with open hands.

    >>> record = dnup.play_match(["easy", "hard"], seed=4)
    >>> moves = dnup.review.review(record, effort=200).moves
    >>> grade = moves[0].open_hand
    >>> grade.loss >= 0, grade.mark in dnup.review.Mark
    (True, True)
    """

    best: Move
    loss: float
    """The value of the best move minus that of the move made."""
    error: float
    """The standard error of `loss`."""
    mark: Mark

    def to_json(self) -> dict[str, Any]:
        """The grade as JSON data."""
        return {"best": str(self.best), "loss": self.loss, "error": self.error, "mark": str(self.mark)}


@dataclass(frozen=True, slots=True)
class BeliefGrade(Grade):
    """What a move cost in belief-weighted worlds, and which move of another player is the key evidence.

    >>> record = dnup.play_match(["easy", "hard"], seed=4)
    >>> moves = dnup.review.review(record, effort=1000).moves
    >>> belief = next(move.belief for move in moves if move.belief)
    >>> belief.loss >= 0, belief.mark in dnup.review.Mark
    (True, True)
    """

    evidence: PastMove | None = None
    """The past move that speaks most against the move made, if that is wrong by beliefs only."""
    evidence_number: int = 0
    """The number of that move in its round, from 1 on."""

    def to_json(self) -> dict[str, Any]:
        """The grade as JSON data; `told` is the key evidence."""
        evidence = None
        if self.evidence is not None:
            evidence = {
                "move": self.evidence_number,
                "seat": self.evidence.seat,
                "made": str(self.evidence.move),
            }
        return {**Grade.to_json(self), "told": evidence}

    told: ClassVar[AttributeAlias] = AttributeAlias("evidence")
    told_number: ClassVar[AttributeAlias] = AttributeAlias("evidence_number")


def grade_fields(values: MoveValues) -> tuple[Move, float, float, Mark]:
    """The fields of the grade that move values give: best, loss, error and mark."""
    row = values.grade
    return (
        values.best,
        float(row[grading.LOSS]),
        float(row[grading.LOSS_ERROR]),
        MARKS[int(row[grading.MARK])],
    )


@dataclass(frozen=True, slots=True)
class GradedMove:
    """One move of a match, graded.

    >>> record = dnup.play_match(["easy", "hard"], seed=1)
    >>> first = dnup.review.review(record, effort=200).moves[0]
    >>> first.round_number, first.number, first.seat, str(first.made)
    (1, 1, 'B', 'play 4/3 4/6')
    >>> len(first.values) == len(first.view.legal_moves)
    True
    """

    round_number: int
    number: int
    """The number of the move in its round, from 1 on."""
    seat: str
    made: Move
    best: Move
    """The best move: the one made, if no other was significantly better."""
    values: tuple[MoveValue, ...]
    """The value of every legal move, the best one first."""
    loss: float
    """The value of the best move minus that of the move made; 0 if the difference is not significant."""
    error: float
    """The standard error of `loss`."""
    mark: Mark
    only_move: bool
    """Whether the move made was the only good one among several."""
    before: tuple[float, ...]
    """Every seat's chance to win the match with the best move, as the mover could know it."""
    after: tuple[float, ...]
    """The same with the move made."""
    after_error: tuple[float, ...]
    """The standard errors of `after`."""
    view: View
    tries: int
    open_hand: Grade | None = None
    """The grade with all hands open, once it has been estimated."""
    belief: BeliefGrade | None = None
    """The grade in belief-weighted worlds; None also if the others' moves carry no information."""

    @classmethod
    def of(
        cls,
        values: MoveValues,
        round_number: int,
        number: int,
        open_hand: MoveValues | None = None,
        belief: BeliefGrade | None = None,
    ) -> GradedMove:
        """The graded move for given values, from the mover's view and with open hands."""
        row, view = values.grade, values.view
        best, loss, error, mark = grade_fields(values)

        def by_seat(first: int) -> tuple[float, ...]:
            return tuple(row[first : first + view.players].tolist())

        return cls(
            round_number,
            number,
            view.turn or "",
            values.made,
            best,
            values.values,
            loss,
            error,
            mark,
            bool(row[grading.ONLY_MOVE]),
            by_seat(grading.BEFORE),
            by_seat(grading.AFTER),
            by_seat(grading.AFTER_ERROR),
            view,
            values.tries,
            Grade(*grade_fields(open_hand)) if open_hand is not None and open_hand.tries else None,
            belief,
        )

    @property
    def is_decision(self) -> bool:
        """Whether there was something to decide."""
        return self.mark is not Mark.FORCED

    @property
    def verdict(self) -> Verdict:
        """Whether the move was wrong, and by which knowledge."""
        if self.mark in WRONG:
            return Verdict.WRONG
        if self.belief is not None and self.belief.mark in WRONG:
            return Verdict.TOLD
        if self.open_hand is not None and self.open_hand.mark in WRONG:
            return Verdict.UNLUCKY
        return Verdict.RIGHT

    @property
    def verdict_grade(self) -> GradedMove | BeliefGrade:
        """The grade that decides the verdict: that of beliefs if it is `TOLD`, otherwise the move's own."""
        return self.belief if self.verdict is Verdict.TOLD and self.belief is not None else self

    @property
    def why(self) -> tuple[Reason, ...]:
        """Why the best move was better than the one made; empty if only the line tells."""
        if self.best == self.made:
            return ()
        return reasons(self.view, self.made, self.best, forced=self.forced)

    @property
    def forced(self) -> int:
        """The number of actions in which the best move wins by force, if the move made was another that does not."""
        lengths = {one.move: one.forced for one in self.values}
        return 0 if lengths[self.made] else lengths[self.best]

    @property
    def line(self) -> tuple[LineMove, ...]:
        """The moves of that win by force, or what can follow the best move; none if it was made."""
        return () if self.best == self.made else line_after(self.view, self.best, self.forced)

    def to_json(self) -> dict[str, Any]:
        """Everything but the view, as JSON data."""
        return {
            "round": self.round_number,
            "move": self.number,
            "seat": self.seat,
            "made": str(self.made),
            "best": str(self.best),
            "mark": str(self.mark),
            "only_move": self.only_move,
            "loss": self.loss,
            "error": self.error,
            "before": list(self.before),
            "after": list(self.after),
            "after_error": list(self.after_error),
            "moves": [
                {
                    "move": str(one.move),
                    "chance": one.chance,
                    "more": one.advantage,
                    "error": one.error,
                    "forced": one.forced,
                }
                for one in self.values
            ],
            "tries": self.tries,
            "verdict": str(self.verdict),
            "opened": None if self.open_hand is None else self.open_hand.to_json(),
            "believed": None if self.belief is None else self.belief.to_json(),
            "why": [reason.to_json() for reason in self.why],
            "line": [one.to_json() for one in self.line],
        }

    worths: ClassVar[AttributeAlias] = AttributeAlias("values")
    opened: ClassVar[AttributeAlias] = AttributeAlias("open_hand")
    believed: ClassVar[AttributeAlias] = AttributeAlias("belief")
    against: ClassVar[AttributeAlias] = AttributeAlias("verdict_grade")
