"""Finds puzzles in games between bots: make puzzles."""
