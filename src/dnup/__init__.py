"""The card game dnup: play, study and research it."""

import importlib
from typing import TYPE_CHECKING

from dnup.__about__ import __version__
from dnup.cards.card import Card, CardError, format_card, format_hand, parse_card, parse_hand
from dnup.cards.deck import Deck, DeckError, deck_names, load_deck
from dnup.compile_cache import warm_up
from dnup.deprecated import module_aliases
from dnup.game.board import Board, Effects
from dnup.game.enums import Ending, Result, Verb, WhyCode
from dnup.game.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError, MoveError, Why
from dnup.game.history import PastMove
from dnup.game.legal_moves import LegalMoves
from dnup.game.match import Match, PlayedRound, letters
from dnup.game.move import Move, format_move, parse_move
from dnup.game.position import PositionError, format_position, parse_position
from dnup.game.round import Round
from dnup.game.view import View, ViewError
from dnup.records.positions import RecordedPosition
from dnup.records.record import Record, RecordError, parse_record, read_lines, read_records
from dnup.records.verify import verify

if TYPE_CHECKING:
    from dnup import arena, benchmark, bots, review, rl
    from dnup.bots.budget import Budget
    from dnup.bots.match_play import play_match
    from dnup.daily import Daily
    from dnup.review.position_analysis import MoveAnalysis, analyse
else:
    _LATE = {
        **dict.fromkeys(("arena", "benchmark", "bots", "review", "rl", "study")),
        "Budget": "dnup.bots.budget",
        "Daily": "dnup.daily",
        "MoveAnalysis": "dnup.review.position_analysis",
        "analyse": "dnup.review.position_analysis",
        "play_match": "dnup.bots.match_play",
    }

    _find_renamed = module_aliases(__name__, {"Outcome": "Effects"})

    def __getattr__(name: str) -> object:
        """Import a part when it is first used: most programs do without it, and start sooner."""
        if name not in _LATE:
            return _find_renamed(name)
        place = _LATE[name]
        return (
            importlib.import_module(f"dnup.{name}")
            if place is None
            else getattr(importlib.import_module(place), name)
        )


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


__all__ = [
    "AmbiguousMoveError",
    "Board",
    "Budget",
    "Card",
    "CardError",
    "Daily",
    "Deck",
    "DeckError",
    "Effects",
    "Ending",
    "IllegalMoveError",
    "InvalidMoveError",
    "LegalMoves",
    "Match",
    "Move",
    "MoveAnalysis",
    "MoveError",
    "PastMove",
    "PlayedRound",
    "PositionError",
    "Record",
    "RecordError",
    "RecordedPosition",
    "Result",
    "Round",
    "Verb",
    "View",
    "ViewError",
    "Why",
    "WhyCode",
    "__version__",
    "analyse",
    "arena",
    "benchmark",
    "bots",
    "deck_names",
    "format_card",
    "format_hand",
    "format_move",
    "format_position",
    "letters",
    "load_deck",
    "parse_card",
    "parse_hand",
    "parse_move",
    "parse_position",
    "parse_record",
    "play_match",
    "read_lines",
    "read_records",
    "review",
    "rl",
    "verify",
    "warm_up",
]
