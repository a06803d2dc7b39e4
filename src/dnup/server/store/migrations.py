"""The schema of the database, and its migrations from every released version."""

from __future__ import annotations

import sqlite3
from typing import Any, Final

from dnup.server.store.store import SCHEMA_VERSION

LONG: Final = 3600.0
"""Timeout of a migration in seconds: a large database takes long."""

SQLITE: Final[dict[int, tuple[str, ...]]] = {
    1: (
        "CREATE TABLE events (table_id TEXT NOT NULL, number INTEGER NOT NULL, at REAL NOT NULL, body TEXT NOT NULL, "
        "PRIMARY KEY (table_id, number)) WITHOUT ROWID",
        "CREATE TABLE tables (id TEXT PRIMARY KEY, created REAL NOT NULL, touched REAL NOT NULL, "
        "public INTEGER NOT NULL, phase TEXT NOT NULL, info BLOB NOT NULL)",
        "CREATE INDEX open_tables ON tables (created) WHERE public AND phase = 'open'",
        "CREATE INDEX touched_tables ON tables (touched)",
        "CREATE TABLE games (table_id TEXT NOT NULL, game INTEGER NOT NULL, ended REAL NOT NULL, "
        "record TEXT NOT NULL, UNIQUE (table_id, game))",
    ),
    # A row of the journal is a commit: a JSON list of chapters, each [table_id, number, at, [event, …]].
    2: (
        "CREATE TABLE journal (id INTEGER PRIMARY KEY, rows TEXT NOT NULL)",
        # A row is a chapter. Rows are stored in the order of writing, because many tables write at the same time.
        "ALTER TABLE events RENAME TO single_events",
        "CREATE TABLE events (table_id TEXT NOT NULL, number INTEGER NOT NULL, at REAL NOT NULL, body TEXT NOT NULL, "
        "UNIQUE (table_id, number))",
        "INSERT INTO events SELECT table_id, number, at, '[' || CAST(body AS TEXT) || ']' FROM single_events",
        "DROP TABLE single_events",
    ),
}
"""The statements of each version that migrate from the one before."""

POSTGRES: Final[dict[int, tuple[str, ...]]] = {
    1: (
        "CREATE TABLE events (table_id text NOT NULL, number bigint NOT NULL, at double precision NOT NULL, "
        "body bytea NOT NULL, PRIMARY KEY (table_id, number))",
        "CREATE TABLE tables (id text PRIMARY KEY, created double precision NOT NULL, "
        "touched double precision NOT NULL, public boolean NOT NULL, phase text NOT NULL, info bytea NOT NULL)",
        "CREATE INDEX open_tables ON tables (created) WHERE public AND phase = 'open'",
        "CREATE INDEX touched_tables ON tables (touched)",
        "CREATE TABLE games (id bigserial PRIMARY KEY, table_id text NOT NULL, game bigint NOT NULL, "
        "ended double precision NOT NULL, record text NOT NULL, UNIQUE (table_id, game))",
    ),
    2: (),
}


class NewerDatabase(ValueError):
    """A database of a later version than this program knows."""

    def __init__(self, version: int, where: str = "") -> None:
        super().__init__(
            f"the database{where and f' {where}'} has version {version}, "
            f"and this dnup knows versions up to {SCHEMA_VERSION}; use a newer dnup"
        )


def schema_version(connection: sqlite3.Connection) -> int:
    """The version of a file; 0 if it is empty."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def migrate_sqlite(connection: sqlite3.Connection, name: str = "") -> None:
    """Bring a file to the current version, each step in its own transaction."""
    version = schema_version(connection)
    if version > SCHEMA_VERSION:
        raise NewerDatabase(version, name)
    for step in range(version + 1, SCHEMA_VERSION + 1):
        connection.execute("BEGIN IMMEDIATE")
        for statement in SQLITE[step]:
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {step}")
        connection.execute("COMMIT")


async def migrate_postgres(connection: Any) -> None:
    """The same for PostgreSQL; nodes that start together wait for the first one."""
    async with connection.transaction():
        await connection.execute("SET LOCAL statement_timeout = 0")
        await connection.execute("SELECT pg_advisory_xact_lock(hashtext('dnup-migrations'))", timeout=LONG)
        await connection.execute("CREATE TABLE IF NOT EXISTS dnup_schema (version integer NOT NULL)")
        version = await connection.fetchval("SELECT max(version) FROM dnup_schema") or 0
        if version > SCHEMA_VERSION:
            raise NewerDatabase(version)
        for step in range(version + 1, SCHEMA_VERSION + 1):
            for statement in POSTGRES[step]:
                await connection.execute(statement, timeout=LONG)
            await connection.execute("INSERT INTO dnup_schema VALUES ($1)", step)
