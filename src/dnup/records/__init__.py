"""Records of games: read, write, replay, verify."""
