"""The lessons of the page: each can be solved, and what it warns of is refused for the reason it gives."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from dnup.cards.deck import load_deck
from dnup.server.tables.inspection import InspectionAnswer, InspectionRequest, Inspector
from dnup.server.tables.wire_writer import WireWriter

LEARNER = "A"
WEB = files("dnup") / "web"
LESSONS: list[dict[str, Any]] = json.loads((WEB / "learn" / "lessons.json").read_text(encoding="utf-8"))
BY_ID = {lesson["id"]: lesson for lesson in LESSONS}


def look(position: str, move: str | None = None) -> InspectionAnswer:
    return Inspector(WireWriter()).inspect(InspectionRequest(position, LEARNER, move))


def tasks(lesson: dict[str, Any]) -> Iterator[tuple[dict[str, Any], InspectionAnswer]]:
    """Every step of a lesson with every position in which a learner can meet it."""
    ends: list[str] = []
    for step in lesson["steps"]:
        starts = [step["position"]] if "position" in step else ends
        ends = []
        for start in starts:
            answer = look(start)
            for move in step.get("before", []):
                assert answer.view.turn != LEARNER, "only others move before the task"
                answer = look(answer.position, move)
            yield step, answer
            ends += [look(answer.position, move).position for move in step["goal"]]


def test_lessons_are_played_with_the_printed_cards() -> None:
    starts = [step["position"] for lesson in LESSONS for step in lesson["steps"] if "position" in step]
    assert {start.split()[0] for start in starts} == {"printed"}


def test_the_figures_of_the_rules_show_printed_cards() -> None:
    """Those of one drawing are in the box together."""
    box = Counter(str(card.card) for card in load_deck("printed").cards)
    source = (WEB / "learn" / "figures.js").read_text(encoding="utf-8")
    figures = re.search(r"export const FIGURES = \{.*?^\};", source, re.DOTALL | re.MULTILINE)
    assert figures
    drawn = re.findall(r"'(\d+/\d+(?: \d+/\d+)*)'", figures[0])
    assert len(drawn) > 15
    for cards in drawn:
        shown = Counter("/".join(sorted(card.split("/"), key=int)) for card in cards.split())
        assert shown <= box, cards


def test_there_is_a_lesson_for_each_idea_of_the_game() -> None:
    assert list(BY_ID) == ["set", "play", "beat", "golden", "add", "take", "rotate", "out", "two"]


@pytest.mark.parametrize("name", BY_ID)
def test_a_lesson_can_be_solved(name: str) -> None:
    met = list(tasks(BY_ID[name]))
    assert met
    for step, answer in met:
        legal = [move.move for move in answer.moves]
        assert step["goal"]
        assert set(step["goal"]) <= set(legal), "the goal is legal, and written as the engine writes it"
        assert set(step["goal"]) < set(legal), "there is something to find"


@pytest.mark.parametrize("name", BY_ID)
def test_what_is_wrong_is_explained_with_the_right_reason(name: str) -> None:
    for step, answer in tasks(BY_ID[name]):
        for wrong in step.get("wrong", []):
            told = look(answer.position, wrong["move"])
            assert told.why is not None
            assert told.why.code == wrong["code"]


def effects(name: str, step: int, move: str) -> Any:
    task, answer = list(tasks(BY_ID[name]))[step]
    assert move in task["goal"]
    return look(answer.position, move)


@pytest.mark.rule("R7")
def test_the_set_of_the_rule_sheet() -> None:
    """Worked example 1: value 3, size 4."""
    after = effects("set", 0, "play 3/4 3/5 3/6 3/9")
    assert after.view.table["A"] == "3/4 3/5 3/6 3/9"


@pytest.mark.rule("R10")
def test_the_table_of_the_rule_sheet() -> None:
    """Worked example 2: a single 7 and three 6s; only pairs are free of them."""
    _, answer = next(tasks(BY_ID["play"]))
    assert answer.view.table == {"B": "7/1", "C": "6/1 6/2 6/3"}
    plays = [move.move for move in answer.moves if move.move.startswith("play")]
    assert plays == BY_ID["play"]["steps"][0]["goal"]


@pytest.mark.rule("R15")
def test_the_golden_rule_brings_a_beaten_pair_back_turned() -> None:
    step, answer = next(tasks(BY_ID["golden"]))
    assert "3/4,3/6" in step["position"]
    assert {"4/3", "6/3"} <= set(answer.view.hand.split())
    assert effects("golden", 0, "play 6/3 6/7").effects.returns == "2/5 7/5"


@pytest.mark.rule("R11")
def test_both_additions_of_the_rule_sheet() -> None:
    """Worked examples 3 and 4: a 3 cannot join the 3 under two 5s; a 5 sends two 3s back as 4 and 6."""
    first, second = BY_ID["add"]["steps"]
    assert first["wrong"][0] == {"move": "add 3/9 to B", "code": "grown-not-higher"}
    assert effects("add", 1, second["goal"][0]).effects.returns == "4/3 6/3"


@pytest.mark.rule("R12")
def test_twos_are_taken_as_5_8_and_9() -> None:
    """Worked example 5 with a card that three players have: 2/8 instead of 2/7."""
    assert effects("take", 0, "take B").effects.returns == "5/2 8/2 9/2"


@pytest.mark.rule("R13")
def test_rotating_swaps_every_card() -> None:
    """Worked example 6."""
    before = next(tasks(BY_ID["rotate"]))[1].view.hand.split()
    after = effects("rotate", 0, "rotate").view.hand.split()
    assert sorted("/".join(reversed(card.split("/"))) for card in before) == sorted(after)


@pytest.mark.rule("R20")
def test_going_out_scores_two_letters_and_then_the_game() -> None:
    first = effects("out", 0, "play 8/1 8/4")
    assert (first.effects.out, first.view.points, first.view.ending) == (True, [2, 0, 0], None)
    second = effects("out", 1, "add 4/7 to C")
    assert second.effects.out
    assert second.view.score[0] + second.view.points[0] == 4
    assert second.view.turn is None


@pytest.mark.rule("R23")
def test_with_two_players_both_areas_come_in_turn() -> None:
    met = list(tasks(BY_ID["two"]))
    assert [answer.view.turn for _, answer in met] == ["A1", "A2", "A2"]  # two ways through the first
    for step, answer in met[1:]:
        table = look(answer.position, step["goal"][0]).view.table
        assert {"A1", "A2"} <= set(table)
