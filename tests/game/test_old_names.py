"""Names that have changed work for one more version, with a warning that says the new one."""

from __future__ import annotations

import pytest

import dnup


def test_outcome_is_effects() -> None:
    with pytest.warns(DeprecationWarning, match="dnup.Outcome is now dnup.Effects"):
        assert dnup.Outcome is dnup.Effects  # type: ignore[attr-defined]
    position = dnup.Round.deal(players=3, seed=147)
    with pytest.warns(DeprecationWarning, match=r"Round.outcome is now Round.effects"):
        assert position.outcome("play 1/5") == position.effects("play 1/5")


def test_the_points_of_a_match_are_its_score() -> None:
    match = dnup.Match.new(players=3, seed=1).play("greedy")
    with pytest.warns(DeprecationWarning, match="Match.points is now Match.score"):
        assert match.points == match.score


def test_they_are_not_listed() -> None:
    assert "Outcome" not in dir(dnup)
    assert "Outcome" not in dnup.__all__
