"""`dnup verify`: replay records and report errors."""

from __future__ import annotations

import argparse
import json
import os
import stat
import sys
from pathlib import Path
from typing import BinaryIO, Final

from rich.console import Console

from dnup.commands.options import add_json
from dnup.commands.progress import progress_bar
from dnup.names import visible

_SHOWN: Final = 20  # the most errors to print; --json has all


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "verify",
        help="replay records and check every move",
        description="Replay every move of every record and compare the record with the rules. The exit status is 1 "
        "if anything is wrong; each error is printed with its place.",
    )
    parser.add_argument(
        "file", metavar="FILE", help="a file of records, one JSON line each; - for standard input"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    if options.file == "-":
        return _verify(sys.stdin.buffer, options)
    with Path(options.file).open("rb") as file:
        return _verify(file, options)


def _verify(file: BinaryIO, options: argparse.Namespace) -> int:
    from dnup.records.verify import verify_file

    name = "standard input" if options.file == "-" else options.file
    console = Console(stderr=True)
    right = wrong = 0
    errors = []
    with progress_bar(console, "verifying", _size(file)) as advance:
        for checked in verify_file(file):
            right += checked.right
            for line, error in checked.wrong:
                wrong += 1
                if options.json:
                    errors.append({"line": line, "error": error})
                elif wrong <= _SHOWN:
                    print(visible(f"{name}, line {line}: {error}"), file=sys.stderr)
            advance(checked.size)
    if options.json:
        print(json.dumps({"file": options.file, "verified": right, "errors": errors}))
    else:
        if wrong > _SHOWN:
            print(f"and {wrong - _SHOWN:,} more; --json lists them all", file=sys.stderr)
        print(visible(f"{name}: {_verdict(right, wrong)}"))
    return 1 if wrong else 0


def _size(file: BinaryIO) -> int | None:
    """The size of a file in bytes; None for a pipe."""
    status = os.fstat(file.fileno())
    return status.st_size if stat.S_ISREG(status.st_mode) else None


def _verdict(right: int, wrong: int) -> str:
    if not right and not wrong:
        return "no games, so nothing to verify"
    games = "1 game" if right == 1 else f"{right:,} games"
    return f"{games} verified, {wrong:,} wrong" if wrong else f"{games} verified, every move of them legal"
