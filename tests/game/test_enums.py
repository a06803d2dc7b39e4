"""Verbs, endings, results, marks, verdicts, reasons and codes are members of enums that equal their texts."""

from __future__ import annotations

import json
import pickle
from enum import StrEnum
from pathlib import Path

import pytest

import dnup
from dnup.review import Mark, ReasonKind, Verdict
from tests.random_play import random_match

LOCALE = Path(dnup.__file__).parent / "web" / "locales" / "en.json"
ENUMS: tuple[type[StrEnum], ...] = (
    dnup.Verb,
    dnup.Ending,
    dnup.Result,
    dnup.WhyCode,
    Mark,
    Verdict,
    ReasonKind,
)


@pytest.mark.parametrize("names", ENUMS)
def test_a_member_is_its_text(names: type[StrEnum]) -> None:
    for member in names:
        text = str(member)
        assert type(text) is str
        assert member == text
        assert {member: 1}[text] == 1  # type: ignore[index]
        assert f"{member}" == text
        assert json.dumps(member) == json.dumps(text)
        assert pickle.loads(pickle.dumps(member)) is member
        assert eval(repr(member), {names.__name__: names}) is member  # noqa: S307
        assert names(text) is member


def test_a_move_has_a_verb_however_it_was_made() -> None:
    for verb in dnup.Verb:
        assert type(dnup.Move(str(verb)).verb) is dnup.Verb
        assert dnup.Move(str(verb)) == dnup.Move(verb)
        assert hash(dnup.Move(str(verb))) == hash(dnup.Move(verb))
    match = random_match(3, 1)
    verbs = {entry.move.verb for entry in match.round.history or ()}
    assert {type(verb) for verb in verbs} == {dnup.Verb}
    move = dnup.Move("add", [dnup.Card(5, 2)], "B")
    assert eval(repr(move), vars(dnup)) == move  # noqa: S307


def test_rounds_matches_and_records_have_members_and_their_json_has_texts() -> None:
    match = random_match(2, 4)
    record = dnup.parse_record(str(dnup.Record.of(match, ["Ada", "Bo"])))
    assert type(match.result) is type(record.result) is dnup.Result
    assert type(match.round.ending) is type(record.rounds[0].ending) is dnup.Ending
    data = record.to_json()
    assert type(data["result"]) is str
    assert type(data["rounds"][0]["ending"]) is str
    assert type(match.round.to_json()["ending"]) is str
    assert type(match.view("A").to_json()["ending"]) is str


@pytest.mark.parametrize("field, texts", [("result", dnup.Result), ("ending", dnup.Ending)])
def test_a_record_with_another_text_is_refused(field: str, texts: type[StrEnum]) -> None:
    data = dnup.Record.of(random_match(2, 4), ["Ada", "Bo"]).to_json()
    (data if field == "result" else data["rounds"][0])[field] = "lost"
    with pytest.raises(dnup.RecordError, match="not 'lost'") as caught:
        dnup.Record.from_json(data)
    assert all(repr(str(text)) in str(caught.value) for text in texts)


def test_the_page_has_a_sentence_for_every_code() -> None:
    keys = json.loads(LOCALE.read_text(encoding="utf-8"))["why"].keys() - {"title", "rule", "other"}
    assert {key.removesuffix("_own") for key in keys} == set(dnup.WhyCode)


def test_a_reason_has_a_code() -> None:
    why = dnup.Round.deal(players=3, seed=147).why_not("play 9/8")
    assert why is not None
    assert why.code is dnup.WhyCode.NOT_IN_HAND
