"""One module for each command of `dnup`: `register` describes it, `run` does it."""
