"""The rules once more: slow, literal and independent of the engine, to check the engine against.

Everything here is written straight from the numbered rules (docs/rules.md) with card objects and lists.
It imports nothing from `dnup`, and every behavior is one small method, so that a test can break a single
rule by overriding a single method (see tests/mutants.py).
"""

from tests.oracle.cards import BALANCED, PRINTED, Card, DeckCard, parse_card, parse_deck
from tests.oracle.match import OracleMatch, letters
from tests.oracle.round import OracleRound

__all__ = [
    "BALANCED",
    "PRINTED",
    "Card",
    "DeckCard",
    "OracleMatch",
    "OracleRound",
    "letters",
    "parse_card",
    "parse_deck",
]
