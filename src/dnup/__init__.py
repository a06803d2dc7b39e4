"""dnup: the card game, to play, study and research."""

from typing import TYPE_CHECKING

from dnup.__about__ import __version__
from dnup.board import Board, Outcome
from dnup.cards import Card, CardError, format_card, format_hand, parse_card, parse_hand
from dnup.deck import Deck, DeckError, deck_names, load_deck
from dnup.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError, MoveError, Why
from dnup.legal_moves import LegalMoves
from dnup.match import Match, letters
from dnup.move import Move, format_move, parse_move
from dnup.position import PositionError, format_position, parse_position
from dnup.record import Record, RecordError
from dnup.round import Round
from dnup.view import View, ViewError

if TYPE_CHECKING:
    from dnup import bots
else:

    def __getattr__(name: str) -> object:
        """`dnup.bots` is there, but imported only when somebody asks for it: most programs start without bots."""
        if name == "bots":
            import dnup.bots

            return dnup.bots
        raise AttributeError(f"module 'dnup' has no attribute {name!r}")


__all__ = [
    "AmbiguousMoveError",
    "Board",
    "Card",
    "CardError",
    "Deck",
    "DeckError",
    "IllegalMoveError",
    "InvalidMoveError",
    "LegalMoves",
    "Match",
    "Move",
    "MoveError",
    "Outcome",
    "PositionError",
    "Record",
    "RecordError",
    "Round",
    "View",
    "ViewError",
    "Why",
    "__version__",
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
]
