"""Results without luck: what an arena makes of reviews."""

from __future__ import annotations

from pathlib import Path

import pytest

import dnup.arena
from dnup.arena.printed import games_saved
from dnup.study import review

pytestmark = pytest.mark.compiled


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
    saved = games_saved(best)
    assert saved is not None
    assert saved > 1
    results = dnup.arena.results._read_results(Path(kept), settings)[0]
    for result, record in zip(results, dnup.read_records(records), strict=True):
        accounts = [review(record, effort=100).account(seat) for seat in "AB"]
        assert result.luck == tuple(account.cards + account.luck for account in accounts)
    plain = dnup.arena.Settings.of(["random", "medium"], players=2, seed=1)
    with pytest.raises(dnup.arena.ResultsError, match="luck_tries is 100 there and 0 here"):
        dnup.arena.run(plain, games=16, results=kept, resume=True)


def test_luck_is_that_of_matches() -> None:
    with pytest.raises(ValueError, match="luck is taken out of whole matches"):
        dnup.arena.Settings.of(["random", "medium"], players=2, rounds=True, luck_tries=100)
