"""Cards and decks as values, deck files, and decks packed for the kernel."""

from dnup.cards.card import Card, CardError, format_card, format_hand, parse_card, parse_hand
from dnup.cards.deck import Deck, DeckError, deck_names, load_deck

__all__ = [
    "Card",
    "CardError",
    "Deck",
    "DeckError",
    "deck_names",
    "format_card",
    "format_hand",
    "load_deck",
    "parse_card",
    "parse_hand",
]
