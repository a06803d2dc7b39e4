"""Matches, rounds and views as values around the kernel."""
