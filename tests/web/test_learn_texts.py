"""The texts of lessons, rules and player aid: complete in every language, and in step with rules, lessons and deck."""

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from dnup import deck_names, load_deck

WEB = files("dnup") / "web"
LANGUAGES = ("en", "it", "nb", "fi")
RULES = Path(__file__).parents[2] / "docs" / "rules.md"


def read(name: str) -> Any:
    return json.loads((WEB / name).read_text(encoding="utf-8"))


def texts(language: str) -> dict[str, str]:
    """Every text of the three sections by its dotted key."""

    def walk(at: Any, key: str) -> Iterator[tuple[str, str]]:
        if isinstance(at, str):
            yield key, at
        else:
            for name, inner in at.items():
                yield from walk(inner, f"{key}.{name}" if key else name)

    whole = read(f"locales/{language}.json") | read(f"learn/words/{language}.json")
    return dict(walk({name: whole[name] for name in ("learn", "aid", "rules")}, ""))


ENGLISH = texts("en")


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_language_says_all_that_english_says_with_the_same_cards(language: str) -> None:
    other = texts(language)
    assert other.keys() == ENGLISH.keys()
    for key, text in ENGLISH.items():
        gaps = sorted(set(re.findall(r"\{(\w+)\}", text)))
        assert sorted(set(re.findall(r"\{(\w+)\}", other[key]))) == gaps, key


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_language_does_not_fall_back_to_english(language: str) -> None:
    other = texts(language)
    same = {key for key, text in ENGLISH.items() if other[key] == text and len(text) > 12}
    assert not same


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_of_the_book_is_on_the_page(language: str) -> None:
    numbers = re.findall(r"\*\*([RD]\d+)\b", RULES.read_text(encoding="utf-8"))
    assert {"R1", "R27", "D1", "D5"} <= set(numbers)
    on_page = {key.removeprefix("rules.") for key in texts(language) if re.fullmatch(r"rules\.[RD]\d+", key)}
    assert on_page == set(numbers)
    program = (WEB / "learn" / "rules.js").read_text(encoding="utf-8")
    assert set(re.findall(r"'([RD]\d+)'", program)) == set(numbers)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_of_a_lesson_has_a_task_and_a_reward(language: str) -> None:
    said = texts(language)
    for lesson in read("learn/lessons.json"):
        name = f"learn.{lesson['id']}"
        steps = range(1, len(lesson["steps"]) + 1)
        wanted = {
            f"{name}.title",
            f"{name}.idea",
            *(f"{name}.{what}{n}" for n in steps for what in ("task", "done")),
        }
        assert {key for key in said if key.startswith(f"{name}.")} == wanted
        assert f"rules.{lesson['rule']}" in said


def test_a_lesson_says_no_more_than_fits_beside_the_table() -> None:
    for language in LANGUAGES:
        for key, text in texts(language).items():
            if re.fullmatch(r"learn\.\w+\.(idea|task\d|done\d)", key):
                assert len(text) <= 230, (language, key)


def test_the_decks_on_the_page_are_those_that_come_with_dnup() -> None:
    assert read("decks/decks.json") == {name: load_deck(name).texts() for name in deck_names()}


def test_the_first_page_knows_how_many_lessons_there_are() -> None:
    links = (WEB / "home" / "home-links.js").read_text(encoding="utf-8")
    assert f"const LESSONS = {len(read('learn/lessons.json'))};" in links
