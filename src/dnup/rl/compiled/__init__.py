"""Actions, observations and batches of rounds for learning; compiled."""
