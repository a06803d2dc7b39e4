"""Generators, measurements and checks of the page."""
