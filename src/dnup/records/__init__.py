"""Games written down: read, replay, verify, and how their deals came about."""
