"""`dnup export`: write the finished games of a server as records, or records as Parquet tables."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from dnup.commands.options import add_mixed_decks, check_mixed_decks
from dnup.commands.serve import default_database
from dnup.extras import how_to_install
from dnup.names import visible

_SHOWN: Final = 20  # the most errors to print


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "export",
        help="write the finished games of a server as records, or records as Parquet tables",
        description="Write all finished games of a server as records, one JSON line each, oldest first. The server "
        "may be running. With --parquet, write them as tables instead; with --records, take the games from files of "
        "records (from dnup arena --record, dnup simulate --record or an earlier export).",
    )
    source = parser.add_mutually_exclusive_group()
    source.add_argument(
        "--database", metavar="FILE|ADDRESS", help="the server's database (default: the one of dnup serve)"
    )
    source.add_argument(
        "--records",
        nargs="+",
        metavar="FILE",
        help="with --parquet: take the games from these files of records",
    )
    parser.add_argument(
        "--parquet",
        metavar="DIR",
        help="write every move and every round to Parquet files in this folder",
    )
    add_mixed_decks(parser)
    parser.add_argument(
        "output", nargs="?", default="-", metavar="FILE", help="where to write (default: standard output)"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the games, and print their number."""
    database = options.database or str(default_database())
    if options.parquet is not None:
        if options.output != "-":
            raise ValueError("--parquet says where to write, so a FILE to write to cannot be used with it")
        if options.records is not None:
            return _export_tables(options.parquet, options.records, options.mixed_decks)
        with tempfile.TemporaryDirectory() as folder:
            records = Path(folder) / "server.jsonl"
            _export_records(database, records)
            return _export_tables(options.parquet, [records], options.mixed_decks)
    check_mixed_decks(options)
    if options.records is not None:
        raise ValueError("what --records names are records already; --parquet DIR writes tables of them")
    count = _export_records(database, None if options.output == "-" else Path(options.output))
    print(f"{count} finished game{'' if count == 1 else 's'} exported", file=sys.stderr)
    return 0


def _export_tables(directory: str, files: Sequence[str | Path], mixed_decks: bool) -> int:
    from rich.console import Console

    from dnup.commands.progress import progress_bar
    from dnup.rl.parquet_records import records_to_parquet

    console = Console(stderr=True)
    with progress_bar(console, "exporting", None) as advance:
        exported = records_to_parquet(directory, files, progress=advance, mixed_decks=mixed_decks)
    for name, line, error in exported.wrong[:_SHOWN]:
        print(visible(f"{name}, line {line}: {error}"), file=sys.stderr)
    wrong = len(exported.wrong)
    if wrong > _SHOWN:
        print(f"and {wrong - _SHOWN:,} more; dnup verify --json lists them all", file=sys.stderr)
    games = "1 game" if exported.games == 1 else f"{exported.games:,} games"
    left_out = f"; {wrong:,} left out, as they are wrong" if wrong else ""
    print(
        f"{games} exported, {exported.rounds:,} rounds and {exported.moves:,} moves{left_out}",
        file=sys.stderr,
    )
    return 1 if wrong else 0


def _export_records(database: str, path: Path | None) -> int:
    """Write a server's records to a file, or to standard output, and count them."""
    if path is None:
        return asyncio.run(_export(database, sys.stdout.write))
    with path.open("w", encoding="utf-8") as file:
        return asyncio.run(_export(database, file.write))


async def _export(database: str, write: Callable[[str], object]) -> int:
    try:
        from dnup.server.run import open_store
        from dnup.server.store.store import Damaged, StoreDown
    except ImportError as error:
        raise ValueError(
            f"to read a server's games, more is needed: {how_to_install('server', error.name)}"
        ) from None
    store = open_store(database)
    await store.open_to_read()
    count = 0
    try:
        async for record in store.records():
            write(f"{record}\n")
            count += 1
    except (Damaged, StoreDown) as error:
        raise ValueError(f"the games could not be read: {error}") from None
    finally:
        await store.close()
    return count
