"""The second and the third verdict, each on a move of a match that is kept: `easy` against `medium`."""

from __future__ import annotations

from pathlib import Path

import pytest

import dnup
from dnup.review import GradedMove, review
from dnup.review.estimators import key_evidence

MATCH = Path(__file__).parents[1] / "data" / "verdicts.jsonl"

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def matches() -> list[dict[tuple[int, int], GradedMove]]:
    return [
        {(one.round_number, one.number): one for one in review(record, effort=1500, seed=1).moves}
        for record in dnup.read_records(MATCH)
    ]


def test_wrong_only_by_what_a_move_told(matches: list[dict[tuple[int, int], GradedMove]]) -> None:
    one = matches[1][3, 6]
    assert one.verdict == "told"
    assert (one.seat, str(one.made), one.mark) == ("A", "take B1", "fine")
    assert one.belief is not None
    assert str(one.belief.best) == "play 7/1"
    assert one.belief.loss > 2 * one.belief.error
    assert one.verdict_grade is one.belief


def test_the_move_of_another_that_told_most(matches: list[dict[tuple[int, int], GradedMove]]) -> None:
    """B rotated where it should have taken: an earlier move of A speaks most for that."""
    one = matches[0][2, 24]
    best = dnup.parse_move("take A2")
    told = key_evidence(one.view, one.made, best, seed=1)
    assert told is not None
    assert one.view.history is not None
    assert str(one.view.history[told]) == "A play 2/6"


def test_wrong_only_with_all_cards_open(matches: list[dict[tuple[int, int], GradedMove]]) -> None:
    one = matches[1][3, 1]
    assert one.verdict == "unlucky"
    assert (str(one.made), one.loss) == ("play 8/1 8/7", 0)
    assert one.open_hand is not None
    assert str(one.open_hand.best) == "play 6/3"
    assert one.open_hand.mark == "blunder"
    assert one.open_hand.loss > 2 * one.open_hand.error
    assert one.verdict_grade is one
