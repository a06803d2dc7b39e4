"""A rating for games of any number of players: openskill's Plackett–Luce model."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from dnup.arena.game import Result
from dnup.extras import need

if TYPE_CHECKING:
    from openskill.models import PlackettLuce


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength, 25 before the first game, and how unsure it is: two sigma each way is as good as certain."""

    mu: float
    sigma: float


def check_openskill() -> None:
    """A `ValueError` that says what to install, if it is not there."""
    _model()


def rate(bots: int, results: Iterable[Result]) -> tuple[Rating, ...]:
    """The ratings after these games, in this order; whoever made more points in a game was better.

    A bot on several seats of a game gets the mean of what its seats get.
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
    # Bots do not change from game to game as people do, so their sigma is not made larger between games.
    model: PlackettLuce = models.PlackettLuce(tau=0.0)
    return model
