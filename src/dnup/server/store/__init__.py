"""Where events are kept: a file for one node, PostgreSQL for many."""
