"""A server, and a browser that WebDriver drives: WebKit, or Firefox for what Playwright cannot do there."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.webdriver.driver import firefox, screen, webkit
from tests.webdriver.visiting import Visit
from tools.page.demo.serving import serving

DESK = (1280, 900)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Each browser has its file; without `--engine` nothing of it runs."""
    engine = config.getoption("--engine")
    if collection_path.name.startswith("test_") and collection_path.stem != f"test_{engine}":
        return True
    return None


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    with serving(module="tests.web.quick_server") as address:
        yield address


@pytest.fixture(scope="session")
def display() -> Iterator[dict[str, str]]:
    with screen() as environment:
        yield {**environment, "LANG": "en_GB.UTF-8"}


@pytest.fixture
def visit(display: dict[str, str], address: str) -> Iterator[Visit]:
    """Someone new, at a desk, with WebKit."""
    with webkit(display) as wire:
        wire.resize(*DESK)
        yield Visit(wire, address)


@pytest.fixture
def downloads(tmp_path: Path) -> Path:
    folder = tmp_path / "downloads"
    folder.mkdir()
    return folder


@pytest.fixture
def finger(address: str, tmp_path: Path, downloads: Path) -> Iterator[Visit]:
    """Someone new, with Firefox, who touches it; files that are saved go to a folder."""
    profile = tmp_path / "profile"
    profile.mkdir()
    wanted: dict[str, str | int | bool] = {
        "browser.download.folderList": 2,
        "browser.download.dir": str(downloads),
        "browser.download.useDownloadDir": True,
        "browser.download.always_ask_before_handling_new_types": False,
        "dom.w3c_touch_events.enabled": 1,
        "intl.accept_languages": "en-GB",
        "ui.prefersReducedMotion": 1,
    }
    with firefox(profile, wanted) as wire:
        wire.resize(500, 900)
        yield Visit(wire, address, pointer="touch")
