"""Statistics over reviewed games of one player: how well they decide, what costs most, and how much was luck.

The page shows the same numbers (`web/stats/numbers.js`); `tests/data/statistics.json` holds cases that both pass.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from dnup.analysis.grading import LEVEL_LOSSES
from dnup.review.enums import ReasonKind, Verdict
from dnup.review.rating import LEVELS

if TYPE_CHECKING:
    from dnup.game.move import Move
    from dnup.review.graded_move import GradedMove
    from dnup.review.match_review import Review

KINDS: Final = ("rotate", "take", "add", "hold_back", "memory", "reading", "endgame")
"""The kinds of decisions. A decision may be of several kinds."""

ENDGAME_CARDS: Final = 4
"""In the endgame a hand has at most this many cards."""

REMEMBERED: Final = (ReasonKind.KNOWN_TO_BEAT, ReasonKind.UNBEATABLE)
"""Two facts that only a player who remembers the cards can know."""

WIDE: Final = 1.96
"""95 of 100 results are within this many standard errors."""

WINDOW: Final = 10
"""The running mean is over this many games; with fewer, nothing is said."""


@dataclass(frozen=True, slots=True)
class Cost:
    """How often there was a decision of a kind, and what it cost in chances to win."""

    count: int = 0
    lost: float = 0.0

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.count + other.count, self.lost + other.lost)


@dataclass(frozen=True, slots=True)
class GameSummary:
    """What a review says about one player of a game.

    >>> record = dnup.play_match(["easy", "hard"], seed=1)
    >>> game = dnup.review.summarize(dnup.review.review(record, effort=200), "A")
    >>> game.players, game.won, game.decisions > 10, list(game.kinds)[:2]
    (2, False, True, ['rotate', 'take'])
    """

    players: int
    won: bool
    decisions: int
    lost: float
    """The sum of the losses of its decisions."""
    kinds: dict[str, Cost]
    fair: float
    """The chance to win before the cards were dealt."""
    play: float
    """Own and others' play, in chances to win."""
    luck: float
    """Cards and luck."""


@dataclass(frozen=True, slots=True)
class Loss:
    """Loss per decision over some games, and its standard error: None if there is only one game."""

    games: int
    decisions: int
    mean: float
    error: float | None

    def to_json(self) -> dict[str, Any]:
        """The numbers as JSON data."""
        return {
            "games": self.games,
            "decisions": self.decisions,
            "mean": self.mean,
            "error": self.error,
        }


def kinds_of(one: GradedMove) -> tuple[str, ...]:
    """What kinds of decision a graded move was."""
    verbs = {one.made.verb, one.best.verb}
    largest = max(_size(value.move) for value in one.values)
    found = {
        "rotate": "rotate" in verbs,
        "take": "take" in verbs,
        "add": "add" in verbs,
        "hold_back": 0 < _size(one.best) < largest,
        "memory": any(reason.kind in REMEMBERED for reason in one.why),
        "reading": one.verdict is Verdict.TOLD,
        "endgame": len(one.view.hand) <= ENDGAME_CARDS,
    }
    return tuple(kind for kind in KINDS if found[kind])


def _size(move: Move) -> int:
    return len(move.cards) if move.verb == "play" else 0


def summarize(review: Review, seat: str) -> GameSummary:
    """What a review says about a seat.

    >>> record = dnup.play_match(["easy", "hard"], seed=1)
    >>> game = dnup.review.summarize(dnup.review.review(record, effort=200), "B")
    >>> game.won, game.fair + game.play + game.luck > 0.999
    (True, True)
    """
    kinds = {kind: Cost() for kind in KINDS}
    for one in review.moves:
        if one.seat != seat or not one.is_decision:
            continue
        for kind in kinds_of(one):
            believed = one.belief.loss if one.belief is not None else 0.0
            kinds[kind] += Cost(1, believed if kind == "reading" else one.loss)
    rating, account = review.rating(seat), review.account(seat)
    return GameSummary(
        players=len(review.record.players),
        won=review.record.winner == seat,
        decisions=rating.decisions,
        lost=rating.lost,
        kinds=kinds,
        fair=account.fair,
        play=account.decisions + account.gifts,
        luck=account.cards + account.luck,
    )


def win_rate(won: int, played: int) -> tuple[float, float, float]:
    """How often somebody wins, with the 95 % confidence interval (Wilson score interval).

    >>> [round(rate, 2) for rate in dnup.review.win_rate(5, 10)]
    [0.5, 0.24, 0.76]
    """
    if not played:
        return 0.0, 0.0, 1.0
    rate = won / played
    squared = WIDE * WIDE
    middle = (rate + squared / (2 * played)) / (1 + squared / played)
    spread = math.sqrt(rate * (1 - rate) / played + squared / (4 * played * played))
    half = WIDE / (1 + squared / played) * spread
    return rate, max(0.0, middle - half), min(1.0, middle + half)


