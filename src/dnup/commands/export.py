"""`dnup export`: all finished games of a server, as records."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable

from dnup.commands.serve import default_database
from dnup.extras import how_to_install


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "export",
        help="write the finished games of a server as records",
        description="Write all finished games of a server as records, a JSON line each, the oldest first. "
        "The server may be running.",
    )
    parser.add_argument(
        "--database", metavar="FILE|ADDRESS", help="the server's database (default: that of dnup serve)"
    )
    parser.add_argument(
        "output", nargs="?", default="-", metavar="FILE", help="where to write (default: standard output)"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the records; how many is said at the end."""
    from pathlib import Path

    database = options.database or str(default_database())
    if options.output == "-":
        count = asyncio.run(_export(database, sys.stdout.write))
    else:
        with Path(options.output).open("w", encoding="utf-8") as file:
            count = asyncio.run(_export(database, file.write))
    print(f"{count} finished game{'' if count == 1 else 's'} exported", file=sys.stderr)
    return 0


async def _export(database: str, write: Callable[[str], object]) -> int:
    try:
        from dnup.server.run import open_store
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
    finally:
        await store.close()
    return count
