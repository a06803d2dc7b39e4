"""Measurements of bots, beliefs and reviews, for docs/lab."""
