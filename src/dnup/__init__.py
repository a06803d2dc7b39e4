"""dnup: the card game, to play, study and research."""

import importlib
from typing import TYPE_CHECKING

from dnup.__about__ import __version__
from dnup.cards.card import Card, CardError, format_card, format_hand, parse_card, parse_hand
from dnup.cards.deck import Deck, DeckError, deck_names, load_deck
from dnup.game.board import Board, Outcome
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
from dnup.warming import warm_up

if TYPE_CHECKING:
    from dnup import arena, bots, rl, study
    from dnup.bots.playing import play_match
    from dnup.daily import Daily
else:
    _LATE = {
        **dict.fromkeys(("arena", "bots", "rl", "study")),
        "Daily": "dnup.daily",
        "play_match": "dnup.bots.playing",
    }

    def __getattr__(name: str) -> object:
        """These are there, but imported only when somebody asks: most programs start without."""
        if name not in _LATE:
            raise AttributeError(f"module 'dnup' has no attribute {name!r}")
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
    "Card",
    "CardError",
    "Daily",
    "Deck",
    "DeckError",
    "IllegalMoveError",
    "InvalidMoveError",
    "LegalMoves",
    "Match",
    "Move",
    "MoveError",
    "Outcome",
    "PastMove",
    "PlayedRound",
    "PositionError",
    "Record",
    "RecordError",
    "RecordedPosition",
    "Round",
    "View",
    "ViewError",
    "Why",
    "__version__",
    "arena",
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
    "rl",
    "study",
    "verify",
    "warm_up",
]
