"""The value of every legal move of a view, without a move that was made.

Moves are tried in batches of worlds, all moves of a batch in the same worlds. Standard errors are those of batch means,
so they cover what the tries of a batch have in common.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from dnup.analysis import move_values as at
from dnup.analysis.proven_values import find_proven_wins
from dnup.bots.believed_worlds import UNIFORM
from dnup.bots.bot import check_view
from dnup.bots.budget import Budget
from dnup.game.move import Move
from dnup.game.round import check_seed
from dnup.game.view import View
from dnup.inputs import as_int
from dnup.kernel.rng import new_stream
from dnup.review.estimators import TreeBuffer
from dnup.search.forced_wins import value_of_going_out
from dnup.search.match_equity import match_equity

FEWEST_BATCHES: Final = 8
"""Every move is tried in at least this many batches, however small the budget: fewer give no standard error."""

CLEARLY_WORSE: Final = 3.0
"""Moves this many standard errors behind the best are not tried in the second half of the budget."""

Batch = NDArray[np.float64]
"""Mean values of one batch by move, NaN where a move was not tried; or of one move by batch."""


@dataclass(frozen=True, slots=True)
class MoveAnalysis:
    """The value of a legal move: the chance to win the match with it.

    All moves are tried in the same worlds, so `loss`, a difference, is known better than `value`.

    >>> view = dnup.Round.deal(players=2, seed=1).view("A")
    >>> best, *_, worst = dnup.analyse(view, 8000)
    >>> best.loss, worst.loss > 3 * worst.loss_error
    (0.0, True)
    """

    move: Move
    value: float
    error: float
    """The standard error of `value`."""
    loss: float
    """How much less than the value of the best move it is."""
    loss_error: float
    """The standard error of `loss`."""
    worlds: int
    """In how many worlds the move was tried. Moves that are clearly worse than the best are tried in fewer."""

    def to_json(self) -> dict[str, Any]:
        """All of it, as JSON data."""
        return {
            "move": str(self.move),
            "value": self.value,
            "error": self.error,
            "loss": self.loss,
            "loss_error": self.loss_error,
            "worlds": self.worlds,
        }


def analyse(
    view: View, budget: Budget | str | SupportsIndex = 8000, *, seed: int = 0
) -> tuple[MoveAnalysis, ...]:
    """The value of every legal move of the seat in turn, the best one first.

    `budget` is a number of tries (one move in one world), or a time: `8000`, `"8000"`, `"500ms"`, or a `Budget`. With a
    number of tries, the same view and seed give the same values. The worlds are all those that agree with the view,
    each as likely as any other. Values assume that everyone plays as a search with this budget does: with a larger one
    they change, because all play better. A move that is proven to win by force has the value of a won round.

    >>> view = dnup.Round.deal(players=3, seed=147).view("C")
    >>> for line in dnup.analyse(view, 8000)[:3]:
    ...     print(f"{line.move}: {line.value:.3f} ± {line.error:.3f}, {line.loss:.3f} ± {line.loss_error:.3f} behind")
    rotate: 0.375 ± 0.003, 0.000 ± 0.000 behind
    play 2/8: 0.354 ± 0.003, 0.020 ± 0.004 behind
    play 3/9: 0.353 ± 0.003, 0.022 ± 0.004 behind
    """
    limit = _as_budget(budget)
    trial = _Trial(check_view(view), check_seed(seed))
    trial.spend(limit, 0.5)
    trial.drop_worse()
    trial.spend(limit, 0.5)
    return trial.values()


def _as_budget(budget: Budget | str | SupportsIndex) -> Budget:
    if isinstance(budget, Budget | str):
        return budget if isinstance(budget, Budget) else Budget.parse(budget)
    number = as_int(budget)
    return Budget.parse(str(budget if number is None else number))


class _Trial:
    """The legal moves of a view, tried in one batch of worlds after the other."""

    def __init__(self, view: View, seed: int) -> None:
        self._view = view
        self._moves = tuple(view.legal_moves)
        self._numbers = np.array(view.legal_moves.numbers(), np.int64)
        self._column = at.VALUE + view.seats.index(view.turn or "")
        self._stream = new_stream(seed)
        self._sums = np.zeros((len(self._moves), at.TRIAL_COLUMNS), np.float64)
        self._tried = np.ones(len(self._moves), np.bool_)
        self._tries = 0
        self._batches: list[Batch] = []
        self._buffer = TreeBuffer()

    def spend(self, budget: Budget, share: float) -> None:
        """Try moves for a share of the budget."""
        if budget.seconds is None:
            end = self._tries + share * (budget.iterations or 0)
            while self._tries < end or len(self._batches) < FEWEST_BATCHES:
                self._add_batch()
            return
        end = budget.clock() + share * budget.seconds
        while budget.clock() < end or len(self._batches) < FEWEST_BATCHES:
            self._add_batch()

    def _add_batch(self) -> None:
        buffer, words = self._buffer, (self._view.deck_words, self._view.words)
        buffer.reserve(self._tries, len(self._moves))
        if not buffer.used:
            buffer.used = int(at.add_root_moves(*words, self._numbers, buffer.tree))
        self._sums[:, at.PRUNED] = ~self._tried  # a batch prunes after its worlds, which is too early here
        before = self._sums[:, self._column].copy()
        buffer.used = int(
            at.evaluate_moves(
                *words,
                self._stream,
                match_equity(self._view.players),
                UNIFORM,
                buffer.tree,
                buffer.rates,
                buffer.used,
                int(self._tried.argmax()),
                self._sums,
                self._tries + 1,
                1,
            )
        )
        self._tries += at.WORLDS_PER_STEP * int(self._tried.sum())
        means = (self._sums[:, self._column] - before) / at.WORLDS_PER_STEP
        self._batches.append(np.where(self._tried, means, np.nan))

    def drop_worse(self) -> None:
        """Try no more the moves that are clearly worse than the best."""
        self._tried = np.array(
            [line.loss <= CLEARLY_WORSE * line.loss_error for line in self._lines()], np.bool_
        )

    def values(self) -> tuple[MoveAnalysis, ...]:
        """Every move, the best one first."""
        return tuple(sorted(self._with_forced_wins(self._lines()), key=lambda line: line.loss))

    def _with_forced_wins(self, lines: list[MoveAnalysis]) -> list[MoveAnalysis]:
        """The lines, in which moves that win by force have the value of a won round, and others are behind it."""
        view, lengths = self._view, np.zeros(len(lines), np.int64)
        words = view.deck_words, view.words
        if not find_proven_wins(*words, self._numbers, lengths):
            return lines
        seat = self._column - at.VALUE
        best = float(value_of_going_out(view.words, match_equity(view.players), seat))
        return [
            replace(line, value=best, error=0.0, loss=0.0, loss_error=0.0)
            if forced
            else replace(line, loss=best - line.value, loss_error=line.error)
            for line, forced in zip(lines, lengths.tolist(), strict=True)
        ]

    def _lines(self) -> list[MoveAnalysis]:
        batches = np.array(self._batches)
        best = batches[:, int(np.where(self._tried, batches.mean(axis=0), -1.0).argmax())]
        return [self._line(move, own, best) for move, own in zip(self._moves, batches.T, strict=True)]

    def _line(self, move: Move, own: Batch, best: Batch) -> MoveAnalysis:
        """A move that was tried in all batches, or in those of the first half: it is compared with the best there."""
        where = ~np.isnan(own)
        loss = best[where] - own[where]
        value = float(np.clip(best.mean() - loss.mean(), 0.0, 1.0))
        error = _error(own) if where.all() else float(np.hypot(_error(best), _error(loss)))
        return MoveAnalysis(
            move, value, error, float(loss.mean()), _error(loss), at.WORLDS_PER_STEP * int(where.sum())
        )


def _error(batches: Batch) -> float:
    """The standard error of the mean of batches."""
    return float(batches.std(ddof=1) / np.sqrt(len(batches)))
