"""Information-set Monte Carlo tree search, compiled: its tree, rollout policy and match equity."""
