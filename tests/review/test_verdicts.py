"""The second and the third verdict, each on a move of a match that is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

import dnup
from dnup.review import GradedMove, review

MATCH = Path(__file__).parents[1] / "data" / "verdicts.jsonl"

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def moves() -> dict[tuple[int, int], GradedMove]:
    (record,) = dnup.read_records(MATCH)
    graded = review(record, effort=1500, seed=1).moves
    return {(one.round_number, one.number): one for one in graded}


def test_wrong_only_by_what_a_move_told(moves: dict[tuple[int, int], GradedMove]) -> None:
    one = moves[2, 24]
    assert one.verdict == "told"
    assert (one.seat, str(one.made), one.mark, one.loss) == ("B", "rotate", "best", 0)
    assert one.belief is not None
    assert str(one.belief.best) == "take A2"
    assert one.belief.loss > 0.15 + 2 * one.belief.error
    told = one.belief.evidence
    assert told is not None
    assert (told.seat, str(told.move), one.belief.evidence_number) == ("A", "play 2/6", 11)
    assert str(moves[2, 11].made) == "play 2/6"
    assert one.to_json()["believed"]["told"] == {"move": 11, "seat": "A", "made": "play 2/6"}
    assert one.verdict_grade is one.belief


def test_wrong_only_with_all_cards_open(moves: dict[tuple[int, int], GradedMove]) -> None:
    one = moves[2, 2]
    assert one.verdict == "unlucky"
    assert (str(one.made), one.loss) == ("play 8/6 8/7 8/9", 0)
    assert one.open_hand is not None
    assert str(one.open_hand.best) == "play 8/9"
    assert one.open_hand.mark == "blunder"
    assert one.open_hand.loss > 0.05 + 2 * one.open_hand.error  # an inaccuracy for sure
    assert one.verdict_grade is one
