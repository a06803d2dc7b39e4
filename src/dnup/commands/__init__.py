"""One module for each subcommand of `dnup`: `register` adds its parser, `run` executes it."""
