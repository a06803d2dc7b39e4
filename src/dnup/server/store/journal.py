"""The journal: one row for all events of a commit, until they are moved to the rows of their tables.

In `events`, a move of each table changes another page, and writing pages dominates the cost. A row of the journal takes
one or two pages for all tables; later, many events of a table are moved at once, as one row.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from dnup.server.store.store import Append, Conflict, Damaged

_WRITE: Final = "INSERT INTO journal (rows) VALUES (?)"
# One statement for any number of rows: with one per row, the GIL would be released and taken for each.
_SORT_IN: Final = (
    "INSERT INTO events (table_id, number, at, body) "
    "SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), "
    "json_extract(value, '$[3]') FROM json_each(?)"
)
_CLEAR: Final = "DELETE FROM journal WHERE id IN (SELECT value FROM json_each(?))"
_LEAVE: Final = "UPDATE journal SET rows = ? WHERE id = ?"
_LAST_NUMBERS: Final = (
    "SELECT json_group_array(ifnull((SELECT number + json_array_length(body) - 1 FROM events "
    "WHERE table_id = value ORDER BY number DESC LIMIT 1), 0)) FROM json_each(?)"
)

Statement = tuple[str, tuple[Any, ...]]
"""A statement with its parameters."""


class Chapter(Struct, array_like=True):
    """Consecutive events of a table: the number of the first, the time of the last, and the events."""

    table: str
    number: int
    at: float
    events: list[Raw]

    @property
    def last(self) -> int:
        return self.number + len(self.events) - 1


_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(list[Chapter]).decode
_split: Final = msgspec.json.Decoder(list[Raw]).decode


class Journal:
    """The journal of a file, for the one writing connection. An operation that raises has changed nothing."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._chapters: dict[str, Chapter] = {}
        """The chapters in the journal, by table."""
        self.size = 0
        """The number of events in the journal."""
        self._rows: list[int] = []
        """The ids of their rows. Other rows are not ours, and stay."""
        self.damaged: dict[str, str] = {}
        """Tables whose chapters do not continue their events, with the reason. Their rows are not changed."""
        self._left: dict[int, list[Chapter]] = {}
        """The chapters of these tables, by row."""
        self._take_over()

    def _take_over(self) -> None:
        """Read the rows that a killed server has left."""
        found: list[tuple[int, list[Chapter]]] = []
        for row, chapters in self._connection.execute(
            "SELECT id, CAST(rows AS BLOB) FROM journal ORDER BY id"
        ):
            try:
                found.append((row, _decode(chapters)))
            except (msgspec.MsgspecError, UnicodeError):
                # An unreadable row may have the last events of any table: ignoring it would silently take tables back.
                raise Damaged(f"row {row} of the journal cannot be read") from None
        self._find_damage([chapter for _, chapters in found for chapter in chapters])
        for row, chapters in found:
            left = [chapter for chapter in chapters if chapter.table in self.damaged]
            if left:
                self._left[row] = left
            if len(left) < len(chapters):
                self._add(row, [chapter for chapter in chapters if chapter.table not in self.damaged])

    def _find_damage(self, chapters: list[Chapter]) -> None:
        """Check that every chapter begins where the one before it ends."""
        last: dict[str, int] = {}
        for chapter in chapters:
            table = chapter.table
            if table not in last:
                try:
                    last |= self._last_numbers([table])
                except sqlite3.Error:
                    last[table] = 0
                    self.damaged[table] = "the last chapter before the journal cannot be read"
            if chapter.number != last[table] + 1:
                self.damaged.setdefault(table, f"event {last[table] + 1} is not where it should be")
            last[table] = chapter.last

    def write(self, appends: Iterable[Append], along: Sequence[Statement]) -> None:
        """Store the events of a commit, with the listing and the record that belong to them.

        Raises `Conflict` if a number is not the next one of its table.
        """
        chapters = [
            Chapter(append.table, append.number, append.at, list(map(Raw, append.events)))
            for append in appends
        ]
        self._check_numbers(chapters)
        row = _encode(chapters).decode()
        if along:
            with transaction(self._connection):
                written = self._connection.execute(_WRITE, (row,))
                for statement, parameters in along:
                    self._connection.execute(statement, parameters)
        else:  # a single statement is a transaction
            written = self._connection.execute(_WRITE, (row,))
        assert written.lastrowid is not None
        self._add(written.lastrowid, chapters)

    def sort_in(self) -> None:
        """Move all events from the journal to the table `events`."""
        if not self._chapters:
            return
        # Sorted, so that neighboring rows share a page.
        chapters = sorted(self._chapters.values(), key=lambda chapter: chapter.table)
        with transaction(self._connection):
            self._connection.execute(_SORT_IN, (_encode(chapters).decode(),))
            rows = [row for row in self._rows if row not in self._left]
            cleared = self._connection.execute(_CLEAR, (_encode(rows).decode(),))
            if cleared.rowcount != len(rows):
                raise sqlite3.IntegrityError("somebody else has taken events from the journal")
            for row in set(self._rows) - set(rows):
                self._connection.execute(_LEAVE, (_encode(self._left[row]).decode(), row))
        self._chapters.clear()
        self._rows.clear()
        self.size = 0

    def _add(self, row: int, chapters: Iterable[Chapter]) -> None:
        self._rows.append(row)
        for new in chapters:
            chapter = self._chapters.setdefault(new.table, new)
            if chapter is not new:
                chapter.at = new.at
                chapter.events += new.events
            self.size += len(new.events)

    def _check_numbers(self, chapters: list[Chapter]) -> None:
        last_numbers = self._last_numbers(
            [chapter.table for chapter in chapters if chapter.table not in self._chapters]
        )
        for chapter in chapters:
            last = last_numbers.get(chapter.table)
            if last is None:
                last = self._chapters[chapter.table].last
            if chapter.number != last + 1:
                raise Conflict
            last_numbers[chapter.table] = chapter.last

    def _last_numbers(self, tables: list[str]) -> dict[str, int]:
        """The number of the last event of tables that are not in the journal; 0 for new tables."""
        if not tables:
            return {}
        (numbers,) = self._connection.execute(_LAST_NUMBERS, (_encode(tables).decode(),)).fetchone()
        return dict(zip(tables, msgspec.json.decode(numbers, type=list[int]), strict=True))


def read_chapters(rows: Iterable[tuple[int, bytes]]) -> list[bytes]:
    """The events in the rows of a table, each with the number of its first event; `Damaged` if some are missing."""
    events: list[bytes] = []
    for number, body in rows:
        if number != len(events) + 1:
            raise Damaged(f"event {len(events) + 1} is not where it should be")
        try:
            events += map(bytes, _split(body))
        except (msgspec.MsgspecError, UnicodeError, TypeError):
            raise Damaged(f"the chapter from event {number} on cannot be read") from None
    return events


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """A transaction."""
    with connection:  # commits at the end, or rolls back
        connection.execute("BEGIN IMMEDIATE")
        yield
