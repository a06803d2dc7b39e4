"""The embedded database: SQLite, one writer thread, everything that waits in one durable commit."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import queue
import sqlite3
import stat
import sys
import threading
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from dnup.server.store.journal import Journal, Statement, read_chapters, transaction
from dnup.server.store.migrations import migrate_sqlite, schema_version
from dnup.server.store.store import (
    SCHEMA_VERSION,
    Append,
    Batch,
    Damaged,
    Kept,
    News,
    StoreDown,
    settle,
    tell,
)

log = logging.getLogger(__name__)

_SUMMARY: Final = (
    "INSERT INTO tables (id, created, touched, public, phase, info) VALUES (?1, ?2, ?2, ?3, ?4, ?5) "
    "ON CONFLICT (id) DO UPDATE SET touched = ?2, public = ?3, phase = ?4, info = ?5"
)
_GAME: Final = "INSERT OR REPLACE INTO games (table_id, game, ended, record) VALUES (?, ?, ?, ?)"

TROUBLE: Final = (sqlite3.Error, UnicodeError)
"""Errors of a damaged file."""

MIN_COMMIT_INTERVAL: Final = 0.002
"""Least seconds between two commits: a commit of many events costs as much as one of a single event."""

SORT_IN_AFTER: Final = 4000
"""Events in the journal before they are moved to `events`. A larger number is cheaper per event, because events of a
table share a row; but moves wait meanwhile, some milliseconds with this number."""


class SqliteStore:
    """One file. A second server on the same file is refused."""

    shared = False

    def __init__(self, path: Path) -> None:
        self._path = path
        self._waiting: Batch = []
        """Appends that arrived during a commit: the next one has all of them."""
        self._committing = False
        self._next_commit = 0.0
        self._jobs: queue.SimpleQueue[Batch | Callable[[], None] | None] = queue.SimpleQueue()
        self._handed_over = self._done = 0
        """The number of batches passed to the writer, and of those that are done."""
        self._sort_in_at = SORT_IN_AFTER
        """The number of events at which the journal is moved to `events`."""
        self._lock_file: Any = None
        self._reading = threading.Lock()
        self._thread: threading.Thread | None = None
        self._check: threading.Thread | None = None
        self._checking: sqlite3.Connection | None = None
        self.watched: Callable[[], Mapping[str, int]] = dict
        self.failed: Callable[[str, Exception], None] = lambda task, error: None

    async def open(self, news: News) -> None:
        """Open or create the file. There are no other nodes, so `on_changes` is never called."""
        self._loop = asyncio.get_running_loop()
        self._path = _true_path(self._path)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        _refuse_links(self._path)
        self._lock()
        with contextlib.ExitStack() as undo:  # release the lock if opening fails
            undo.callback(self._unlock)
            self._connection = undo.enter_context(contextlib.closing(_connect(self._path)))
            with _usable(self._path):
                migrate_sqlite(self._connection, str(self._path))
                self._journal = Journal(self._connection)
            self._try_to_sort_in()  # the server before us may have been killed
            self._reader = undo.enter_context(contextlib.closing(_connect(self._path)))
            self._checking = _connect(self._path)
            undo.pop_all()
        self._thread = threading.Thread(target=self._write, name="dnup-writer", daemon=True)
        self._thread.start()
        self._check = threading.Thread(target=self._check_file, name="dnup-check", daemon=True)
        self._check.start()

    def _check_file(self) -> None:
        """Check the whole file in a separate thread: a large file takes seconds.

        `integrity_check` is `quick_check` plus a check that every index has all rows. Its messages name pages, and do
        not quote data.
        """
        connection = self._checking
        assert connection is not None
        try:
            found = connection.execute("PRAGMA integrity_check(10)").fetchall()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:  # the server stops
                return
            found = [(str(error),)]
        except TROUBLE as error:
            found = [(_text_of(error),)]
        if found != [("ok",)]:
            wrong = "; ".join(str(line) for (line,) in found)
            damage = Damaged(
                f"{self._path}: {wrong}; stop the server and repair the file, as docs/deploy.md says"
            )
            with contextlib.suppress(RuntimeError):  # the server has stopped
                self._loop.call_soon_threadsafe(self.failed, "check", damage)

    async def open_to_read(self) -> None:
        if not self._path.is_file():
            raise ValueError(f"there is no database {self._path}; dnup serve makes one")
        self._reader = _connect(self._path)
        with _usable(self._path):
            version = schema_version(self._reader)
        if version != SCHEMA_VERSION:
            self._reader.close()
            raise ValueError(
                f"{self._path} has version {version} of {SCHEMA_VERSION}; start dnup serve on it once"
            )

    async def close(self) -> None:
        """Write everything that waits, move the journal to `events`, and close the file."""
        if self._thread is not None:
            self._hand_over()
            self._jobs.put(None)
            await asyncio.to_thread(self._thread.join)
        check, self._check = self._check, None
        if check is not None and self._checking is not None:
            self._checking.interrupt()
            await asyncio.to_thread(check.join)
            self._checking.close()
        self._reader.close()
        if self._thread is None:
            return
        with contextlib.suppress(sqlite3.Error):  # the write-ahead log is durable too
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._connection.close()
        self._unlock()

    def keep(self, append: Append, done: Kept) -> None:
        self._waiting.append((append, done))
        if not self._committing:
            self._commit_soon()

    def _commit_soon(self) -> None:
        """Schedule the next commit, of everything that arrives until then."""
        self._committing = True
        self._loop.call_later(max(0.0, self._next_commit - self._loop.time()), self._hand_over)

    def _hand_over(self) -> None:
        """Pass everything that waits to the writer at once: each wake-up of its thread competes for the GIL."""
        if self._waiting:
            batch, self._waiting = self._waiting, []
            self._next_commit = self._loop.time() + MIN_COMMIT_INTERVAL
            self._handed_over += 1
            self._jobs.put(batch)

    def _committed(self, batch: Batch, errors: list[Exception | None]) -> None:
        """A batch is durable: start the next one, then call the callbacks."""
        self._committing = False
        if self._waiting:
            self._commit_soon()
        tell(batch, errors)

    async def load(self, table: str, after: int = 0) -> list[bytes]:
        await self._all_in_place()
        if table in self._journal.damaged:
            raise Damaged(self._journal.damaged[table])
        # As bytes: the error for invalid text would quote it.
        query = "SELECT number, CAST(body AS BLOB) FROM events WHERE table_id = ? ORDER BY number"
        return read_chapters(await self._read(query, table))[after:]

    async def last_kept(self, table: str) -> float:
        await self._all_in_place()
        query = "SELECT at FROM events WHERE table_id = ? ORDER BY number DESC LIMIT 1"
        rows = await self._read(query, table)
        return float(rows[0][0]) if rows else 0.0

    async def open_tables(self, limit: int) -> list[bytes]:
        query = "SELECT info FROM tables WHERE public AND phase = 'open' ORDER BY created DESC LIMIT ?"
        return [row[0] for row in await self._read(query, limit)]

    async def record(self, table: str, game: int) -> str | None:
        rows = await self._read("SELECT record FROM games WHERE table_id = ? AND game = ?", table, game)
        return rows[0][0] if rows else None

    async def records(self) -> AsyncIterator[str]:
        last = 0
        query = "SELECT rowid, record FROM games WHERE rowid > ? ORDER BY rowid LIMIT 500"
        while rows := await self._read(query, last):
            last = rows[-1][0]
            for _, record in rows:
                yield record

    async def delete(self, table: str) -> None:
        await self._do(lambda: self._forget([table]))

    async def expire(self, untouched_since: float) -> int:
        # A move does not update the row of its table, so events are checked as well.
        query = (
            "SELECT id FROM tables WHERE touched < ?1 AND NOT EXISTS "
            "(SELECT 1 FROM events WHERE table_id = id AND at >= ?1) LIMIT 1000"
        )
        await self._all_in_place()
        here = self.watched()
        tables = [row[0] for row in await self._read(query, untouched_since) if row[0] not in here]
        if tables:
            await self._do(lambda: self._forget(tables))
        return len(tables)

    async def claim(self, tables: Collection[str]) -> None:
        pass

    def has_claimed(self, table: str) -> bool:
        return True

    async def release(self, tables: Collection[str]) -> None:
        pass

    def announce_presence(self, table: str, seats: str, spectators: int) -> None:
        pass

    def present_elsewhere(self, table: str) -> tuple[frozenset[str], int]:
        return frozenset(), 0

    async def _read(self, query: str, *parameters: object) -> list[tuple[Any, ...]]:
        def fetch() -> list[tuple[Any, ...]]:
            with self._reading:
                return self._reader.execute(query, parameters).fetchall()

        try:
            return await asyncio.to_thread(fetch)
        except TROUBLE as error:
            raise self._trouble(error) from None

    def _trouble(self, error: sqlite3.Error | UnicodeError) -> StoreDown | Damaged:
        """The error text with the name of the file."""
        wrong = f"{self._path}: {_text_of(error)}"
        return Damaged(wrong) if _is_damage(error) else StoreDown(wrong)

    async def _all_in_place(self) -> None:
        """Flush everything that waits, and move the journal to `events`."""
        if self._waiting or self._done < self._handed_over or self._journal.size:
            await self._do(self._sort_in)

    async def _do(self, work: Callable[[], None]) -> None:
        """Run a rare operation in the writer thread, after everything queued before."""
        done: asyncio.Future[None] = self._loop.create_future()

        def job() -> None:
            error: Exception | None = None
            try:
                work()
            except sqlite3.Error as problem:
                error = self._trouble(problem)
            except Exception as problem:  # reported to the callbacks; the writer goes on
                error = problem
            self._loop.call_soon_threadsafe(settle, done, error)

        self._hand_over()
        self._jobs.put(job)
        await done

    def _forget(self, tables: Iterable[str]) -> None:
        self._sort_in()
        with transaction(self._connection):
            for table in tables:
                for query in (
                    "DELETE FROM events WHERE table_id = ?",
                    "DELETE FROM games WHERE table_id = ?",
                    "DELETE FROM tables WHERE id = ?",
                ):
                    self._connection.execute(query, (table,))

    def _write(self) -> None:
        """The writer thread: commits batches and reports them. It survives all errors."""
        while (job := self._jobs.get()) is not None:
            if callable(job):
                job()
                continue
            errors = self._commit(job)
            self._done += 1
            self._loop.call_soon_threadsafe(self._committed, job, errors)
            if self._journal.size >= self._sort_in_at:  # after the callbacks, which do not depend on it
                self._try_to_sort_in()
        self._try_to_sort_in()

    def _sort_in(self) -> None:
        self._journal.sort_in()
        self._sort_in_at = SORT_IN_AFTER

    def _try_to_sort_in(self) -> None:
        """Move the journal to `events`, if that works now; events are durable in the journal too."""
        try:
            self._sort_in()
        except sqlite3.Error as error:
            self._sort_in_at = self._journal.size + SORT_IN_AFTER
            log.warning("events stay in the journal for now", extra={"reason": str(self._trouble(error))})
        except Exception as error:
            self._sort_in_at = self._journal.size + SORT_IN_AFTER
            self._loop.call_soon_threadsafe(self.failed, "journal", error)

    def _commit(self, batch: Batch) -> list[Exception | None]:
        error = self._try_to_commit([append for append, _ in batch])
        if error is None or len(batch) == 1:
            return [error] * len(batch)
        # Rare: store the appends one by one, so that only the faulty one fails.
        return [self._try_to_commit([append]) for append, _ in batch]

    def _try_to_commit(self, appends: list[Append]) -> Exception | None:
        """Store all of these appends; an error means that none was stored."""
        try:
            rest = [append for append in appends if append.summary is not None or append.ended is not None]
            self._journal.write(appends, [statement for append in rest for statement in _along(append)])
        except sqlite3.Error as error:
            return StoreDown(str(self._trouble(error)))
        except Exception as error:
            return error
        return None

    def _lock(self) -> None:
        """Lock the file: two servers on one file would each believe that a table is theirs."""
        self._lock_file = os.fdopen(_open_lock(Path(f"{self._path}.lock")), "r+")  # held as long as we serve
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(self._lock_file.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(self._lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._lock_file.close()
            raise ValueError(
                f"{self._path} is in use by another dnup; stop that one, or use --database with another file"
            ) from None

    def _unlock(self) -> None:
        if self._lock_file is not None:
            self._lock_file.close()


def _along(append: Append) -> Iterator[Statement]:
    """The statements that go with events: the listing of the table, and the record of an ended game."""
    if append.summary is not None:
        summary = append.summary
        yield _SUMMARY, (append.table, append.at, summary.public, summary.phase, summary.info)
    if append.ended is not None:
        yield _GAME, (append.table, append.ended.game, append.at, append.ended.record)


def _true_path(path: Path) -> Path:
    """The real path of the file, links resolved: the lock and SQLite's own files are beside it."""
    try:
        return path.resolve()
    except (OSError, RuntimeError) as error:
        raise ValueError(f"the database {path} cannot be used: {error}") from None


