"""A server and a browser for the tests of the page."""

import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.need import need_module, need_program
from tests.web.browsing import Browsing

SERVE = "import sys; from dnup.cli import main; sys.exit(main(sys.argv[1:]))"


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    database = tmp_path_factory.mktemp("server") / "games.sqlite3"
    command = [
        sys.executable,
        "-c",
        SERVE,
        "serve",
        "--port",
        "0",
        "--database",
        str(database),
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


@pytest.fixture
def browsing(address: str) -> Iterator[Browsing]:
    need_module("playwright.sync_api")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=need_program("chromium"), args=["--no-sandbox"])
        yield Browsing(browser, address)
        browser.close()
