"""Names from outside: one function makes them safe, everywhere; look-alikes are found; nobody is taken for a bot."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dnup.names import LOOK_ALIKES, shown_name, shown_players, skeleton

CASES = json.loads((Path(__file__).parents[1] / "data" / "names.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name, shown", CASES["shown"])
def test_a_name_is_shown_without_what_a_screen_obeys(name: str, shown: str) -> None:
    assert shown_name(name) == shown
    assert shown_name(shown) == shown


@pytest.mark.parametrize("one, other", CASES["alike"])
def test_names_that_look_alike_are_alike(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize("one, other", CASES["different"])
def test_other_names_are_not(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


def test_a_huge_name_is_not_looked_through() -> None:
    assert shown_name("a" * 10_000_000) == "a" * 39 + "…"


def test_the_page_compares_with_the_same_table() -> None:
    script = Path("src/dnup/web/game/names.js").read_text(encoding="utf-8")
    assert all(f" {word}" in script.replace("'", " ") for word in LOOK_ALIKES.split())


def test_only_a_bot_is_marked_as_one() -> None:
    assert shown_players(["expert", "expert", "Expert (bоt)"], ["B"]) == (
        "expert",
        "expert (bot)",
        '"Expert (bоt)"',
    )
