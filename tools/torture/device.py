"""`make torture-page`: a browser that plays on its own device is killed at random moments; nothing shown gets lost."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

from tools import ROOT

KINDS: Final = {".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm"}
PAGE: Final = b'<!doctype html><script type="module" src="/device.mjs"></script>'
PATIENCE: Final = 180.0
LINGERS: Final = 2.0
"""The time in seconds that killed processes may take to end."""
HALF_AN_ENTRY: Final = b"\x12\x34\x56\x78" + (250).to_bytes(2, "little") + b"\x01"
"""What LevelDB writes first of an entry in its log: its checksum, its length and its kind."""
FLAGS: Final = ("--headless=new", "--no-sandbox", "--no-first-run", "--disable-gpu", "--disable-extensions")


@dataclass
class Ledger:
    """What a browser has reported since it was started, and what is wrong with it."""

    kept: list[dict[str, Any]] = field(default_factory=list)
    """The events that were on disk when it was started."""
    shown: dict[int, dict[str, Any]] = field(default_factory=dict)
    """By number, the events that anyone was ever shown."""
    last_shown: int = 0
    problems: list[str] = field(default_factory=list)
    starts: int = 0
    heard: threading.Condition = field(default_factory=threading.Condition)

    def hear(self, what: str, body: Any) -> None:
        with self.heard:
            if what == "found":
                before = len(self.problems)
                self._compare(body)
                if len(self.problems) > before:
                    self.shown.clear()  # the rest would be said again and again
                    self.last_shown = 0
                self.kept = body
                self.starts += 1
            elif body["type"] in ("update", "welcome"):
                self.last_shown = max(self.last_shown, body["state"]["number"])
                for event in body["events"] if body["type"] == "update" else body["log"]:
                    if self.shown.setdefault(event["number"], event) != event:
                        self.problems.append(f"event {event['number']} has become another")
            else:
                self.problems.append(f"the table said {body}")
            self.heard.notify_all()

    def _compare(self, found: list[dict[str, Any]]) -> None:
        if found[: len(self.kept)] != self.kept:
            self.problems.append(f"of {len(self.kept)} events that were there, some are not as they were")
        if len(found) < self.last_shown:
            self.problems.append(f"event {self.last_shown} was shown, and {len(found)} are left")
        for number, event in self.shown.items():
            if (
                event["type"] == "moved"
                and number <= len(found)
                and found[number - 1].get("move") != event["move"]
            ):
                self.problems.append(f"event {number} was {event['move']}, and is {found[number - 1]}")

    def wait(self, reached: Callable[[Ledger], bool]) -> None:
        with self.heard:
            if not self.heard.wait_for(lambda: reached(self), PATIENCE):
                raise TimeoutError("the browser has said nothing for a long time")


@contextlib.contextmanager
def _serving(ledger: Ledger) -> Iterator[str]:
    """The page, from the files of this checkout; and someone who hears what it reports."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            path = self.path.removeprefix("/")
            file = ROOT / "src" / "dnup" / path if path.startswith("web/") else Path(__file__).parent / path
            body = PAGE if not path else file.read_bytes() if file.is_file() else b""
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", KINDS.get(file.suffix, "text/html"))
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            body = self.rfile.read(length)
            if len(body) < length:
                return  # killed in the middle of a sentence
            ledger.hear(self.path.removeprefix("/"), json.loads(body))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_arguments: object) -> None:
            pass

        def handle(self) -> None:
            with contextlib.suppress(ConnectionError):  # killed before it was answered
                super().handle()

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def _kill(browser: subprocess.Popen[bytes]) -> None:
    """All of its processes at once; the next one finds the disk as they have left it."""
    os.killpg(browser.pid, signal.SIGKILL)
    browser.wait()
    began = time.monotonic()
    with contextlib.suppress(ProcessLookupError):
        while time.monotonic() - began < LINGERS:
            os.killpg(browser.pid, 0)
            time.sleep(0.01)


def _tear(folder: Path) -> None:
    """Leave the disk as a kill does that comes between the two halves of an entry: one in a hundred, by chance."""
    logs = sorted(folder.glob("Default/IndexedDB/*.leveldb/*.log"))
    with logs[-1].open("ab") as log:
        log.write(HALF_AN_ENTRY)


def torture_browser(
    chromium: str,
    folder: Path,
    *,
    kills: int,
    seed: int = 1,
    torn: float = 0.5,
    advance: Callable[[], None] = lambda: None,
) -> Ledger:
    """Kill a browser repeatedly while it plays, each time with all its processes, and compare what is left.

    `torn` is how many of the kills come at the worst moment: see `src/dnup/web/device/leveldb-workaround.js`.
    """
    chance = random.Random(seed)
    ledger = Ledger()
    with _serving(ledger) as address:
        for kill in range(kills + 1):
            browser = subprocess.Popen(
                [chromium, *FLAGS, f"--user-data-dir={folder}", address],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            try:
                shown = ledger.last_shown
                ledger.wait(lambda ledger, starts=kill + 1: ledger.starts == starts)  # type: ignore[misc]
                if kill < kills:
                    ledger.wait(lambda ledger, shown=shown: ledger.last_shown > shown)  # type: ignore[misc]
                    time.sleep(chance.uniform(0, 0.3))
                    advance()
                else:  # it plays on, until there was more to lose than there were kills
                    ledger.wait(lambda ledger: len(ledger.shown) > kills or bool(ledger.problems))
            finally:
                _kill(browser)
            if chance.random() < torn:
                _tear(folder)
    return ledger


def run() -> int:
    parser = argparse.ArgumentParser(prog="tools.torture.device", description=__doc__)
    parser.add_argument("--kills", type=int, default=50, metavar="N", help="how often (default: 50)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="for the moments")
    parser.add_argument(
        "--torn", type=float, default=0.5, metavar="P", help="how many at the worst moment (default: 0.5)"
    )
    options = parser.parse_args()
    chromium = shutil.which("chromium")
    if chromium is None:
        print("chromium is not installed", file=sys.stderr)
        return 2
    began = time.monotonic()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        ledger = torture_browser(
            chromium, Path(folder), kills=options.kills, seed=options.seed, torn=options.torn
        )
    print(
        f"{options.kills:,} kills in {time.monotonic() - began:,.0f} s; {ledger.last_shown:,} events shown, "
        f"{len(ledger.kept):,} kept; {len(ledger.problems)} problems"
    )
    for problem in ledger.problems[:20]:
        print(f"  {problem}")
    return 1 if ledger.problems else 0


if __name__ == "__main__":
    sys.exit(run())
