"""Whether a review tells skill from luck: make study-proof.

Plays matches of mixed levels, reviews them, and says what each level loses a decision, whether luck is 0 on average,
and whether who lost less won more. What was played is kept, a line a match: so it can be
stopped, and goes on from there.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
from rich.console import Console

import dnup
from dnup.analysis import grading
from dnup.cards.deck import DEFAULT_DECK, load_deck
from dnup.commands.progress import progress_bar
from dnup.review import BaselineComparison, Reviewer
from dnup.search.tree import Rates

LEVELS: Final = {
    "random": "random",
    "easy": "easy",
    "medium": "medium",
    "hard": "hard",
    "expert": "search:20000",
}
"""An expert thinks in iterations here, as much as in its time on a quiet core or less."""

TRIES_IN_TRUTH: Final = 16
"""Tries of a decision per evaluation of its move in the true world."""


def line_ups(players: int) -> Iterator[tuple[str, ...]]:
    """Every choice of levels in turn, each time from another seat on."""
    chosen = list(itertools.combinations(LEVELS, players))
    for number in itertools.count():
        names = chosen[number % len(chosen)]
        turn = number // len(chosen) % players
        yield names[turn:] + names[:turn]


def play(
    players: int, seed: int, names: tuple[str, ...], effort: int, *, deck: str, only_luck: bool = False
) -> dict[str, Any]:
    """One match, reviewed; if only luck is asked for, no move is rated, but each is weighed in the true world, too."""
    record = dnup.play_match([LEVELS[name] for name in names], seed=seed, deck=deck)
    reviewer = Reviewer(record, seed)
    truth: Rates = np.zeros((players, 2))
    if only_luck:
        reviewer.estimate_luck(effort)
        truth = in_truth(reviewer, effort)
    else:
        for _ in reviewer.think(effort, verdicts=False):
            pass
    judged = reviewer.review()
    seats = []
    for seat, name, (own, others) in zip(judged.seats, names, truth.tolist(), strict=True):
        account, rating = judged.account(seat), judged.rating(seat)
        seats.append(
            {
                "level": name,
                "lost": rating.lost,
                "decisions": rating.decisions,
                "marks": rating.marks,
                "luck": account.luck + account.cards,
                "own": account.decisions,
                "own_true": own,
                "luck_true": account.result - account.fair - own - others,
                "result": account.result,
            }
        )
    return {"players": players, "seed": seed, "effort": effort, "seats": seats}


def in_truth(reviewer: Reviewer, effort: int) -> Rates:
    """By seat what its own moves and those of the others were worth in the true world, against usual play."""
    players = len(reviewer.record.players)
    found: Rates = np.zeros((players, 2))
    said: Rates = np.zeros(grading.GRADE_COLUMNS)
    for at, values in enumerate(reviewer._open_hand):
        comparison = BaselineComparison(values.view, values.made, reviewer.seed + at)
        comparison.think(-(-effort // TRIES_IN_TRUTH), values.worlds)
        grading.grade_against_baseline(comparison.trial, players, said)
        gains = said[grading.BASELINE_AFTER :][:players] - said[grading.BASELINE :][:players]
        own = np.arange(players) == values.view.seats.index(values.view.turn or "")
        found[:, 0] += gains * own
        found[:, 1] += gains * ~own
    level = float(found[:, 0].mean())  # as in the account: play counts against the level of the table
    found[:, 0] -= level
    found[:, 1] += level
    return found


def report_luck(matches: list[dict[str, Any]], players: int) -> Iterator[str]:
    """The luck of each level, as rows of a page."""
    yield f"{len(matches)} matches of {players}, {matches[0]['effort']} tries a decision"
    yield ""
    yield "| level | own play | own play, true | luck | luck with all hands open | won |"
    yield "|---|---|---|---|---|---|"
    for level in LEVELS:
        seats = [seat for match in matches for seat in match["seats"] if seat["level"] == level]
        told = [mean(seat[part] for seat in seats) for part in ("own", "own_true", "luck", "luck_true")]
        won, _ = mean(seat["result"] for seat in seats)
        cells = " | ".join(f"{100 * value:+.1f} ± {100 * half:.1f}" for value, half in told)
        yield f"| `{level}` | {cells} | {100 * won:.0f} % |"


def mean(values: Iterable[float]) -> tuple[float, float]:
    """A mean, and half of its 95 % interval."""
    numbers = np.array(list(values), np.float64)
    return float(numbers.mean()), float(1.96 * numbers.std(ddof=1) / np.sqrt(len(numbers)))


def report(matches: list[dict[str, Any]], players: int) -> Iterator[str]:
    """What they show, as rows of a page."""
    by_level: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for match in matches:
        for seat in match["seats"]:
            by_level[seat["level"]].append(seat)
    yield f"{len(matches)} matches of {players}, {matches[0]['effort']} tries a decision"
    yield ""
    yield "| level | lost a decision | inaccuracies | mistakes | blunders | luck | won |"
    yield "|---|---|---|---|---|---|---|"
    for level in LEVELS:
        seats = by_level[level]
        decisions = sum(seat["decisions"] for seat in seats)
        lost = sum(seat["lost"] for seat in seats) / decisions
        # The error of a ratio, match by match.
        rest = [seat["lost"] - lost * seat["decisions"] for seat in seats]
        error = 1.96 * float(np.sqrt(np.sum(np.square(rest)))) / decisions
        luck, doubt = mean(seat["luck"] for seat in seats)
        won, _ = mean(seat["result"] for seat in seats)
        marks = [
            f"{100 * sum(seat['marks'][mark] for seat in seats) / decisions:.1f} %"
            for mark in ("inaccuracy", "mistake", "blunder")
        ]
        yield (
            f"| `{level}` | {100 * lost:.2f} ± {100 * error:.2f} | {' | '.join(marks)} | "
            f"{100 * luck:+.1f} ± {100 * doubt:.1f} | {100 * won:.0f} % |"
        )
    yield ""
    told = [skill_told(match) for match in matches]
    share, half = mean(told)
    yield (
        f"Who lost least a decision won {100 * share:.0f} ± {100 * half:.0f} % of the matches "
        f"(by chance {100 / players:.0f} %)."
    )
    plain = [seat["result"] - 1 / players for match in matches for seat in match["seats"]]
    adjusted = [seat["result"] - seat["luck"] - 1 / players for match in matches for seat in match["seats"]]
    within = within_levels(matches)
    yield (
        f"Between the same levels, results vary by {np.var(plain):.3f} in all, without luck by {np.var(adjusted):.3f}; "
        f"within a line-up a luck-adjusted result needs {100 * within:.0f} % of the games."
    )


def skill_told(match: dict[str, Any]) -> float:
    """Whether who lost least a decision has won; shared if several did."""
    each = [seat["lost"] / max(1, seat["decisions"]) for seat in match["seats"]]
    best = [seat["result"] for seat, lost in zip(match["seats"], each, strict=True) if lost == min(each)]
    return float(sum(best)) / len(best)


def within_levels(matches: list[dict[str, Any]]) -> float:
    """The variance of luck-adjusted results by that of plain ones, each within a line-up."""
    groups: dict[tuple[str, ...], list[tuple[float, float]]] = defaultdict(list)
    for match in matches:
        for seat in match["seats"]:
            key = (seat["level"], *sorted(other["level"] for other in match["seats"]))
            groups[key].append((seat["result"], seat["result"] - seat["luck"]))
    plain = adjusted = 0.0
    for pairs in groups.values():
        if len(pairs) > 1:
            results, without = np.array(pairs).T
            plain += float(np.var(results, ddof=1)) * len(pairs)
            adjusted += float(np.var(without, ddof=1)) * len(pairs)
    return adjusted / plain


def main() -> int:
    parser = argparse.ArgumentParser(prog="make study-proof", description=__doc__)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument(
        "--deck", default=DEFAULT_DECK, metavar="NAME|FILE", help=f"which cards ({DEFAULT_DECK})"
    )
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--effort", type=int, default=8000)
    parser.add_argument(
        "--first", type=int, default=0, metavar="SEED", help="of the first match; 0 unless told"
    )
    parser.add_argument(
        "--only-luck", action="store_true", help="rate no moves, and weigh them in the true world, too"
    )
    parser.add_argument("--kept", type=Path, default=None, metavar="FILE")
    options = parser.parse_args()
    deck = load_deck(options.deck)
    what = "luck" if options.only_luck else "proof"
    kept: Path = options.kept or Path(f"build/study-{what}-{deck.fingerprint(options.players)}.jsonl")
    kept.parent.mkdir(parents=True, exist_ok=True)
    matches = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []
    ups = itertools.islice(line_ups(options.players), len(matches), options.matches)
    with progress_bar(Console(stderr=True), "matches", options.matches) as advance, kept.open("a") as file:
        advance(len(matches))
        for number, names in enumerate(ups, len(matches)):
            seed = options.first + number
            only_luck = options.only_luck
            match = play(options.players, seed, names, options.effort, deck=options.deck, only_luck=only_luck)
            matches.append(match)
            file.write(json.dumps(matches[-1]) + "\n")
            file.flush()
            advance(1)
    told = report_luck if options.only_luck else report
    print("\n".join(told(matches, options.players)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
