"""The second and the third verdict, each on a move of a match that is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

import dnup
from dnup.study import Judgment, review

MATCH = Path(__file__).parents[1] / "data" / "verdicts.jsonl"

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def judged() -> dict[tuple[int, int], Judgment]:
    (record,) = dnup.read_records(MATCH)
    judgments = review(record, effort=1500, seed=1).judgments
    return {(one.round_number, one.number): one for one in judgments}


def test_wrong_only_by_what_a_move_told(judged: dict[tuple[int, int], Judgment]) -> None:
    one = judged[2, 24]
    assert one.verdict == "told"
    assert (one.seat, str(one.made), one.mark, one.loss) == ("B", "rotate", "best", 0)
    assert one.believed is not None
    assert str(one.believed.best) == "take A2"
    assert one.believed.loss > 0.15 + 2 * one.believed.error
    told = one.believed.told
    assert told is not None
    assert (told.seat, str(told.move), one.believed.told_number) == ("A", "play 2/6", 11)
    assert str(judged[2, 11].made) == "play 2/6"
    assert one.to_json()["believed"]["told"] == {"move": 11, "seat": "A", "made": "play 2/6"}
    assert one.against is one.believed


def test_wrong_only_with_all_cards_open(judged: dict[tuple[int, int], Judgment]) -> None:
    one = judged[2, 2]
    assert one.verdict == "unlucky"
    assert (str(one.made), one.loss) == ("play 8/6 8/7 8/9", 0)
    assert one.opened is not None
    assert str(one.opened.best) == "play 8/9"
    assert one.opened.mark == "blunder"
    assert one.opened.loss > 0.05 + 2 * one.opened.error  # an inaccuracy for sure
    assert one.against is one
