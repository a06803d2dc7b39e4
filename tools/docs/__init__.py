"""Generators and checks of the documentation."""
