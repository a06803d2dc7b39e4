"""The list of mutants, and how to get onto it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from tests.adapters import OracleRules
from tests.oracle import OracleMatch, OracleRound

Broken = TypeVar("Broken", bound=type[OracleRound] | type[OracleMatch])


@dataclass(frozen=True)
class Mutant:
    """An oracle in which one rule is broken."""

    rule: str
    name: str
    rules: OracleRules


MUTANTS: list[Mutant] = []


def breaks(rule: str) -> Callable[[Broken], Broken]:
    """List a kind of round or of match as a mutant that breaks a rule."""

    def register(broken: Broken) -> Broken:
        if issubclass(broken, OracleRound):
            rules = OracleRules(round_class=broken)
        else:
            rules = OracleRules(match_class=broken)
        MUTANTS.append(Mutant(rule, broken.__name__, rules))
        return broken

    return register
