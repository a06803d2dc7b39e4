"""The JSON of the protocol about positions and moves; compiled."""
