"""How a bot thinks, compiled: a search over worlds that agree with what it knows."""
