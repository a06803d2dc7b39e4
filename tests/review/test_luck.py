"""Results without luck: what an arena makes of reviews."""

from __future__ import annotations

import random
import statistics
from pathlib import Path

import pytest

import dnup.arena
from dnup.arena.game import GameResult
from dnup.arena.intervals import control_variate
from dnup.arena.output import games_saved
from dnup.arena.report import Report
from dnup.arena.times import MoveTimes
from dnup.review import review


@pytest.mark.compiled
def test_an_arena_takes_luck_out(tmp_path: Path) -> None:
    settings = dnup.arena.Settings.of(["random", "medium"], players=2, seed=1, luck_tries=100)
    kept, records = str(tmp_path / "results.jsonl"), str(tmp_path / "records.jsonl")
    report = dnup.arena.run(settings, games=16, workers=1, results=kept, records=records)
    best, other = report.bots
    assert best.name == "medium"
    assert best.without_luck is not None
    assert other.without_luck is not None
    # What one wins by skill, the other loses.
    assert best.without_luck.mean > 0.5 > other.without_luck.mean
    results = dnup.arena.results._read_results(Path(kept), settings)[0]
    for result, record in zip(results, dnup.read_records(records), strict=True):
        accounts = [review(record, effort=100).account(seat) for seat in "AB"]
        assert result.luck == tuple(account.cards + account.luck for account in accounts)
    plain = dnup.arena.Settings.of(["random", "medium"], players=2, seed=1)
    with pytest.raises(dnup.arena.ResultsError, match="luck_tries is 100 there and 0 here"):
        dnup.arena.run(plain, games=16, results=kept, resume=True)


def test_luck_that_explains_results_leaves_less_to_vary() -> None:
    settings = dnup.arena.Settings.of(["random", "medium"], players=2, luck_tries=1)
    chance = random.Random(1)
    results = []
    for game in range(200):
        bots = (game % 2, 1 - game % 2)
        luck = chance.uniform(-0.5, 0.5)
        winner = 0 if luck + chance.uniform(-0.2, 0.2) > 0 else 1
        results.append(
            GameResult(
                game=game,
                deal=game // 2,
                bots=bots,
                result="won",
                winner="AB"[winner],
                points=(2 - 2 * winner, 2 * winner),
                rounds=2,
                first_out=(2 - 2 * winner, 2 * winner),
                abandoned=0,
                times=(MoveTimes(), MoveTimes()),
                faults=({}, {}),
                last_words=("", ""),
                luck=(luck, -luck),
            )
        )
        assert GameResult.from_json(results[-1].to_json()) == results[-1]
    for bot in Report.of(settings, results).bots:
        assert bot.won is not None
        assert bot.without_luck is not None
        assert bot.without_luck.mean == pytest.approx(bot.won.mean, abs=0.1)
        saved = games_saved(bot)
        assert saved is not None
        assert saved > 2


def test_what_explains_nothing_makes_no_interval_narrower() -> None:
    chance = random.Random(3)
    narrower = []
    for _ in range(200):
        wins = [float(chance.random() < 0.5) for _ in range(20)]
        luck = [chance.uniform(-1, 1) for _ in range(20)]
        narrower.append(statistics.variance(control_variate(wins, luck)) / statistics.variance(wins))
    assert statistics.mean(narrower) > 1  # with the deals' own word it would be below, for nothing


def test_luck_is_that_of_matches() -> None:
    with pytest.raises(ValueError, match="luck is taken out of whole matches"):
        dnup.arena.Settings.of(["random", "medium"], players=2, single_rounds=True, luck_tries=100)
