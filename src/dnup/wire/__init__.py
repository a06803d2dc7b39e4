"""What people are shown of a position, compiled: the JSON of the protocol."""
