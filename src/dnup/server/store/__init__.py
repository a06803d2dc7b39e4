"""Event stores: a SQLite file for one node, PostgreSQL for many."""
