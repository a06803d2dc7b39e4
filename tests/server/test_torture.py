"""Nothing is lost: the server is killed under load, and all that anyone was told is still there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.torture.killing import torture

KILLS = 50


@pytest.mark.compiled
def test_nothing_is_lost_or_doubled_when_the_server_is_killed(tmp_path: Path) -> None:
    outcome = torture(tmp_path, kills=KILLS, tables=50, seed=7)
    verdict = outcome.verdict
    assert verdict.lost == []
    assert verdict.doubled == []
    assert verdict.problems == []
    assert outcome.complaints == []
    assert outcome.records_verified
    assert verdict.acknowledged > KILLS * 50 / 2, "the tables hardly moved"
    assert verdict.counts["sent again"] > KILLS, "hardly anyone was cut off in the middle of a move"
    assert verdict.games >= 50
