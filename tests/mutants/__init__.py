"""The oracle with one rule broken at a time, to see that the tests of that rule notice.

Each mutant overrides one method, and its name says what it does instead.
"""

from tests.mutants import of_decisions, of_end, of_setup, of_turn, of_two_players
from tests.mutants.registry import MUTANTS, Mutant

__all__ = ["MUTANTS", "Mutant", "of_decisions", "of_end", "of_setup", "of_turn", "of_two_players"]