def _refuse_links(path: Path) -> None:
    """Refuse a file with a second hard link: each name would have its own write-ahead log and lock."""
    if path.is_file() and path.stat().st_nlink > 1:
        raise ValueError(
            f"the database {path} cannot be used: the file has another name as well, a hard link; "
            "remove one of the two, and copy it as docs/deploy.md says"
        )


def _open_lock(path: Path) -> int:
    """Open the lock file without truncating it: a link there could lead to any file of the user."""
    try:
        if path.is_symlink():  # where O_NOFOLLOW does not exist
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        lock = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o644)
    except OSError as error:
        if error.errno != errno.ELOOP:
            raise ValueError(f"the lock {path} cannot be used: {error.strerror}") from None
        raise ValueError(
            f"the lock {path} cannot be used: it is a link, and may lead to any file; remove it"
        ) from None
    if not stat.S_ISREG(os.fstat(lock).st_mode):
        os.close(lock)
        raise ValueError(f"the lock {path} cannot be used: it is no file; remove it")
    return lock


@contextlib.contextmanager
def _usable(path: Path) -> Iterator[None]:
    """The error of opening a file, as one sentence."""
    try:
        yield
    except Damaged as error:
        raise ValueError(
            f"the database {path} is damaged: {error}; docs/deploy.md says how to repair it"
        ) from None
    except TROUBLE as error:
        raise ValueError(f"the database {path} cannot be used: {_text_of(error)}") from None


def _is_damage(error: sqlite3.Error | UnicodeError) -> bool:
    """Whether an error means that the file is damaged."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return isinstance(error, UnicodeError) or code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _text_of(error: sqlite3.Error | UnicodeError) -> str:
    """The error text, without data of the file."""
    if isinstance(error, UnicodeError):
        return "the file is damaged: some of its text is not UTF-8"
    return str(error).partition(" with text")[0]


def _connect(path: Path) -> sqlite3.Connection:
    with _usable(path), contextlib.ExitStack() as undo:
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
        undo.enter_context(contextlib.closing(connection))
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA wal_autocheckpoint = 4000")
        undo.pop_all()
    return connection
