"""A server and a browser for the tests of the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.need import need_module, need_program
from tests.web.browsing import Browsing
from tools.web_demo.serving import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FLAGS = ["--no-sandbox"]
STARRY = """name = "starry"
title = "A starry night"
cards = ["1/5", "1/6", "2/7 star", "2/8", "3/8", "3/9", "4/6", "4/9", "5/7", "6/8"]
"""
"""A deck whose star is not on the 1/5."""


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    deck = tmp_path_factory.mktemp("decks") / "starry.toml"
    deck.write_text(STARRY, encoding="utf-8")
    with serving("--deck", str(deck)) as address:
        yield address


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
