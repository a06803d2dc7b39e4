"""No rule goes untested: each is in docs/rules.md and has a scenario, which fails when the rule is broken."""

import importlib
import pkgutil
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import tests.rules
from tests.games import Rules
from tests.mutants import MUTANTS, Mutant

NUMBERS = [f"R{number}" for number in range(1, 28)] + [f"D{number}" for number in range(1, 6)]

Scenario = Callable[[Rules], None]


def find_scenarios() -> list[tuple[str, Scenario]]:
    """All tests of this package that cite a rule, with its number."""
    found = []
    for module in pkgutil.iter_modules(tests.rules.__path__):
        if module.name.startswith("test_") and not __name__.endswith(module.name):
            for test in vars(importlib.import_module(f"tests.rules.{module.name}")).values():
                for mark in getattr(test, "pytestmark", []):
                    if mark.name == "rule":
                        found.append((mark.args[0], test))
    return found


SCENARIOS = find_scenarios()


def notices(scenario: Scenario, mutant: Mutant) -> bool:
    """Whether a scenario fails on a mutant: an assertion fails, or a move it makes is not legal there."""
    try:
        scenario(mutant.rules)
    except (AssertionError, ValueError):
        return True
    return False


@pytest.mark.parametrize("number", NUMBERS)
def test_a_rule_is_documented_tested_and_broken(number: str) -> None:
    document = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
    assert re.search(rf"^- \*\*{number}\*\* ", document, re.MULTILINE), (
        f"{number} is missing in docs/rules.md"
    )
    assert number in [rule for rule, _ in SCENARIOS], f"no test cites {number}"
    assert number in [mutant.rule for mutant in MUTANTS], f"no mutant breaks {number}"


def test_no_other_rule_is_cited() -> None:
    assert {rule for rule, _ in SCENARIOS} | {mutant.rule for mutant in MUTANTS} == set(NUMBERS)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: f"{mutant.rule}-{mutant.name}")
def test_a_broken_rule_is_noticed(mutant: Mutant) -> None:
    scenarios = [scenario for rule, scenario in SCENARIOS if rule == mutant.rule]
    assert any(notices(scenario, mutant) for scenario in scenarios), f"no test of {mutant.rule} fails on it"


@pytest.mark.parametrize(
    "rule, scenario", [pytest.param(*entry, id=f"{entry[0]}-{entry[1].__name__}") for entry in SCENARIOS]
)
def test_a_scenario_fails_when_its_rule_is_broken(rule: str, scenario: Scenario) -> None:
    mutants = [mutant for mutant in MUTANTS if mutant.rule == rule]
    assert any(notices(scenario, mutant) for mutant in mutants), f"it passes on every mutant of {rule}"
