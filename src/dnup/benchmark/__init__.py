"""A benchmark of bots: six frozen tasks, each with a score and its 95 % confidence interval."""

from dnup.benchmark.result import BenchmarkResult, Part, Score
from dnup.benchmark.runner import run

__all__ = ["BenchmarkResult", "Part", "Score", "run"]
