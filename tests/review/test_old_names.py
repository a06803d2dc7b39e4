"""Names of the version before: they still work, and say what they are called now."""

from __future__ import annotations

import importlib
from types import ModuleType

import pytest

import dnup
from dnup.review import Review

OLD = {
    "Account": "LuckAccount",
    "Appraisal": "MoveValues",
    "Believed": "BeliefGrade",
    "Comparison": "BaselineComparison",
    "HandAppraisal": "HandValue",
    "Judgment": "GradedMove",
    "Opened": "Grade",
    "Reviewing": "Reviewer",
    "Worth": "MoveValue",
}


@pytest.mark.parametrize("old", OLD)
def test_an_old_name_is_the_new_thing_and_warns(old: str) -> None:
    with pytest.warns(
        DeprecationWarning, match=f"dnup.review.{old} is now dnup.review.{OLD[old]};"
    ) as caught:
        assert getattr(dnup.review, old) is getattr(dnup.review, OLD[old])
    assert caught[0].filename == __file__


def test_the_old_module_knows_old_and_new_names() -> None:
    with pytest.warns(DeprecationWarning, match="dnup.study is now dnup.review"):
        study: ModuleType = importlib.reload(importlib.import_module("dnup.study"))
    assert study.Reviewer is dnup.review.Reviewer
    with pytest.warns(DeprecationWarning, match="Reviewing is now"):
        assert study.Reviewing is dnup.review.Reviewer


def test_a_name_that_never_was_is_none() -> None:
    with pytest.raises(AttributeError, match=r"module 'dnup.review' has no attribute 'Nothing'"):
        _ = dnup.review.Nothing


def test_old_attributes_and_arguments() -> None:
    seen: list[float] = []
    record = dnup.play_match(["random", "random"], seed=1)
    with pytest.warns(DeprecationWarning, match="on_progress"):
        made: Review = dnup.review.review(record, effort=1, tell=lambda _, done: seen.append(done))
    assert seen[-1] == 1
    first, values = made.moves[0], dnup.review.MoveValues(made.moves[0].view, made.moves[0].made, seed=1)
    for thing, old, new in (
        (made, "judgments", "moves"),
        (made, "openings", "hand_values"),
        (made, "doubts", "hand_errors"),
        (made, "worth", "score_values"),
        (made, "said", "grades"),
        (first, "worths", "values"),
        (first, "opened", "open_hand"),
        (first, "believed", "belief"),
        (first, "against", "verdict_grade"),
        (first.values[0], "more", "advantage"),
        (values, "settled", "converged"),
    ):
        with pytest.warns(DeprecationWarning, match=f"{type(thing).__name__}.{old} is now .*{new};"):
            assert getattr(thing, old) is getattr(thing, new)
