"""Results of the benchmark: scores with intervals, and their JSON form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from dnup.arena.intervals import Interval, ratio

FORMAT: Final = "dnup-benchmark"


class ResultError(ValueError):
    """A file that is not a result of the benchmark; the message says why."""


@dataclass(frozen=True)
class Part:
    """A part of a score: one opponent, one number of players, one deck.

    `low` and `high` are the bounds of the 95 % confidence interval; None if there were too few observations.

    >>> import dnup.benchmark
    >>> result = dnup.benchmark.run("greedy", ["exploitability"], quick=True, workers=1)
    >>> [(part.name, part.count) for part in result.scores[0].parts]
    [('three cards', 77), ('four cards', 672)]
    """

    name: str
    mean: float
    low: float | None
    high: float | None
    count: int
    """Observations: rounds of play, decisions, cards, or infosets."""
    note: str = ""

    @classmethod
    def of(cls, name: str, interval: Interval, count: int, note: str = "") -> Part:
        """A part from its interval."""
        return cls(name, interval.mean, interval.low, interval.high, count, note)


@dataclass(frozen=True)
class Score:
    """The score of a bot in a task.

    `mean` is None if the bot has none, and `note` says why. `complete` is false if time ran out: the score is then
    that of fewer observations.

    >>> import dnup.benchmark
    >>> score = dnup.benchmark.run("greedy", ["exploitability"], quick=True, workers=1).scores[0]
    >>> score.task, score.better, score.complete
    ('exploitability', 'less', True)
    """

    task: str
    unit: str
    better: str
    """`more` or `less`."""
    mean: float | None
    low: float | None
    high: float | None
    count: int
    complete: bool
    """Whether all of it was measured; false if time ran out."""
    seconds: float
    parts: tuple[Part, ...] = ()
    note: str = ""

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Score:
        """A score from its JSON data."""
        parts = tuple(Part(**part) for part in data["parts"])
        return cls(**{**data, "parts": parts})


@dataclass(frozen=True)
class BenchmarkResult:
    """A bot's scores in the tasks of one version of the benchmark.

    >>> import dnup.benchmark
    >>> result = dnup.benchmark.run("greedy", ["exploitability"], quick=True, workers=1)
    >>> result.scores[0].task, 0 <= result.scores[0].mean < 1
    ('exploitability', True)
    """

    bot: str
    version: int
    dnup: str
    quick: bool
    scores: tuple[Score, ...]
    command: str = ""
    date: str = ""
    machine: Mapping[str, Any] = field(default_factory=dict)
    about: str = ""
    """Where the bot comes from, for the leaderboard."""

    @property
    def complete(self) -> bool:
        """Whether every score was measured in full."""
        return not self.quick and all(score.complete for score in self.scores)

    def score(self, task: str) -> Score | None:
        """The score of a task; None if the task was not run."""
        return next((score for score in self.scores if score.task == task), None)

    def to_json(self) -> dict[str, Any]:
        """This result as JSON data."""
        return {"format": FORMAT, **asdict(self)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> BenchmarkResult:
        """A result from its JSON data; anything else is a `ValueError`."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise ResultError(f"this is not a result of dnup benchmark: it has no format {FORMAT!r}")
        fields = {name: value for name, value in data.items() if name != "format"}
        try:
            return cls(**{**fields, "scores": tuple(map(Score.from_json, data["scores"]))})
        except (LookupError, TypeError) as error:
            raise ResultError(f"this is not a result of dnup benchmark: {error}") from None


def mean_of(clusters: Sequence[tuple[float, float]]) -> tuple[Interval | None, int]:
    """The mean of sums and counts by cluster of dependent observations, and the number of observations."""
    if not clusters:
        return None, 0
    sums, counts = zip(*clusters, strict=True)
    return ratio(sums, counts), round(sum(counts))
