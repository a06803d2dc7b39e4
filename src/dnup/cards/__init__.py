"""What the cards are: a card held one way up, a deck, its file, and a deck as the kernel reads it."""

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
