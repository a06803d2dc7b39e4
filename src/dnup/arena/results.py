"""The file of results: a header line with the settings, then a line for each game, in order."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final

from dnup.__about__ import __version__
from dnup.arena.game import GameResult
from dnup.arena.settings import Settings
from dnup.error_text import quoted
from dnup.records.record import check_unused

FORMAT: Final = "dnup-arena"
VERSION: Final = 1


class ResultsError(ValueError):
    """A results file that cannot be resumed; the message says why.

    >>> import dnup.arena
    >>> settings = dnup.arena.Settings.of(["random"], players=2, single_rounds=True)
    >>> try:
    ...     dnup.arena.run(settings, games=2, resume=True)
    ... except dnup.arena.ResultsError as error:
    ...     print(error)
    to go on, the file of results is needed
    """


class ResultsWriter:
    """Writes results, and records if wanted, game by game, so that an interrupted arena loses nothing.

    `done` are the results so far, including those that the file had before.
    """

    def __init__(self, done: list[GameResult], results: BinaryIO | None, records: BinaryIO | None) -> None:
        self.done = done
        self._results = results
        self._records = records

    def add(self, result: GameResult, record: str) -> None:
        """Write a game. Its record comes first: a record without a result is dropped on resuming."""
        if self._records is not None:
            _write(self._records, record.encode())
        if self._results is not None:
            _write(self._results, _line(result.to_json()))
        self.done.append(result)


@contextmanager
def open_results(
    settings: Settings, results: str | None = None, records: str | None = None, *, resume: bool = False
) -> Iterator[ResultsWriter]:
    """A writer to these files. To resume, their settings must be the same; otherwise they must not exist."""
    done: list[GameResult] = []
    size = kept = 0
    if resume:
        if results is None:
            raise ResultsError("to go on, the file of results is needed")
        done, size = _read_results(Path(results), settings)
        kept = 0 if records is None else _whole_lines(Path(records), len(done))
    else:
        if results is not None and Path(results).exists() and Path(results).stat().st_size:
            raise ResultsError(f"{results} is not empty; go on with --resume {results}, or name another file")
        if records is not None:
            check_unused(records)
    with ExitStack() as files:
        results_file = files.enter_context(_open_at(Path(results), size)) if results is not None else None
        records_file = files.enter_context(_open_at(Path(records), kept)) if records is not None else None
        if results_file is not None and not resume:
            header = {"format": FORMAT, "version": VERSION, "dnup": __version__, **settings.to_json()}
            _write(results_file, _line(header))
        yield ResultsWriter(done, results_file, records_file)


def _read_results(path: Path, settings: Settings) -> tuple[list[GameResult], int]:
    """The results of a file, and the length of its whole lines."""
    done = []
    with path.open("rb") as file:
        first = file.readline()
        _check_header(_parse(first, path, 1), settings, path)
        size = len(first)
        for number, line in enumerate(file):
            if not line.endswith(b"\n"):  # cut off, as by a crash; that game is played again
                break
            result = _read_result(line, path, number + 2)
            if result.game != number:
                raise ResultsError(f"{path}, line {number + 2}: game {number} should be here")
            done.append(result)
            size += len(line)
    return done, size


def _read_result(line: bytes, path: Path, number: int) -> GameResult:
    data = _parse(line, path, number)
    try:
        return GameResult.from_json(data)
    except (LookupError, TypeError, ValueError, AttributeError):
        raise ResultsError(f"{path}, line {number}: this is not the result of a game") from None


def _check_header(header: dict[str, Any], settings: Settings, path: Path) -> None:
    if header.get("format") != FORMAT or header.get("version") != VERSION:
        raise ResultsError(
            f"{path} is not a file of results: its first line has no format {FORMAT!r}, version {VERSION}"
        )
    # Not every file has these; without a stall limit it is from before D5.
    header = {"stall_limit": 0, "luck_tries": 0, "finish_round": False, **header}
    for name, wanted in {"luck_tries": 0, "finish_round": False, **settings.to_json()}.items():
        if header.get(name) != wanted:
            raise ResultsError(
                f"{path} has results with other settings: {name} is {quoted(header.get(name))} there "
                f"and {quoted(wanted)} here"
            )


def _parse(line: bytes, path: Path, number: int) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise ResultsError(f"{path}, line {number}: this is not a JSON object")
    return data


def _whole_lines(path: Path, wanted: int) -> int:
    """The length of the first `wanted` lines of a file of records, one for each result; the rest is dropped."""
    size = 0
    with path.open("rb") as file:
        for number in range(wanted):
            line = file.readline()
            if not line.endswith(b"\n"):
                raise ResultsError(
                    f"{path} has {number} records, but {wanted} games have results; they go together"
                )
            size += len(line)
        # A record is written before its result, so there may be one more; nothing else may be dropped.
        for number, line in enumerate(file, wanted):
            if line.endswith(b"\n") and _game_of(_parse(line, path, number + 1)) != number:
                raise ResultsError(f"{path}, line {number + 1}: the record of game {number} should be here")
    return size


def _game_of(record: dict[str, Any]) -> object:
    arena = record.get("arena")
    return arena.get("game") if isinstance(arena, dict) else None


def _open_at(path: Path, size: int) -> BinaryIO:
    """Open a file for writing, cut to a size."""
    file = path.open("r+b" if size else "wb")
    file.truncate(size)
    file.seek(size)
    return file


def _write(file: BinaryIO, line: bytes) -> None:
    file.write(line)
    file.flush()


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"
