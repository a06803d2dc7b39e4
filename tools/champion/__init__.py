"""How the champion is made: what it learns from, and what comes of it."""
