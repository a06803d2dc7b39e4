"""Pictures of cards, decks and tables, in the look of the page."""
