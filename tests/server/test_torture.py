"""Nothing is lost: the server is killed under load, and all that anyone was told is still there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.torture.killing import torture


@pytest.mark.compiled
@pytest.mark.parametrize("kills", [12, pytest.param(50, marks=pytest.mark.slow)])
def test_nothing_is_lost_or_doubled_when_the_server_is_killed(tmp_path: Path, kills: int) -> None:
    outcome = torture(tmp_path, kills=kills, tables=50, seed=7)
    verdict = outcome.verdict
    assert verdict.lost == []
    assert verdict.doubled == []
    assert verdict.problems == []
    assert outcome.complaints == []
    assert outcome.records_verified
    assert verdict.acknowledged > kills * 50 / 2, "the tables hardly moved"
    assert verdict.counts["sent again"] > kills, "hardly anyone was cut off in the middle of a move"
    assert verdict.games >= 50
