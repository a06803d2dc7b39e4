"""A server and a browser for the tests of the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dnup.site import compressed
from dnup.site.files import SOURCES
from tests.need import need_module
from tests.server.running import running
from tests.web.browsing import Browsing
from tests.web.quick_page import QUICK_CODINGS, write_quick_page
from tools.page.demo.serving import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.web.engines import Engine

_HERE = Path(__file__).parent
STARRY = """name = "starry"
title = "A starry night"
cards = ["1/5", "1/6", "2/7 star", "2/8", "3/8", "3/9", "4/6", "4/9", "5/7", "6/8"]
"""
"""A deck whose star is not on the 1/5."""


def pytest_ignore_collect(config: pytest.Config) -> bool | None:
    """Playwright cannot drive Debian's WebKit: its tests are in tests/webdriver."""
    return True if config.getoption("--engine") == "webkit" else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what is not for the chosen browser, with the reason."""
    if config.getoption("--engine") == "chromium":
        return
    items[:] = [
        item
        for item in items
        if "engine" in getattr(item, "fixturenames", ()) or _HERE not in item.path.parents
    ]
    for item in items:
        for marker in item.iter_markers("chromium_only"):
            item.add_marker(pytest.mark.skip(reason=f"only in Chromium: {marker.args[0]}"))


@pytest.fixture(scope="package", autouse=True)
def quick_page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Servers and sites of these tests have the quick page."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(SOURCES, "", write_quick_page(tmp_path_factory.mktemp("page")))
        patch.setattr(compressed, "CODINGS", QUICK_CODINGS)
        yield


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    deck = tmp_path_factory.mktemp("decks") / "starry.toml"
    deck.write_text(STARRY, encoding="utf-8")
    with serving("--deck", str(deck), module="tests.web.quick_server") as address:
        yield address


# Not for the whole session: Playwright keeps an event loop, and tests elsewhere start their own.
@pytest.fixture(scope="package")
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    need_module("playwright.sync_api")
    from playwright.sync_api import sync_playwright

    from tests.web.engines import Engine

    with sync_playwright() as playwright:
        engine = Engine(playwright, request.config.getoption("--engine"))
        yield engine
        engine.close()


@pytest.fixture(scope="package")
def browser(engine: Engine) -> Browser:
    return engine.browser(still=True)


@pytest.fixture
def waiting(engine: Engine, tmp_path: Path) -> Iterator[Browsing]:
    """Visits to a server that waits for the players' part in a shuffle, however busy the machine is."""
    with running(tmp_path) as server:
        browsing = Browsing(engine, server.url)
        yield browsing
        browsing.close()


@pytest.fixture
def browsing(engine: Engine, address: str) -> Iterator[Browsing]:
    browsing = Browsing(engine, address)
    yield browsing
    browsing.close()
