"""`dnup serve`: run the game server."""

from __future__ import annotations

import argparse
import contextlib
import os
import socket
import sys
from pathlib import Path
from typing import Final

from dnup.commands.options import positive, whole
from dnup.extras import how_to_install
from dnup.workers.cores import core_count

PORT: Final = 8000
LOOPBACK: Final = "127.0.0.1"


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "serve",
        help="play in the browser: against bots, or with friends by a link",
        description="Run the game server. Without options it serves this computer only. Ctrl-C stops it; when it "
        "starts again, every game continues where it was.",
    )
    add_options(parser)
    parser.set_defaults(run=run)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add all options of the server; the order is that of the help text."""
    _add_basic_options(parser)
    _add_network_options(parser)
    _add_limits(parser)
    parser.add_argument(
        "--log",
        default="warning",
        choices=("debug", "info", "warning", "error"),
        help="how much to log (default: warning)",
    )


def _add_basic_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--host",
        default=LOOPBACK,
        metavar="ADDRESS",
        help=f"address to listen on; 0.0.0.0 lets everyone on your network play (default: {LOOPBACK})",
    )
    parser.add_argument(
        "--port", type=whole, default=PORT, metavar="N", help=f"port to listen on (default: {PORT})"
    )
    parser.add_argument(
        "--database",
        metavar="FILE|ADDRESS",
        help="where to store games: a file, or postgresql://… for several nodes (default: a file in your data folder)",
    )
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    parser.add_argument(
        "--deck",
        action="append",
        default=[],
        metavar="FILE",
        help="offer this deck file too; can be repeated",
    )
    parser.add_argument(
        "--bot-pause",
        type=float,
        default=0.9,
        metavar="SECONDS",
        help="time before a bot moves (default: 0.9)",
    )
    parser.add_argument(
        "--thinkers", type=positive, metavar="N", help="number of cores for bots (default: all but one)"
    )
    parser.add_argument(
        "--keep-days",
        type=float,
        default=90.0,
        metavar="N",
        help="delete tables after this number of days without activity (default: 90)",
    )
    parser.add_argument(
        "--max-spectators",
        type=whole,
        default=200,
        metavar="N",
        help="maximum number of spectators at a table (default: 200)",
    )


def _add_network_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="URL",
        help="allow pages from this origin too, like https://dnup.example; can be repeated",
    )
    parser.add_argument(
        "--host-name",
        action="append",
        default=[],
        metavar="NAME",
        help="a name by which people reach this server, like dnup.example; can be repeated (default: local names and "
        "the addresses it listens on; behind a proxy, any)",
    )
    parser.add_argument(
        "--behind-proxy",
        metavar="ADDRESS",
        help="trust the forwarded headers of this proxy (client address, https); * trusts any",
    )


def _add_limits(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--max-connections", type=positive, default=20_000, metavar="N", help=argparse.SUPPRESS
    )
    parser.add_argument(
        "--max-per-address",
        type=positive,
        default=2_000,
        metavar="N",
        help="maximum number of connections from one address, except the proxy (default: 2000)",
    )
    parser.add_argument(
        "--no-fast-websocket",
        action="store_true",
        help="pass WebSocket messages through uvicorn's queue: slower, for a uvicorn that the fast path fails with",
    )
    parser.add_argument("--tables-per-minute", type=float, default=60.0, metavar="N", help=argparse.SUPPRESS)
    parser.add_argument(
        "--messages-per-second", type=float, default=100.0, metavar="N", help=argparse.SUPPRESS
    )


def run(options: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    try:
        from dnup.server.run import open_store, serve
    except ImportError as error:
        return serve_page(options, how_to_install("server", error.name))

    from dnup.cards.deck import load_deck
    from dnup.compile_cache import load
    from dnup.compile_progress import hush
    from dnup.entry_points import SERVER
    from dnup.server.runtime.hosts import own_hosts
    from dnup.server.runtime.listener import listen
    from dnup.server.runtime.logs import set_up_logs
    from dnup.server.runtime.readiness import Readiness
    from dnup.server.runtime.settings import Settings

    decks = [load_deck(name) for name in options.deck]
    database = options.database or str(default_database())
    listener = listen(options.host, options.port)
    port = listener.getsockname()[1]
    set_up_logs(options.log)
    settings = Settings(
        bot_pause=max(0.0, options.bot_pause),
        bot_threads=options.thinkers or max(1, core_count() - 1),
        keep_days=options.keep_days,
        origins=tuple(options.origin),
        hosts=own_hosts(options.host, options.host_name)
        if options.host_name or not options.behind_proxy
        else None,
        secure=options.behind_proxy is not None,
        max_connections=options.max_connections,
        max_per_address=None if options.behind_proxy else options.max_per_address,
        max_spectators=options.max_spectators,
        tables_per_minute=options.tables_per_minute,
        messages_per_second=options.messages_per_second,
        fast_websocket=not options.no_fast_websocket,
    )
    settings.decks.update({deck.name: deck for deck in decks})
    missing = load(SERVER)
    hush()  # without a cache the server itself compiles, and would print what `Beginning` prints
    beginning = Beginning()
    readiness = Readiness(missing, beginning.show)

    def started() -> None:
        shown = "127.0.0.1" if options.host in ("0.0.0.0", "::") else options.host
        address = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"
        print(f"dnup is at {address}  (Ctrl-C stops it; games are kept)", flush=True)
        if options.host in ("0.0.0.0", "::"):
            print(f"For others in your network: http://{address_in_the_network()}:{port}/", flush=True)
        if missing:
            beginning.announce()
        if options.open:
            open_browser(address)

    with contextlib.suppress(KeyboardInterrupt):
        serve(
            open_store(database),
            settings,
            listener,
            forwarded_from=options.behind_proxy,
            started=started,
            readiness=readiness,
        )
    beginning.stop()
    print("Stopped. Everything is kept.", file=sys.stderr)
    return 0


def serve_page(options: argparse.Namespace, install: str) -> int:
    """Serve the page to this computer until Ctrl-C, without tables for friends: these need the extra `server`."""
    from dnup.server.runtime.listener import listen
    from dnup.site import read_site
    from dnup.site.page_server import PageServer

    defaults = argparse.ArgumentParser()
    add_options(defaults)
    wanted = {**vars(defaults.parse_args([])), "port": options.port, "open": options.open, "run": options.run}
    if vars(options) != wanted:
        raise ValueError(f"to play with friends, more is needed: {install}")
    with PageServer(read_site(has_server=False), listen(options.host, options.port)) as server:
        address = f"http://{options.host}:{server.server_address[1]}/"
        print(f"dnup is at {address}  (Ctrl-C stops it; games are kept in the browser)", flush=True)
        print(f"To play with friends, more is needed: {install}", file=sys.stderr, flush=True)
        if options.open:
            open_browser(address)
        with contextlib.suppress(KeyboardInterrupt):
            server.serve_forever()
    print("Stopped. Everything is kept.", file=sys.stderr)
    return 0


class Beginning:
    """Prints the progress of compilation at the start, and what works meanwhile."""

    def __init__(self) -> None:
        self._terminal = sys.stderr.isatty()
        self._unfinished = False

    def announce(self) -> None:
        from dnup.compile_progress import how_often

        print(
            f"Play against bots at once. Tables with friends get ready: the rules are compiled {how_often()}.",
            file=sys.stderr,
            flush=True,
        )

    def show(self, done: int, total: int) -> None:
        if done == total:
            self._write("Tables with friends are ready." + " " * 20, "\n")
        elif self._terminal:
            self._write(f"Tables with friends get ready: {done} of {total} functions are compiled", "")
        elif done * 4 // total > (done - 1) * 4 // total:
            self._write(f"Tables with friends get ready: {done} of {total} functions are compiled", "\n")

    def _write(self, text: str, end: str) -> None:
        begin = "\r" if self._terminal else ""
        print(f"{begin}{text}", end=end, file=sys.stderr, flush=True)
        self._unfinished = not end

    def stop(self) -> None:
        """End the current line, if it was not ended."""
        if self._unfinished:
            print(file=sys.stderr)


def default_database() -> Path:
    """The default database file of a user."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home())
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "dnup" / "games.sqlite3"


def address_in_the_network() -> str:
    """The address of this computer in its network. Connecting a UDP socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))
            return str(asked.getsockname()[0])
        except OSError:
            return socket.gethostname()


def open_browser(address: str) -> None:
    """Open the page in the browser, if there is one."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
