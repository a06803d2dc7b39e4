"""Trains the champion's networks, and fits the move model of beliefs; see docs/champion.md."""
