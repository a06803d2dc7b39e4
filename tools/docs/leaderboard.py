"""Write docs/leaderboard.md from the results in benchmarks/leaderboard: python -m tools.docs.leaderboard."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from dnup.benchmark import BenchmarkResult, Score
from dnup.benchmark.runner import TASKS, VERSION
from tools import ROOT

PAGE: Final = ROOT / "docs" / "leaderboard.md"
RESULTS: Final = ROOT / "benchmarks" / "leaderboard"

HEAD: Final = """\
# The leaderboard

Scores of bots in version {version} of [the benchmark](benchmark.md), which says what each task measures. Every line
comes from one file in [`benchmarks/leaderboard`](../benchmarks/leaderboard), and `python -m tools.docs.leaderboard`
writes this page. [How to add a line](recipes.md#add-a-line-to-the-leaderboard).

- ↑ more is better, ↓ less is better. ± is half of the 95 % confidence interval.
- Lines are in the order of *head to head*, those without it last.
- Not measured yet: {missing}. A line takes from minutes to hours of one processor.
- `–`: the bot has no such score. Empty: not measured yet. `*`: time ran out, the score is that of fewer observations.
"""

COLUMNS: Final = {
    "head to head": "head to head ↑ %",
    "table": "table ↑",
    "decisions": "decisions ↓ points",
    "beliefs": "beliefs ↓ bits",
    "exploitability": "exploitability ↓",
    "transfer": "transfer ↑ %",
}
"""The heading of each task's column, in the order of the columns."""

WANTED: Final = {
    "search": "`search`",
    "champion": "`champion`",
    "instinct": "`instinct`",
    "ppo": "PPO",
    "deep_cfr": "Deep CFR",
}
"""Bots that should have a line: a part of their name in results, and what the page calls them."""

NO_BREAK: Final = "\N{NO-BREAK SPACE}"

PERCENT: Final = frozenset({"head to head", "transfer"})


def read_results(folder: Path = RESULTS) -> list[BenchmarkResult]:
    """All results of this version, the best in *head to head* first."""
    results = []
    for file in sorted(folder.glob("*.json")):
        try:
            result = BenchmarkResult.from_json(json.loads(file.read_text(encoding="utf-8")))
        except ValueError as error:
            raise ValueError(f"{file.name}: {error}") from None
        if result.version != VERSION:
            raise ValueError(
                f"{file.name} is a result of version {result.version} of the benchmark, and this is version {VERSION}"
            )
        if result.quick:
            raise ValueError(f"{file.name} is a quick check; the leaderboard has whole results only")
        results.append(result)
    return sorted(results, key=_strength, reverse=True)


def page(results: list[BenchmarkResult]) -> str:
    """The whole page."""
    assert tuple(COLUMNS) == TASKS
    missing = [text for name, text in WANTED.items() if not any(name in result.bot for result in results)]
    lines = [
        HEAD.format(version=VERSION, missing=", ".join(missing) or "nothing that is planned"),
        f"| bot | {' | '.join(COLUMNS.values())} |",
        "|---" + "|--:" * len(COLUMNS) + "|",
    ]
    for result in results:
        cells = [_cell(result.score(task)) for task in COLUMNS]
        lines.append(f"| `{result.bot}` | {' | '.join(cells)} |")
    lines += ["", "## Against each opponent", "", *_opponents(results), "", "## How each was measured", ""]
    lines += [
        "The load is that of the whole machine in the last minute of the measurement, other work included. It does",
        "not change scores: they count rounds and decisions, and the search in equal time is given processor time.",
        "Only bots that think by the clock are weaker on a busy machine.",
        "",
    ]
    lines += ["| bot | command | dnup | date | machine | about |", "|---|---|---|---|---|---|"]
    for result in results:
        machine = result.machine
        where = f"{machine.get('processor', '')}, {machine.get('cores', '')} cores, Python {machine.get('python', '')}"
        if machine.get("load") is not None:
            where += f", load {machine['load']}"
        lines.append(
            f"| `{result.bot}` | `{result.command}` | {result.dnup} | {result.date} | {where} | {result.about} |"
        )
    return "\n".join(lines) + "\n"


def _opponents(results: list[BenchmarkResult]) -> list[str]:
    """The parts of *head to head*: the last one, a search in equal processor time, differs from bot to bot."""
    names: list[str] = []
    for result in results:
        score = result.score("head to head")
        names += [part.name for part in (score.parts[:-1] if score else ()) if part.name not in names]
    lines = [
        "The share of rounds won, in per cent. The last column is a plain search with the processor time per move of",
        "the bot itself, on the machine of the measurement; it is not part of the score.",
        "",
        f"| bot | {' | '.join(names)} | a search in equal time |",
        "|---" + "|--:" * (len(names) + 1) + "|",
    ]
    for result in results:
        score = result.score("head to head")
        if score is None:
            continue
        found = {part.name: part for part in score.parts}
        cells = [f"{100 * found[name].mean:.1f}" if name in found else "–" for name in names]
        equal = next((part for name, part in found.items() if name.startswith("search, ")), None)
        last = "–" if equal is None else f"{100 * equal.mean:.1f} ({equal.name.removeprefix('search, ')})"
        lines.append(f"| `{result.bot}` | {' | '.join(cells)} | {last} |")
    return lines


def _cell(score: Score | None) -> str:
    if score is None:
        return ""
    if score.mean is None:
        return "–"
    scale, digits = (100, 1) if score.task in PERCENT else (1, 3 if score.mean < 10 else 2)
    text = f"{scale * score.mean:.{digits}f}"
    if score.low is not None and score.high is not None:
        text += f"{NO_BREAK}±{NO_BREAK}{scale * (score.high - score.low) / 2:.{digits}f}"
    return text if score.complete else f"{text} *"


def _strength(result: BenchmarkResult) -> float:
    score = result.score("head to head")
    return -1.0 if score is None or score.mean is None else score.mean


def main() -> None:
    PAGE.write_text(page(read_results()), encoding="utf-8")
    print(f"wrote {PAGE}")


if __name__ == "__main__":
    main()