def loss_per_decision(games: Sequence[GameSummary]) -> Loss:
    """Loss per decision over games, with its standard error as the games differ (a ratio estimate)."""
    decisions = sum(game.decisions for game in games)
    mean = sum(game.lost for game in games) / decisions if decisions else 0.0
    squares = sum((game.lost - mean * game.decisions) ** 2 for game in games)
    count = len(games)
    error = math.sqrt(squares * count / (count - 1)) / decisions if count > 1 and decisions else None
    return Loss(count, decisions, mean, error)


def trend(games: Sequence[GameSummary]) -> list[Loss]:
    """The mean up to each game, over the last ten; the oldest game first."""
    return [loss_per_decision(games[max(0, i + 1 - WINDOW) : i + 1]) for i in range(len(games))]


def improvement(games: Sequence[GameSummary]) -> tuple[Loss, Loss, bool] | None:
    """The first and the last ten games, and whether chance does not explain the difference; None for too few games."""
    if len(games) < 2 * WINDOW:
        return None
    first, last = loss_per_decision(games[:WINDOW]), loss_per_decision(games[-WINDOW:])
    error = math.hypot(first.error or 0.0, last.error or 0.0)
    return first, last, abs(first.mean - last.mean) > 2 * error


def level_losses(games: Sequence[GameSummary]) -> dict[str, float]:
    """What every level loses per decision with these numbers of players, as often as they were played."""
    pairs = sum(game.decisions for game in games if game.players == 2)
    decisions = sum(game.decisions for game in games)
    share = pairs / decisions if decisions else 0.0
    two, more = LEVEL_LOSSES.tolist()
    return {
        level: share * two[i] + (1 - share) * more[i] for i, level in enumerate(LEVELS) if level != "random"
    }


def costs(games: Sequence[GameSummary]) -> list[tuple[str, int, float, float | None]]:
    """Every kind of decision with its number, what it costs in a game and the standard error; the costliest first."""
    count = len(games)
    rows: list[tuple[str, int, float, float | None]] = []
    for kind in KINDS:
        lost = [game.kinds[kind].lost for game in games]
        mean = sum(lost) / count if count else 0.0
        squares = sum((one - mean) ** 2 for one in lost)
        error = math.sqrt(squares / (count - 1) / count) if count > 1 else None
        rows.append((kind, sum(game.kinds[kind].count for game in games), mean, error))
    return sorted(rows, key=lambda row: -row[2])


def luck(games: Iterable[GameSummary]) -> tuple[list[float], list[float]]:
    """Luck added up game by game, in wins, and how far chance alone may take it in 95 of 100 cases.

    Luck has mean zero in every game, so its squares add up to the variance of the sum.
    """
    walk: list[float] = []
    squares: list[float] = []
    for game in games:
        walk.append((walk[-1] if walk else 0.0) + game.luck)
        squares.append((squares[-1] if squares else 0.0) + game.luck**2)
    return walk, [WIDE * math.sqrt(one) for one in squares]


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics of one player over some games.

    >>> records = [dnup.play_match(["easy", "hard"], seed=n) for n in range(3)]
    >>> games = [dnup.review.summarize(dnup.review.review(one, effort=100), "B") for one in records]
    >>> statistics = dnup.review.Statistics("hard", tuple(games))
    >>> statistics.to_json()["won"], statistics.loss.games
    (3, 3)
    """

    player: str
    games: tuple[GameSummary, ...]

    @property
    def loss(self) -> Loss:
        """Loss per decision over all games."""
        return loss_per_decision(self.games)

    @property
    def won(self) -> int:
        """The number of games won."""
        return sum(game.won for game in self.games)

    @property
    def like(self) -> str:
        """The level that loses about as much per decision."""
        losses = level_losses(self.games)
        return min(losses, key=lambda level: abs(losses[level] - self.loss.mean))

    def to_json(self) -> dict[str, Any]:
        """All numbers as JSON data, as the page computes them."""
        rate, low, high = win_rate(self.won, len(self.games))
        walk, chance = luck(self.games)
        better = improvement(self.games)
        return {
            "player": self.player,
            "games": len(self.games),
            "won": self.won,
            "win_rate": {"rate": rate, "low": low, "high": high},
            "loss_per_decision": self.loss.to_json(),
            "like": self.like,
            "levels": level_losses(self.games),
            "trend": [one.to_json() for one in trend(self.games)],
            "improvement": None
            if better is None
            else {"first": better[0].to_json(), "last": better[1].to_json(), "sure": better[2]},
            "kinds": [
                {"kind": kind, "count": count, "per_game": mean, "error": error}
                for kind, count, mean, error in costs(self.games)
            ],
            "fair": sum(game.fair for game in self.games),
            "play": sum(game.play for game in self.games),
            "luck": walk[-1] if walk else 0.0,
            "luck_range": chance[-1] if chance else 0.0,
        }
