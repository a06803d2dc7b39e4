"""The second and the third verdict, each on a move of a match that is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

import dnup
from dnup.review import GradedMove, review
from dnup.review.estimators import key_evidence

MATCH = Path(__file__).parents[1] / "data" / "verdicts.jsonl"

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def moves() -> dict[tuple[int, int], GradedMove]:
    (record,) = dnup.read_records(MATCH)
    graded = review(record, effort=1500, seed=1).moves
    return {(one.round_number, one.number): one for one in graded}


def test_wrong_only_by_what_a_move_told(moves: dict[tuple[int, int], GradedMove]) -> None:
    one = moves[1, 14]
    assert one.verdict == "told"
    assert (one.seat, str(one.made), one.mark) == ("A", "play 7/1 7/2 7/9", "fine")
    assert one.belief is not None
    assert str(one.belief.best) == "play 7/1 7/2"
    assert one.belief.loss > 2 * one.belief.error
    assert one.verdict_grade is one.belief


def test_the_move_of_another_that_told_most(moves: dict[tuple[int, int], GradedMove]) -> None:
    """B rotated where it should have taken: an earlier move of A speaks most for that."""
    one = moves[2, 24]
    best = dnup.parse_move("take A2")
    told = key_evidence(one.view, one.made, best, seed=1)
    assert told is not None
    assert one.view.history is not None
    assert str(one.view.history[told]) == "A play 2/6"


def test_wrong_only_with_all_cards_open(moves: dict[tuple[int, int], GradedMove]) -> None:
    one = moves[2, 24]
    assert one.verdict == "unlucky"
    assert (str(one.made), one.loss) == ("rotate", 0)
    assert one.open_hand is not None
    assert str(one.open_hand.best) == "take A2"
    assert one.open_hand.mark == "blunder"
    assert one.open_hand.loss > 2 * one.open_hand.error
    assert one.verdict_grade is one
