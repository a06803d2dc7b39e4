"""Scripts of the house: run by make, never installed."""
