"""Do what the README says, line by line, as someone does who has just cloned the repository.

`make play` sets up a separate environment; then every command of every block without a language is run there,
and whatever ends with another status than 0 is a failure. Blocks of Python must print what they show.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from pathlib import Path

from tools import ROOT

README = ROOT / "README.md"
PATIENCE = 300.0
SERVER = "dnup serve"
LANES = 2
"""The number of commands that run in parallel."""


class SmokeError(Exception):
    """The README shows something that does not work."""


def commands(page: str) -> list[str]:
    """The commands of a page, in order, without the remarks behind them."""
    blocks = re.findall(r"^```([^\n]*)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    text = "".join(block for language, block in blocks if not language)
    lines = [re.sub(r"\s+#\s.*", "", line).strip() for line in text.splitlines()]
    return [line for line in lines if line]


def is_server(line: str) -> bool:
    """Whether a command goes on until Ctrl-C."""
    return line == "dnup" or line.startswith(SERVER)


class Newcomer:
    """Somebody in a clone, as far as the commands need it: the examples, and the environment in `.venv`."""

    def __init__(self, clone: Path) -> None:
        self.clone = clone
        (clone / "examples").symlink_to(ROOT / "examples")
        self.opened = clone / "opened"
        browser = clone / "browser"
        browser.write_text(f'#!/bin/sh\nprintf %s "$1" > "{self.opened}"\n')
        browser.chmod(0o755)
        # A clean environment: no settings of Python, and neither games nor the browser of the user.
        ours = ("PYTHON", "NUMBA_", "MAKE", "MFLAGS", "VIRTUAL_ENV")
        self.env = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        self.env |= {"XDG_DATA_HOME": str(clone / "data"), "BROWSER": str(browser), "PIP_COMPILE": "0"}

    def make_play(self) -> None:
        """`make play` sets everything up, and the page opens in the browser."""
        make = ["make", "--no-print-directory", f"VENV={self.clone / '.venv'}", f"PYTHON={_base_python()}"]
        done = self._finish([*make, str(self.clone / ".venv" / "server.stamp")], cwd=ROOT)
        self._judge("make play", done)
        with self._serving([*make, "play"], ROOT) as page:
            if page is None:  # somebody has the port; it is another's today
                return
            deadline = time.monotonic() + PATIENCE
            while not self.opened.exists() and time.monotonic() < deadline:
                time.sleep(0.05)
            if not self.opened.exists() or self.opened.read_text() != page:
                raise SmokeError(f"make play\ndid not open {page} in the browser")

    def run(self, line: str) -> None:
        """Run a command as it stands there; a server until it has answered."""
        if is_server(line):
            # On this machine alone, and where a port is free.
            serve = line.replace("0.0.0.0", "127.0.0.1") if " " in line else "dnup serve --open"
            with self._serving(self._shell(f"exec {serve} --port 0"), self.clone):
                return
        asked = "?\n" if line.startswith("dnup play") else ""
        self._judge(line, self._finish(self._shell(line), asked))

    def check_pip(self, line: str) -> None:
        """What pip would install is what `make play` has installed: nothing is left to do but dnup itself."""
        target = line.rsplit(maxsplit=1)[-1].replace("dnup", ".")
        pip = f"python -m pip install --dry-run --quiet --no-build-isolation --no-index {target}"
        self._judge(line, self._finish(self._shell(f"cd {ROOT} && {pip}")))

    def check_python(self) -> None:
        """The blocks of Python print what they show."""
        self._judge(
            "python -m doctest README.md",
            self._finish(self._shell(f"python -m doctest -o ELLIPSIS {README}")),
        )

    def _shell(self, line: str) -> list[str]:
        return ["bash", "-c", f". .venv/bin/activate\n{line}"]

    def _finish(
        self, words: list[str], asked: str = "", cwd: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            words,
            cwd=cwd or self.clone,
            env=self.env,
            input=asked,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )

    def _judge(self, line: str, done: subprocess.CompletedProcess[str]) -> None:
        no_bot = re.search(r"made for it \(.*(?:not started|crashed)", done.stdout)
        if done.returncode != 0 or no_bot:
            raise SmokeError(f"{line}\nended with exit status {done.returncode}:\n{done.stdout}{done.stderr}")

    @contextmanager
    def _serving(self, words: list[str], cwd: Path) -> Iterator[str | None]:
        """A server that has answered, by its address; Ctrl-C ends it. None if its port is taken."""
        shown = " ".join(words)
        process = subprocess.Popen(
            words,
            cwd=cwd,
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert process.stdout is not None
        try:
            said = process.stdout.readline()
            address = re.search(r"http://\S+/", said)
            if address is None:
                rest, errors = process.communicate(timeout=PATIENCE)
                if not re.search(r"port \d+ is in use", errors):
                    raise SmokeError(f"{shown}\ndid not serve:\n{said}{rest}{errors}")
                yield None
                return
            with urllib.request.urlopen(address[0], timeout=PATIENCE) as answer:
                if b">dnup</title>" not in answer.read():
                    raise SmokeError(f"{shown}\ndoes not show the page at {address[0]}")
            yield address[0]
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGINT)
            process.communicate(timeout=PATIENCE)


def _base_python() -> str:
    """The Python that this environment was made of."""
    return str(getattr(sys, "_base_executable", sys.executable))


def in_lanes(lines: list[str]) -> list[list[str]]:
    """The commands that may run side by side; those that share a file follow each other, and so do servers."""
    lanes: dict[str, list[str]] = {}
    for line in lines:
        shared = re.search(r"\S+\.jsonl\b", line)
        lanes.setdefault(SERVER if is_server(line) else shared[0] if shared else line, []).append(line)
    return list(lanes.values())


def main() -> int:
    """Do it all; exit 1 and a sentence when something is wrong."""
    start = time.monotonic()
    lines = commands(README.read_text(encoding="utf-8"))
    pip = [line for line in lines if line.startswith("pip install ")]
    with tempfile.TemporaryDirectory(prefix="dnup-readme-") as name:
        somebody = Newcomer(Path(name).resolve())

        def follow(lane: list[str]) -> None:
            for line in lane:
                somebody.run(line)

        try:
            somebody.make_play()
            with ThreadPoolExecutor(LANES) as pool:
                lanes = in_lanes([line for line in lines if line not in ("make play", *pip)])
                jobs = [pool.submit(follow, lane) for lane in lanes]
                jobs += [pool.submit(somebody.check_pip, line) for line in pip]
                jobs += [pool.submit(somebody.check_python)]
                try:
                    for job in as_completed(jobs):
                        job.result()
                except SmokeError:
                    pool.shutdown(wait=False, cancel_futures=True)
                    raise
        except SmokeError as error:
            print(f"The README does not hold: {error}", file=sys.stderr)
            return 1
    print(f"all {len(lines)} commands of the README work ({time.monotonic() - start:.0f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
