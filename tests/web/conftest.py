"""A server and a browser for the tests of the page."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.need import need_module, need_program
from tests.web.browsing import Browsing

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FLAGS = ["--no-sandbox"]
STARRY = """name = "starry"
cards = ["1/5", "1/6", "2/7 star", "2/8", "3/8", "3/9", "4/6", "4/9", "5/7", "6/8"]
"""
"""A deck whose star is not on the 1/5."""
SERVE = "import sys; from dnup.cli import main; sys.exit(main(sys.argv[1:]))"


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("server")
    deck = folder / "starry.toml"
    deck.write_text(STARRY, encoding="utf-8")
    command = [
        sys.executable,
        "-c",
        SERVE,
        "serve",
        "--port",
        "0",
        "--database",
        str(folder / "games.sqlite3"),
        "--deck",
        str(deck),
        "--bot-pause",
        "0",
    ]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found, "the server did not start"
        yield found[0]
    finally:
        server.terminate()
        server.wait(30)
        server.stdout.close()


# Not for the whole session: Playwright keeps an event loop, and tests elsewhere start their own.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    need_module("playwright.sync_api")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=need_program("chromium"), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def browsing(browser: Browser, address: str) -> Iterator[Browsing]:
    browsing = Browsing(browser, address)
    yield browsing
    browsing.close()
