"""Compares what people were told with what the database has."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dnup.server.messages.events import MoveMade, RoundDealt, decode_event
from dnup.server.tables.table import Table
from dnup.server.tables.wire_writer import WireWriter

Kept = Mapping[str, list[tuple[int, bytes | str]]]
"""By table, the numbers and events that the database has, in order."""


@dataclass(slots=True)
class Verdict:
    """What the comparison has found; in the lists, sentences about what is wrong."""

    tables: int = 0
    events: int = 0
    acknowledged: int = 0
    seen: int = 0
    games: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)

    @property
    def is_clean(self) -> bool:
        return not (self.lost or self.doubled or self.problems)


def compare(reports: Iterable[Path], kept: Kept) -> Verdict:
    """Whether all that anyone was told is kept, once, and every table is whole."""
    verdict = Verdict()
    intents: dict[tuple[str, str, int], str] = {}
    for path in reports:
        report = json.loads(path.read_text())
        verdict.problems += report["problems"]
        for name, count in report["counts"].items():
            verdict.counts[name] = verdict.counts.get(name, 0) + count
        for table, seat, position, move, number in report["intents"]:
            intents[table, seat, position] = move
            if number is not None:
                verdict.acknowledged += 1
                _expect(verdict, kept, table, number, f"{seat} {move}")
        for table, events in report["seen"].items():
            for number, shown in events.items():
                verdict.seen += 1
                _expect(verdict, kept, table, int(number), shown)
        _check_finished(verdict, kept, report["finished"])
    for name, rows in kept.items():
        _check_table(verdict, name, rows, intents)
    return verdict


def _expect(verdict: Verdict, kept: Kept, table: str, number: int, shown: str) -> None:
    rows = kept.get(table, [])
    event = decode_event(rows[number - 1][1]) if number <= len(rows) else None
    if event is None:
        verdict.lost.append(f"{table}: event {number}, {shown}")
    elif isinstance(event, MoveMade) and shown != f"{event.seat} {event.move}":
        verdict.lost.append(f"{table}: event {number} was {shown} and is {event.seat} {event.move}")
    elif isinstance(event, RoundDealt) != (shown == "dealt"):
        verdict.lost.append(f"{table}: event {number} was {shown} and is {event}")


def _check_finished(verdict: Verdict, kept: Kept, tables: list[str]) -> None:
    for name in tables:
        if _replay(name, kept.get(name, [])).phase != "over":
            verdict.lost.append(f"{name}: the end of the game")


def _check_table(
    verdict: Verdict,
    name: str,
    rows: list[tuple[int, bytes | str]],
    intents: Mapping[tuple[str, str, int], str],
) -> None:
    verdict.tables += 1
    verdict.events += len(rows)
    if [number for number, _ in rows] != list(range(1, len(rows) + 1)):
        verdict.lost.append(f"{name}: the numbers of its events have gaps")
        return
    position = 0
    for number, body in rows:
        event = decode_event(body)
        if isinstance(event, MoveMade) and event.by == "person":
            meant = intents.get((name, event.seat, position))
            if meant != event.move:
                verdict.doubled.append(
                    f"{name}: event {number}, {event.seat} {event.move}, meant was {meant}"
                )
        if isinstance(event, MoveMade | RoundDealt):
            position = number
    table = _replay(name, rows)
    verdict.games += table.phase == "over"


def _replay(name: str, rows: list[tuple[int, bytes | str]]) -> Table:
    table: Any = Table(name, WireWriter())
    for _, body in rows:
        table.apply(decode_event(body))
    return table  # type: ignore[no-any-return]
