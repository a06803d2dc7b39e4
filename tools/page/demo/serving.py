"""A server of the page and of /demo, as long as someone needs it."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tools import ROOT

FLAGS: Final = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking")
"""For a Chromium that nobody looks at."""


@contextmanager
def serving(*arguments: str, module: str = "tools.page.demo") -> Iterator[str]:
    """Its address. Bots of the server move at once, and the games are forgotten afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", module, "--port", "0", "--bot-pause", "0"]
        command += ["--database", str(Path(folder) / "games.sqlite3"), *arguments]
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            found = re.search(r"http://\S+[^/\s]", process.stdout.readline())
            if not found:
                raise RuntimeError("the server did not start")
            yield found[0]
        finally:
            process.terminate()
            process.wait(30)
            process.stdout.close()
