"""Checks what reviews and puzzles claim with a program that shares no code with the search: make study-proof."""
