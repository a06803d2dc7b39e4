"""One server on SQLite, killed at random moments while all tables move."""

from __future__ import annotations

import contextlib
import io
import json
import random
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dnup.cli import main
from tools.torture.crowd import Crowd
from tools.torture.ledger import Kept, Verdict, compare
from tools.torture.servers import Nursery, Server

FINISH_WITHIN: Final = 240.0
OPTIONS: Final = ("--bot-pause", "0", "--tables-per-minute", "1000000")
"""Everybody is in a hurry, and comes from one address."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it went."""

    kills: int
    seconds: float
    verdict: Verdict
    records_verified: bool
    complaints: list[str]


def torture(
    folder: Path,
    *,
    kills: int,
    tables: int = 50,
    processes: int = 2,
    seed: int = 1,
    advance: Callable[[], None] = lambda: None,
) -> Outcome:
    """Kill a server repeatedly, let every game end, and compare."""
    began = time.monotonic()
    chance = random.Random(seed)
    database = folder / "games.sqlite3"
    with Nursery() as nursery, contextlib.ExitStack() as stack:
        server = Server(nursery, str(database), folder, *OPTIONS)
        server.start()
        server.wait()
        crowd = Crowd([server.address], tables, processes, folder, seed)
        stack.callback(crowd.close)
        for _ in range(kills):
            if chance.random() < 0.2:  # sometimes as soon as it starts, or while everyone comes back
                time.sleep(chance.uniform(0, 0.3))
            else:  # mostly when every table has gone on since the last time
                server.wait()
                crowd.wait_for_all()
                time.sleep(chance.uniform(0, 0.2))
            server.kill()
            server.start()
            advance()
        server.wait()
        crowd.wait_for_all()
        reports = crowd.finish(FINISH_WITHIN)
        server.stop()
    verdict = compare(reports, kept_in(database))
    return Outcome(
        kills, time.monotonic() - began, verdict, records_are_right(database, folder), server.complaints()
    )


def kept_in(database: Path) -> Kept:
    """All events of a file whose server was stopped: its journal is empty, and in each row are those of a while."""
    kept: dict[str, list[tuple[int, bytes | str]]] = {}
    with contextlib.closing(sqlite3.connect(database)) as connection:
        for table, number, body in connection.execute(
            "SELECT table_id, number, body FROM events ORDER BY table_id, number"
        ):
            kept.setdefault(table, []).extend(
                (number + index, json.dumps(event)) for index, event in enumerate(json.loads(body))
            )
    return kept


def records_are_right(database: Path | str, folder: Path) -> bool:
    """Whether the finished games can be exported, and every one verifies."""
    records = folder / "games.jsonl"
    with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
        return (
            main(["export", "--database", str(database), str(records)]) == 0
            and main(["verify", str(records)]) == 0
        )
