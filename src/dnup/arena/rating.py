"""Ratings for games with any number of players: openskill's Plackett–Luce model."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from dnup.arena.game import GameResult
from dnup.extras import need

if TYPE_CHECKING:
    from openskill.models import PlackettLuce


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength `mu`, 25 before the first game, and its standard deviation `sigma`."""

    mu: float
    sigma: float


def check_openskill() -> None:
    """Raise a `ValueError` that says what to install if openskill is missing."""
    _model()


def rate(bots: int, results: Iterable[GameResult]) -> tuple[Rating, ...]:
    """The ratings after these games, in this order; players are ranked by their points in a game.

    A bot with several seats of a game gets the mean of their ratings.
    """
    model = _model()
    ratings = [model.rating() for _ in range(bots)]
    for result in results:
        ranks = [float(sum(other > points for other in result.points)) for points in result.points]
        teams = model.rate(
            [[model.create_rating([ratings[bot].mu, ratings[bot].sigma])] for bot in result.bots], ranks
        )
        for bot in set(result.bots):
            own = [team[0] for team, seat in zip(teams, result.bots, strict=True) if seat == bot]
            ratings[bot] = model.create_rating(
                [fmean(one.mu for one in own), fmean(one.sigma for one in own)]
            )
    return tuple(Rating(rating.mu, rating.sigma) for rating in ratings)


def _model() -> PlackettLuce:
    models = need("openskill.models", "arena", "the arena's rating")
    # Bots do not change between games as people do, so sigma does not grow (tau = 0).
    model: PlackettLuce = models.PlackettLuce(tau=0.0)
    return model
