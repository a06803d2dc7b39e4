"""The command `dnup`, with one module in `commands/` for each subcommand."""

from __future__ import annotations

import argparse
import io
import os
import sys
import warnings
from collections.abc import Sequence
from typing import NoReturn, TextIO

from dnup.__about__ import __version__
from dnup.commands import (
    arena,
    bench,
    benchmark,
    daily,
    dataset,
    deck,
    export,
    play,
    puzzle,
    replay,
    review,
    serve,
    simulate,
    site,
    stats,
    verify,
)
from dnup.names import visible

COMMANDS = (
    serve,
    play,
    daily,
    puzzle,
    replay,
    review,
    stats,
    arena,
    benchmark,
    simulate,
    verify,
    export,
    dataset,
    deck,
    site,
    bench,
)


class UsageError(ValueError):
    """An option that cannot be used; the message says what would be right."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence, like all others here."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see {self.prog} --help")


def build_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="dnup",
        description="dnup, the card game: play it, study it, simulate it. Without a command, the game opens in your "
        "browser, as with dnup serve --open.",
        epilog="dnup is a game by Kei Kajino, published by Asmodee; this is an unofficial implementation.",
    )
    parser.add_argument("-V", "--version", action="version", version=f"dnup {__version__}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.register(subparsers)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; 0 is success, 1 a failed check, 2 bad input, 130 Ctrl-C, 141 a closed pipe."""
    _prepare_streams()
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _show_warning
            code = _run(arguments)
        sys.stdout.flush()  # so that a failed write is handled here
        return code
    except ValueError as error:
        return _say(str(error), 2)
    except (BrokenPipeError, SystemExit):  # the reader of our output has closed it; Rich exits then
        _give_up_output()
        return 141
    except OSError as error:
        _give_up_output()
        reason = error.strerror or str(error)
        return _say(f"{error.filename} cannot be used: {reason}" if error.filename else reason, 2)
    except KeyboardInterrupt:
        _give_up_output()
        return _say("stopped", 130)


def _run(arguments: Sequence[str] | None) -> int:
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        options = build_parser().parse_args(arguments or ["serve", "--open"])
    except SystemExit as done:  # --help and --version have printed their text
        return int(done.code or 0)
    return int(options.run(options))


def _prepare_streams() -> None:
    # If the parent process closed a stream, Python has none.
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without ★ shows everything else


def _give_up_output() -> None:
    """Discard buffered output; otherwise Python would try to write it again at exit, and fail."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """A warning as one sentence, without the line of code that it came from."""
    _say(str(message), 0)


def _say(sentence: str, code: int) -> int:
    print(f"dnup: {visible(sentence)}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
